import type { AisleBin } from '@longshore/contract';
import { expect, test } from 'vitest';
import { fillOf, gridOf } from './aisle-rules.ts';

const bin = (bay: string, level: string, units = 0): AisleBin => ({
  id: 1,
  location: `A-${bay}-${level}`,
  type: 'S',
  bay,
  level,
  license_count: 0,
  units,
});

test('bays run by number, and the highest level is on top', () => {
  const grid = gridOf([bin('10', '1'), bin('2', '1'), bin('2', '10'), bin('2', '9')]);
  expect(grid.bays).toEqual(['2', '10']);
  expect(grid.levels).toEqual(['10', '9', '1']);
  expect(grid.binsAt('2', '9')).toHaveLength(1);
  expect(grid.binsAt('10', '9')).toEqual([]);
});

test('names in another case and with other separators share a place', () => {
  const grid = gridOf([bin('a', '1'), bin('A', '1')]);
  expect(grid.bays).toHaveLength(1);
  expect(grid.binsAt('A', '1')).toHaveLength(2);
});

test('how full a bin is, compared with the fullest', () => {
  const bins = [bin('1', '1', 50), bin('2', '1', 200), bin('3', '1')];
  const { fullest } = gridOf(bins);
  expect(bins.map((each) => fillOf(each, fullest))).toEqual([0.25, 1, 0]);
  expect(fillOf(bin('1', '1'), gridOf([bin('1', '1')]).fullest)).toBe(0);
});
