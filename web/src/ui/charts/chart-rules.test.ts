import { describe, expect, it } from 'vitest';
import { axisWidth, labelledIndexes, shortLabel, slicesOf, valueTicks } from './chart-rules.ts';

describe('ticks of the value axis', () => {
  it.each([
    [0, [0, 1, 2, 3, 4]],
    [3, [0, 1, 2, 3, 4]],
    [7, [0, 2, 4, 6, 8]],
    [97, [0, 20, 40, 60, 80, 100]],
    [4812, [0, 1000, 2000, 3000, 4000, 5000]],
  ])('up to %d', (highest, ticks) => {
    expect(valueTicks(highest)).toEqual(ticks);
  });

  it('cover the highest value and are whole numbers', () => {
    for (let highest = 0; highest < 5000; highest += 37) {
      const ticks = valueTicks(highest);
      expect(ticks[0]).toBe(0);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(highest);
      expect(ticks.every(Number.isInteger)).toBe(true);
    }
  });

  it('make room for the longest number', () => {
    expect(axisWidth([0, 10], String)).toBe(40);
    expect(axisWidth([0, 10_000_000], (value) => value.toLocaleString('en-US'))).toBe(77);
  });
});

describe('labels of the other axis', () => {
  it.each([
    [0, 500, []],
    [1, 500, [0]],
    [3, 500, [0, 1, 2]],
    [12, 300, [0, 4, 8]],
    [5, 10, [0]],
  ])('%d points on %d pixels', (count, width, indexes) => {
    expect(labelledIndexes(count, width)).toEqual(indexes);
  });

  it('are truncated when they are long', () => {
    expect(shortLabel('VO-1102')).toBe('VO-1102');
    expect(shortLabel('A reference that goes on')).toBe('A reference that …');
  });
});

describe('slices of a donut', () => {
  const parts = (...values: number[]) => values.map((value, index) => ({ label: `part ${index}`, value }));

  it('are sorted, without empty ones', () => {
    expect(slicesOf(parts(1, 0, 5), 'Others').map(({ label, value }) => [label, value])).toEqual([
      ['part 2', 5],
      ['part 0', 1],
    ]);
  });

  it('sum up what comes after the fifth', () => {
    const slices = slicesOf(parts(10, 9, 8, 7, 6, 5, 4), 'Others');
    expect(slices.map(({ value }) => value)).toEqual([10, 9, 8, 7, 6, 9]);
    expect(slices.at(-1)).toEqual({ label: 'Others', value: 9, color: 'var(--ls-chart-6)' });
  });
});
