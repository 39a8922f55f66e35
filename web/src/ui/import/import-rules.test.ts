import { describe, expect, it } from 'vitest';
import { problemRows, stripOf } from './import-rules.ts';

const problem = (row: number, column = 'Email') => ({
  row,
  column,
  value: 'x',
  message: 'Email address is invalid',
  key: 'EmailIsInvalid',
});

describe('the result of an import', () => {
  it('draws a cell per row, the first below the heading', () => {
    const strip = stripOf({ rows: 3, done: 3, errors: [problem(3), problem(3, 'Company')] });
    expect(strip).toEqual([
      { from: 2, to: 2, state: 'good' },
      { from: 3, to: 3, state: 'bad' },
      { from: 4, to: 4, state: 'good' },
    ]);
  });
  it('combines several rows of a long sheet in a cell and never hides a bad one', () => {
    const strip = stripOf({ rows: 1001, done: 1001, errors: [problem(1002)] });
    expect(strip.length).toBeLessThanOrEqual(200);
    expect(strip.at(-1)).toEqual({ from: 998, to: 1002, state: 'bad' });
    expect(strip.filter(({ state }) => state === 'bad')).toHaveLength(1);
  });
  it('shows which rows were not reached when an import stopped', () => {
    const strip = stripOf({ rows: 4, done: 2, errors: [problem(2)] });
    expect(strip.map(({ state }) => state)).toEqual(['bad', 'good', 'waiting', 'waiting']);
  });
  it('shows a row number once', () => {
    const rows = problemRows([problem(9), problem(4), problem(9, 'Company')], 2);
    expect(rows.map(({ row, first }) => [row, first])).toEqual([
      [4, true],
      [9, true],
    ]);
  });
});
