import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Sql, statementObservers } from '../src/platform/database/sql.ts';

/** The text of a statement as its source has it: what is before, between and after its values. */
type Source = string;

/** A statement that a test has executed. */
export interface RecordedStatement {
  source: Source;
  /** As it was sent. */
  text: string;
  /** Where each of its parameters is written: in which source, and at which of its values. */
  parameters: { source: Source; at: number }[];
  columns: { name: string; type: number; table: number; column: number; wasNull: boolean }[];
}

/** What the database says of what was recorded. */
export interface DescribedTypes {
  /** The types of the parameters, by the text of the statement. */
  parameters: Record<string, string[]>;
  /** The names of types, by id. */
  types: Record<number, string>;
  /** Columns of tables that are never null: `table.column`, by ids. */
  notNull: string[];
}

const CATALOGUE = 'catalogue.json';
/** Stands for a value in a source. */
const VALUE = '\u0000';
const rawOf = (texts: readonly string[]) => (texts as Partial<TemplateStringsArray>).raw ?? texts;
const sourceOf = ({ texts }: Sql): Source => rawOf(texts).join(VALUE);

function parametersOf(statement: Sql): RecordedStatement['parameters'] {
  const source = sourceOf(statement);
  return statement.values.flatMap((value, at) => (value instanceof Sql ? parametersOf(value) : [{ source, at }]));
}

/**
 * Writes down every statement that the tests of this process execute, when a folder for it is given. Returns what
 * is called at the end of each test file.
 */
export function recordStatements(folder: string): () => void {
  // Set-up runs for each test file, and files share their modules.
  keep ??= startRecording(folder);
  return keep;
}
let keep: (() => void) | undefined;

function startRecording(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const recorded = new Map<string, RecordedStatement>();
  const written = new Map<string, string>();
  statementObservers.add((statement, { text }, { rows, columns }) => {
    const source = sourceOf(statement);
    const key = `${source}\n${text}`;
    const known = recorded.get(key) ?? { source, text, parameters: parametersOf(statement), columns: [] };
    recorded.set(key, known);
    if (columns.length > known.columns.length)
      known.columns = columns.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        type: dataTypeID,
        table: tableID,
        column: columnID,
        wasNull: false,
      }));
    for (const column of known.columns) column.wasNull ||= rows.some((row) => row[column.name] === null);
  });
  return () => {
    const lines: string[] = [];
    for (const [key, statement] of recorded) {
      const line = JSON.stringify(statement);
      if (written.get(key) !== line) lines.push(`${line}\n`);
      written.set(key, line);
    }
    appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(''));
  };
}

const isRecord = (name: string) => name.endsWith('.jsonl');

function recordedTexts(folder: string): Set<string> {
  const lines = readdirSync(folder)
    .filter(isRecord)
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return new Set(lines.filter(Boolean).map((line) => (JSON.parse(line) as RecordedStatement).text));
}

/** Prepares a statement for the types of its parameters; undefined for commands that cannot be prepared. */
async function parametersIn(client: pg.Client, text: string): Promise<string[] | undefined> {
  try {
    await client.query(`prepare described as ${text}`);
  } catch {
    return undefined;
  }
  const { rows } = await client.query<{ types: string[] }>(
    `select parameter_types::text[] as types from pg_prepared_statements where name = 'described'`,
  );
  await client.query('deallocate described');
  return rows[0]?.types;
}

/** Asks the migrated database what the recorded statements take and answer, while it is there. */
export async function describeStatements(folder: string, ownerUrl: string): Promise<void> {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rows: types } = await client.query<{ id: number; name: string }>(
      `select oid::int as id, format_type(oid, null) as name from pg_type`,
    );
    const { rows: columns } = await client.query<{ name: string }>(
      `select attrelid::int || '.' || attnum as name from pg_attribute where attnotnull and attnum > 0`,
    );
    const parameters: DescribedTypes['parameters'] = {};
    for (const text of recordedTexts(folder)) {
      const found = await parametersIn(client, text);
      if (found) parameters[text] = found;
    }
    const described: DescribedTypes = {
      parameters,
      types: Object.fromEntries(types.map(({ id, name }) => [id, name])),
      notNull: columns.map(({ name }) => name),
    };
    writeFileSync(join(folder, CATALOGUE), JSON.stringify(described));
  } finally {
    await client.end();
  }
}
