import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Config } from '../platform/config.ts';
import { loginOf, SCOPE_ROLES, urlOfRole } from '../platform/database/logins.ts';
import { migrate } from '../platform/database/migrate.ts';
import { startEmbedded } from '../platform/postgres/embedded.ts';

/** The repository's root, both from the bundle in server/dist and from source. */
export const rootDir = (() => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'server', 'migrations'))) {
    const parent = resolve(folder, '..');
    if (parent === folder) throw new Error('The migrations are missing beside the server.');
    folder = parent;
  }
  return folder;
})();

export const migrationsDir = join(rootDir, 'server', 'migrations');

export class StartError extends Error {}

export interface Database {
  serverUrl: string;
  ownerUrl: string;
  embedded: boolean;
  /** Migrations that are applied once the servers of an older release have stopped. */
  waitingMigrations: string[];
  stop(): Promise<void>;
}

const OLDEST = 15;

const parse = (url: string) => {
  try {
    return new URL(url);
  } catch {
    throw new StartError(
      'DATABASE_URL is not a PostgreSQL address; it looks like postgres://user:password@host:5432/longshore.',
    );
  }
};

export const databaseNameOf = (url: string) => decodeURIComponent(parse(url).pathname.slice(1)) || 'longshore';

/** Checks that the operator's database can be reached and is new enough; throws a one-line message when not. */
async function probe(url: string): Promise<void> {
  const { host } = parse(url);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
    const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
    if (major < OLDEST)
      throw new StartError(`PostgreSQL ${major} at ${host} is too old; Longshore needs ${OLDEST} or newer.`);
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { message, code } = error as { message?: string; code?: string };
    throw new StartError(`The database at ${host} cannot be reached: ${message || code}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** No such login, wrong password, or no right to connect or to take its role. */
const LOGIN_REFUSED = new Set(['28000', '28P01', '42501', '22023']);

/** Checks that every role can log in and take its role; throws a one-line message when not. */
async function assertLogins(databaseUrl: string): Promise<void> {
  for (const role of SCOPE_ROLES) {
    const client = new pg.Client({
      connectionString: urlOfRole(databaseUrl, role),
      options: `-c role=${role}`,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if (!LOGIN_REFUSED.has(code ?? '')) throw new StartError(`The database cannot be used: ${message || code}.`);
      throw new StartError(
        `The login of ${role} below ${loginOf(databaseUrl).name} is missing (${message}): run ` +
          '"npm run admin -- init-db --url <an administrator\'s address>" with this DATABASE_URL set, then start again.',
      );
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** The operator's database, or the embedded one when none is configured; migrated either way. */
export async function readyDatabase(config: Config, log: (line: string) => void): Promise<Database> {
  if (config.databaseUrl) {
    const ownerUrl = config.databaseOwnerUrl ?? config.databaseUrl;
    await probe(config.databaseUrl);
    await assertLogins(config.databaseUrl);
    if (config.databaseOwnerUrl) await probe(ownerUrl);
    const waitingMigrations = config.databaseOwnerUrl ? await migrate(ownerUrl, migrationsDir, log) : [];
    return { serverUrl: config.databaseUrl, ownerUrl, embedded: false, waitingMigrations, stop: async () => {} };
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, checkoutPath: rootDir, log });
  const { serverUrl, ownerUrl, stop } = embedded;
  try {
    const waitingMigrations = await migrate(ownerUrl, migrationsDir, log);
    return { serverUrl, ownerUrl, embedded: true, waitingMigrations, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
