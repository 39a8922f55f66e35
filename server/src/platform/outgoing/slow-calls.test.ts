import { expect, test } from 'vitest';
import { OutgoingProblem } from './outgoing.ts';
import { SlowCalls } from './slow-calls.ts';

/** Waits until it is given up, or until it is answered. */
function waits(calls: SlowCalls) {
  let answer = () => {};
  const ended = calls.wait(
    (signal) =>
      new Promise<string>((resolve, reject) => {
        answer = () => resolve('answered');
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  return { ended: ended.catch((error: unknown) => error), answer: () => answer() };
}

test('of those that wait longer than the patience, the oldest are given up until so many are left', async () => {
  const calls = new SlowCalls(2, 30);
  const [first, second, third, fourth] = [waits(calls), waits(calls), waits(calls), waits(calls)];
  const given = await Promise.all([first?.ended, second?.ended]);
  for (const problem of given) expect(problem).toBeInstanceOf(OutgoingProblem);
  third?.answer();
  fourth?.answer();
  expect(await Promise.all([third?.ended, fourth?.ended])).toEqual(['answered', 'answered']);
});

test('while few wait, each may take its time; one that is new makes no other one give up before its own patience', async () => {
  const calls = new SlowCalls(1, 60);
  const old = waits(calls);
  await new Promise((resolve) => setTimeout(resolve, 90));
  const other = waits(calls);
  const isOver = await Promise.race([old.ended.then(() => true), new Promise((resolve) => setTimeout(resolve, 20))]);
  expect(isOver).toBeUndefined();
  expect(await old.ended).toBeInstanceOf(OutgoingProblem);
  other.answer();
  expect(await other.ended).toBe('answered');
});
