import pg from 'pg';

/** PostgreSQL's "cannot connect now", one of the few errors after which graphile-worker retries. */
const TRY_AGAIN = '57P03';

/** PostgreSQL did not answer, or is shutting down. */
const isLostConnection = (code: string | undefined) =>
  code === undefined || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P');

/**
 * Without this, graphile-worker would not mark a job as done or failed when the database disappears at that moment:
 * the unhandled rejection ends the process, and the job stays locked.
 */
function tryAgainWhenLost(error: Error & { code?: string }): never {
  if (isLostConnection(error.code)) error.code = TRY_AGAIN;
  throw error;
}

type Asynchronous = (...args: unknown[]) => Promise<unknown> | undefined;

/** Calls with a callback are passed on unchanged; their caller handles failures. */
function markLost(call: Asynchronous): Asynchronous {
  return (...args) => {
    const result = call(...args);
    return typeof args.at(-1) === 'function' ? result : result?.catch(tryAgainWhenLost);
  };
}

/** A pool that reports lost connections to graphile-worker as a database that is starting. */
export function makeWorkerPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.query = markLost(client.query.bind(client) as unknown as Asynchronous) as typeof client.query;
  });
  pool.connect = markLost(pool.connect.bind(pool) as unknown as Asynchronous) as typeof pool.connect;
  return pool;
}
