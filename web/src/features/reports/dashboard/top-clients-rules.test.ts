import { expect, test } from 'vitest';
import { monthName, sharesOf } from './top-clients-rules.ts';

const client = (n: number, this_month: number, last_month = 0) => ({
  ...{ client_id: n, company: `Client ${n}`, this_month, last_month },
});

test('a client without orders in both months is left out, one with orders in either is not', () => {
  const shares = sharesOf([client(1, 3), client(2, 0, 2), client(3, 0)], 'Others');
  expect(shares.map(({ company }) => company)).toEqual(['Client 1', 'Client 2']);
});

test('six clients are shown; the smallest of seven, and those that were not listed, are summed up in the sixth', () => {
  const all = [9, 8, 7, 6, 5, 4, 3].map((n, index) => client(index + 1, n, 1));
  expect(sharesOf(all.slice(0, 6), 'Others').map(({ company }) => company)).not.toContain('Others');
  const unlisted = { client_id: null, company: '', this_month: 20, last_month: 30 };
  const shares = sharesOf([...all, unlisted], 'Others');
  expect(shares).toHaveLength(6);
  expect(shares.at(-1)).toEqual({ company: 'Others', this_month: 27, last_month: 32, color: 'var(--ls-chart-6)' });
});

test('a client has its own colour; the later of two with the same one takes the next that is free', () => {
  const colours = (...ids: number[]) =>
    sharesOf(
      ids.map((id) => client(id, 100 - id)),
      'Others',
    ).map(({ color }) => color.replace(/\D/g, ''));
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
