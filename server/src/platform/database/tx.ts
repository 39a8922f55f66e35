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
import { type Answer, inOnePacket, type Statement } from './packet.ts';
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
  constructor(
    private readonly conversation: Conversation,
    readonly scope: Scope,
  ) {
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(conversation) };
    const executor = new DefaultQueryExecutor(compiler, adapter, provider);
    super({ config: { dialect }, driver, executor, dialect } as never);
  }

  /** A statement whose text is at hand. */
  async say<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    return (await this.conversation.say(text, values)).rows as Row[];
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

/**
 * What a transaction says to PostgreSQL. All that is said in one turn of the event loop leaves in one packet, because
 * the ways there and back cost both sides more than most statements.
 */
class Conversation implements DatabaseConnection {
  private gathered: Statement[] = [];
  private answers: Promise<Answer[]> | undefined;
  private isOpen = false;
  private isOver = false;

  constructor(private readonly client: pg.PoolClient) {}

  say(text: string, values: readonly unknown[] = []): Promise<Answer> {
    // On a connection that another may have by now.
    if (this.isOver) throw new Error('The transaction is over: a brief one says everything in its first turn.');
    const index = this.gathered.push({ name: nameOf(text), text, values }) - 1;
    this.answers ??= new Promise((resolve) => process.nextTick(() => resolve(this.send())));
    return this.answers.then((answers) => answers[index] as Answer);
  }

  private async send(): Promise<Answer[]> {
    const statements = this.gathered;
    this.gathered = [];
    this.answers = undefined;
    if (!statements.length) throw new Error('The transaction was undone before it was sent.');
    this.isOpen = true;
    return inOnePacket(this.client, statements);
  }

  /** What was said so far is all. */
  end(): void {
    this.isOver = true;
  }

  /** Leaves no trace: what has not been sent never is, and what was is rolled back. */
  async undo(): Promise<void> {
    this.gathered = [];
    this.isOver = true;
    if (this.isOpen) await inOnePacket(this.client, [{ text: 'rollback', values: [] }]);
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { rows, done } = await this.say(sql, parameters);
    return { rows: rows as Row[], numAffectedRows: affectedBy(done) };
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: page through the rows.');
  }
}

/** `UPDATE 3`, `INSERT 0 3`; nothing of what has no rows. */
function affectedBy(done: string): bigint | undefined {
  const count = done.slice(done.lastIndexOf(' ') + 1);
  return count && count !== done ? BigInt(count) : undefined;
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

/** A brief transaction is one packet: what it writes must be right whatever its statements answer. */
export type Mode = 'write' | 'read' | 'brief';
export type Open = <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>, mode?: Mode) => Promise<Result>;

/** The first words of a transaction: they travel with its first statements, and when they fail nothing else is done. */
function begin(conversation: Conversation, { role, clientId, userId }: Scope, mode: Mode): void {
  const text = (id: number | null) => (id === null ? '' : String(id));
  // PostgreSQL makes a transaction of a packet by itself.
  if (mode !== 'brief') conversation.say(mode === 'read' ? 'begin read only' : 'begin').catch(() => {});
  conversation.say(scopeStatement, [role, text(clientId), text(userId)]).catch(() => {});
}

/**
 * The one way to the database. A reading transaction is read-only and its answer does not wait for the commit, which
 * can lose nothing.
 */
export function opener(pools: Pools, onRetry: (code: string) => void = () => {}): Open {
  const once = async <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>, mode: Mode): Promise<Result> => {
    const client = await pools[scope.role].connect();
    const release = (problem?: Error) => client.release(problem);
    const conversation = new Conversation(client);
    try {
      begin(conversation, scope, mode);
      const working = work(new Tx(conversation, scope));
      if (mode === 'brief') conversation.end();
      const result = await working;
      if (mode === 'brief') {
        release();
        return result;
      }
      const committed = conversation.say('commit');
      conversation.end();
      if (mode === 'read') {
        committed.then(() => release(), release);
        return result;
      }
      // PostgreSQL answers a commit after a failed statement with a roll-back.
      if ((await committed).done !== 'COMMIT') throw new Error('The transaction was rolled back.');
      release();
      return result;
    } catch (error) {
      // On a lost connection this fails too, and the connection goes.
      await conversation.undo().then(() => release(), release);
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
