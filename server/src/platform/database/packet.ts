/// <reference path="./pg-values.d.ts" />
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** What is said to PostgreSQL. With a name it is prepared once on each connection. */
export interface Statement {
  name?: string | undefined;
  text: string;
  values: readonly unknown[];
}

export interface Answer {
  rows: Record<string, unknown>[];
  /** What was done, in PostgreSQL's words: `UPDATE 3`, `COMMIT`. */
  done: string;
}

type Texts = readonly (string | null)[];
/** Turns what arrives as text into a row. */
type Reader = (texts: Texts) => Record<string, unknown>;

interface Described {
  fields: readonly { name: string; dataTypeID: number }[];
}

const noRows: Reader = () => ({});

function readerOf(client: pg.ClientBase, { fields }: Described): Reader {
  const columns = fields.map(({ name, dataTypeID }) => ({ name, read: client.getTypeParser(dataTypeID, 'text') }));
  return (texts) => {
    const row: Record<string, unknown> = {};
    columns.forEach(({ name, read }, index) => {
      const text = texts[index] as string | null;
      row[name] = text === null ? null : read(text);
    });
    return row;
  };
}

/** How to read the rows of what is prepared on a connection; nothing while it is under way for the first time. */
type Prepared = Map<string, Reader | undefined>;
const preparedOn = new WeakMap<Wire, Prepared>();

/** What the driver's connection can send. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  close(what: { type: 'S'; name: string }): void;
  parse(what: { name?: string; text: string }): void;
  bind(what: { statement: string | undefined; values: unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(): void;
  sync(): void;
}

/** The driver lets only queries of its own class be pipelined. */
const DriverQuery = pg.Query as unknown as new (text: string) => object;

/**
 * Statements that go to PostgreSQL together: sent at once, answered at once, and described only the first time, where
 * each of the driver's own queries would be described, synchronised and sent back for itself. Outside of a transaction
 * PostgreSQL makes one of them; a statement that fails undoes all.
 */
class Packet extends DriverQuery {
  private prepared: Prepared = new Map();
  private readonly answers: Answer[];
  private reader: Reader | undefined;
  private at = 0;
  private failure: unknown;

  constructor(
    private readonly client: pg.ClientBase,
    private readonly statements: readonly Statement[],
    private readonly settle: (failure: unknown, answers: Answer[]) => void,
  ) {
    super('');
    this.answers = statements.map(() => ({ rows: [], done: '' }));
  }

  submit(wire: Wire): unknown {
    // Before anything is sent: half a packet must not be done.
    let values: unknown[][];
    try {
      values = this.statements.map((statement) => statement.values.map((value) => prepareValue(value)));
    } catch (error) {
      return error;
    }
    this.prepared = preparedOn.get(wire) ?? new Map();
    preparedOn.set(wire, this.prepared);
    wire.stream.cork();
    for (const [index, statement] of this.statements.entries()) this.send(wire, statement, values[index] ?? []);
    wire.sync();
    wire.stream.uncork();
    return null;
  }

  private send(wire: Wire, { name, text }: Statement, values: unknown[]): void {
    if (name === undefined) wire.parse({ text });
    else if (!this.prepared.has(name)) {
      // An earlier attempt may have failed after PostgreSQL had prepared it; closing what is not there does no harm.
      wire.close({ type: 'S', name });
      wire.parse({ name, text });
      this.prepared.set(name, undefined);
    }
    wire.bind({ statement: name, values });
    if (!this.readerKept(name)) wire.describe({ type: 'P' });
    wire.execute();
  }

  private readerKept = (name: string | undefined) => (name === undefined ? undefined : this.prepared.get(name));

  handleRowDescription(described: Described): void {
    this.reader = readerOf(this.client, described);
  }

  handleDataRow({ fields }: { fields: Texts }): void {
    try {
      this.reader ??= this.readerKept(this.statements[this.at]?.name) ?? noRows;
      this.answers[this.at]?.rows.push(this.reader(fields));
    } catch (error) {
      this.failure ??= error;
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const name = this.statements[this.at]?.name;
    if (name !== undefined && !this.prepared.get(name)) this.prepared.set(name, this.reader ?? noRows);
    const answer = this.answers[this.at];
    if (answer) answer.done = text;
    this.reader = undefined;
    this.at++;
  }

  handleError(error: unknown): void {
    for (const { name } of this.statements)
      if (name !== undefined && !this.prepared.get(name)) this.prepared.delete(name);
    this.settle(error, []);
  }

  handleReadyForQuery(): void {
    this.settle(this.failure, this.answers);
  }
}

/** Says all statements in one packet. Either all were done, and are answered in their order, or none was. */
export async function inOnePacket(client: pg.ClientBase, statements: readonly Statement[]): Promise<Answer[]> {
  try {
    return await new Promise<Answer[]>((resolve, reject) => {
      const settle = (failure: unknown, answers: Answer[]) => (failure ? reject(failure) : resolve(answers));
      client.query(new Packet(client, statements, settle) as never);
    });
  } catch (error) {
    // The stack of a failure leads to the socket; who asked is more use.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
