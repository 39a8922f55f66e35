import type { OperationGrid } from '@longshore/contract';

/** One bar: what is summed, for each key. */
export interface Bar {
  key: string;
  values: number[];
}

const BARS_MAX = 24;

/** The sums of the chart's columns for each text of its key column, the largest first when there are too many. */
export function barsOf({ columns, rows, chart, totals }: OperationGrid): Bar[] {
  if (!chart) return [];
  const at = (key: string) => columns.findIndex((column) => column.key === key);
  const headingOf = (key: string) => columns[at(key)]?.heading ?? key;
  if (!chart.by) return chart.values.map((key) => ({ key: headingOf(key), values: [totals[key] ?? 0] }));
  const by = at(chart.by);
  const places = chart.values.map(at);
  const sums = new Map<string, number[]>();
  for (const row of rows) {
    const key = String(row[by] ?? '–');
    const sum = sums.get(key) ?? places.map(() => 0);
    sums.set(
      key,
      sum.map((value, index) => value + Number(row[places[index] ?? -1] ?? 0)),
    );
  }
  const bars = [...sums].map(([key, values]) => ({ key, values }));
  const sizeOf = ({ values }: Bar) => values.reduce((all, value) => all + value, 0);
  // Days stay in their order, as far back as there is room.
  if (columns[by]?.kind === 'day') return bars.slice(-BARS_MAX);
  return bars.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, BARS_MAX);
}

/** A step of a waterfall: from where to where, and what it says. */
export interface Step {
  key: string;
  from: number;
  to: number;
  value: number;
  kind: 'end' | 'in' | 'out';
}

/** The first and the last total stand on the ground, those between begin where the one before ended. */
export function stepsOf({ columns, chart, totals }: OperationGrid): Step[] {
  if (!chart) return [];
  let level = 0;
  return chart.values.map((key, at) => {
    const value = totals[key] ?? 0;
    const heading = columns.find((column) => column.key === key)?.heading ?? key;
    if (at === 0 || at === chart.values.length - 1) {
      level = value;
      return { key: heading, from: 0, to: value, value, kind: 'end' };
    }
    const from = level;
    level += value;
    return { key: heading, from, to: level, value, kind: value < 0 ? 'out' : 'in' };
  });
}
