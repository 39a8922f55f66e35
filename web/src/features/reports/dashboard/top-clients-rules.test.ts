import { expect, test } from 'vitest';
import { monthName, sharesOf } from './top-clients-rules.ts';

const client = (n: number, this_month: number, last_month = 0) => ({
  ...{ client_id: n, company: `Client ${n}`, this_month, last_month },
});

test('a client without orders in both months is left out, one with orders in either is not', () => {
  const shares = sharesOf([client(1, 3), client(2, 0, 2), client(3, 0)], 'Others');
  expect(shares.map(({ company }) => company)).toEqual(['Client 1', 'Client 2']);
});

test('six clients have a colour each; the smallest of seven are summed up in the sixth', () => {
  const all = [9, 8, 7, 6, 5, 4, 3].map((n, index) => client(index + 1, n, 1));
  expect(sharesOf(all.slice(0, 6), 'Others').map(({ color }) => color)).toHaveLength(6);
  const shares = sharesOf(all, 'Others');
  expect(shares).toHaveLength(6);
  expect(shares.at(-1)).toEqual({ company: 'Others', this_month: 7, last_month: 2, color: 'var(--ls-chart-6)' });
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
