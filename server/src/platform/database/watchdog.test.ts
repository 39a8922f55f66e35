import { expect, test } from 'vitest';
import { type BackendState, judge, type ProcessState } from './watchdog.ts';

const limits = { lockMs: 10_000, graceMs: 2_000 };
const backend = (given: Partial<BackendState>): BackendState => ({
  pid: 1,
  state: 'active',
  wait_event_type: null,
  state_ms: 3_000,
  query_ms: 3_000,
  ...given,
});
const process = (ticks: number, isStopped = false): ProcessState => ({ ticks, isStopped, isRunnable: false });
const runnable: ProcessState = { ticks: 5, isStopped: false, isRunnable: true };

test.each<[string, BackendState | undefined, ProcessState | undefined, ProcessState | undefined, string]>([
  ['that is gone', undefined, undefined, undefined, 'dead'],
  ['that is idle since before it was asked', backend({ state: 'idle', state_ms: 3_000 }), undefined, undefined, 'dead'],
  [
    'in a transaction, the same',
    backend({ state: 'idle in transaction', state_ms: 9_000 }),
    undefined,
    undefined,
    'dead',
  ],
  ['that has just answered', backend({ state: 'idle', state_ms: 20 }), undefined, undefined, 'alive'],
  ['that is stopped', backend({ wait_event_type: 'Lock' }), process(5, true), process(5), 'dead'],
  ['that computes', backend({}), process(80), process(5), 'alive'],
  ['that waits for a processor', backend({}), runnable, process(5), 'alive'],
  [
    'that has not taken the command up because others compute',
    backend({ state: 'idle' }),
    runnable,
    undefined,
    'alive',
  ],
  ['that neither computes nor waits', backend({}), process(5), process(5), 'dead'],
  ['that was looked at once', backend({}), process(5), undefined, 'alive'],
  ['on another machine that may compute', backend({}), undefined, undefined, 'alive'],
  ['that sleeps', backend({ wait_event_type: 'Timeout' }), process(5), process(5), 'alive'],
  ['that waits for the disk', backend({ wait_event_type: 'IO' }), process(5), process(5), 'alive'],
  ['that waits for a lock', backend({ wait_event_type: 'Lock' }), process(5), process(5), 'alive'],
  [
    'that waits longer than it may',
    backend({ wait_event_type: 'Lock', query_ms: 13_000 }),
    undefined,
    undefined,
    'dead',
  ],
])('a backend %s', (_what, state, now, before, verdict) => {
  expect(judge(state, 3_000, limits, now, before)).toBe(verdict);
});
