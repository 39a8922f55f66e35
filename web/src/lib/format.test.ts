import { expect, test } from 'vitest';
import {
  formatBytes,
  formatCommentTime,
  formatDate,
  formatDateTime,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShort,
  hourOf,
  type Place,
} from './format.ts';

const oakland: Place = { language: 'en', timezone: 'America/Los_Angeles' };
const shanghai: Place = { language: 'ch', timezone: 'Asia/Shanghai' };

test.each([
  ['2026-11-09', oakland, 'Nov 09, 2026'],
  ['2026-11-09', shanghai, '2026年11月09日'],
  ['2026-11-09T03:00:00.000Z', oakland, 'Nov 08, 2026'],
  ['2026-11-08T23:00:00.000Z', shanghai, '2026年11月09日'],
  ['no date', oakland, ''],
])('%s is a date in the company’s zone', (value, place, text) => {
  expect(formatDate(value, place)).toBe(text);
});

test('a timestamp has a time', () => {
  expect(formatDateTime('2026-11-09T20:05:00.000Z', oakland)).toBe('Nov 09, 2026, 12:05 PM');
  expect(formatDateTime('2026-11-09T08:05:00.000Z', shanghai)).toBe('2026年11月09日 16:05');
  expect(hourOf(new Date('2026-11-09T08:05:00.000Z'), shanghai)).toBe(16);
});

test('numbers have separators and a real minus', () => {
  expect(formatNumber(1234567, oakland)).toBe('1,234,567');
  expect(formatNumber(-12, oakland)).toBe('−12');
  expect(formatPercent(0.13, oakland)).toBe('13%');
  expect(formatMoney(1234.5, shanghai, 'CNY')).toBe('¥1,234.50');
  expect(formatMoney(1234.5, shanghai, 'USD')).toBe('US$1,234.50');
  expect(formatMoney(1234.5, oakland, 'USD')).toBe('$1,234.50');
  expect(formatMoney(0.0125, oakland, 'USD')).toBe('$0.0125');
  expect(formatMoney(-3, oakland, 'EUR')).toBe('−€3.00');
  expect(formatMoney(500, oakland, 'JPY')).toBe('¥500');
  expect(formatMoney(99999999999.9999, oakland, 'USD')).toBe('$99,999,999,999.9999');
});

const now = new Date('2026-11-17T12:00:00.000Z');

test('the time of a comment', () => {
  expect(formatCommentTime('2026-11-14T00:12:00.000Z', oakland, now)).toBe('Nov 13th 04:12 pm');
  expect(formatCommentTime('2026-11-01T20:05:00.000Z', oakland, now)).toBe('Nov 1st 12:05 pm');
  expect(formatCommentTime('2026-11-22T08:05:00.000Z', oakland, now)).toBe('Nov 22nd 12:05 am');
  expect(formatCommentTime('2026-11-13T08:12:00.000Z', shanghai, now)).toBe('11月13日 16:12');
});

test('a moment of the history has its year when that is another one', () => {
  expect(formatShort('2026-11-14T17:42:00.000Z', oakland, now)).toBe('Nov 14, 09:42');
  expect(formatShort('2025-11-14T17:42:00.000Z', oakland, now)).toBe('Nov 14, 2025, 09:42');
  expect(formatShort('2025-11-14T01:42:00.000Z', shanghai, now)).toBe('2025年11月14日 09:42');
});

test('sizes in round units', () => {
  expect([0, 812, 412_300, 1_440_000, 19_900_000].map((size) => formatBytes(size, oakland))).toEqual([
    '0 B',
    '812 B',
    '412 KB',
    '1.4 MB',
    '20 MB',
  ]);
});
