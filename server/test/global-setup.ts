import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { registry } from '../src/app.ts';
import { migrationsDir, rootDir } from '../src/commands/database.ts';
import { seedDemo } from '../src/demo/demo.ts';
import { seedChannels } from '../src/demo/demo-channels.ts';
import { DEMO_PASSWORD } from '../src/demo/demo-password.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { openPools } from '../src/platform/database/pools.ts';
import { sql } from '../src/platform/database/sql.ts';
import { opener, staffScope } from '../src/platform/database/tx.ts';
import { startEmbedded } from '../src/platform/postgres/embedded.ts';
import { initDatabase, OWNER_NAME, SERVER_NAME } from '../src/platform/postgres/init-db.ts';
import { makeVault } from '../src/platform/vault.ts';
import { describeStatements } from './recorded-statements.ts';
import { TEST_MASTER_KEY } from './test-master-key.ts';

/** What every test file needs to clone the template, which is migrated and contains the demo company. */
export interface TestDatabase {
  adminUrl: string;
  ownerUrl: string;
  serverUrl: string;
  template: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    database: TestDatabase;
  }
}

interface Cluster {
  adminUrl: string;
  stop(): Promise<void>;
}

async function asAdmin(adminUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The PostgreSQL of the tests: the one at TEST_ADMIN_URL, or our own in a temporary folder. */
async function findCluster(): Promise<Cluster> {
  const adminUrl = process.env.TEST_ADMIN_URL;
  if (adminUrl) return { adminUrl, stop: async () => {} };
  const dataDir = mkdtempSync(join(tmpdir(), 'longshore-tests-'));
  // As root, PostgreSQL runs as another user, which needs access.
  chmodSync(dataDir, 0o755);
  const embedded = await startEmbedded({ dataDir, checkoutPath: rootDir, log: () => {} });
  // Nothing here outlives the run, so nothing has to be synced to disk.
  await asAdmin(embedded.adminUrl, async (admin) => {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
      await admin.query(`alter system set ${setting} = off`);
    await admin.query('select pg_reload_conf()');
  });
  return {
    adminUrl: embedded.adminUrl,
    stop: async () => {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The users of the tests sign in some ten thousand times. At the cost of real passwords that would take most of the
 * time; what passwords cost is tested with those that tests choose.
 */
async function makeSignInsCheap(ownerUrl: string): Promise<void> {
  const cheap = await hash(DEMO_PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });
  await asAdmin(ownerUrl, (owner) => owner.query('update users set password_hash = $1', [cheap]));
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await findCluster();
  const template = `longshore_test_${process.pid}`;
  const { ownerUrl, serverUrl } = await initDatabase(cluster.adminUrl, {
    database: template,
    owner: { name: OWNER_NAME, password: 'owner of the tests' },
    server: { name: SERVER_NAME, password: 'server of the tests' },
  });
  await migrate(ownerUrl, migrationsDir, () => {});
  const pools = openPools(serverUrl, pino({ level: 'silent' }), 2);
  await seedDemo(
    opener(pools),
    () => {},
    async () => {},
    undefined,
    undefined,
    registry,
  );
  // With secrets that the servers of the tests can open.
  await opener(pools)(staffScope, async (tx) => {
    const { rows } = await sql<{ id: number }>`select id from clients order by id`.execute(tx);
    await seedChannels(
      tx,
      rows.map(({ id }) => id),
      makeVault(TEST_MASTER_KEY).seal,
    );
  });
  await pools.end();
  await makeSignInsCheap(ownerUrl);
  // Copies have the planner's statistics with it: without them, every plan of the tests is a guess.
  await asAdmin(ownerUrl, (owner) => owner.query('analyze'));
  project.provide('database', { adminUrl: cluster.adminUrl, ownerUrl, serverUrl, template });
  return async () => {
    const folder = process.env.STATEMENTS_FOLDER;
    if (folder && project.name === 'server') await describeStatements(folder, ownerUrl);
    await asAdmin(cluster.adminUrl, (admin) => admin.query(`drop database if exists ${template} with (force)`));
    await cluster.stop();
  };
}
