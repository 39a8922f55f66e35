import pg from 'pg';

/** PostgreSQL's "cannot connect now", one of the few errors after which graphile-worker tries again. */
const TRY_AGAIN = '57P03';

/** No answer of PostgreSQL at all, or one that it is going away. */
const isLostConnection = (code: string | undefined) =>
  code === undefined || !/^[0-9A-Z]{5}$/.test(code) || code.startsWith('08') || code.startsWith('57P');

/**
 * Without this, graphile-worker would give up settling a job when the database goes away at that moment: the rejection
 * is handled by nobody, which ends the process, and the job would stay locked.
 */
function tryAgainWhenLost(error: Error & { code?: string }): never {
  if (isLostConnection(error.code)) error.code = TRY_AGAIN;
  throw error;
}

type Asynchronous = (...args: unknown[]) => Promise<unknown> | undefined;

/** Calls that end in a callback are passed on as they are; their caller has an answer to failures. */
function markLost(call: Asynchronous): Asynchronous {
  return (...args) => {
    const result = call(...args);
    return typeof args.at(-1) === 'function' ? result : result?.catch(tryAgainWhenLost);
  };
}

/** A pool whose lost connections look to graphile-worker like a database that is starting. */
export function makeWorkerPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('connect', (client) => {
    client.on('error', () => {});
    client.query = markLost(client.query.bind(client) as unknown as Asynchronous) as typeof client.query;
  });
  pool.connect = markLost(pool.connect.bind(pool) as unknown as Asynchronous) as typeof pool.connect;
  return pool;
}
