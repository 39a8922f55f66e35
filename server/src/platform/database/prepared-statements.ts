/** A column of an answer, as PostgreSQL describes it; `tableID` is 0 for what is computed. */
export interface AnsweredColumn {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

export interface RowReader {
  columns: readonly AnsweredColumn[];
  /** Turns the text values of a row into an object. */
  read(texts: readonly (string | null)[]): Record<string, unknown>;
}

export interface PreparedStatement {
  /** Unique on its connection and never reused, so that a late Close cannot hit another statement. */
  name: string;
  /** How to read its rows; missing until it has been executed once. */
  reader: RowReader | undefined;
}

/** PostgreSQL keeps text and plan of each in the memory of the backend. */
export const PREPARED_MAX = 300;

/** Incremented when a table changed under a prepared statement: every connection then prepares everything again. */
let generation = 0;
export function discardPreparedStatements(): void {
  generation++;
}

/** The statements prepared on one connection: an LRU cache. */
export class PreparedStatements {
  private readonly byText = new Map<string, PreparedStatement>();
  private names = 0;
  private generation = generation;
  private closable: string[] = [];

  /**
   * Names of statements to close. They are sent first in a batch: nothing can fail before them, so each Close is
   * certain to be processed. Closing a name that does not exist is no error.
   */
  takeClosable(): string[] {
    if (this.generation !== generation) {
      this.generation = generation;
      this.closable.push(...[...this.byText.values()].map(({ name }) => name));
      this.byText.clear();
    }
    const names = this.closable;
    this.closable = [];
    return names;
  }

  /** The statement with this text; a new one must be parsed by the caller. */
  use(text: string): { statement: PreparedStatement; isNew: boolean } {
    const known = this.byText.get(text);
    if (known) {
      this.byText.delete(text);
      this.byText.set(text, known);
      return { statement: known, isNew: false };
    }
    const statement = { name: `s${this.names++}`, reader: undefined };
    this.byText.set(text, statement);
    if (this.byText.size > PREPARED_MAX) this.evictOldest();
    return { statement, isNew: true };
  }

  /** After a failure it is unknown whether PostgreSQL parsed it: it is prepared again under another name. */
  forget(text: string, statement: PreparedStatement): void {
    if (this.byText.get(text) !== statement) return;
    this.byText.delete(text);
    this.closable.push(statement.name);
  }

  private evictOldest(): void {
    const [oldest] = this.byText;
    if (!oldest) return;
    this.byText.delete(oldest[0]);
    this.closable.push(oldest[1].name);
  }
}
