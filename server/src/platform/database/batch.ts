import pg from 'pg';
import { type DriverQuery, DriverQueryBase, enqueue, socketOf, textOfValue, type Wire } from './driver.ts';
import { DatabaseUnavailable } from './errors.ts';
import {
  type AnsweredColumn,
  type PreparedStatement,
  PreparedStatements,
  type RowReader,
} from './prepared-statements.ts';

export interface Statement {
  text: string;
  values: readonly unknown[];
}

export interface Answer {
  rows: Record<string, unknown>[];
  columns: readonly AnsweredColumn[];
  /** PostgreSQL's command tag: `UPDATE 3`, `COMMIT`. */
  done: string;
}

interface RowDescription {
  fields: readonly AnsweredColumn[];
}

const noColumns: RowReader = { columns: [], read: () => ({}) };

function readerOf(client: pg.ClientBase, { fields }: RowDescription): RowReader {
  const names = fields.map(({ name }) => name);
  const readers = fields.map(({ dataTypeID }) => client.getTypeParser(dataTypeID, 'text'));
  const read = (texts: readonly (string | null)[]) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) {
      const text = texts[index] as string | null;
      row[names[index] as string] = text === null ? null : readers[index]?.(text);
    }
    return row;
  };
  return { columns: fields, read };
}

const preparedOn = new WeakMap<Wire, PreparedStatements>();
function preparedStatementsOf(wire: Wire): PreparedStatements {
  const known = preparedOn.get(wire) ?? new PreparedStatements();
  preparedOn.set(wire, known);
  return known;
}

/**
 * Statements sent in one network write with one Sync, and described only the first time; the driver would describe,
 * synchronise and wait for each query separately. Outside of a transaction block PostgreSQL runs the batch as one
 * transaction, so a failing statement undoes all of it.
 */
class Batch extends DriverQueryBase implements DriverQuery {
  private prepared: PreparedStatements | undefined;
  private used: PreparedStatement[] = [];
  private readonly answers: Answer[];
  private reader: RowReader | undefined;
  private at = 0;
  /** An error on our side: a value that cannot be sent, a row that cannot be read. */
  private failure: unknown;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly statements: readonly Statement[],
    private readonly settle: (failure: unknown, answers: Answer[]) => void,
  ) {
    super('');
    this.answers = statements.map(() => ({ rows: [], columns: [], done: '' }));
  }

  submit(wire: Wire): unknown {
    // All values are converted before anything is sent: half a batch must not be executed.
    let values: unknown[][];
    try {
      values = this.statements.map((statement) => statement.values.map((value) => textOfValue(value)));
    } catch (error) {
      this.failure = error;
      return error;
    }
    const prepared = preparedStatementsOf(wire);
    this.prepared = prepared;
    wire.stream.cork();
    for (const name of prepared.takeClosable()) wire.close({ type: 'S', name });
    for (const [index, { text }] of this.statements.entries()) {
      const { statement, isNew } = prepared.use(text);
      this.used.push(statement);
      if (isNew) wire.parse({ name: statement.name, text });
      wire.bind({ statement: statement.name, values: values[index] ?? [] });
      if (!statement.reader) wire.describe({ type: 'P' });
      wire.execute();
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  handleRowDescription(description: RowDescription): void {
    this.reader = readerOf(this.client, description);
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    try {
      this.reader ??= this.used[this.at]?.reader ?? noColumns;
      this.answers[this.at]?.rows.push(this.reader.read(fields));
    } catch (error) {
      this.failure ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const statement = this.used[this.at];
    if (statement) statement.reader ??= this.reader ?? noColumns;
    const answer = this.answers[this.at];
    if (answer) {
      answer.done = text;
      answer.columns = statement?.reader?.columns ?? [];
    }
    this.reader = undefined;
    this.at++;
  }

  handleError(error: unknown): void {
    for (const [index, statement] of this.used.entries())
      if (!statement.reader) this.prepared?.forget(this.statements[index]?.text ?? '', statement);
    const isKept = error === this.failure || error instanceof DatabaseUnavailable || isRefusal(error);
    this.settle(isKept ? error : lostConnection(error), []);
  }

  handleReadyForQuery(): void {
    this.settle(this.failure, this.answers);
  }
}

/** Operator intervention, connection exceptions, idle timeout: PostgreSQL closes the connection with these. */
const FATAL_CODES = /^(57P|08|25P03)/;
const isRefusal = (error: unknown) => error instanceof pg.DatabaseError && !FATAL_CODES.test(error.code ?? '');

const lostConnection = (cause: unknown) =>
  new DatabaseUnavailable(`The database connection was lost: ${(cause as Error).message}`, { cause });

/**
 * Called for every batch that is sent, with a function that gives the batch up; returns a function that is called once
 * the batch was answered.
 */
export type Watch = (client: pg.ClientBase, giveUp: (error: Error) => void) => () => void;

/**
 * Sends all statements in one batch: either all are executed, and answered in order, or none. When the answer takes
 * too long the connection is destroyed, because later answers could no longer be matched.
 */
export async function sendBatch(
  client: pg.ClientBase,
  statements: readonly Statement[],
  timeoutMs: number,
  watch?: Watch,
): Promise<Answer[]> {
  let timer: NodeJS.Timeout | undefined;
  let stopWatching: (() => void) | undefined;
  try {
    return await new Promise<Answer[]>((resolve, reject) => {
      const settle = (failure: unknown, answers: Answer[]) => (failure ? reject(failure) : resolve(answers));
      const giveUp = (error: Error) => {
        socketOf(client).destroy(error);
        // The driver reports it too, unless the connection was being closed.
        reject(error);
      };
      timer = setTimeout(
        () => giveUp(new DatabaseUnavailable(`The database did not answer within ${timeoutMs} ms.`)),
        timeoutMs,
      );
      stopWatching = watch?.(client, giveUp);
      enqueue(client, new Batch(client, statements, settle));
    });
  } catch (error) {
    // The stack of the driver's error ends at the socket; the caller's is more useful.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  } finally {
    clearTimeout(timer);
    stopWatching?.();
  }
}

const INVALID_STATEMENT_NAME = '26000';

/**
 * Whether a prepared statement no longer matches the tables it reads (`cached plan must not change result type`), or
 * no longer exists. Nothing was executed, and preparing it again helps. PostgreSQL translates the message but not the
 * routine.
 */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.routine === 'RevalidateCachedQuery' || error.code === INVALID_STATEMENT_NAME;
}
