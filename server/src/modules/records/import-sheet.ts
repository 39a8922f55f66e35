import {
  type Access,
  fieldMessages,
  type ImportProblem,
  type ImportType,
  type Schema,
  sentence,
} from '@longshore/contract';
import type { z } from 'zod';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';

export interface ImportColumn {
  heading: string;
  /** What the column means and takes, for the template's notes. */
  note: string;
  example: string | number;
}

/** One row of a sheet as the importer sees it: which client, and the row's own values. */
export interface ImportContext {
  /** Whose records the rows become; 0, which is nobody's id, when they are of the whole company. */
  clientId: number;
  options: Record<string, string>;
  /** When the file came in; a large one is worked off later. */
  uploadedAt: string;
  /** The fields that have a column in the sheet; it says nothing about the others. */
  given: ReadonlySet<string>;
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
  columns: Record<string, ImportColumn>;
  row: Schema;
  /** Its rows are of the whole company: nobody needs to work for a client to import them. */
  ofCompany?: true;
  /** Rows with the same text in this field are one thing: saved in one transaction, all of them or none. */
  together?: string;
  /** A row with nothing in this field is left out, neither saved nor wrong: it is still to be filled in. */
  filled?: string;
  /** Saves one row, or those that belong together; throws a Problem, or a RowProblem that names the column. */
  save: (tx: Tx, actor: Actor, context: ImportContext, row: Row, rows: readonly Row[]) => Promise<void>;
}

export const importSheet = <Row extends Schema>(
  sheet: Omit<ImportSheet<Row['_zod']['output']>, 'row'> & { row: Row },
): ImportSheet => sheet as unknown as ImportSheet;

/** A rule broken by one cell, told by a message key: what is kept with the import is its English sentence. */
export class RowProblem extends Error {
  constructor(
    readonly field: string,
    message: string,
    /** Which of the rows that belong together. */
    readonly place = 0,
  ) {
    super(sentence(message));
  }
}

/** What the sheet has no column for stays as it is: a list of new prices does not wipe out the barcodes. */
export const withWhatStays = <Row extends object>(row: Row, known: object, given: ReadonlySet<string>): Row => ({
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

/** Which rows belong together, by the text they share; a row without it stands alone. */
export function findGroups(
  sheet: ImportSheet,
  positions: Record<string, number>,
  rows: readonly (readonly string[])[],
): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  if (!sheet.together) return groups;
  for (const [index, cells] of rows.entries()) {
    const key = groupKey(sheet, positions, cells);
    if (key) groups.set(key, [...(groups.get(key) ?? []), index]);
  }
  return groups;
}

export const groupKey = (sheet: ImportSheet, positions: Record<string, number>, cells: readonly string[]) =>
  sheet.together ? (cells[positions[sheet.together] ?? -1] ?? '').trim().toLowerCase() : '';

/** Whether a row has anything to say. Without the column itself it has: that what is needed is missing. */
export function isBlank(sheet: ImportSheet, positions: Record<string, number>, cells: readonly string[]): boolean {
  const position = positions[sheet.filled ?? ''] ?? -1;
  return cells.every((cell) => cell === '') || (position >= 0 && !cells[position]);
}

type Parsed = { value: unknown } | { problems: Omit<ImportProblem, 'row'>[] };

/** A row's cells as a value of the schema, or what is wrong with them, column by column. */
export function parseRow(sheet: ImportSheet, positions: Record<string, number>, cells: readonly string[]): Parsed {
  const cellOf = (field: string) => {
    const position = positions[field] ?? -1;
    return position < 0 ? '' : (cells[position] ?? '');
  };
  const raw = Object.fromEntries(Object.keys(sheet.columns).map((field) => [field, cellOf(field)]));
  const result = (sheet.row as unknown as z.ZodType).safeParse(raw);
  if (result.success) return { value: result.data };
  const problems = Object.entries(fieldMessages(result.error)).flatMap(([path, list]) => {
    const field = path.split('.')[0] ?? path;
    return list.map((message) => ({
      column: sheet.columns[field]?.heading ?? field,
      value: cellOf(field),
      message: sentence(message),
    }));
  });
  return { problems };
}
