import { expect, test } from 'vitest';
import { readDay } from './read-day.ts';

test.each([
  ['2026-11-09', '2026-11-09'],
  [' 2026/1/9 ', '2026-01-09'],
  ['20261109', '2026-11-09'],
  ['2026年11月09日', '2026-11-09'],
  ['2026年1月9日', '2026-01-09'],
  ['Nov 09, 2026', '2026-11-09'],
  ['november 9 2026', '2026-11-09'],
  ['9 Nov 2026', '2026-11-09'],
  ['11/09/2026', '2026-11-09'],
  ['2026-02-30', null],
  ['13/01/2026', null],
  ['Foo 9, 2026', null],
  ['tomorrow', null],
  ['', null],
])('%j is the day %j', (typed, day) => {
  expect(readDay(typed)).toBe(day);
});
