import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { sql } from './sql.ts';
import { type Mode, staffScope, type Tx } from './tx.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const modes: Mode[] = ['write', 'read'];
/** What the connections of staff are doing, as PostgreSQL tells it. */
const doing = async () =>
  (
    await it.database.server(
      "select distinct state from pg_stat_activity where datname = current_database() and application_name = 'longshore app_staff'",
    )
  ).map(({ state }) => state);

describe('a transaction', () => {
  const refuse = async () => {
    throw new Error('No.');
  };
  const refuseLater = async (tx: Tx) => {
    await sql`select 1`.execute(tx);
    await refuse();
  };
  const failAtOnce = async (tx: Tx) => {
    void sql`select 1`.execute(tx).catch(() => {});
    await refuse();
  };
  test.each(modes.flatMap((mode) => [refuse, refuseLater, failAtOnce].map((work) => [mode, work.name, work] as const)))(
    'that is refused (%s, %s) leaves none open',
    async (mode, _name, work) => {
      await expect(it.app.open(staffScope, work, mode)).rejects.toThrow('No.');
      await expect.poll(doing).toEqual(['idle']);
      const [row] = (await it.app.open(staffScope, (tx) => sql<{ n: number }>`select 1 as n`.execute(tx))).rows;
      expect(row).toEqual({ n: 1 });
    },
  );

  test.each(modes)('that is over (%s) says nothing more', async (mode) => {
    let kept: Tx | undefined;
    const work = async (tx: Tx) => {
      kept = tx;
      return sql`select 1`.execute(tx);
    };
    await it.app.open(staffScope, work, mode);
    await expect(sql`select 2`.execute(kept as Tx)).rejects.toThrow('The transaction is over');
  });

  test('in read mode cannot write', async () => {
    const write = (tx: Tx) => sql`update clients set company = 'x'`.execute(tx);
    await expect(it.app.open(staffScope, write, 'read')).rejects.toMatchObject({ code: '25006' });
  });

  test('rejects all statements of a batch with the error of the one that failed', async () => {
    const work = (tx: Tx) =>
      Promise.allSettled([sql`select 1 as n`.execute(tx), sql`select 1 / 0`.execute(tx), sql`select 2`.execute(tx)]);
    await expect(it.app.open(staffScope, work)).rejects.toMatchObject({ code: '22012' });
    const codes = async (tx: Tx) =>
      (await work(tx)).map((each) => (each.status === 'rejected' ? each.reason.code : 'done'));
    expect(await it.app.open(staffScope, codes, 'read')).toEqual(['22012', '22012', '22012']);
  });
});

describe('a queued write', () => {
  const rename = (company: string) => sql`update clients set company = ${company} where id = 1`;
  const fail = sql`select 1 / ${0}::int`;
  const nameNow = async () => (await it.database.owner('select company from clients where id = 1'))[0]?.company;

  test('is sent with the commit', async () => {
    await it.app.open(staffScope, async (tx) => rename('Queued').queue(tx));
    expect(await nameNow()).toBe('Queued');
  });

  test('fails the commit with its own error, and nothing is kept', async () => {
    const before = await nameNow();
    const work = async (tx: Tx) => {
      rename('Half').queue(tx);
      fail.queue(tx);
    };
    await expect(it.app.open(staffScope, work)).rejects.toMatchObject({ code: '22012' });
    expect(await nameNow()).toBe(before);
  });

  test('that failed before another statement is still the reported error', async () => {
    const work = async (tx: Tx) => {
      fail.queue(tx);
      await sql`select 1`.execute(tx).catch(() => {});
      rename('Never').queue(tx);
    };
    await expect(it.app.open(staffScope, work)).rejects.toMatchObject({ code: '22012' });
  });

  test('cannot be added when the transaction is over', async () => {
    let kept: Tx | undefined;
    await it.app.open(staffScope, async (tx) => {
      kept = tx;
    });
    expect(() => kept && rename('Late').queue(kept)).toThrow('The transaction is over');
  });
});

describe('when a table changes under prepared statements', () => {
  test('calls are answered as before, on every connection', async () => {
    const caller = await it.as('client');
    const { id } = await it.given.relation(caller, { name: 'Prepared' });
    const read = () => Promise.all(Array.from({ length: 4 }, () => caller.call(api.relations.get, { params: { id } })));
    for (let turn = 0; turn < 3; turn++) await read();
    expect(it.app.pools.app_client.totalCount).toBeGreaterThan(1);
    await it.database.owner('alter table relations alter column phone type varchar(80)');
    expect((await read()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  test('so is the look-up of the caller', async () => {
    const caller = await it.as('client');
    await caller.ok(api.session.boot);
    await it.database.owner('alter table users alter column name type varchar(200)');
    expect((await caller.call(api.session.boot)).status).toBe(200);
  });

  test('a write is done once', async () => {
    const caller = await it.as('client');
    await it.given.relation(caller, { name: 'Before' });
    await it.database.owner('alter table relations alter column phone type varchar(90)');
    await it.given.relation(caller, { name: 'After' });
    expect(await it.database.owner("select from relations where name in ('Before', 'After')")).toHaveLength(2);
  });
});
