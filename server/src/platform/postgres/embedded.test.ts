import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { urlOfRole } from '../database/logins.ts';
import { startEmbedded } from './embedded.ts';

let dataDir: string;
const start = () => startEmbedded({ dataDir, checkoutPath: dataDir, log: () => undefined });
const pid = () => Number(readFileSync(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'longshore-embedded-'));
  // As root, PostgreSQL runs as another user, which has to come in.
  chmodSync(dataDir, 0o755);
});

afterAll(async () => {
  await (await start()).stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('the first start creates a database in which only its owner may create objects', async () => {
  const embedded = await start();
  expect(embedded.fresh).toBe(true);
  expect(statSync(join(dataDir, 'postgres', 'connection.json')).mode & 0o777).toBe(0o600);
  await query(embedded.ownerUrl, 'create table notes (text text)');
  await expect(query(embedded.serverUrl, 'create table other ()')).rejects.toThrow('permission denied');
  await expect(query(embedded.serverUrl, 'select * from notes')).rejects.toThrow('permission denied');
  await expect(query(embedded.serverUrl, 'set role app_staff')).rejects.toThrow('permission denied');
  expect(await query(urlOfRole(embedded.serverUrl, 'app_staff'), 'set role app_staff; select 1 as one')).toEqual([
    { one: 1 },
  ]);
  await embedded.stop();
  expect(pid).toThrow();
});

test('a second start attaches, and the last to leave stops the server', async () => {
  const first = await start();
  const running = pid();
  const second = await start();
  expect(pid()).toBe(running);
  expect([first.fresh, second.fresh]).toEqual([false, false]);
  await first.stop();
  expect(await query(second.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  await second.stop();
  expect(pid).toThrow();
});

test('a row written before PostgreSQL was killed is there after the next start', async () => {
  const before = await start();
  await query(before.ownerUrl, "insert into notes values ('kept')");
  process.kill(pid(), 'SIGKILL');
  const after = await start();
  expect(await query(after.ownerUrl, 'select text from notes')).toEqual([{ text: 'kept' }]);
  await after.stop();
  await before.stop();
});

test('PostgreSQL that was killed while in use is restarted, once, at the same address', async () => {
  const [first, second] = [await start(), await start()];
  const killed = pid();
  process.kill(killed, 'SIGKILL');
  for (const { ownerUrl } of [first, second])
    await expect
      .poll(() => query(ownerUrl, 'select count(*)::int as notes from notes').catch(() => []), { timeout: 45_000 })
      .toEqual([{ notes: 1 }]);
  expect(pid()).not.toBe(killed);
  await first.stop();
  await second.stop();
  expect(pid).toThrow();
});

test('a PostgreSQL that cannot start says why, in the last words of its log', async () => {
  const control = join(dataDir, 'postgres', 'data', 'global', 'pg_control');
  renameSync(control, `${control}.away`);
  try {
    await expect(start()).rejects.toThrow(/pg_control": No such file or directory \(/);
  } finally {
    renameSync(`${control}.away`, control);
  }
});

async function query(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const result = await client.query(sql);
    return (Array.isArray(result) ? result.at(-1) : result).rows;
  } finally {
    await client.end();
  }
}
