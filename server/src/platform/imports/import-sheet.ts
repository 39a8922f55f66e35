import {
  type Access,
  fieldMessages,
  ID_MAX,
  type ImportType,
  type Message,
  type Schema,
  type SheetColumn,
} from '@longshore/contract';
import { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import type { Tx } from '../database/tx.ts';

export { sheetColumn } from '@longshore/contract';

/** One row of a sheet as the importer sees it: which client, and the row's own values. */
export interface ImportContext {
  /** The client that the rows belong to; 0, which is no client's id, for records of the whole company. */
  clientId: number;
  options: Record<string, string>;
  /** When the file was uploaded; a large one is processed later by a job. */
  uploadedAt: string;
  /** The fields that have a column in the sheet; the others stay as they are. */
  given: ReadonlySet<string>;
  /** SHA-256 of the uploaded file: the same for the same file. */
  fileDigest: Buffer;
  /** Reports something about a row that is saved nevertheless. */
  note: (about: RowProblem) => void;
}

/** The texts of a row's cells, by field. */
export type CellTexts = Readonly<Record<string, string>>;

/** A row with a cell that could not be read, or one that belongs together with such a row. */
export interface ReadRow<Row = unknown> {
  /** The cells that could be read. */
  cells: Partial<Row>;
  /** The fields of those that could not: they are reported already. */
  unread: ReadonlySet<string>;
}

/** What a row became, for the result of the import. */
export interface SavedRecord {
  title: string;
  /** Address of the record's own screen. */
  path: string;
  isNew: boolean;
}

/**
 * An import is a declaration: its columns by field, the schema a row must fit, and how one good row is saved. The
 * owner of the records registers it; reading, progress and reporting are the same for all.
 */
export interface ImportSheet<Row = unknown> {
  type: ImportType;
  /** What its blank sheet is called, when not as its type. */
  fileName?: string;
  access: Access;
  columns: Record<string, SheetColumn>;
  row: Schema;
  /** Its rows are of the whole company: nobody needs to work for a client to import them. */
  ofCompany?: true;
  /** Rows with the same text in one of these fields are one thing: saved in one transaction, all of them or none. */
  together?: readonly string[];
  /** Which record each row names, where there are several ways to name one: such rows are one thing too. Empty for none. */
  identify?: (tx: Tx, clientId: number, rows: readonly CellTexts[]) => Promise<string[]>;
  /** The field that such rows share, when `identify` finds them by it; errors of a row name it to the others. */
  identifiedBy?: string;
  /** Rows of one upload at most, when fewer than for other sheets; those that are left out do not count. */
  rowsMax?: number;
  /** Whose rows they are, when they belong to a record that the upload names. Throws when that record takes none. */
  ownerOf?: (tx: Tx, actor: Actor, options: Readonly<Record<string, string>>) => Promise<number>;
  /** A row with nothing in this field is left out, neither saved nor wrong: it is still to be filled in. */
  filled?: string;
  /**
   * What else is wrong with rows that are not saved because of a cell that could not be read: everything that people
   * have to correct is said at once. It writes nothing.
   */
  check?: (tx: Tx, context: ImportContext, rows: readonly ReadRow<Row>[]) => Promise<readonly RowProblem[]>;
  /** Saves one row, or those that belong together; throws a Problem, or a RowProblem that names the column. Answers what to link to. */
  save: (
    tx: Tx,
    actor: Actor,
    context: ImportContext,
    row: Row,
    rows: readonly Row[],
  ) => Promise<SavedRecord | undefined>;
}

export const importSheet = <Row extends Schema>(
  sheet: Omit<ImportSheet<Row['_zod']['output']>, 'row'> & { row: Row },
): ImportSheet => sheet as unknown as ImportSheet;

/** What is wrong with a row, as it is stored with the import: the reason is a key with its values. */
export interface RowError {
  row: number;
  column: string;
  value: string;
  reason: string;
  /** The row was saved: it is reported, but not among those to correct and upload again. */
  isSaved?: true;
}

/** The refusal of one cell. */
export class RowProblem extends Error {
  constructor(
    readonly field: string,
    readonly reason: string,
    /** Which of the rows that belong together. */
    readonly place = 0,
  ) {
    super(reason);
  }
}

/** Everything that is wrong with rows that belong together. */
export class RowProblems extends Error {
  constructor(readonly problems: readonly RowProblem[]) {
    super(problems.map(({ reason }) => reason).join(', '));
  }
}

/** Collects what is wrong, so that people see all of it at once. */
export class ProblemList {
  readonly #problems: RowProblem[] = [];

  add(field: string, reason: string, place = 0): void {
    this.#problems.push(new RowProblem(field, reason, place));
  }

  get all(): readonly RowProblem[] {
    return this.#problems;
  }

  /** Throws when something was noted. */
  assertNone(): void {
    if (this.#problems.length) throw new RowProblems(this.#problems);
  }
}

/** A cell that names a record by its id, or nothing; a number that cannot be an id names none. */
export const idCell = (message?: Message) =>
  z.preprocess(
    (cell) => (cell === '' ? null : cell),
    z
      .string()
      .regex(/^\d{1,9}$/, message)
      .transform(Number)
      .refine((id) => id > 0 && id <= ID_MAX, message)
      .nullable(),
  );

/** Fields without a column in the sheet keep their values: a list of new prices does not delete the barcodes. */
export const withUnsentFields = <Row extends object>(row: Row, known: object, given: ReadonlySet<string>): Row => ({
  ...row,
  ...Object.fromEntries(Object.entries(known).filter(([field]) => field in row && !given.has(field))),
});

const sameWord = (a: string, b: string) =>
  a.replace(/[\s_]/g, '').toLowerCase() === b.replace(/[\s_]/g, '').toLowerCase();

/** Where each field's column is; headings may differ in case and spaces. */
export function findColumns(sheet: ImportSheet, headings: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    Object.entries(sheet.columns).map(([field, column]) => [
      field,
      headings.findIndex((heading) => sameWord(heading, column.heading)),
    ]),
  );
}

export const textsOf = (sheet: ImportSheet, positions: Record<string, number>, cells: readonly string[]): CellTexts =>
  Object.fromEntries(Object.keys(sheet.columns).map((field) => [field, cells[positions[field] ?? -1] ?? '']));

/** What rows may share, by field. */
const sharable = (sheet: ImportSheet, texts: CellTexts) =>
  (sheet.together ?? [])
    .map((field) => ({ field, key: (texts[field] ?? '').trim().toLowerCase() }))
    .filter(({ key }) => key)
    .map(({ field, key }) => ({ field, key: `${field} ${key}` }));

/** Which rows belong together, by what they share, for each row; one that shares nothing is a group of its own. */
export function findGroups(sheet: ImportSheet, rows: readonly CellTexts[], records: readonly string[]): number[][] {
  const before = rows.map((_, index) => index);
  const firstOf = (index: number): number => {
    let first = index;
    while (before[first] !== first) first = before[first] ?? first;
    // Path compression: the next look-up is short.
    for (let at = index; at !== first; ) {
      const next = before[at] ?? first;
      before[at] = first;
      at = next;
    }
    return first;
  };
  const firstWith = new Map<string, number>();
  const share = (index: number, key: string) => {
    const [one, other] = [firstOf(firstWith.get(key) ?? index), firstOf(index)];
    firstWith.set(key, one);
    before[Math.max(one, other)] = Math.min(one, other);
  };
  for (const [index, texts] of rows.entries()) {
    for (const { key } of sharable(sheet, texts)) share(index, key);
    if (records[index]) share(index, `record ${records[index]}`);
  }
  const groups: number[][] = rows.map(() => []);
  return rows.map((_, index) => {
    const group = groups[firstOf(index)] ?? [];
    group.push(index);
    return group;
  });
}

/** For each row of a group the heading of what it shares with others of it. */
export function sharedHeadings(sheet: ImportSheet, rows: readonly CellTexts[]): string[] {
  const shares = rows.map((texts) => sharable(sheet, texts));
  const times = new Map<string, number>();
  for (const { key } of shares.flat()) times.set(key, (times.get(key) ?? 0) + 1);
  return shares.map((own) => {
    const shared =
      own.find(({ key }) => (times.get(key) ?? 0) > 1)?.field ?? sheet.together?.[0] ?? sheet.identifiedBy ?? '';
    return sheet.columns[shared]?.heading ?? '';
  });
}

/** Whether a row is to be skipped. When the sheet lacks the required column no row is: each reports that it is missing. */
export function isBlank(sheet: ImportSheet, positions: Record<string, number>, cells: readonly string[]): boolean {
  const position = positions[sheet.filled ?? ''] ?? -1;
  return cells.every((cell) => cell === '') || (position >= 0 && !cells[position]);
}

type Parsed = ({ value: unknown } | { problems: Omit<RowError, 'row'>[] }) & ReadRow;

/** A row's cells as a value of the schema, or what is wrong with them, column by column. */
export function parseRow(sheet: ImportSheet, positions: Record<string, number>, cells: readonly string[]): Parsed {
  const raw = textsOf(sheet, positions, cells);
  const row = sheet.row as unknown as z.ZodObject;
  const result = row.safeParse(raw);
  if (result.success) return { value: result.data, cells: result.data, unread: new Set() };
  const problems = Object.entries(fieldMessages(result.error)).flatMap(([path, list]) => {
    const field = path.split('.')[0] ?? path;
    return list.map((reason) => ({
      field,
      column: sheet.columns[field]?.heading ?? field,
      value: raw[field] ?? '',
      reason,
    }));
  });
  const unread = new Set(problems.map(({ field }) => field));
  return {
    problems: problems.map(({ field: _, ...problem }) => problem),
    cells: readCells(row, raw, unread),
    unread,
  };
}

/** The values of the cells that fit the schema of their own field. */
function readCells(row: z.ZodObject, raw: CellTexts, unread: ReadonlySet<string>): Record<string, unknown> {
  const read = Object.entries(row.shape ?? {})
    .filter(([field]) => !unread.has(field))
    .map(([field, schema]) => [field, z.safeParse(schema, raw[field])] as const);
  return Object.fromEntries(read.flatMap(([field, { success, data }]) => (success ? [[field, data]] : [])));
}
