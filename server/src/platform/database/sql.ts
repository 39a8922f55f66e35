import type { Answer } from './batch.ts';
import type { Tx } from './tx.ts';

export interface CompiledSql {
  text: string;
  values: unknown[];
}

export interface SqlResult<Row> {
  rows: Row[];
  /** How many rows were read or written. */
  count: number;
}

/** Called for every statement that was executed, as it was written, sent and answered. Used by tests only. */
export type StatementObserver = (statement: Sql, compiled: CompiledSql, answer: Answer) => void;
export const statementObservers = new Set<StatementObserver>();

/**
 * A statement, or a part of one, with the values in it: text before each value and after the last. Values are sent as
 * parameters, parts are put in place. `Row` is what the statement answers; the tests compare it with the database.
 */
export class Sql<out Row = unknown> {
  declare private readonly answers: Row;

  constructor(
    readonly texts: readonly string[],
    readonly values: readonly unknown[],
  ) {}

  compile(): CompiledSql {
    const compiled: CompiledSql = { text: '', values: [] };
    this.appendTo(compiled);
    return compiled;
  }

  private appendTo(compiled: CompiledSql): void {
    for (const [index, text] of this.texts.entries()) {
      compiled.text += text;
      if (index >= this.values.length) return;
      const value = this.values[index];
      if (value instanceof Sql) value.appendTo(compiled);
      else compiled.text += `$${compiled.values.push(value)}`;
    }
  }

  /** Throws at once when the transaction is over: a queued write that is dropped must not go unnoticed. */
  private send(tx: Tx): Promise<Answer> {
    const compiled = this.compile();
    const sent = tx.send(compiled.text, compiled.values);
    if (statementObservers.size === 0) return sent;
    return sent.then((answer) => {
      for (const observe of statementObservers) observe(this, compiled, answer);
      return answer;
    });
  }

  async execute(tx: Tx): Promise<SqlResult<Row>> {
    const { rows, done } = await this.send(tx);
    return { rows: rows as Row[], count: countOf(done) };
  }

  /**
   * Executes a write whose result nobody needs. It is sent with the next batch, at the latest with the commit, so that
   * it costs no round trip of its own; when it fails, the commit fails with its error.
   */
  queue(tx: Tx): void {
    this.send(tx).catch(() => {});
  }
}

/** The count in `UPDATE 3` or `INSERT 0 3`; 0 for commands without one. */
const countOf = (done: string) => Number(/ (\d+)$/.exec(done)?.[1] ?? 0);

const raw = (text: string): Sql => new Sql([text], []);
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function literal(value: string | number | boolean | null): Sql {
  return raw(typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));
}

function join(parts: readonly unknown[], separator = ', '): Sql {
  if (!parts.length) return raw('');
  const between = Array.from({ length: parts.length - 1 }, () => separator);
  return new Sql(['', ...between, ''], parts);
}

/** `orders.id` becomes `"orders"."id"`. */
const ref = (name: string): Sql => raw(name.split('.').map(quoted).join('.'));

/** Makes statements from SQL with values in it. The only way to write SQL in this server. */
export const sql = Object.assign(
  <Row = unknown>(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql<Row> => new Sql<Row>(texts, values),
  {
    /** Values or parts, with a separator between them. */
    join,
    /** The name of a column, with or without its table. */
    ref,
    /** The name of a table. */
    table: ref,
    /** A constant in the text instead of a parameter, so that the planner knows it. */
    lit: literal,
    /** Text as it is: never with anything in it that came from outside. */
    raw,
  },
);
