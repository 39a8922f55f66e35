import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('an amount that no longer fits', () => {
  const largest = '99999999999.9999';
  const columns = ['cost', 'selling', 'msrp', 'custom_value'];
  /** A database as the release before it left it. */
  const before = async (amount: string) => {
    await database.owner('delete from migrations where number >= 13');
    await database.owner('alter table company drop column if exists currency');
    for (const column of columns) await database.owner(`alter table inventories alter ${column} type numeric(16, 4)`);
    await database.owner('update inventories set cost = $1 where id = (select min(id) from inventories)', [amount]);
  };

  test('stops the migration with a sentence that names the item, and changes nothing', async () => {
    await before('100000000000');
    const [item] = await database.owner<{ sku: string }>('select sku from inventories order by id limit 1');
    await expect(migrate(database.ownerUrl, migrationsDir, () => {})).rejects.toThrow(
      new RegExp(`SKU ${item?.sku}\\) has the amount 100000000000.0000, .* at most 11 digits`),
    );
    expect(
      await database.owner("select 1 from pg_attribute where attname = 'currency' and attrelid = 'company'::regclass"),
    ).toEqual([]);
  });

  test('one that fits is kept with every digit, and the company gets its currency', async () => {
    await before(largest);
    await migrate(database.ownerUrl, migrationsDir, () => {});
    const [row] = await database.owner<{ cost: string; currency: string }>(
      'select cost::text, (select currency from company) as currency from inventories order by id limit 1',
    );
    expect(row).toEqual({ cost: largest, currency: 'USD' });
  });
});
