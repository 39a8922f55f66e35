import type pg from 'pg';
import { type Answer, isStalePlan } from './batch.ts';
import { CallerGone, DatabaseUnavailable, ReadTimedOut } from './errors.ts';
import type { DatabaseLimits } from './limits.ts';
import { PipelinedConnection } from './pipelined-connection.ts';
import type { Pools, ScopeRole } from './pools.ts';
import { discardPreparedStatements } from './prepared-statements.ts';
import { type ScopeIds, signScope } from './scope-signature.ts';

/** The identity of a transaction in the database. */
export interface Scope extends ScopeIds {
  role: ScopeRole;
}

export const authScope: Scope = { role: 'app_auth', clientId: null, userId: null };
export const staffScope: Scope = { role: 'app_staff', clientId: null, userId: null };
export const workerScope: Scope = { role: 'app_worker', clientId: null, userId: null };

/**
 * An open transaction with its scope. Every function that accesses the database takes one as its first argument; no
 * other type is accepted, so no statement can run outside the transaction or its scope.
 */
export class Tx {
  constructor(
    private readonly pipeline: PipelinedConnection,
    readonly scope: Scope,
  ) {}

  /** Sends a compiled statement: see `sql`, which makes them. Statements of the same tick are sent together. */
  send(text: string, values: readonly unknown[]): Promise<Answer> {
    return this.pipeline.query(text, values);
  }

  /** A failed statement was rolled back to a savepoint: it is no longer the reason when the commit fails. */
  forgetFailure(): void {
    this.pipeline.failure = undefined;
  }
}

const scopeStatement = "select set_config('role', $1, true), set_config('app.scope', $2, true)";
const readingScopeStatement = `${scopeStatement}, set_config('statement_timeout', $3, true)`;

/** Serialization failure, deadlock: retrying helps. */
const retried = new Set(['40001', '40P01']);
const ATTEMPTS_MAX = 4;
const QUERY_CANCELED = '57014';

export type Lookup = <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** Runs one statement without a transaction, for the look-up of the caller in every request. */
export function lookups(pools: Pools): Lookup {
  return (_name, text, values) => pools.lookup.query(text, values);
}

export type Mode = 'write' | 'read';

export interface OpenOptions {
  /** Aborted when nobody waits for the answer any more: a reading transaction is then cancelled. */
  signal?: AbortSignal | undefined;
  /** Of a reading transaction whose rows become a document, or are drawn while it is open: it has a longer limit. */
  limit?: 'export' | 'rows' | undefined;
}

export type Open = <Result>(
  scope: Scope,
  work: (tx: Tx) => Promise<Result>,
  mode?: Mode,
  options?: OpenOptions,
) => Promise<Result>;

/** Begins the transaction and sets its scope, in the same batch as its first statements, which fail if this fails. */
function begin(
  connection: PipelinedConnection,
  scope: readonly [ScopeRole, string],
  mode: Mode,
  limitMs: number,
): void {
  connection.query(mode === 'read' ? 'begin read only' : 'begin').catch(() => {});
  const settled =
    mode === 'read'
      ? connection.query(readingScopeStatement, [...scope, String(limitMs)])
      : connection.query(scopeStatement, scope);
  settled.catch(() => {});
}

/**
 * Cancels the connection's statements at the limit, or when the caller disconnects. Returns a function that stops
 * watching.
 */
function watchRead(connection: PipelinedConnection, limitMs: number, signal: AbortSignal | undefined): () => void {
  const onLimit = () => connection.cancel(new ReadTimedOut(`The read took longer than ${limitMs} ms.`));
  const onAbort = () => connection.cancel(new CallerGone('The caller closed the connection.'));
  const timer = setTimeout(onLimit, limitMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  };
}

async function connect(pools: Pools, role: ScopeRole): Promise<pg.PoolClient> {
  try {
    return await pools[role].connect();
  } catch (error) {
    throw new DatabaseUnavailable(`No database connection: ${(error as Error).message}`, { cause: error });
  }
}

/** The answer of a reading transaction does not wait for its commit, which has nothing to lose. */
async function runRead<Result>(
  connection: PipelinedConnection,
  work: () => Promise<Result>,
  release: (problem?: Error) => void,
  watch: () => () => void,
): Promise<Result> {
  const stopWatching = watch();
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    if (connection.cancelled && !(error instanceof DatabaseUnavailable)) throw connection.cancelled;
    if ((error as { code?: string }).code === QUERY_CANCELED)
      throw new ReadTimedOut('PostgreSQL cancelled the read at its statement timeout.', { cause: error });
    throw error;
  } finally {
    stopWatching();
  }
  const ended = connection.cancelled ? connection.rollBack() : connection.query('commit');
  connection.end();
  ended.then(() => release(), release);
  return result;
}

async function runWrite<Result>(connection: PipelinedConnection, work: () => Promise<Result>): Promise<Result> {
  const result = await work();
  const committed = connection.query('commit');
  connection.end();
  // A queued write may have failed in the same batch, or earlier: report its error.
  const { done } = await committed.catch((error: unknown) => Promise.reject(connection.failure ?? error));
  // PostgreSQL answers a commit after a failed statement with ROLLBACK.
  if (done !== 'COMMIT') throw connection.failure ?? new Error('The transaction was rolled back.');
  return result;
}

const readLimits = ({ readMs, exportMs, rowsMs }: DatabaseLimits) => ({ read: readMs, export: exportMs, rows: rowsMs });

const codeOf = (error: unknown) => (error as { code?: string }).code ?? '';

/** Whether a transaction is tried once more, and how. Statements are prepared again only once. */
function nextAttempt(error: unknown, attempt: number, hadStalePlan: boolean) {
  if (isStalePlan(error) && !hadStalePlan) return 'prepare again';
  return retried.has(codeOf(error)) && attempt < ATTEMPTS_MAX ? 'after a pause' : 'none';
}

/** Longer after each attempt, and not the same for two that met. */
const pauseAfter = (attempt: number) =>
  new Promise((resolve) => setTimeout(resolve, attempt * 5 * (1 + Math.random())));

async function withRetries<Result>(run: () => Promise<Result>, onRetry: (code: string) => void): Promise<Result> {
  let hadStalePlan = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const next = nextAttempt(error, attempt, hadStalePlan);
      if (next === 'none') throw error;
      if (next === 'prepare again') {
        hadStalePlan = true;
        // Other connections have prepared the same statement: all of them prepare again.
        discardPreparedStatements();
      }
      onRetry(codeOf(error));
      if (next === 'after a pause') await pauseAfter(attempt);
    }
  }
}

/**
 * The only way to open a transaction. Reading ones are read-only, have a time limit and end when their caller
 * disconnects.
 */
export function opener(pools: Pools, onRetry: (code: string) => void = () => {}): Open {
  const { limits } = pools;
  const once = async <Result>(
    scope: Scope,
    work: (tx: Tx) => Promise<Result>,
    mode: Mode,
    { signal, limit }: OpenOptions,
  ): Promise<Result> => {
    if (signal?.aborted) throw new CallerGone('The caller closed the connection.');
    const limitMs = mode === 'read' ? readLimits(limits)[limit ?? 'read'] : limits.writeMs;
    const signed = signScope(await pools.scopeKey(), scope);
    const client = await connect(pools, scope.role);
    const release = (problem?: Error) => client.release(problem);
    const connection = new PipelinedConnection(client, limitMs + limits.graceMs, pools.watch(scope.role));
    const workInTx = () => work(new Tx(connection, scope));
    try {
      begin(connection, [scope.role, signed], mode, limitMs);
      if (mode === 'read')
        return await runRead(connection, workInTx, release, () => watchRead(connection, limitMs, signal));
      const result = await runWrite(connection, workInTx);
      release();
      return result;
    } catch (error) {
      // On a lost connection the rollback fails too, and the pool drops the connection.
      await connection.rollBack().then(() => release(), release);
      throw error;
    }
  };
  return (scope, work, mode = 'write', options = {}) => withRetries(() => once(scope, work, mode, options), onRetry);
}
