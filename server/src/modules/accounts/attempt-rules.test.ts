import { expect, test } from 'vitest';
import { FAILURES_MAX, secondsToWait } from './attempt-rules.ts';

const ME = 'me@a.test';
/** So many failures, the newest first, one second apart. */
const failures = (count: number, email: string, newest = 0) =>
  Array.from({ length: count }, (_, index) => ({ email, age_seconds: newest + index }));
const spread = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ email: `user${index}@a.test`, age_seconds: 12.5 }));

test.each([
  ['nothing happened yet', [], 0],
  ['one failure less than the account may have', failures(FAILURES_MAX.account - 1, ME), 0],
  ['as many as the account may have', failures(FAILURES_MAX.account, ME), 51],
  ['as many, of another account', failures(FAILURES_MAX.account, 'you@a.test'), 0],
  ['the tenth is about to leave the window', failures(FAILURES_MAX.account, ME, 50.9), 1],
  ['one less than the network may have', spread(FAILURES_MAX.network - 1), 0],
  ['as many as the network may have', spread(FAILURES_MAX.network), 48],
  ['both: the longer wait counts', [...failures(FAILURES_MAX.account, ME), ...spread(FAILURES_MAX.network)], 51],
])('%s', (_, recent, seconds) => {
  expect(secondsToWait(recent, ME)).toBe(seconds);
});
