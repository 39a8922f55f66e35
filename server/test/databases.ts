import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { loginOf, type ScopeRole, urlOfRole } from '../src/platform/database/logins.ts';
import { signScope } from '../src/platform/database/scope-signature.ts';
import { letConnect } from '../src/platform/postgres/init-db.ts';
import type { TestDatabase } from './global-setup.ts';

export type Rows = Record<string, unknown>[];

export interface ScopeOfTest {
  role: ScopeRole;
  clientId?: number | null;
  userId?: number | null;
}

/** A clone of the template with direct access: as its owner, as an administrator, and under a scope. */
export interface Clone {
  name: string;
  ownerUrl: string;
  serverUrl: string;
  owner<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>;
  /** As an administrator, who sees and may end the connections of all logins of the server. */
  server(text: string, values?: unknown[]): Promise<Rows>;
  /** Runs statements in one transaction under the scope the server would set, then rolls it back. */
  scoped<Result>(scope: ScopeOfTest, work: (client: pg.Client) => Promise<Result>): Promise<Result>;
  drop(): Promise<void>;
}

const databaseIn = (url: string, name: string) => {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
};

export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function query(url: string, text: string, values: unknown[] = []): Promise<Rows> {
  const client = await connect(url);
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Some tests have statements that wait for each other. */
const OWNERS_MAX = 4;

/**
 * Connections of the owner that are used again: tests ask some ten thousand times, and a new connection costs both sides
 * more than the statement. Those that were ended meanwhile, with their PostgreSQL or by a test, are replaced.
 */
function openOwner(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: OWNERS_MAX, allowExitOnIdle: true });
  pool.on('error', () => {});
  return pool;
}

/** Copies the template in milliseconds, so that every test file has its own database. */
export async function cloneDatabase(): Promise<Clone> {
  const { adminUrl, ownerUrl, serverUrl, template } = inject('database') as TestDatabase;
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  const admin = await connect(adminUrl);
  try {
    await admin.query(`create database ${name} template ${template} owner longshore_owner strategy file_copy`);
    await letConnect(admin, name, loginOf(serverUrl));
  } finally {
    await admin.end();
  }
  const asOwner = databaseIn(ownerUrl, name);
  const asServer = databaseIn(serverUrl, name);
  const owners = openOwner(asOwner);
  return {
    name,
    ownerUrl: asOwner,
    serverUrl: asServer,
    owner: async <Row>(text: string, values?: unknown[]) => (await owners.query(text, values)).rows as Row[],
    server: (text, values) => query(databaseIn(adminUrl, name), text, values),
    async scoped(scope, work) {
      const client = await connect(urlOfRole(asServer, scope.role));
      try {
        await client.query('begin');
        const { role, clientId = null, userId = null } = scope;
        const [{ key } = { key: '' }] = (await owners.query('select key from scope_keys')).rows;
        await client.query("select set_config('role', $1, true), set_config('app.scope', $2, true)", [
          role,
          signScope(key as Buffer, { clientId, userId }),
        ]);
        return await work(client);
      } finally {
        await client.end();
      }
    },
    async drop() {
      await owners.end();
      await query(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}
