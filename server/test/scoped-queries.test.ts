import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rootDir } from '../src/commands/database.ts';
import { type Clone, cloneDatabase } from './databases.ts';
import { unscopedQueries } from './scoped-queries.ts';

const source = join(rootDir, 'server', 'src');
/** Where queries name tables of clients: the modules, and the parts of the platform that keep rows of clients. */
const folders = ['modules', join('platform', 'imports'), join('platform', 'resources')];

let database: Clone;
let tables: string[];
beforeAll(async () => {
  database = await cloneDatabase();
  const rows = await database.owner<{ name: string }>(
    "select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'client_id'",
  );
  tables = ['clients', ...rows.map((row) => row.name)];
});
afterAll(() => database.drop());

// Plain resources and settings belong to the whole company.
const exempt = [join('platform', 'resources', 'plain-resource.ts'), join('modules', 'company', 'settings.store.ts')];

test('every query that finds rows of clients by an id carries the scope', () => {
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !exempt.includes(name))
    .sort();
  expect(files.length).toBeGreaterThan(80);
  const found = files.flatMap((name) =>
    unscopedQueries(readFileSync(join(source, name), 'utf8'), tables).map((query) => `${name}: ${query}`),
  );
  expect(found).toEqual([]);
});

/** `§` stands for `$`, which the sources have and a plain string should not. */
test.each([
  ['sql<{ id: number }>`select id from relations where id = §{id}`', 1],
  ['sql`update relations r set name = §{name} where r.id = §{id}`', 1],
  ['sql`delete from relations where id = §{id}`.queue(tx)', 1],
  ['sql`select from addresses where relation_id = any(§{ids}::int[])`', 1],
  ['sql`select §{sql`1`} from relations where id = §{id}`', 1],
  ['sql`select r.id from §{relations} where r.id = §{id}`', 1],
  ['sql`select id from relations where id = §{id} and §{inScope(tx)}`', 0],
  ['sql`select id from relations where client_id = §{clientId} and id = §{id}`', 0],
  ['sql`select id from addresses a where a.relation_id = §{sql.ref(`r.id`)}`', 0],
  ['sql`select id from uoms where id = §{id}`', 0],
])('%s: %i found', (source, count) => {
  expect(unscopedQueries(source.replaceAll('§', '$'), tables)).toHaveLength(count);
});
