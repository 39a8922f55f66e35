import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Clone, cloneDatabase } from '../../../test/databases.ts';
import { migrationsDir } from '../../commands/database.ts';
import { loginProblem } from './login-check.ts';
import { MigrationError, migrate } from './migrate.ts';
import { openPools, readMoment } from './pools.ts';
import { authScope, opener } from './tx.ts';

let database: Clone;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.drop());

test('migrating again, also twice at once, changes nothing', async () => {
  const said: string[] = [];
  await Promise.all([1, 2].map(() => migrate(database.ownerUrl, migrationsDir, (line) => said.push(line))));
  expect(said).toEqual([]);
});

test('a database of a newer version is left alone', async () => {
  await database.owner("insert into migrations (number, name) values (9999, '9999-later.sql')");
  await expect(migrate(database.ownerUrl, migrationsDir, () => {})).rejects.toThrow(MigrationError);
  await database.owner('delete from migrations where number = 9999');
});

test("a login that row-level security would not hold is refused, the server's own is not", async () => {
  const problem = async (url: string) => {
    const pools = openPools(url, pino({ level: 'silent' }), 1);
    try {
      return await opener(pools)(authScope, loginProblem);
    } finally {
      await pools.end();
    }
  };
  const admin = new URL(inject('database').adminUrl);
  admin.pathname = `/${database.name}`;
  expect(await problem(database.serverUrl)).toBeUndefined();
  expect(await problem(admin.href)).toContain('superuser');
});

test.each([
  ['2026-11-14 10:31:02.5+00', '2026-11-14T10:31:02.500Z'],
  ['2026-11-14 10:31:02+00', '2026-11-14T10:31:02.000Z'],
  ['2026-11-14 10:31:02.123+00', '2026-11-14T10:31:02.123Z'],
])('%s is read as %s', (text, moment) => {
  expect(readMoment(text)).toBe(moment);
});
