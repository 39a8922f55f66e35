import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { inSavepoint } from './savepoint.ts';
import { sql } from './sql.ts';
import { staffScope, type Tx } from './tx.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const insert = (name: string) => ['insert into couriers (name) values ($1)', [name]] as const;
const queue = (tx: Tx, name: string) => tx.queue(...insert(name));
const written = async (prefix: string) =>
  (
    await it.database.owner<{ name: string }>('select name from couriers where name like $1 order by name', [
      `${prefix}%`,
    ])
  ).map(({ name }) => name);
const open = <Result>(work: (tx: Tx) => Promise<Result>) => it.app.open(staffScope, work);

test('work that throws is rolled back, and what came before and after it is committed', async () => {
  const caught = await open(async (tx) => {
    queue(tx, 'S1 before');
    const error = await inSavepoint(tx, async () => {
      await tx.run(...insert('S1 inside'));
      queue(tx, 'S1 queued and not sent');
      throw new Error('no');
    }).catch((reason: Error) => reason.message);
    queue(tx, 'S1 after');
    return error;
  });
  expect(caught).toBe('no');
  expect(await written('S1')).toEqual(['S1 after', 'S1 before']);
});

test('a queued statement that fails fails the work, not the transaction', async () => {
  await open(async (tx) => {
    const attempt = inSavepoint(tx, async () => {
      queue(tx, 'S2 lost');
      tx.queue('insert into couriers (name) values ($1)', [null]);
    });
    await expect(attempt).rejects.toMatchObject({ code: '23502' });
    // The same when the work threw before it sent them.
    const thrown = inSavepoint(tx, async () => {
      tx.queue('insert into couriers (name) values ($1)', [null]);
      throw new Error('first');
    });
    await expect(thrown).rejects.toThrow('first');
    queue(tx, 'S2 kept');
  });
  expect(await written('S2')).toEqual(['S2 kept']);
});

test('a statement queued before the work fails the transaction, with its own error', async () => {
  const work = open(async (tx) => {
    tx.queue('insert into couriers (name) values ($1)', [null]);
    await inSavepoint(tx, () => tx.run(...insert('S3'))).catch(() => {});
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toThrow();
  expect(await written('S3')).toEqual([]);
});

test('after a rolled back failure the commit fails with its own reason', async () => {
  const work = open(async (tx) => {
    await inSavepoint(tx, () => tx.run('select 1 / 0', [])).catch(() => {});
    tx.queue('insert into couriers (name) values ($1)', [null]);
  });
  await expect(work).rejects.toMatchObject({ code: '23502' });
});
