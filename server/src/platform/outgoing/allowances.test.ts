import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { staffScope } from '../database/tx.ts';
import { blockCalls, endLease, takeCalls, takeLease } from './allowances.ts';

let it: TestApp;
/** Another server on the same database. */
let other: TestApp;

beforeAll(async () => {
  it = await testApp();
  other = await testApp({ database: it.database });
});

const LIMIT = { burst: 3, perSecond: 2 };
const take = (name: string, app = it, cost = 1, limit = LIMIT) =>
  app.app.open(staffScope, (tx) => takeCalls(tx, name, limit, cost));

test('two servers share a bucket: what one takes the other does not get, and each waits for its own turn', async () => {
  const turns = await Promise.all([it, other, it, other, it, other, it].map((app) => take('shared', app)));
  const waits = turns.map(({ waitMs }) => waitMs).sort((one, two) => one - two);
  expect(turns.every(({ isReserved }) => isReserved)).toBe(true);
  expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
  // Half a second between two turns, less what went by while they were taken.
  for (const [index, wait] of waits.slice(3).entries()) {
    expect(wait).toBeGreaterThan(index * 500);
    expect(wait).toBeLessThanOrEqual((index + 1) * 500);
  }
});

test('a call that costs more takes more, and other names are other buckets', async () => {
  expect(await take('costly', it, 3)).toMatchObject({ waitMs: 0 });
  const { waitMs } = await take('costly', other, 2);
  expect(waitMs).toBeGreaterThan(700);
  expect(waitMs).toBeLessThanOrEqual(1000);
  expect(await take('another')).toMatchObject({ waitMs: 0, isReserved: true });
});

test('a bucket fills up again, and never beyond its size', async () => {
  await take('filling', it, 3);
  await it.database.owner(`update call_allowances set counted_at = now() - interval '1 hour' where name = 'filling'`);
  expect(await take('filling', it, 3)).toMatchObject({ waitMs: 0 });
  expect((await take('filling', it, 1)).waitMs).toBeGreaterThan(300);
});

test('a turn that is more than a minute away is not reserved: nobody waits longer because of it', async () => {
  const slow = { burst: 1, perSecond: 0.01 };
  expect(await take('slow', it, 1, slow)).toMatchObject({ waitMs: 0, isReserved: true });
  const first = await take('slow', it, 1, slow);
  const second = await take('slow', other, 1, slow);
  expect([first.isReserved, second.isReserved]).toEqual([false, false]);
  expect(second.waitMs).toBeLessThanOrEqual(first.waitMs);
});

test('a wait that the other side asked for holds for every server; a shorter one does not end it', async () => {
  await it.app.open(staffScope, (tx) => blockCalls(tx, 'blocked', 5_000));
  await other.app.open(staffScope, (tx) => blockCalls(tx, 'blocked', 10));
  const { waitMs } = await take('blocked', other, 1, { burst: 10, perSecond: 10 });
  expect(waitMs).toBeGreaterThan(4_000);
  expect(waitMs).toBeLessThanOrEqual(5_000);
  await it.app.open(staffScope, (tx) => blockCalls(tx, 'blocked', 120_000));
  expect(await take('blocked')).toMatchObject({ isReserved: false });
});

test('a lease has one holder, until it ends it or its time is over', async () => {
  const lease = (app: TestApp, seconds = 30) => app.app.open(staffScope, (tx) => takeLease(tx, 'lease', seconds));
  const taken = await Promise.all([it, other, it, other].map((app) => lease(app)));
  expect(taken.filter(Boolean)).toHaveLength(1);
  await it.app.open(staffScope, (tx) => endLease(tx, 'lease'));
  expect(await lease(other)).toBe(true);
  expect(await lease(it)).toBe(false);
  await it.database.owner(
    `update call_allowances set blocked_until = now() - interval '1 second' where name = 'lease'`,
  );
  expect(await lease(it)).toBe(true);
});
