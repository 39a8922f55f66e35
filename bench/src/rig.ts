import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { urlOfRole } from '../../server/src/platform/database/logins.ts';
import { signScope } from '../../server/src/platform/database/scope-signature.ts';
import type { Urls } from './database.ts';
import { Connection } from './load.ts';
import { startServer } from './servers.ts';
import { seedUsers, signInAll } from './users.ts';

/** Our server, the bare HTTP floor and the driver on one database, with a connection for each worker. */
export interface Rig {
  ours(worker: number): Connection;
  bare(worker: number): Connection;
  pool: pg.Pool;
  /** Indexed by client id. */
  tokens: string[];
  port: number;
  metricsPort: number;
  /** The server's data folder; another process of the same installation shares it. */
  folder: string;
  idleMegabytes: number;
  /** Resident memory of our server now, in MB. */
  memory(): number;
  stop(): Promise<void>;
}

const connections = (port: number, workers: number) => {
  const all = Array.from({ length: workers }, () => new Connection(port));
  return { of: (worker: number) => all[worker] as Connection, end: () => all.map((each) => each.end()) };
};

/** The floors connect as staff, with the scope of user 1. */
async function staffUrlOf({ serverUrl, ownerUrl }: Urls): Promise<string> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query<{ key: Buffer }>('select key from scope_keys');
  await owner.end();
  const url = new URL(urlOfRole(serverUrl, 'app_staff'));
  const scope = signScope(rows[0]?.key ?? Buffer.alloc(0), { clientId: null, userId: 1 });
  url.searchParams.set('options', `-c app.scope=${scope}`);
  return url.href;
}

export async function startRig(urls: Urls, workers: number): Promise<Rig> {
  await seedUsers(urls);
  const folder = mkdtempSync(join(tmpdir(), 'longshore-bench-data-'));
  const server = await startServer('server/dist/main.js', { DATABASE_URL: urls.serverUrl, DATA_DIR: folder });
  const idleMegabytes = server.memory();
  const staffUrl = await staffUrlOf(urls);
  const floor = await startServer('bench/dist/floor.js', { DATABASE_URL: staffUrl });
  const pool = new pg.Pool({ connectionString: staffUrl, max: 10, pipeline: true } as pg.PoolConfig);
  const ours = connections(server.port, workers);
  const bare = connections(floor.port, workers);
  return {
    ours: ours.of,
    bare: bare.of,
    pool,
    tokens: await signInAll(server.port),
    port: server.port,
    metricsPort: server.metricsPort,
    folder,
    idleMegabytes,
    memory: server.memory,
    async stop() {
      ours.end();
      bare.end();
      await Promise.all([server.stop(), floor.stop(), pool.end()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
