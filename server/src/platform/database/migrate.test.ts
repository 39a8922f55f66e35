import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Clone, cloneDatabase, connect } from '../../../test/databases.ts';
import { migrationsDir } from '../../commands/database.ts';
import { type MigrateOptions, MigrationError, migrate } from './migrate.ts';
import { CONTRACT_KNOWN, parseMigration, readMigrations, schemaProblem } from './migration-files.ts';
import { readMoment } from './pools.ts';

let database: Clone;
let folder: string;
beforeAll(async () => {
  database = await cloneDatabase();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'longshore-migrations-'));
  cpSync(migrationsDir, folder, { recursive: true });
  return () => rmSync(folder, { recursive: true, force: true });
});
afterAll(() => database.drop());

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const run = async (options?: Partial<MigrateOptions>) => {
  const lines: string[] = [];
  await migrate(database.ownerUrl, folder, (line) => lines.push(line), options);
  return lines;
};
const applied = async () =>
  (await database.owner<{ name: string }>('select name from migrations where number >= 9000 order by 1')).map(
    (row) => row.name,
  );

test('migrating again, also concurrently, changes nothing', async () => {
  expect((await Promise.all([run(), run()])).flat()).toEqual([]);
});

test('a migration that is not applied is pending, also with a lower number than the newest', async () => {
  write('9010-second.sql', 'create table planted_second ();');
  await run();
  write('9005-first.sql', 'create table planted_first ();');
  expect(await run()).toEqual(['migrating the database: 9005-first.sql']);
  expect(await applied()).toEqual(['9005-first.sql', '9010-second.sql']);
});

test('an applied file that was changed is refused; different line endings are accepted', async () => {
  write('9020-changed.sql', 'create table planted_changed ();\n');
  await run();
  write('9020-changed.sql', 'create table planted_changed ();\r\n');
  expect(await run()).toEqual([]);
  write('9020-changed.sql', 'create table planted_changed (id int);\n');
  await expect(run()).rejects.toThrow(/^9020-changed\.sql was changed after it had been applied[^\n]*$/);
  write('9020-changed.sql', 'create table planted_changed ();\n');
});

test('an installation without checksums gets them recorded', async () => {
  await database.owner('alter table migrations drop column checksum, drop column is_compatible');
  expect(await run()).toEqual([]);
  const missing = 'select name from migrations where checksum is null and number < 9000';
  expect(await database.owner(missing)).toEqual([]);
});

describe('a migration marked as contract', () => {
  test('waits while a server is connected that does not know it, and is then applied', async () => {
    write('9025-contract.sql', '-- contract\ncreate table planted_contract ();');
    for (const name of ['longshore live', 'longshore worker watch 53']) {
      const older = await connect(`${database.ownerUrl}?application_name=${encodeURIComponent(name)}`);
      expect(await run()).toEqual(['9025-contract.sql waits until the servers of an older release have stopped']);
      await older.end();
    }
    const newer = await connect(`${database.ownerUrl}?application_name=${encodeURIComponent('longshore live 9025')}`);
    expect(await run()).toEqual(['migrating the database: 9025-contract.sql']);
    await newer.end();
  });

  test('does not keep its own release from working while it waits', () => {
    const waiting = parseMigration('9026-later.sql', '-- contract\n-- incompatible\nselect 1;');
    expect(schemaProblem([waiting], [])).toBeUndefined();
  });

  test('is known to the servers of this release by its number', () => {
    const newest = readMigrations(migrationsDir).filter(({ isContract }) => isContract);
    expect(newest.at(-1)?.number).toBe(CONTRACT_KNOWN);
    for (const { isCompatible } of newest) expect(isCompatible).toBe(false);
  });
});

test('a migration that cannot get its lock gives up and is retried', async () => {
  write('9030-waits.sql', 'alter table terms add column planted int;');
  const holder = await connect(database.ownerUrl);
  await holder.query('begin; lock table terms in access share mode');
  let tries = 0;
  const migrating = migrate(
    database.ownerUrl,
    folder,
    async (line) => {
      if (line.includes('trying again') && ++tries === 2) await holder.query('commit');
    },
    { lockTimeoutMs: 100, pausesMs: Array(100).fill(100) },
  );
  await migrating;
  expect(tries).toBeGreaterThanOrEqual(2);
  expect(await applied()).toContain('9030-waits.sql');
  await holder.end();
});

test('a migration that never gets its lock fails with a one-line message and changes nothing', async () => {
  write('9031-in-vain.sql', 'create table planted_vain (); alter table terms add column vain int;');
  const holder = await connect(database.ownerUrl);
  await holder.query('begin; lock table terms in access share mode');
  await expect(run({ lockTimeoutMs: 50, pausesMs: [10] })).rejects.toThrow(
    /^9031-in-vain\.sql could not get its locks/,
  );
  await holder.end();
  expect(await database.owner("select to_regclass('planted_vain') as made")).toEqual([{ made: null }]);
});

describe('a non-transactional migration', () => {
  const file = '-- non-transactional\n-- Finds terms.\ncreate index concurrently planted_a on terms (description);\n';
  const second = 'create unique index concurrently planted_b\n  on terms ((1));\n';
  const indexes = () =>
    database.owner(
      "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indexrelid::regclass::text like 'planted\\_%' order by 1",
    );

  test('that failed half-way is run again: the invalid index is dropped first', async () => {
    write('9040-indexes.sql', file + second);
    await database.owner("insert into terms (name) values ('Planted 1'), ('Planted 2')");
    await expect(run()).rejects.toMatchObject({ code: '23505' });
    expect(await indexes()).toEqual([
      { name: 'planted_a', valid: true },
      { name: 'planted_b', valid: false },
    ]);
    expect(await applied()).not.toContain('9040-indexes.sql');
    await database.owner("delete from terms where name like 'Planted%'");
    write('9040-indexes.sql', file + second.replace('((1))', '((id + 0))'));
    await run();
    expect(await indexes()).toEqual([
      { name: 'planted_a', valid: true },
      { name: 'planted_b', valid: true },
    ]);
  });

  test('is not blocked by another process that waits for the migration lock', async () => {
    write('9041-more.sql', '-- non-transactional\ncreate index concurrently planted_c on terms (is_active);\n');
    await Promise.all([run(), run(), run()]);
    expect(await applied()).toContain('9041-more.sql');
  });
});

test('marks are read from the first comment lines only', () => {
  expect(parseMigration('9050-a.sql', '-- incompatible\n-- non-transactional\nselect 1;')).toMatchObject({
    isCompatible: false,
    isTransactional: false,
    statements: ['select 1'],
  });
  expect(parseMigration('9050-b.sql', '-- Why.\nselect 1;\n-- incompatible\n')).toMatchObject({ isCompatible: true });
});

describe('a release', () => {
  const known = [parseMigration('0001-a.sql', 'select 1'), parseMigration('0002-b.sql', 'select 2')];
  const row = (number: number, name: string, is_compatible = true) => ({ number, name, is_compatible });
  test.each([
    ['works on what it knows', [row(1, 'a'), row(2, 'b')], undefined],
    ['works on a newer compatible schema', [row(1, 'a'), row(2, 'b'), row(3, 'c')], undefined],
    ['does not work on a newer incompatible one', [row(1, 'a'), row(2, 'b'), row(3, 'c', false)], /newer version/],
    ['works on an incompatible one that it knows', [row(1, 'a', false), row(2, 'b')], undefined],
    ['does not work on less', [row(2, 'b'), row(3, 'c')], /lacks 0001-a.sql/],
  ])('%s', (_name, rows, problem) => {
    if (problem) expect(schemaProblem(known, rows)).toMatch(problem);
    else expect(schemaProblem(known, rows)).toBeUndefined();
  });
});

test('a database that a newer release made incompatible is not migrated', async () => {
  await database.owner("insert into migrations (number, name, is_compatible) values (9999, '9999-later.sql', false)");
  await expect(run()).rejects.toThrow(MigrationError);
  await database.owner('update migrations set is_compatible = true where number = 9999');
  expect(await run()).toEqual([]);
});

test.each([
  ['2026-11-14 10:31:02.5+00', '2026-11-14T10:31:02.500Z'],
  ['2026-11-14 10:31:02+00', '2026-11-14T10:31:02.000Z'],
  ['2026-11-14 10:31:02.123+00', '2026-11-14T10:31:02.123Z'],
])('%s is read as %s', (text, moment) => {
  expect(readMoment(text)).toBe(moment);
});

describe('the migration to 11 + 4 digits', () => {
  const largest = '99999999999.9999';
  const columns = ['cost', 'selling', 'msrp', 'custom_value'];
  const migration = readFileSync(join(migrationsDir, '0013-currency-and-money-digits.sql'), 'utf8');
  /** The tables as they were before it; several statements sent at once are one transaction. */
  const before = async (amount: string) => {
    await database.owner('alter table company drop column if exists currency');
    for (const column of columns) await database.owner(`alter table inventories alter ${column} type numeric(16, 4)`);
    await database.owner('update inventories set cost = $1 where id = (select min(id) from inventories)', [amount]);
  };

  test('stops at an amount that does not fit, with a message that names the item, and changes nothing', async () => {
    await before('100000000000');
    const [item] = await database.owner<{ sku: string }>('select sku from inventories order by id limit 1');
    await expect(database.owner(migration)).rejects.toThrow(
      new RegExp(`SKU ${item?.sku}\\) has the amount 100000000000.0000, .* at most 11 digits`),
    );
    const currency = "select 1 from pg_attribute where attname = 'currency' and attrelid = 'company'::regclass";
    expect(await database.owner(`${currency} and not attisdropped`)).toEqual([]);
  });

  test('keeps an amount that fits with every digit, and gives the company its currency', async () => {
    await before(largest);
    await database.owner(migration);
    const [row] = await database.owner<{ cost: string; currency: string }>(
      'select cost::text, (select currency from company) as currency from inventories order by id limit 1',
    );
    expect(row).toEqual({ cost: largest, currency: 'USD' });
  });
});
