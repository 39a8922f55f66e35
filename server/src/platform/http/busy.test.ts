import { api, outcome, sentence } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { addressOf, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { untilWaiting, whileHeld } from '../../../test/waiting.ts';
import { POOL_SIZE } from '../database/pools.ts';
import { XLSX } from './adapter.ts';

const { inventories, relations } = api;
/** Whoever reads items waits, as if the statement took that long. */
const slowItems = { text: 'lock table inventories in access exclusive mode' };

const readsOfClients = async (it: TestApp) =>
  it.database.server(
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'longshore app_client' and state = 'active'",
  );

describe('a burst of slow lists', () => {
  test('of one user does not delay others', async () => {
    const it = await testApp();
    const client = await it.given.client();
    const [busy, colleague] = [(await it.given.clientUser(client)).caller, (await it.given.clientUser(client)).caller];
    const { caller: other } = await it.given.clientUser(await it.given.client());
    const answered: string[] = [];
    const burst = await whileHeld(it.database, slowItems, async () => {
      const lists = Array.from({ length: 12 }, () =>
        busy.call(inventories.list).then((reply) => {
          answered.push('burst');
          return reply;
        }),
      );
      await untilWaiting(it.database, 4, lists);
      for (const [name, caller] of Object.entries({ colleague, other })) {
        await caller.ok(relations.list);
        answered.push(name);
      }
      expect(answered).toEqual(['colleague', 'other']);
      return Promise.all(lists);
    });
    for (const { status, headers, body } of burst) {
      expect([status, headers['retry-after'], typeof body.reference]).toEqual([503, '1', 'string']);
      expect([outcome.busy, sentence('ReadTookTooLong')]).toContain(body.message);
    }
  });
});

test('twenty people with the slowest report leave connections to the others, and get their answers in turn', async () => {
  const it = await testApp({ databaseLimits: { exportMs: 60_000, lockMs: 60_000 } });
  const people = await Promise.all(Array.from({ length: 20 }, () => it.given.mainUser()));
  const other = await it.as('staff');
  const body = { clientId: 1, name: 'movement', from_date: '2026-01-01', to_date: '2026-12-31' } as never;
  const slowLedger = { text: 'lock table movements in access exclusive mode' };
  const reports = await whileHeld(it.database, slowLedger, async () => {
    const asked = people.map(({ caller }) => caller.call(api.operationReports.run, { body }));
    await untilWaiting(it.database, 4, asked);
    // More than there are connections, and nobody of them is refused one.
    const lists = await Promise.all(Array.from({ length: POOL_SIZE + 2 }, () => other.call(relations.list)));
    expect(lists.map(({ status }) => status)).toEqual(lists.map(() => 200));
    return { asked };
  });
  const answers = await Promise.all(reports.asked);
  expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200));
});

describe('a read', () => {
  test('over its time limit answers what to do; a spreadsheet has a longer limit', async () => {
    const it = await testApp({ databaseLimits: { readMs: 300, exportMs: 60_000, lockMs: 60_000 } });
    const client = await it.as('client');
    const sheet = await whileHeld(it.database, slowItems, async () => {
      const download = client.call(inventories.list, { headers: { accept: XLSX } });
      await untilWaiting(it.database, 1, [download]);
      const { status, body, headers } = await client.call(inventories.list);
      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(body).toEqual({
        message: sentence('ReadTookTooLong'),
        keys: { _: ['ReadTookTooLong'] },
        reference: expect.any(String),
      });
      return { download };
    });
    expect((await sheet.download).status).toBe(200);
    await client.ok(relations.list);
  });

  test('is cancelled in PostgreSQL when its caller disconnects, and its connection is reused', async () => {
    const limits = { readMs: 60_000, lockMs: 60_000 };
    const it = await testApp({ listen: true, databaseLimits: limits });
    const client = await it.as('client');
    const list = (signal: AbortSignal) =>
      fetch(it.url + addressOf(inventories.list), { headers: { authorization: `Bearer ${client.token}` }, signal });
    await whileHeld(it.database, slowItems, async () => {
      // Four run and the fifth waits for one of them.
      const callers = Array.from({ length: 5 }, () => new AbortController());
      const calls = callers.map((caller) => list(caller.signal));
      await untilWaiting(it.database, 4, calls);
      for (const caller of callers) caller.abort();
      for (const call of calls) await expect(call).rejects.toThrow();
      await eventually(async () => ((await readsOfClients(it)).length ? undefined : true), 30_000);
    });
    const before = it.app.pools.app_client.totalCount;
    await Promise.all(Array.from({ length: 8 }, () => client.ok(inventories.list)));
    expect(before).toBe(4);
    expect(it.logLines.filter((line) => line.includes('"defect"'))).toEqual([]);
  });
});

test('when all connections are taken the answer is 503 with Retry-After', async () => {
  const it = await testApp({ databaseLimits: { connectMs: 300 } });
  const client = await it.as('client');
  const taken = await Promise.all(Array.from({ length: POOL_SIZE }, () => it.app.pools.app_client.connect()));
  const { status, body, headers } = await client.call(relations.list);
  for (const connection of taken) connection.release();
  expect([status, headers['retry-after']]).toEqual([503, '1']);
  expect(body).toEqual({ message: 'Server is busy, please try again', reference: expect.any(String) });
  await client.ok(relations.list);
});
