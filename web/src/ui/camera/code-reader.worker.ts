/// <reference lib="webworker" />
import type { PictureMessage, ReaderMessage } from './reader-messages.ts';
import { loadReader } from './zxing-reader.ts';

declare const self: DedicatedWorkerGlobalScope;

/** Reads pictures with zxing in a thread of its own: reading takes longer than the page may stand still. */
const say = (message: ReaderMessage) => self.postMessage(message);
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

const loading = loadReader();
loading.then(
  () => say({ kind: 'ready' }),
  (error: unknown) => say({ kind: 'failed', why: reasonOf(error) }),
);

self.addEventListener('message', ({ data: { id, pixels } }: MessageEvent<PictureMessage>) => {
  loading
    .then((read) => read(pixels))
    .then(
      (codes) => say({ kind: 'read', id, codes }),
      (error: unknown) => say({ kind: 'failed', id, why: reasonOf(error) }),
    );
});
