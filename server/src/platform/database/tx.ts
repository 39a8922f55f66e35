import {
  type CompiledQuery,
  type ConnectionProvider,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import type { DB } from './generated/schema.ts';
import type { Pools, ScopeRole } from './pools.ts';

/** As whom a transaction looks at the database. */
export interface Scope {
  role: ScopeRole;
  clientId: number | null;
  userId: number | null;
}

export const authScope: Scope = { role: 'app_auth', clientId: null, userId: null };
export const staffScope: Scope = { role: 'app_staff', clientId: null, userId: null };
export const workerScope: Scope = { role: 'app_worker', clientId: null, userId: null };

const compiler = new PostgresQueryCompiler();
const adapter = new PostgresAdapter();
const dialect = {
  createAdapter: () => adapter,
  createDriver: () => new DummyDriver(),
  createQueryCompiler: () => compiler,
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
};
const driver = new DummyDriver();

/**
 * An open transaction with its scope. Everything that touches the database takes one as its first argument; nothing
 * else can stand in for it, so no statement can run outside the transaction or beside the scope.
 */
export class Tx extends Kysely<DB> {
  readonly scope: Scope;
  constructor(connection: DatabaseConnection, scope: Scope) {
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) };
    const executor = new DefaultQueryExecutor(compiler, adapter, provider);
    super({ config: { dialect }, driver, executor, dialect } as never);
    this.scope = scope;
  }
}

/** Statements are prepared under a name, which halves the work of a point read; rare shapes beyond the cap are not. */
const names = new Map<string, string>();
const NAMES_MAX = 400;
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= NAMES_MAX) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

class Connection implements DatabaseConnection {
  constructor(private readonly client: pg.PoolClient) {}
  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const result = await this.client.query({
      name: nameOf(query.sql),
      text: query.sql,
      values: query.parameters as unknown[],
    } as pg.QueryConfig);
    return {
      rows: (result.rows ?? []) as Row[],
      numAffectedRows: result.rowCount === null ? undefined : BigInt(result.rowCount),
    };
  }
  streamQuery(): never {
    throw new Error('Streaming is not supported: page through the rows.');
  }
}

const scopeStatement =
  "select set_config('role', $1, true), set_config('app.client_id', $2, true), set_config('app.user_id', $3, true)";

/** Serialization failure, deadlock: nothing was wrong but the moment. */
const retried = new Set(['40001', '40P01']);
const ATTEMPTS_MAX = 4;

export type Open = <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * The one way to the database. Begin and scope travel in one packet with the first statement: the connection is
 * pipelined, and when either fails PostgreSQL refuses all that follows.
 */
export function opener(pools: Pools, onRetry: (code: string) => void = () => {}): Open {
  const once = async <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    const client = await pools[scope.role].connect();
    let broken: Error | undefined;
    try {
      const opening = Promise.all([
        client.query('begin'),
        client.query({
          name: 'scope',
          text: scopeStatement,
          values: [
            scope.role,
            scope.clientId === null ? '' : String(scope.clientId),
            scope.userId === null ? '' : String(scope.userId),
          ],
        }),
      ]);
      opening.catch(() => {});
      try {
        const result = await work(new Tx(new Connection(client), scope));
        await opening;
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((problem: Error) => {
          broken = problem;
        });
        throw error;
      }
    } finally {
      client.release(broken);
    }
  };
  return async (scope, work) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(scope, work);
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        if (!retried.has(code) || attempt >= ATTEMPTS_MAX) throw error;
        onRetry(code);
        await new Promise((resolve) => setTimeout(resolve, attempt * 5 * (1 + Math.random())));
      }
    }
  };
}
