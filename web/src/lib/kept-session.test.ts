// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepSession, ownerOf, readKeptSession, removeKeptSession } from './kept-session.ts';
import { forgetServerTime, recordServerTime } from './server-clock.ts';
import type { Session } from './session-facts.ts';

const HOUR_MS = 3_600_000;
const NOON = new Date('2026-03-02T12:00:00Z');
const session = (id: number, created_at: string) => ({ user: { id, created_at, name: `Person ${id}` } }) as Session;
const ada = session(3, '2026-01-01 08:00:00');

beforeEach(async () => {
  localStorage.clear();
  forgetServerTime();
  await removeKeptSession();
  vi.useFakeTimers({ toFake: ['Date'], now: NOON });
  recordServerTime(NOON.toUTCString());
});
afterEach(() => void vi.useRealTimers());

test('the session of a person is read again, and nobody else’s', async () => {
  await keepSession(ada);
  expect(await readKeptSession(ownerOf(ada))).toEqual(ada);
  expect(await readKeptSession(ownerOf(session(4, '2026-01-01 08:00:00')))).toBeUndefined();
  // The same id in another database, or after the user was made again.
  expect(await readKeptSession(ownerOf(session(3, '2026-02-01 08:00:00')))).toBeUndefined();
});

test('one session is kept', async () => {
  const ben = session(4, '2026-01-01 08:00:00');
  await keepSession(ada);
  await keepSession(ben);
  expect(await readKeptSession(ownerOf(ada))).toBeUndefined();
  expect(await readKeptSession(ownerOf(ben))).toEqual(ben);
});

test('it is used until a day after the last answer of the server', async () => {
  await keepSession(ada);
  vi.setSystemTime(NOON.getTime() + 23 * HOUR_MS);
  recordServerTime(new Date().toUTCString());
  vi.setSystemTime(NOON.getTime() + 46 * HOUR_MS);
  expect(await readKeptSession(ownerOf(ada))).toEqual(ada);
  vi.setSystemTime(NOON.getTime() + 47 * HOUR_MS + 1);
  expect(await readKeptSession(ownerOf(ada))).toBeUndefined();
});

test('without the clock of the server, its age is that of the device', async () => {
  await keepSession(ada);
  localStorage.clear();
  forgetServerTime();
  vi.setSystemTime(NOON.getTime() + 25 * HOUR_MS);
  expect(await readKeptSession(ownerOf(ada))).toBeUndefined();
});

test('it is removed', async () => {
  await keepSession(ada);
  await removeKeptSession();
  expect(await readKeptSession(ownerOf(ada))).toBeUndefined();
});
