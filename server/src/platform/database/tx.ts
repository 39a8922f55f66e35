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
import { inOnePacket } from './shared-connection.ts';

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
    inOnePacket(this.client);
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

export type Lookup = <Row extends object>(name: string, text: string, values: unknown[]) => Promise<Row[]>;

/** One statement of its own, where a transaction would cost more than the question: who is calling. */
export function lookups(pools: Pools): Lookup {
  return (name, text, values) => pools.lookup.query(name, text, values);
}

/**
 * A brief transaction sends everything it has to say at once, in the turn in which it is opened, and its commit along
 * with it: what it writes must be right whatever its statements answer.
 */
export type Mode = 'write' | 'read' | 'brief';
export type Open = <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>, mode?: Mode) => Promise<Result>;

function begin(client: pg.PoolClient, scope: Scope, mode: Mode): Promise<unknown> {
  const text = (id: number | null) => (id === null ? '' : String(id));
  inOnePacket(client);
  const opening = Promise.all([
    client.query(mode === 'read' ? 'begin read only' : 'begin'),
    client.query({
      name: 'scope',
      text: scopeStatement,
      values: [scope.role, text(scope.clientId), text(scope.userId)],
    }),
  ]);
  // Awaited before the commit; until then a failure is not unhandled.
  opening.catch(() => {});
  return opening;
}

/**
 * The one way to the database. Begin and scope travel in one packet with the first statements: the connection is
 * pipelined, and when either fails PostgreSQL refuses all that follows. A reading transaction is read-only and its
 * answer does not wait for the commit, which can lose nothing.
 */
export function opener(pools: Pools, onRetry: (code: string) => void = () => {}): Open {
  const once = async <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>, mode: Mode): Promise<Result> => {
    const client = await pools[scope.role].connect();
    const release = (problem?: Error) => client.release(problem);
    let opening: Promise<unknown> = Promise.resolve();
    try {
      opening = begin(client, scope, mode);
      const working = work(new Tx(new Connection(client), scope));
      const early = mode === 'brief' ? client.query('commit') : undefined;
      early?.catch(() => {});
      const result = await working;
      await opening;
      const committed = early ?? client.query('commit');
      if (mode === 'read') {
        committed.then(() => release(), release);
        return result;
      }
      // PostgreSQL answers a commit after a failed statement with a roll-back.
      if ((await committed).command !== 'COMMIT') throw new Error('The transaction was rolled back.');
      release();
      return result;
    } catch (error) {
      await client.query('rollback').then(() => release(), release);
      // When the scope itself was refused, that says why; what came after only says that it was too late.
      await opening;
      throw error;
    }
  };
  return async (scope, work, mode = 'write') => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(scope, work, mode);
      } catch (error) {
        const code = (error as { code?: string }).code ?? '';
        if (!retried.has(code) || attempt >= ATTEMPTS_MAX) throw error;
        onRetry(code);
        await new Promise((resolve) => setTimeout(resolve, attempt * 5 * (1 + Math.random())));
      }
    }
  };
}
