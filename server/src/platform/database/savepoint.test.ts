import { beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/harness.ts';
import { inSavepoint } from './savepoint.ts';
import { sql } from './sql.ts';
import { staffScope, type Tx } from './tx.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const insert = (name: string | null) => sql`insert into couriers (name) values (${name})`;
const written = async (prefix: string) =>
  (
    await it.database.owner<{ name: string }>('select name from couriers where name like $1 order by name', [
      `${prefix}%`,
    ])
  ).map(({ name }) => name);
const open = <Result>(work: (tx: Tx) => Promise<Result>) => it.app.open(staffScope, work);

test('work that throws is rolled back, and what came before and after it is committed', async () => {
  const caught = await open(async (tx) => {
    insert('S1 before').queue(tx);
    const error = await inSavepoint(tx, async () => {
      await insert('S1 inside').execute(tx);
      insert('S1 queued and not sent').queue(tx);
      throw new Error('no');
    }).catch((reason: Error) => reason.message);
    insert('S1 after').queue(tx);
    return error;
  });
  expect(caught).toBe('no');
  expect(await written('S1')).toEqual(['S1 after', 'S1 before']);
});

test('a queued statement that fails fails the work, not the transaction', async () => {
  await open(async (tx) => {
    const attempt = inSavepoint(tx, async () => {
      insert('S2 lost').queue(tx);
      insert(null).queue(tx);
    });
    await expect(attempt).rejects.toMatchObject({ code: '23502' });
    // The same when the work threw before it sent them.
    const thrown = inSavepoint(tx, async () => {
      insert(null).queue(tx);
      throw new Error('first');
    });
    await expect(thrown).rejects.toThrow('first');
    insert('S2 kept').queue(tx);
  });
  expect(await written('S2')).toEqual(['S2 kept']);
});

test('a statement queued before the work fails the transaction, with its own error', async () => {
  const work = open(async (tx) => {
    insert(null).queue(tx);
    await inSavepoint(tx, () => insert('S3').execute(tx)).catch(() => {});
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toThrow();
  expect(await written('S3')).toEqual([]);
});

test('after a rolled back failure the commit fails with its own reason', async () => {
  const work = open(async (tx) => {
    await inSavepoint(tx, () => sql`select 1 / 0`.execute(tx)).catch(() => {});
    insert(null).queue(tx);
  });
  await expect(work).rejects.toMatchObject({ code: '23502' });
});
