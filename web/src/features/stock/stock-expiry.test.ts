import type { StockRow } from '@longshore/contract';
import { expect, test } from 'vitest';
import { daysUntil, expiringLots } from './stock-expiry.ts';

const row = (lot_id: number | null, expire_date: string | null, total: number, quarantine: 0 | 1 = 0) =>
  ({ lot_id, lot_number: `L${lot_id}`, expire_date, total, quarantine }) as StockRow;

test('lots in the order in which they expire, over all plates; what is quarantined or keeps is left out', () => {
  const rows = [
    row(2, '2027-05-21', 10),
    row(1, '2027-02-02', 3),
    row(2, '2027-05-21', 5),
    row(1, '2027-02-02', 9, 1),
    row(3, null, 8),
    row(null, null, 4),
  ];
  expect(expiringLots(rows).map(({ number, units }) => [number, units])).toEqual([
    ['L1', 3],
    ['L2', 15],
  ]);
});

test.each([
  ['2026-11-15', 0],
  ['2026-11-16', 1],
  ['2026-11-14', -1],
  ['2027-02-02', 79],
])('%s is %i days from Nov 15, 2026', (day, days) => {
  expect(daysUntil(day, '2026-11-15')).toBe(days);
});
