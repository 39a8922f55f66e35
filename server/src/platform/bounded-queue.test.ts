import { expect, test } from 'vitest';
import { boundedQueue, QueueIsFull } from './bounded-queue.ts';

/** Work that ends on demand. */
function heldWork() {
  const ends: (() => void)[] = [];
  const order: number[] = [];
  const start = (id: number) => () => {
    order.push(id);
    return new Promise<number>((resolve) => ends.push(() => resolve(id)));
  };
  return { ends, order, start };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('limits concurrency, runs the rest in order, and refuses when the queue is full', async () => {
  const queue = boundedQueue({ atOnce: 2, waitingMax: 2 });
  const { ends, order, start } = heldWork();
  const accepted = [1, 2, 3, 4].map((id) => queue.run(start(id)));
  await expect(queue.run(start(5))).rejects.toThrow(QueueIsFull);
  expect(order).toEqual([1, 2]);
  ends[0]?.();
  await turn();
  expect(order).toEqual([1, 2, 3]);
  const late = queue.run(start(6));
  for (const at of [1, 2, 3, 4]) {
    ends[at]?.();
    await turn();
  }
  expect(await Promise.all([...accepted, late])).toEqual([1, 2, 3, 4, 6]);
  expect(order).toEqual([1, 2, 3, 4, 6]);
});

test('failing work releases its slot', async () => {
  const queue = boundedQueue({ atOnce: 1, waitingMax: 1 });
  const failed = queue.run(() => Promise.reject(new Error('broken')));
  const next = queue.run(async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
