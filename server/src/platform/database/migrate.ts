import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';

export class MigrationError extends Error {}

const LOCK = 7_263_041;

function migrationFiles(folder: string): { number: number; name: string }[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));
}

async function appliedNumber(client: pg.Client): Promise<number> {
  await client.query(
    'create table if not exists migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
  );
  await client.query('grant select on migrations to app_auth');
  const { rows } = await client.query<{ number: number }>(
    'select coalesce(max(number), 0)::int as number from migrations',
  );
  return rows[0]?.number ?? 0;
}

/** The queue's own tables, owned by app_worker; its installer insists on the right to create schemas. */
async function migrateQueue(client: pg.Client, ownerUrl: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select quote_ident(current_database()) as name');
  const database = rows[0]?.name;
  await client.query(`grant create on database ${database} to app_worker`);
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, options: '-c role=app_worker' });
  pool.on('error', () => {});
  pool.on('connect', (connected) => connected.on('error', () => {}));
  try {
    await runMigrations({ pgPool: pool, schema: 'graphile_worker' });
  } finally {
    await pool.end();
    await client.query(`revoke create on database ${database} from app_worker`);
  }
}

/** Brings the database to this version, one migration a transaction, one process at a time. */
export async function migrate(ownerUrl: string, folder: string, log: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const files = migrationFiles(folder);
    const newest = files.at(-1)?.number ?? 0;
    const applied = await appliedNumber(client);
    if (applied > newest)
      throw new MigrationError(
        `This database was migrated to ${applied} by a newer version of Longshore; this one knows ${newest}.`,
      );
    for (const file of files.filter((candidate) => candidate.number > applied)) {
      log(`migrating the database: ${file.name}`);
      await client.query('begin');
      try {
        await client.query(readFileSync(join(folder, file.name), 'utf8'));
        await client.query('insert into migrations (number, name) values ($1, $2)', [file.number, file.name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }
    await migrateQueue(client, ownerUrl);
  } finally {
    await client.end();
  }
}

/** The number this build expects, for readiness. */
export const newestMigration = (folder: string) => migrationFiles(folder).at(-1)?.number ?? 0;
