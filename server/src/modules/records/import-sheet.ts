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
  clientId: number;
  options: Record<string, string>;
}

/**
 * An import is a declaration: its columns by field, the schema a row must fit, and how one good row is saved. The
 * owner of the records registers it; reading, progress and reporting are the same for all.
 */
export interface ImportSheet<Row = unknown> {
  type: ImportType;
  access: Access;
  columns: Record<string, ImportColumn>;
  row: Schema;
  /** Saves one row in its own transaction; throws a Problem, or a RowProblem that names the column. */
  save: (tx: Tx, actor: Actor, context: ImportContext, row: Row) => Promise<void>;
}

export const importSheet = <Row extends Schema>(
  sheet: Omit<ImportSheet<Row['_zod']['output']>, 'row'> & { row: Row },
): ImportSheet => sheet as unknown as ImportSheet;

/** A rule broken by one cell. */
export class RowProblem extends Error {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

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

type Parsed = { row: unknown } | { problems: Omit<ImportProblem, 'row'>[] };

/** A row's cells as a value of the schema, or what is wrong with them, column by column. */
export function parseRow(sheet: ImportSheet, positions: Record<string, number>, cells: readonly string[]): Parsed {
  const cellOf = (field: string) => {
    const position = positions[field] ?? -1;
    return position < 0 ? '' : (cells[position] ?? '');
  };
  const raw = Object.fromEntries(Object.keys(sheet.columns).map((field) => [field, cellOf(field)]));
  const result = (sheet.row as unknown as z.ZodType).safeParse(raw);
  if (result.success) return { row: result.data };
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
