import { expect, test } from 'vitest';
import { addMonths, thisMonth } from './statement-words.ts';

test.each([
  ['2026-01', -1, '2025-12'],
  ['2026-12', 1, '2027-01'],
  ['2026-03', -15, '2024-12'],
])('%s and %d months is %s', (month, count, expected) => expect(addMonths(month, count)).toBe(expected));

test('a month begins in the company’s time zone', () => {
  const moment = new Date('2026-11-01T03:00:00Z');
  expect([thisMonth('America/New_York', moment), thisMonth('Asia/Shanghai', moment)]).toEqual(['2026-10', '2026-11']);
});
