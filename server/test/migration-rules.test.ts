import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rootDir } from '../src/commands/database.ts';
import { readMigrations } from '../src/platform/database/migration-files.ts';
import { changesInOnePiece } from './migration-rules.ts';

const migrations = readMigrations(join(rootDir, 'server', 'migrations'));

/**
 * Released before the rule: their text cannot be changed, because its checksum is stored. Nothing is ever added here: a
 * new migration is split (decision 0056).
 */
const BASELINE: readonly number[] = [
  4, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 18, 25, 26, 31, 33, 37, 38, 39, 40, 42, 43, 48, 54,
];

describe('a migration changes large tables in small steps', () => {
  test.each(migrations.filter(({ number }) => !BASELINE.includes(number)))('$name', ({ text }) => {
    expect(changesInOnePiece(text)).toEqual([]);
  });

  test('the baseline lists only released migrations that break the rule', () => {
    const broken = migrations.filter(({ text }) => changesInOnePiece(text).length).map(({ number }) => number);
    expect(broken).toEqual(BASELINE);
    expect(Math.max(...BASELINE)).toBeLessThan(57);
  });
});

describe('the rule', () => {
  test.each([
    'create index a on orders (id);',
    'create unique index if not exists a on public.orders (id);',
    "update orders set po = '' where po is null;",
    'delete from traces\n where id < 5;',
    'alter table orders alter column po type varchar(9);',
    'alter table orders add column a int, alter column po set not null;',
    'alter table orders add column a uuid not null default gen_random_uuid();',
    'alter table orders add column a int generated always as (id * 2) stored;',
    'alter table orders add constraint positive check (id > 0);',
    'alter table orders add constraint orders_a_fkey foreign key (a) references b (id);',
    'alter table orders add constraint orders_a_key unique (a);',
    'vacuum full orders;',
  ])('finds: %s', (text) => {
    expect(changesInOnePiece(`-- why\n${text}\n`)).toHaveLength(1);
  });

  test.each([
    'create index concurrently a on orders (id);',
    'create table news (id int primary key, a int check (a > 0));\ncreate index a on news (id);\nupdate news set a = 1;',
    "alter table orders add column a text not null default '';",
    'alter table orders add constraint positive check (id > 0) not valid;',
    'alter table orders validate constraint positive;',
    'alter table orders add constraint orders_a_key unique using index orders_a;',
    "update company set name = '';",
    'create procedure fill() language plpgsql as $$ begin\n update orders set po = 1;\n commit; end $$;\ncall fill();',
    '-- update orders set po = 1;',
  ])('accepts: %s', (text) => {
    expect(changesInOnePiece(text)).toEqual([]);
  });
});
