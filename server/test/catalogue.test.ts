import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SCHEMA_TYPES } from '../src/commands/admin.ts';
import { rootDir } from '../src/commands/database.ts';
import { schemaTypes } from '../src/commands/schema-types.ts';
import { SCOPE_ROLES, urlOfRole } from '../src/platform/database/logins.ts';
import { openPools } from '../src/platform/database/pools.ts';
import { breaches, type Rule, rules } from './catalogue-rules.ts';
import { type Clone, cloneDatabase, connect } from './databases.ts';

let database: Clone;
let clientTables: string[];
let allTables: string[];

beforeAll(async () => {
  database = await cloneDatabase();
  const tables = await database.owner<{ name: string; has_client: boolean }>(`
    select c.oid::regclass::text as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id') as has_client
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') order by 1`);
  allTables = tables.map((table) => table.name);
  clientTables = tables.filter((table) => table.has_client).map((table) => table.name);
});
afterAll(() => database.drop());

async function inTransaction<Result>(rule: Rule, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const adminUrl = new URL(inject('database').adminUrl);
  adminUrl.pathname = `/${database.name}`;
  const client = await connect(rule.asAdmin ? adminUrl.href : database.ownerUrl);
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

describe.each(rules)('$name', (rule) => {
  test('holds', async () => {
    expect(await inTransaction(rule, (client) => breaches(client, rule))).toEqual([]);
  });
  test('fails for a planted violation', async () => {
    const found = await inTransaction(rule, async (client) => {
      for (const statement of rule.plant) await client.query(statement);
      return breaches(client, rule);
    });
    expect(found).not.toEqual([]);
  });
});

/** The rows of other clients that a scope sees in a table; 'denied' when it may not read it at all. */
async function strangers(client: pg.Client, table: string): Promise<number | 'denied'> {
  await client.query('savepoint before');
  try {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${table} where client_id is not null and client_id <> 1`,
    );
    return rows[0]?.n ?? 0;
  } catch (error) {
    await client.query('rollback to before');
    if ((error as { code?: string }).code === '42501') return 'denied';
    throw error;
  }
}

const asClient = { role: 'app_client', clientId: 1, userId: 3 } as const;

describe('scopes, in raw SQL', () => {
  test('without a role every table is refused', async () => {
    expect(allTables.length).toBeGreaterThan(20);
    for (const role of [undefined, ...SCOPE_ROLES]) {
      const client = await connect(role ? urlOfRole(database.serverUrl, role) : database.serverUrl);
      for (const table of allTables)
        await expect(client.query(`select * from ${table} limit 1`), `${role} ${table}`).rejects.toThrow(
          'permission denied',
        );
      await client.end();
    }
  });

  const pairs = SCOPE_ROLES.flatMap((own) => SCOPE_ROLES.map((other) => [own, other] as const));
  test.each(pairs.filter(([own, other]) => own !== other))(
    'a connection of the pool of %s cannot become %s',
    async (own, other) => {
      const pools = openPools(database.serverUrl, pino({ level: 'silent' }), 1);
      try {
        await expect(pools[own].query(`set role ${other}`)).rejects.toThrow('permission denied to set role');
        await expect(pools[own].query(`set role ${own}`)).resolves.toBeTruthy();
      } finally {
        await pools.end();
      }
    },
  );

  test('client 1 sees no row of client 2 in any table', async () => {
    const seen = await database.scoped(asClient, async (client) => {
      const found: Record<string, number | 'denied'> = {};
      for (const table of clientTables) found[table] = await strangers(client, table);
      return found;
    });
    expect(Object.entries(seen).filter(([, count]) => count !== 0 && count !== 'denied')).toEqual([]);
    expect(seen).toMatchObject({
      relations: 0,
      addresses: 0,
      users: 0,
      traces: 0,
      imports: 0,
      saved_filters: 0,
      couriers: 0,
    });
    const others = await database.owner<{ n: number }>('select count(*)::int as n from relations where client_id = 2');
    expect(others[0]?.n).toBeGreaterThan(5);
  });

  test('the loop above finds a table with a policy that is too wide', async () => {
    await database.owner(
      "create table planted (client_id int); insert into planted values (2); call guard_by_client('planted', 'select'); create policy wide on planted to app_client using (client_id > 0)",
    );
    expect(await database.scoped(asClient, (client) => strangers(client, 'planted'))).toBe(1);
    await database.owner('drop table planted');
  });

  test('client 1 sees only itself in clients', async () => {
    const own = await database.scoped(asClient, (client) => client.query('select id from clients'));
    expect(own.rows).toEqual([{ id: 1 }]);
  });

  test('a client scope without a client sees nothing', async () => {
    await database.scoped({ role: 'app_client' }, async (client) => {
      for (const table of ['relations', 'addresses', 'users', 'traces', 'imports', 'saved_filters', 'clients'])
        expect((await client.query(`select 1 from ${table}`)).rowCount, table).toBe(0);
    });
  });

  test('staff see every client', async () => {
    const { rows } = await database.scoped({ role: 'app_staff' }, (client) =>
      client.query('select distinct client_id from relations order by 1'),
    );
    expect(rows.map((row) => row.client_id)).toEqual([1, 2, 3, 4]);
  });

  test.each([
    ["insert into relations (client_id, type, name) values (2, 'customer', 'Planted')"],
    ['update relations set client_id = 2 where client_id = 1'],
    [
      "insert into traces (client_id, traceable_type, traceable_id, user_name, subject) values (2, 'Relation', 1, 'x', 'x')",
    ],
    ["insert into events (kind, client_id) values ('relation.saved', 2)"],
    ["insert into events (kind) values ('mail.queued')"],
    ["insert into saved_filters (client_id, user_id, page, name, param) values (2, 5, 'Relation', 'x', '{}')"],
  ])('client 1 may not: %s', async (statement) => {
    await expect(database.scoped(asClient, (client) => client.query(statement))).rejects.toThrow('row-level security');
  });

  test.each([
    ["update relations set name = 'Planted' where client_id = 2"],
    ['delete from addresses where client_id = 2'],
  ])('client 1 changes nothing by: %s', async (statement) => {
    const { rowCount } = await database.scoped(asClient, (client) => client.query(statement));
    expect(rowCount).toBe(0);
  });

  test.each([
    ['delete from relations'],
    ["update users set name = 'Planted' where client_id = 2 or client_id is null"],
    ['update sessions set ended_at = now() where user_id <> 3'],
    ['select password_hash from users'],
    ['update users set is_su = true'],
    ['update users set client_id = 2'],
    ['select token_hash from api_tokens'],
    ['select * from roles'],
    ['select * from password_resets'],
    ['select * from sign_ins'],
    ['select body_sealed from mails'],
    ['select * from events'],
    ["select graphile_worker.add_job('send-mail')"],
  ])('client 1 is denied: %s', async (statement) => {
    await expect(database.scoped(asClient, (client) => client.query(statement))).rejects.toThrow('permission denied');
  });

  test('an address cannot reference a relation of another client, whoever writes it', async () => {
    const [other] = await database.owner<{ id: number }>('select id from relations where client_id = 2 limit 1');
    await expect(
      database.owner("insert into addresses (client_id, relation_id, company) values (1, $1, 'x')", [other?.id]),
    ).rejects.toThrow('foreign key');
  });

  test("a courier of another client is refused by the trigger, everybody's is not", async () => {
    const [courier] = await database.owner<{ id: number }>(
      "insert into couriers (client_id, name) values (2, 'Of two') returning id",
    );
    const write = (id: unknown) =>
      database.owner(
        'update relations set courier_id = $1 where id = (select min(id) from relations where client_id = 1)',
        [id],
      );
    await expect(write(courier?.id)).rejects.toThrow('is not one of client');
    await expect(write(1)).resolves.toEqual([]);
  });

  test('the search function returns rows of its caller’s scope only', async () => {
    const find = (scope: Parameters<Clone['scoped']>[0], clientId: number) =>
      database.scoped(
        scope,
        async (client) => (await client.query("select guarded.find_relations($1, 'e')", [clientId])).rowCount,
      );
    expect(await find(asClient, 1)).toBeGreaterThan(5);
    expect(await find(asClient, 2)).toBe(0);
    expect(await find({ role: 'app_client' }, 1)).toBe(0);
    expect(await find({ role: 'app_staff' }, 2)).toBeGreaterThan(5);
    await expect(find({ role: 'app_auth' }, 1)).rejects.toThrow('permission denied');
  });
});

test('the generated schema types are current', async () => {
  expect(await readFile(join(rootDir, SCHEMA_TYPES), 'utf8')).toBe(await schemaTypes(database.ownerUrl));
});
