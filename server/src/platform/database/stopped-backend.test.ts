import { api } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { eventually, testApp } from '../../../test/harness.ts';
import { whileStopped } from '../../../test/stopped-backends.ts';
import { untilWaiting, whileHeld } from '../../../test/waiting.ts';
import { DatabaseUnavailable } from './errors.ts';
import { queueLimits } from './fair-queue.ts';
import { sql } from './sql.ts';
import type { Mode, Scope, Tx } from './tx.ts';

const roles = ['app_client', 'app_staff', 'app_auth', 'app_worker'] as const;

test('a backend that stops answering fails one transaction of each pool, not the next one', async () => {
  const it = await testApp({ databaseLimits: { readMs: 3_000, writeMs: 3_000, graceMs: 500 } });
  const staff = await it.as('super');
  const client = await it.as('client');
  const one = (role: Scope['role'], mode: Mode) =>
    it.app.open({ role, clientId: 1, userId: null }, (tx: Tx) => sql`select 1 as n`.execute(tx), mode);
  for (const role of roles) await one(role, 'read');
  await Promise.all([staff.ok(api.relations.list), client.ok(api.relations.list)]);
  const applications = roles.map((role) => `longshore ${role}`);
  await whileStopped(it.database, applications, async () => {
    const refused = await Promise.all([
      staff.call(api.relations.list),
      client.call(api.relations.list),
      ...(['app_auth', 'app_worker'] as const).map((role) => one(role, 'write').catch((error: unknown) => error)),
    ]);
    expect(refused.slice(0, 2)).toMatchObject(
      [503, 503].map((status) => ({ status, headers: { 'retry-after': '1' } })),
    );
    for (const error of refused.slice(2)) expect(error).toBeInstanceOf(DatabaseUnavailable);
    // The pools have given the dead connections up.
    for (const role of roles) expect((await one(role, 'write')).rows).toEqual([{ n: 1 }]);
    await Promise.all([staff.ok(api.relations.list), client.ok(api.relations.list)]);
  });
});

/** The documented limit; with the limits of a write alone it would be 62 s. */
const BACK_MS = 5_000;

/** Calls until it is answered; returns how long it took. */
async function untilServed(call: () => Promise<{ status: number }>): Promise<number> {
  const since = performance.now();
  while ((await call()).status !== 200) await new Promise((resolve) => setTimeout(resolve, 100));
  return performance.now() - since;
}

describe('a user whose writes hang is soon served again', () => {
  const body = (name: string) => ({ type: 'customer' as const, name });

  test('when PostgreSQL stopped before it read them', async () => {
    const it = await testApp();
    const client = await it.as('client');
    // More connections than the user has places, each held until all are there: quick calls would share a few.
    const scope: Scope = { role: 'app_client', clientId: 1, userId: null };
    let begun = 0;
    const hold = async (tx: Tx) => {
      await sql`select`.execute(tx);
      begun++;
      await eventually(async () => (begun === 8 ? true : undefined));
    };
    await Promise.all(Array.from({ length: 8 }, () => it.app.open(scope, hold)));
    await whileStopped(it.database, ['longshore app_client'], async () => {
      const writes = Array.from({ length: queueLimits.perUser }, (_, n) =>
        client.call(api.relations.create, { body: body(`hangs ${n}`) }),
      );
      expect(await untilServed(() => client.call(api.relations.list))).toBeLessThan(BACK_MS);
      const answers = await Promise.all(writes);
      const names = (wanted: number) =>
        answers.flatMap(({ status }, n) => (status === wanted ? [`hangs ${n}`] : [])).toSorted();
      // One that waited for its place meanwhile gets a connection that works.
      expect(names(503).length + names(200).length).toBe(answers.length);
      expect(names(503).length).toBeGreaterThanOrEqual(queueLimits.perUser - 1);
      for (const { status, headers } of answers) if (status === 503) expect(headers['retry-after']).toBe('1');
      // Nothing was lost or doubled: what was refused is accepted now.
      for (const name of names(503)) await client.ok(api.relations.create, { body: body(name) });
      const stored = await it.database.owner<{ name: string }>(
        "select name from relations where name like 'hangs _' order by name",
      );
      expect(stored.map(({ name }) => name)).toEqual(answers.map((_, n) => `hangs ${n}`));
    });
  });

  test('when PostgreSQL stopped in the middle of them', async () => {
    const it = await testApp();
    const client = await it.as('client');
    const hold = { text: 'lock table relations in share mode' };
    const writes = await whileHeld(it.database, hold, async () => {
      const calls = Array.from({ length: queueLimits.perUser }, (_, n) =>
        client.call(api.relations.create, { body: body(`hangs inside ${n}`) }),
      );
      await untilWaiting(it.database, queueLimits.perUser, calls);
      await whileStopped(it.database, ['longshore app_client'], async () => {
        expect(await untilServed(() => client.call(api.relations.list))).toBeLessThan(BACK_MS);
        for (const { status } of await Promise.all(calls)) expect(status).toBe(503);
      });
      return calls;
    });
    expect(writes).toHaveLength(queueLimits.perUser);
  });
});

test('a write that takes long and gets on is left alone', async () => {
  const it = await testApp();
  const scope: Scope = { role: 'app_staff', clientId: null, userId: null };
  const busy = sql`select count(*) as n from generate_series(1, 4) a, generate_series(1, 3000000) b where a * b % 7 = 1`;
  const [slept, computed] = await Promise.all([
    it.app.open(scope, (tx) => sql<{ n: number }>`select 1 as n from pg_sleep(7)`.execute(tx)),
    it.app.open(scope, async (tx) => {
      for (const end = performance.now() + 7_000; performance.now() < end; ) await busy.execute(tx);
      return sql<{ n: number }>`select 2 as n`.execute(tx);
    }),
  ]);
  expect([slept.rows, computed.rows]).toEqual([[{ n: 1 }], [{ n: 2 }]]);
});
