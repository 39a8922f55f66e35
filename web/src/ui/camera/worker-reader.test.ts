import { beforeEach, expect, test } from 'vitest';
import type { PictureMessage, ReaderMessage } from './reader-messages.ts';
import type { SeenCode } from './seen-code.ts';
import { readerOf } from './worker-reader.ts';

/** A worker whose answers the test gives. */
class TestWorker extends EventTarget {
  readonly asked: PictureMessage[] = [];
  isOver = false;
  postMessage(message: PictureMessage) {
    this.asked.push(message);
  }
  terminate() {
    this.isOver = true;
  }
  say(data: ReaderMessage) {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const code: SeenCode = { text: 'LP-1', isSure: true, x: 1, y: 1 };
const picture = {
  width: 1,
  height: 1,
  getContext: () => ({ getImageData: () => ({ data: new Uint8ClampedArray(4) }) }),
} as unknown as HTMLCanvasElement;

let worker: TestWorker;
const start = () => readerOf(worker as unknown as Worker);
beforeEach(() => {
  worker = new TestWorker();
});

test('each picture has its own answer, in whatever order they come', async () => {
  const ready = start();
  worker.say({ kind: 'ready' });
  const read = await ready;
  const [one, two] = [read(picture), read(picture)];
  worker.say({ kind: 'read', id: worker.asked[1]?.id ?? 0, codes: [code] });
  worker.say({ kind: 'read', id: worker.asked[0]?.id ?? 0, codes: [] });
  expect([await one, await two]).toEqual([[], [code]]);
});

test('a picture that cannot be read does not stop the next one', async () => {
  const ready = start();
  worker.say({ kind: 'ready' });
  const read = await ready;
  const one = read(picture);
  worker.say({ kind: 'failed', id: worker.asked[0]?.id ?? 0, why: 'odd' });
  await expect(one).rejects.toThrow('odd');
  const two = read(picture);
  worker.say({ kind: 'read', id: worker.asked[1]?.id ?? 0, codes: [code] });
  expect(await two).toEqual([code]);
});

test.each([
  ['it cannot load zxing', () => worker.say({ kind: 'failed', why: 'no memory' })],
  ['its script is not there', () => worker.dispatchEvent(new Event('error'))],
])('nothing is read when %s', async (_what, fail) => {
  const ready = start();
  fail();
  await expect(ready).rejects.toThrow('Codes cannot be read');
  expect(worker.isOver).toBe(true);
});

test('a worker that stops lets the picture on its way fail, and all after it', async () => {
  const ready = start();
  worker.say({ kind: 'ready' });
  const read = await ready;
  const one = read(picture);
  worker.dispatchEvent(new Event('error'));
  await expect(one).rejects.toThrow('Codes cannot be read');
  await expect(read(picture)).rejects.toThrow('Codes cannot be read');
});
