import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clone, cloneDatabase } from '../../../test/databases.ts';
import { migrationsDir } from '../../commands/database.ts';
import { MigrationError, migrate } from './migrate.ts';
import { readMoment } from './pools.ts';

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

test.each([
  ['2026-11-14 10:31:02.5+00', '2026-11-14T10:31:02.500Z'],
  ['2026-11-14 10:31:02+00', '2026-11-14T10:31:02.000Z'],
  ['2026-11-14 10:31:02.123+00', '2026-11-14T10:31:02.123Z'],
])('%s is read as %s', (text, moment) => {
  expect(readMoment(text)).toBe(moment);
});
