import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../../test/harness.ts';
import { makeWorkerPool } from './worker-pool.ts';

const pools: { end(): Promise<void> }[] = [];
afterAll(async () => {
  for (const pool of pools) await pool.end();
});

function poolTo(connectionString: string) {
  const pool = makeWorkerPool({ connectionString, max: 2 });
  pool.on('error', () => {});
  pools.push(pool);
  return pool;
}

/** What makes graphile-worker try again instead of leaving the job locked and ending the process. */
const TRY_AGAIN = { code: '57P03' };

test('an unreachable database is retried', async () => {
  await expect(poolTo('postgres://nobody@127.0.0.1:1/nothing').connect()).rejects.toMatchObject(TRY_AGAIN);
});

test('so is one that disappears during a statement', async () => {
  const { database } = await testApp();
  const pool = poolTo(database.ownerUrl);
  const [client, other] = [await pool.connect(), await pool.connect()];
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lost = client.query('select pg_sleep(60)');
  lost.catch(() => {});
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await expect(lost).rejects.toMatchObject(TRY_AGAIN);
  client.release(true);
  other.release();
});

test.each(['53300', '53100', '58030', '25006', '57P01'])(
  'so is what PostgreSQL cannot do at the moment: %s',
  async (code) => {
    const { database } = await testApp();
    const client = await poolTo(database.ownerUrl).connect();
    const failing = client.query(`do $$begin raise exception 'not now' using errcode = '${code}'; end$$`);
    await expect(failing).rejects.toMatchObject(TRY_AGAIN);
    client.release();
  },
);

test('a statement that PostgreSQL refuses is not retried', async () => {
  const { database } = await testApp();
  const client = await poolTo(database.ownerUrl).connect();
  await expect(client.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  client.release();
});
