import type { ReaderMessage } from './reader-messages.ts';
import type { ReadPicture, SeenCode } from './seen-code.ts';

/** The part of a worker that is used. */
export type ReaderWorker = Pick<Worker, 'postMessage' | 'terminate' | 'addEventListener'>;

interface Asked {
  resolve: (codes: SeenCode[]) => void;
  reject: (error: Error) => void;
}

/**
 * Reads pictures in a worker. Resolves when it is ready; throws when it cannot be loaded. A worker that stops lets
 * every picture fail from then on, so that the person is told.
 */
export function readerOf(worker: ReaderWorker): Promise<ReadPicture> {
  const asked = new Map<number, Asked>();
  let last = 0;
  let broken: Error | undefined;
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      const error = new Error(`Codes cannot be read: ${why}`);
      broken = error;
      worker.terminate();
      reject(error);
      for (const each of asked.values()) each.reject(error);
      asked.clear();
    };
    const read: ReadPicture = (picture) => {
      const pixels = picture.getContext('2d')?.getImageData(0, 0, picture.width, picture.height);
      if (broken) return Promise.reject(broken);
      if (!pixels) return Promise.resolve([]);
      const id = ++last;
      return new Promise((resolveCodes, rejectCodes) => {
        asked.set(id, { resolve: resolveCodes, reject: rejectCodes });
        worker.postMessage({ id, pixels }, [pixels.data.buffer]);
      });
    };
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
      if (data.kind === 'ready') return resolve(read);
      if (data.kind === 'failed' && data.id === undefined) return fail(data.why);
      const id = data.id ?? 0;
      const answer = asked.get(id);
      asked.delete(id);
      if (data.kind === 'read') answer?.resolve(data.codes);
      else answer?.reject(new Error(data.why));
    });
    worker.addEventListener('error', (event) => fail((event as ErrorEvent).message || 'the worker was not loaded'));
    worker.addEventListener('messageerror', () => fail('an answer could not be read'));
  });
}

let started: Promise<ReadPicture> | undefined;

const startReader = () =>
  readerOf(new Worker(new URL('./code-reader.worker.ts', import.meta.url), { type: 'module', name: 'codes' }));

/** The worker stays for the next time that the camera opens. After a failure it is started anew. */
export async function loadWorkerReader(): Promise<ReadPicture> {
  started ??= startReader();
  const mine = started;
  const failed = (error: unknown): never => {
    if (started === mine) started = undefined;
    throw error;
  };
  const read = await mine.catch(failed);
  return (picture) => read(picture).catch(failed);
}
