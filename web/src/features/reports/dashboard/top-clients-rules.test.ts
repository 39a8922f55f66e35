import { expect, test } from 'vitest';
import { monthName, sharesOf } from './top-clients-rules.ts';

const names = (slices: readonly { label: string }[]) => slices.map(({ label }) => label);
const client = (n: number, this_month: number, last_month = 0) => ({
  client_id: n,
  company: `Client ${n}`,
  this_month,
  last_month,
});

test('a client without orders in both months is left out, one with orders in either is not', () => {
  const { rows, donuts } = sharesOf([client(1, 3), client(2, 0, 2), client(3, 0)], 'Others');
  expect(rows.map(({ company }) => company)).toEqual(['Client 1', 'Client 2']);
  expect([names(donuts.this_month), names(donuts.last_month)]).toEqual([['Client 1'], ['Client 2']]);
});

test('six clients are shown; the smallest of seven, and those that were not listed, are summed up in the sixth', () => {
  const all = [9, 8, 7, 6, 5, 4, 3].map((n, index) => client(index + 1, n, 1));
  expect(names(sharesOf(all.slice(0, 6), 'Others').donuts.this_month)).not.toContain('Others');
  const unlisted = { client_id: null, company: '', this_month: 20, last_month: 30 };
  const { rows, donuts, totals } = sharesOf([...all, unlisted], 'Others');
  expect(rows).toHaveLength(6);
  expect(rows.at(-1)).toEqual({ company: 'Others', this_month: 27, last_month: 32, color: 'var(--ls-chart-6)' });
  expect(donuts.this_month.at(-1)).toEqual({ label: 'Others', value: 27, color: 'var(--ls-chart-6)' });
  expect(totals).toEqual({ this_month: 62, last_month: 37 });
});

test('each month names its own largest clients, each client in one colour, and sums up its own rest', () => {
  const now = [9, 8, 7, 6, 5, 1, 1, 0].map((n, index) => client(index + 1, n, [2, 3, 1, 1, 1, 9, 8, 7][index]));
  const { rows, donuts, totals } = sharesOf(now, 'Others');
  const numbers = (slices: { label: string; value: number }[]) => slices.map(({ label, value }) => [label, value]);
  expect(numbers(donuts.this_month)).toEqual([...[1, 2, 3, 4, 5].map((n) => [`Client ${n}`, 10 - n]), ['Others', 2]]);
  expect(numbers(donuts.last_month)).toEqual([
    ...[6, 7, 8].map((n) => [`Client ${n}`, 15 - n]),
    ['Client 2', 3],
    ['Client 1', 2],
    ['Others', 3],
  ]);
  // The table has every client that a donut names, so that nothing is left for the others here.
  expect(rows.map(({ company }) => company)).toEqual(now.map(({ company }) => company));
  expect(totals).toEqual({ this_month: 37, last_month: 32 });
  const colours = new Map(rows.map(({ company, color }) => [company, color]));
  for (const slices of Object.values(donuts)) {
    expect(new Set(slices.map(({ color }) => color)).size).toBe(slices.length);
    for (const { label, color } of slices) expect(colours.get(label) ?? color).toBe(color);
  }
  expect(donuts.this_month.at(-1)?.color).toBe(donuts.last_month.at(-1)?.color);
});

test('a client has its own colour; the later of two with the same one takes the next that is free', () => {
  const colours = (...ids: number[]) =>
    sharesOf(
      ids.map((id, at) => client(id, 100 - at)),
      'Others',
    ).donuts.this_month.map(({ color }) => color.replace(/\D/g, ''));
  expect(colours(5, 2)).toEqual(['5', '2']);
  expect(colours(6, 12, 1)).toEqual(['6', '1', '2']);
  expect(new Set(colours(1, 7, 13, 19, 25, 31, 37)).size).toBe(6);
});

test.each([
  ['2026-11-15T12:00:00Z', 0, 'en', 'America/New_York', 'November'],
  ['2026-11-15T12:00:00Z', -1, 'en', 'America/New_York', 'October'],
  ['2026-01-10T12:00:00Z', -1, 'en', 'America/New_York', 'December'],
  ['2026-12-01T03:00:00Z', 0, 'en', 'America/New_York', 'November'],
  ['2026-11-15T12:00:00Z', 0, 'ch', 'Asia/Shanghai', '十一月'],
] as const)('at %s, %i months on, in %s and %s it is %s', (now, offset, language, timezone, name) => {
  expect(monthName(new Date(now), offset, { language, timezone })).toBe(name);
});
