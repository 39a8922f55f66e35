import { createHash } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Clone, cloneDatabase } from './databases.ts';

/**
 * What SQL that got into the transaction of a client user can do, tried on every table of the catalogue: in its own
 * scope, and after each attempt to take another one.
 */
interface Table {
  name: string;
  columns: string[];
  /** Rows that the client may see: its own and, where the table has such, everybody's. */
  own: number;
}

const OWN_CLIENT = 1;
let database: Clone;
let tables: Table[];
let ownUser: number;
let superUser: number;

const ownerOf = (name: string, columns: string[]) => {
  if (name === 'clients') return `id = ${OWN_CLIENT}`;
  if (columns.includes('client_id')) return `client_id is not distinct from ${OWN_CLIENT}`;
  if (columns.includes('user_id')) return `user_id = ${ownUser}`;
  return 'true';
};
/** Couriers without a client are everybody's. */
const sharedRows = (name: string) => (name === 'couriers' ? ' or client_id is null' : '');

beforeAll(async () => {
  database = await cloneDatabase();
  const idOf = async (email: string) =>
    (await database.owner<{ id: number }>('select id from users where email = $1', [email]))[0]?.id ?? 0;
  ownUser = await idOf('client@longshore.test');
  superUser = await idOf('super@longshore.test');
  // Rows of the user and of a stranger in the tables that people sign in with, so that there is something to take.
  await database.owner(`
    insert into sessions (id, user_id, expires_at) select gen_random_uuid(), id, now() + interval '1 day' from users where is_active;
    insert into api_tokens (user_id, token_hash) select id, sha256(email::bytea) from users where is_active;
    insert into password_resets (token_hash, user_id, expires_at) select sha256(email::bytea), id, now() + interval '1 hour' from users where is_active;
    insert into idempotency_keys (user_id, key, method, path, body_hash) select id, 'k', 'POST', '/', '' from users where is_active`);
  const found = await database.owner<{ name: string; columns: string[] }>(`
    select c.oid::regclass::text as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('public', 'graphile_worker', 'guarded') and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
    group by 1 order by 1`);
  tables = await Promise.all(
    found.map(async ({ name, columns }) => {
      const own = await database.owner<{ n: number }>(
        `select count(*)::int as n from ${name} where ${ownerOf(name, columns)}${sharedRows(name)}`,
      );
      return { name, columns, own: own[0]?.n ?? 0 };
    }),
  );
});
afterAll(() => database.drop());

/** How many rows a statement touched; undefined when it was refused. It is undone either way. */
async function attempt(client: pg.Client, statement: string): Promise<number | undefined> {
  await client.query('savepoint attempt');
  try {
    const { rows, rowCount } = await client.query<{ n?: number }>(statement);
    return rows[0]?.n ?? rowCount ?? 0;
  } catch {
    return undefined;
  } finally {
    await client.query('rollback to attempt');
  }
}

const quoted = (column: string) => `"${column}"`;

/** Statements on the table as a whole, and on each of its columns: rights and policies can differ between them. */
function* statementsOn({ name, columns }: Table, isThorough = true): Generator<string> {
  for (const column of isThorough ? columns : columns.slice(0, 1)) {
    yield `select count(${quoted(column)})::int as n from ${name}`;
    yield `update ${name} set ${quoted(column)} = ${quoted(column)}`;
    // Without reading the column, which may not be allowed.
    yield `update ${name} set ${quoted(column)} = default`;
  }
  yield `delete from ${name}`;
}

const planted = (column: string) => ({ client_id: '2', user_id: String(superUser) })[column];

/** Statements that reached rows of others, or wrote one for them. */
async function breachesOf(client: pg.Client, table: Table, isThorough = true): Promise<string[]> {
  const { name, columns, own } = table;
  const breaches: string[] = [];
  const others = `select count(*)::int as n from ${name} where not (${ownerOf(name, columns)}${sharedRows(name)})`;
  if (await attempt(client, others)) breaches.push(others);
  for (const statement of statementsOn(table, isThorough))
    if (((await attempt(client, statement)) ?? 0) > own) breaches.push(statement);
  const keys = columns.filter(planted);
  const insert = `insert into ${name} (${keys.map(quoted)}) values (${keys.map(planted)}) returning 1 as n`;
  if (keys.length) {
    const problem = await client
      .query('savepoint attempt')
      .then(() => client.query(insert))
      .then(
        () => 'it was written',
        (error: { code: string; message: string }) => (error.code === '42501' ? '' : error.message),
      );
    await client.query('rollback to attempt');
    if (problem) breaches.push(`${insert}: ${problem}`);
  }
  return breaches;
}

const inOwnScope = <Result>(work: (client: pg.Client) => Promise<Result>) =>
  database.scoped({ role: 'app_client', clientId: OWN_CLIENT, userId: ownUser }, work);

/** What is set before the tries; the first two are tried with every column. */
const forgeries: [string, (own: string) => string[], boolean?][] = [
  ['nothing', () => [], true],
  [
    'the settings of older releases',
    () => [
      "select set_config('app.client_id', '2', true)",
      `select set_config('app.user_id', '${superUser}', true)`,
      "select set_config('app.scope', '', true)",
    ],
    true,
  ],
  [
    'another scope with its own signature',
    (own) => [`select set_config('app.scope', '2.${superUser}:${own.split(':')[1]}', true)`],
  ],
  ['a scope without a signature', () => [`select set_config('app.scope', '2.${superUser}', true)`]],
  ['a scope with an empty signature', () => [`select set_config('app.scope', '2.${superUser}:', true)`]],
  [
    'a scope signed without the key',
    () => {
      const ids = `2.${superUser}`;
      return [`select set_config('app.scope', '${ids}:${createHash('sha256').update(ids).digest('hex')}', true)`];
    },
  ],
  ['its own scope, extended', (own) => [`select set_config('app.scope', '${own.replace('.', '.2.')}', true)`]],
];

describe.each(forgeries)('a client user who sets %s', (_name, forgery, isThorough = false) => {
  test('reaches no row of others in any table', async () => {
    expect(tables.length).toBeGreaterThan(60);
    const breaches = await inOwnScope(async (client) => {
      const { rows } = await client.query<{ scope: string }>("select current_setting('app.scope') as scope");
      for (const statement of forgery(rows[0]?.scope ?? '')) await client.query(statement);
      const found: string[] = [];
      for (const table of tables) found.push(...(await breachesOf(client, table, isThorough)));
      return found;
    });
    expect(breaches).toEqual([]);
  });
});

test('the tries above find a policy that is too wide, and a setting that is trusted', async () => {
  await database.owner(`
    create table planted (client_id int); insert into planted values (1), (2);
    alter table planted enable row level security;
    create policy own_client on planted to app_client using (client_id = current_setting('app.client_id', true)::int);
    grant select, insert on planted to app_client`);
  const breaches = await inOwnScope(async (client) => {
    await client.query("select set_config('app.client_id', '2', true)");
    return breachesOf(client, { name: 'planted', columns: ['client_id'], own: 0 });
  });
  expect(breaches).toHaveLength(3);
  await database.owner('drop table planted');
});

test('reads none of what people sign in with, and writes nothing of it, not even its own', async () => {
  const secrets = /hash|sealed|secret|_pad$|^key$/;
  // Of its own calls: what they were, for the answer to a repeated call.
  const allowed = ['idempotency_keys.key', 'idempotency_keys.body_hash'];
  const readable = await inOwnScope(async (client) => {
    const found: string[] = [];
    for (const { name, columns } of tables)
      for (const column of columns.filter((each) => secrets.test(each)))
        if ((await attempt(client, `select count(${quoted(column)})::int as n from ${name}`)) !== undefined)
          found.push(`${name}.${column}`);
    return found;
  });
  expect(readable.filter((column) => !allowed.includes(column))).toEqual([]);

  const credentials = [
    'users',
    'sessions',
    'api_tokens',
    'password_resets',
    'sign_ins',
    'scope_keys',
    'mails',
    'roles',
  ];
  const written = await inOwnScope(async (client) => {
    const found: string[] = [];
    for (const table of tables.filter(({ name }) => credentials.includes(name)))
      for (const statement of [...statementsOn(table), `insert into ${table.name} default values`])
        if (!statement.startsWith('select') && (await attempt(client, statement)) !== undefined) found.push(statement);
    return found;
  });
  expect(written).toEqual([]);
});

test('staff, too, write no password, session or token', async () => {
  const tries = [
    `update users set password_hash = 'x' where id = ${superUser}`,
    `insert into users (name, email, is_main_user, password_hash) values ('x', 'x@x.test', true, 'x')`,
    `select password_hash from users`,
    `insert into api_tokens (user_id, token_hash) values (${superUser}, '\\x00')`,
    `update api_tokens set token_hash = '\\x00'`,
    `insert into sessions (id, user_id, expires_at) values (gen_random_uuid(), ${superUser}, now())`,
    `update sessions set expires_at = now()`,
    `insert into password_resets (token_hash, user_id, expires_at) values ('\\x00', ${superUser}, now())`,
    'select key from scope_keys',
  ];
  await database.scoped({ role: 'app_staff', userId: superUser }, async (client) => {
    for (const statement of tries) expect(await attempt(client, statement), statement).toBeUndefined();
  });
});
