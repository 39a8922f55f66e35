import { setTimeout as sleep } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { type AppliedMigration, type Migration, pendingOf, readMigrations, schemaProblem } from './migration-files.ts';

export class MigrationError extends Error {}

const LOCK = 7_263_041;
const LOCK_POLL_MS = 200;

export interface MigrateOptions {
  /**
   * How long a migration waits for a table lock before it gives up. While it waits, all later statements on the table
   * wait behind it, so the timeout is short and the migration is retried.
   */
  lockTimeoutMs: number;
  /** Pauses between attempts; after the last one the migration fails. */
  pausesMs: readonly number[];
}

const defaults: MigrateOptions = {
  lockTimeoutMs: 3_000,
  pausesMs: [500, 1_000, 2_000, 5_000, 10_000, 10_000, 15_000, 15_000, 30_000, 30_000],
};

/** lock_not_available, deadlock_detected: another transaction was in the way. */
const RETRIED = new Set(['55P03', '40P01']);

/**
 * Applies the migrations in `folder` that are not applied yet, whatever their number, one process at a time. Throws a
 * MigrationError when an applied file was changed, or when a newer release has applied one that this release cannot
 * work with. Returns the names of those that wait for servers of an older release to stop.
 */
export async function migrate(
  ownerUrl: string,
  folder: string,
  log: (line: string) => void,
  options: Partial<MigrateOptions> = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    await takeLock(client);
    const known = readMigrations(folder);
    const applied = await readApplied(client);
    await checkApplied(client, known, applied);
    const pending = pendingOf(known, applied);
    const isNew = applied.length === 0 && pending.length > 1;
    if (isNew) log(`creating the tables: ${pending.length} migrations`);
    const waiting: string[] = [];
    for (const migration of pending) {
      if (migration.isContract && (await hasOlderServer(client, migration))) {
        log(`${migration.name} waits until the servers of an older release have stopped`);
        waiting.push(migration.name);
        continue;
      }
      if (!isNew) log(`migrating the database: ${migration.name}`);
      await applyWithRetries(client, migration, log, { ...defaults, ...options });
    }
    await migrateQueue(client, ownerUrl);
    return waiting;
  } finally {
    await client.end();
  }
}

/** Every server keeps one of these connections open: with requests the first, with jobs the second. */
const SERVER_CONNECTION = '^longshore (?:live|worker watch)(?: (\\d+))?$';

/** Whether a server is connected whose release does not know this migration. */
async function hasOlderServer(client: pg.Client, { number }: Migration): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_stat_activity where datname = current_database() and application_name ~ $1
       and coalesce(substring(application_name from $1)::int, 0) < $2`,
    [SERVER_CONNECTION, number],
  );
  return (rowCount ?? 0) > 0;
}

/**
 * Polls instead of waiting inside PostgreSQL: a waiting statement holds a snapshot, and `create index concurrently`
 * in the process that holds the lock would wait for that snapshot for ever.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]?.taken) return;
    await sleep(LOCK_POLL_MS);
  }
}

/** Altering a table locks it even when there is nothing to do, so columns of later releases are added only once. */
async function readApplied(client: pg.Client): Promise<AppliedMigration[]> {
  await client.query(
    'create table if not exists migrations (number int primary key, name text not null, applied_at timestamptz not null default now())',
  );
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'checksum' and not attisdropped",
  );
  if (!rowCount) {
    await client.query(
      'alter table migrations add column checksum text, add column is_compatible boolean not null default true',
    );
    await client.query('grant select on migrations to app_auth');
  }
  const { rows } = await client.query<AppliedMigration>('select number, name, checksum, is_compatible from migrations');
  return rows;
}

async function checkApplied(client: pg.Client, known: Migration[], applied: AppliedMigration[]): Promise<void> {
  const problem = schemaProblem(known, applied, { ignorePending: true });
  if (problem) throw new MigrationError(problem);
  for (const { number, checksum, name } of applied) {
    const file = known.find((migration) => migration.number === number);
    if (!file || file.checksum === checksum) continue;
    if (checksum !== null)
      throw new MigrationError(
        `${name} was changed after it had been applied to this database: restore the file, and write what is new into a migration of its own.`,
      );
    // Applied by a release that stored no checksums: assume that the file has not changed.
    await client.query('update migrations set checksum = $2 where number = $1', [number, file.checksum]);
  }
}

async function applyWithRetries(
  client: pg.Client,
  migration: Migration,
  log: (line: string) => void,
  { lockTimeoutMs, pausesMs }: MigrateOptions,
): Promise<void> {
  for (const pause of [...pausesMs, undefined]) {
    try {
      return await (migration.isTransactional
        ? applyInTransaction(client, migration, lockTimeoutMs)
        : applyByStatement(client, migration));
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string };
      if (!RETRIED.has(code)) throw error;
      if (pause === undefined)
        throw new MigrationError(
          `${migration.name} could not get its locks (${message}): end long transactions and start again.`,
        );
      log(`${migration.name} waits for another transaction; trying again`);
      await sleep(pause);
    }
  }
}

const record = (client: pg.Client, { number, name, checksum, isCompatible }: Migration) =>
  client.query('insert into migrations (number, name, checksum, is_compatible) values ($1, $2, $3, $4)', [
    number,
    name,
    checksum,
    isCompatible,
  ]);

async function applyInTransaction(client: pg.Client, migration: Migration, lockTimeoutMs: number): Promise<void> {
  await client.query('begin');
  try {
    await client.query("select set_config('lock_timeout', $1, true)", [`${lockTimeoutMs}ms`]);
    await client.query(migration.text);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const CREATE_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("?[\w.]+"?)\s+on\b/i;

/**
 * Runs each statement separately, because PostgreSQL refuses `create index concurrently` inside a transaction. An
 * earlier attempt may have stopped anywhere: an index that it finished is kept, one that it left invalid is dropped
 * first.
 */
async function applyByStatement(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const index = CREATE_INDEX.exec(statement)?.[1];
    if (index) {
      const { rows } = await client.query<{ valid: boolean }>(
        'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
        [index],
      );
      if (rows[0]?.valid) continue;
      if (rows[0]) await client.query(`drop index concurrently ${index}`);
    }
    await client.query(statement);
  }
  await record(client, migration);
}

/** The job queue's own tables, owned by app_worker; its installer requires the right to create schemas. */
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
