import pg from 'pg';

/** PostgreSQL's "cannot connect now", one of the few errors after which graphile-worker retries. */
const TRY_AGAIN = '57P03';

/**
 * Connection exceptions, no resources (too many connections, a full disk), operator intervention, errors of the system,
 * and a server that only reads because another one is taking over.
 */
const TRANSIENT = /^(08|53|57P|58)|^25006$/;

/** PostgreSQL did not answer, is shutting down, or refuses every statement at the moment. */
const isTransient = (code: string | undefined) =>
  code === undefined || !/^[0-9A-Z]{5}$/.test(code) || TRANSIENT.test(code);

/**
 * Without this, graphile-worker would not mark a job as done or failed when the database disappears at that moment:
 * the unhandled rejection ends the process, and the job stays locked. And it would keep the failure of a lane's first
 * statement for good: that lane would never run a job, although it goes on asking.
 */
function tryAgainWhenTransient(error: Error & { code?: string }): never {
  if (isTransient(error.code)) error.code = TRY_AGAIN;
  throw error;
}

type Asynchronous = (...args: unknown[]) => Promise<unknown> | undefined;

/** Calls with a callback are passed on unchanged; their caller handles failures. */
function markTransient(call: Asynchronous): Asynchronous {
  return (...args) => {
    const result = call(...args);
    return typeof args.at(-1) === 'function' ? result : result?.catch(tryAgainWhenTransient);
  };
}

/** A pool that reports transient errors to graphile-worker as those of a database that is starting. */
export function makeWorkerPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.query = markTransient(client.query.bind(client) as unknown as Asynchronous) as typeof client.query;
  });
  pool.connect = markTransient(pool.connect.bind(pool) as unknown as Asynchronous) as typeof pool.connect;
  return pool;
}
