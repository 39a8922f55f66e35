import { expect, test } from 'vitest';
import { daysUntil } from './stock-expiry.ts';

test.each([
  ['2026-11-15', 0],
  ['2026-11-16', 1],
  ['2026-11-14', -1],
  ['2027-02-02', 79],
])('%s is %i days from Nov 15, 2026', (day, days) => {
  expect(daysUntil(day, '2026-11-15')).toBe(days);
});
