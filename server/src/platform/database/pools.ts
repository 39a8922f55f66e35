import pg from 'pg';
import type { Log } from '../log.ts';
import type { Watch } from './batch.ts';
import { type DatabaseLimits, databaseLimits } from './limits.ts';
import { type ScopeRole, urlOfRole } from './logins.ts';
import { SharedConnection } from './shared-connection.ts';
import { BackendWatchdog } from './watchdog.ts';

export type { ScopeRole };
export type Pools = Record<ScopeRole, pg.Pool> & {
  /** Logs in as app_auth, for single-statement look-ups before any scope is known. */
  lookup: SharedConnection;
  limits: DatabaseLimits;
  /** The key that scopes are signed with; read once, again after a failure. */
  scopeKey(): Promise<Buffer>;
  /** Watches what is sent to the backends of a role. */
  watch(role: ScopeRole): Watch;
  end(): Promise<void>;
};

const INT8 = 20;
const TIMESTAMPTZ = 1184;
const DATE = 1082;

/**
 * `2026-11-14 10:31:02.5+00` → `2026-11-14T10:31:02.500Z`. Connections use UTC, so no time zone conversion is needed.
 */
export function readMoment(text: string): string {
  const fraction = text.slice(20, -3);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0').slice(0, 3)}Z`;
}

const textParsers = new Map<number, (text: string) => unknown>([
  [INT8, Number],
  [TIMESTAMPTZ, readMoment],
  [DATE, (text) => text],
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && textParsers.get(oid)) || pg.types.getTypeParser(oid, format)) as never,
};

const sessionOptions = ({ lockMs, writeMs }: DatabaseLimits) =>
  `-c TimeZone=UTC -c lock_timeout=${lockMs} -c statement_timeout=${writeMs} -c idle_in_transaction_session_timeout=${writeMs}`;

function scopeKeyReader(lookup: SharedConnection): () => Promise<Buffer> {
  let reading: Promise<Buffer> | undefined;
  const read = async () => {
    const [row] = await lookup.query<{ key: Buffer }>('select key from scope_keys', []);
    if (!row) throw new Error('The database has no key for scopes.');
    return row.key;
  };
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
}

/** Maximum number of connections per role in this process. */
export const POOL_SIZE = 10;

/**
 * One pool per role, each with its own login: a connection of one pool cannot take the role of another, and prepared
 * statements are not planned again for a change of role.
 */
export function openPools(databaseUrl: string, log: Log, max = POOL_SIZE, limits = databaseLimits): Pools {
  const session = sessionOptions(limits);
  const connection = (role: ScopeRole, name: string = role, options = session) =>
    ({
      connectionString: urlOfRole(databaseUrl, role),
      pipeline: true,
      types,
      options,
      application_name: `longshore ${name}`,
      connectionTimeoutMillis: limits.connectMs,
      // Detects a lost host while the connection is idle.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    }) as pg.ClientConfig;
  const open = (role: ScopeRole, size: number) => {
    const pool = new pg.Pool({ ...connection(role), max: size, idleTimeoutMillis: 30_000 });
    // Without these handlers a lost connection would end the process.
    pool.on('error', (error) => log.warn({ role, error: error.message }, 'an idle database connection was lost'));
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  };
  const pools = {
    app_client: open('app_client', max),
    app_staff: open('app_staff', max),
    app_auth: open('app_auth', max),
    app_worker: open('app_worker', 4),
    lookup: new SharedConnection(connection('app_auth', 'look-ups', `${session} -c role=app_auth`), log, limits),
  };
  const watchdogOf = (role: ScopeRole): Watch => {
    const watchdog = new BackendWatchdog(pools[role], connection(role, 'watchdog'), limits, log);
    return (client, giveUp) => watchdog.watch(client, giveUp);
  };
  const watches: Record<ScopeRole, Watch> = {
    app_client: watchdogOf('app_client'),
    app_staff: watchdogOf('app_staff'),
    app_auth: watchdogOf('app_auth'),
    app_worker: watchdogOf('app_worker'),
  };
  return {
    ...pools,
    limits,
    scopeKey: scopeKeyReader(pools.lookup),
    watch: (role) => watches[role],
    end: async () => void (await Promise.all(Object.values(pools).map((pool) => pool.end()))),
  };
}
