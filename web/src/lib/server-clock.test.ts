import { beforeEach, expect, test, vi } from 'vitest';
import { forgetServerTime, recordServerTime, serverNow, timeSinceLastAnswer } from './server-clock.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-11-05T12:00:00Z');
const items = new Map<string, string>();
beforeEach(() => {
  items.clear();
  forgetServerTime();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
});

const hear = (server: number, clock: number) => recordServerTime(new Date(server).toUTCString(), clock);

test.each([
  ['right', 0],
  ['a day behind', -24 * HOUR],
  ['a day ahead', 24 * HOUR],
])('with a clock that is %s the moment of a scan is that of the server', (_name, wrong) => {
  hear(NOON, NOON + wrong);
  expect(serverNow(NOON + wrong + HOUR)).toBe(NOON + HOUR);
  // Also in the next page, which starts without a connection.
  forgetServerTime();
  expect(serverNow(NOON + wrong + 2 * HOUR)).toBe(NOON + 2 * HOUR);
  expect(timeSinceLastAnswer(NOON + wrong + 2 * HOUR)).toBe(2 * HOUR);
});

test('a clock that is set back while the server is silent makes no scan older than the last answer', () => {
  hear(NOON, NOON);
  expect(serverNow(NOON - 24 * HOUR)).toBe(NOON);
});

test('a device that never heard of a server goes by its clock', () => {
  expect([serverNow(NOON), timeSinceLastAnswer(NOON)]).toEqual([NOON, 0]);
  recordServerTime(null, NOON);
  expect(serverNow(NOON)).toBe(NOON);
});
