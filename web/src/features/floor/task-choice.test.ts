import type { Task, TaskKind } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { chosenOf, keyOfTask, mayDoAll } from './task-choice.ts';
import { ageOf } from './work-times.ts';

const task = (kind: TaskKind, record_id: number) => ({ kind, record_id }) as Task;

test('what is chosen is what is still there; records of two kinds may have the same id', () => {
  const chosen = new Set([keyOfTask(task('receive', 7)), keyOfTask(task('count', 9))]);
  expect(chosenOf([task('put_away', 7), task('receive', 7)], chosen)).toEqual([task('receive', 7)]);
});

describe('tasks are given', () => {
  const candidates = [
    { id: 1, name: 'Ana', kinds: ['receive', 'pick'] as TaskKind[] },
    { id: 2, name: 'Ben', kinds: ['receive', 'put_away'] as TaskKind[] },
  ];
  test.each<[TaskKind[], number[]]>([
    [['receive'], [1, 2]],
    [['receive', 'put_away'], [2]],
    [['pick', 'put_away'], []],
    [[], [1, 2]],
  ])('%j to whoever may do all of them', (kinds, ids) => {
    const of = kinds.map((kind) => ({ kind }));
    expect(mayDoAll(candidates, of).map(({ id }) => id)).toEqual(ids);
  });
});

test.each([
  ['2026-11-19T10:00:59.000Z', 'minutes', 0],
  ['2026-11-19T09:05:00.000Z', 'minutes', 56],
  ['2026-11-19T09:01:00.000Z', 'hours', 1],
  ['2026-11-18T10:01:00.000Z', 'days', 1],
  // A clock that runs behind.
  ['2026-11-19T10:09:00.000Z', 'minutes', 0],
] as const)('since %s it is %s: %d', (since, unit, count) =>
  expect(ageOf(since, new Date('2026-11-19T10:01:00.000Z'))).toEqual({ unit, count }),
);
