import { readByCursor } from '../../../platform/database/cursor.ts';
import type { Sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Problem } from '../../../platform/http/problem.ts';
import type { Column, ReportRow } from './columns.ts';
import type { RowParams } from './report-params.ts';

/** What all reports declare: columns, and one statement that answers them by their names, in the order of the report. */
export interface RowsDeclaration<Params extends RowParams = RowParams> {
  /** Those of some depend on the period. */
  columns: Readonly<Record<string, Column>> | ((params: Params) => Record<string, Column>);
  rows: (params: Params) => Sql;
}

/** Columns with a heading each, and the rows with a cell for each. */
export interface ReadRows {
  columns: Readonly<Record<string, Column>>;
  batches: AsyncGenerator<ReportRow[]>;
}

/** Reads a report by a cursor of the call's transaction: it ends when the caller leaves. */
export const readDeclared = <Params extends RowParams>(
  tx: Tx,
  { columns, rows }: RowsDeclaration<Params>,
  params: Params,
  rowsAtOnce?: number,
): ReadRows => ({
  columns: typeof columns === 'function' ? columns(params) : columns,
  batches: readByCursor<ReportRow>(tx, rows(params), rowsAtOnce),
});

/** What a format takes, and how more than that is refused: nothing is cut silently. */
export interface RowsLimit<Row> {
  rows: number;
  refusal: () => Problem;
  /** Lines that a row takes; one when it is left out. */
  linesOf?: ((row: Row) => number) | undefined;
}

/** The same rows; the report is refused at the first one that is too many, before the rest is read. */
export async function* withinLimit<Row>(
  batches: AsyncIterable<Row[]>,
  { rows, refusal, linesOf }: RowsLimit<Row>,
): AsyncGenerator<Row[]> {
  let count = 0;
  for await (const batch of batches) {
    count += linesOf ? batch.reduce((sum, row) => sum + linesOf(row), 0) : batch.length;
    if (count > rows) throw refusal();
    yield batch;
  }
}

/** The first rows, and whether there are more; the rest is not read. */
export async function firstRows<Row>(
  batches: AsyncIterable<Row[]>,
  count: number,
): Promise<{ rows: Row[]; isCut: boolean }> {
  const rows: Row[] = [];
  for await (const batch of batches) {
    if (rows.length + batch.length > count)
      return { rows: [...rows, ...batch.slice(0, count - rows.length)], isCut: true };
    for (const row of batch) rows.push(row);
  }
  return { rows, isCut: false };
}
