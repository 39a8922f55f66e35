import { expect, test } from 'vitest';
import { ageOf, morningOf, snoozeUntil } from './exception-times.ts';

const now = new Date('2026-11-18T09:31:00.000Z');

test.each([
  ['2026-11-18T09:30:30.000Z', 'minutes', 0, false],
  ['2026-11-18T09:07:00.000Z', 'minutes', 24, false],
  ['2026-11-18T08:31:00.000Z', 'hours', 1, false],
  ['2026-11-17T09:31:00.000Z', 'days', 1, false],
  ['2026-11-15T09:31:00.000Z', 'days', 3, true],
  // A clock that is behind.
  ['2026-11-18T10:00:00.000Z', 'minutes', 0, false],
])('since %s it is %s: %i', (since, unit, count, isOld) => {
  expect(ageOf(since, now)).toEqual({ unit, count, isOld });
});

test.each([
  ['2026-11-19', 'America/Los_Angeles', '2026-11-19T16:00:00.000Z'],
  ['2026-11-19', 'Asia/Shanghai', '2026-11-19T00:00:00.000Z'],
  // The clock is set back in this night, and forward in the other.
  ['2026-11-01', 'America/New_York', '2026-11-01T13:00:00.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T12:00:00.000Z'],
])('work begins on %s in %s at %s', (day, zone, moment) => {
  expect(morningOf(day, zone)).toBe(moment);
});

test.each([
  ['hour', now, '2026-11-18T10:31:00.000Z'],
  ['tomorrow', now, '2026-11-19T16:00:00.000Z'],
  // A Wednesday, a Sunday, and a Monday.
  ['monday', now, '2026-11-23T16:00:00.000Z'],
  ['monday', new Date('2026-11-22T20:00:00.000Z'), '2026-11-23T16:00:00.000Z'],
  ['monday', new Date('2026-11-23T20:00:00.000Z'), '2026-11-30T16:00:00.000Z'],
] as const)('%s after %s is %s', (choice, at, until) => {
  expect(snoozeUntil(choice, at, 'America/Los_Angeles')).toBe(until);
});
