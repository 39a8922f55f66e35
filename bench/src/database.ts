import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { startEmbedded } from '../../server/src/platform/postgres/embedded.ts';
import { initDatabase, OWNER_NAME, SERVER_NAME } from '../../server/src/platform/postgres/init-db.ts';
import { isSmoke } from './scale.ts';

export const root = process.cwd();
/** Every client signs in, which takes time on purpose: a smoke run has few. */
export const CLIENTS = isSmoke ? 10 : 50;

export interface Urls {
  ownerUrl: string;
  serverUrl: string;
}

/** Starts a temporary PostgreSQL with production durability settings. */
export async function startDatabase() {
  const folder = mkdtempSync(join(tmpdir(), 'longshore-bench-'));
  chmodSync(folder, 0o755);
  const embedded = await startEmbedded({ dataDir: folder, checkoutPath: root, log: () => {} });
  return {
    adminUrl: embedded.adminUrl,
    async stop() {
      await embedded.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a migrated database with fifty clients, then runs the seed statements in order as its owner. */
export async function createSeededDatabase(
  adminUrl: string,
  name: string,
  statements: readonly string[],
): Promise<Urls> {
  const urls = await initDatabase(adminUrl, {
    database: name,
    owner: { name: OWNER_NAME, password: 'bench' },
    server: { name: SERVER_NAME, password: 'bench' },
  });
  await migrate(urls.ownerUrl, join(root, 'server', 'migrations'), () => {});
  await asOwner(urls, [
    `insert into clients (company) select 'Client ' || n from generate_series(1, ${CLIENTS}) n`,
    ...statements,
    'vacuum analyze',
  ]);
  return urls;
}

export async function asOwner(urls: Urls, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const owner = new pg.Client({ connectionString: urls.ownerUrl });
  await owner.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await owner.query(statement)).rows;
    return rows;
  } finally {
    await owner.end();
  }
}
