import { type BillingReportName, Money, type ServerText } from '@longshore/contract';
import type {
  ReportLine,
  ReportTable,
  ReportTableColumn,
  ReportTotal,
} from '../../../documents/billing/report-content.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type CellOf, type Columns, exactOf, headingOf, type ReportRow } from '../engine/columns.ts';
import type { RowsDeclaration } from '../engine/read-rows.ts';

/** How a report is written. */
export interface ReportWords {
  language: Actor['lang'];
  t: ServerText;
  currency: string;
  /** Writes a day in the reader's language. */
  day: (day: string) => string;
}

/** A row by the columns of its report, with what the statement answers besides them. */
export type BillingRow = Readonly<Record<string, unknown>> & { client_id: number };

/** What is added up while the rows of a client are read, so that none of them has to be kept for it. */
export interface Tally<Row> {
  add(row: Row): void;
  /** Below the rows; the last one is the total. */
  totals(): ReportTotal[];
  /** A table of its own, behind the rows. */
  summary?(): ReportTable;
}

/**
 * A billing report: a report of the engine whose rows are of one client after the other (`client_id`, sorted by
 * `clientPlace`), and which can be drawn as a document.
 */
export interface BillingReport<Row = BillingRow> extends RowsDeclaration {
  name: BillingReportName;
  columns: Columns;
  /** The row of what the statement answered; left out: its cells by their columns. */
  rowOf?: (read: ReportRow) => Row;
  /** Lines that a row takes on paper; one when it is left out. */
  linesOf?: (row: Row) => number;
  /** Whether a row counts in the totals of the columns; every row does when it is left out. */
  counts?: (row: Row) => boolean;
  tally: (words: ReportWords) => Tally<Row>;
  /** The main table of the document of a client. */
  paper: { columns: Columns; lines: (rows: readonly Row[], words: ReportWords) => ReportLine[] };
}

/** Declares a report; what a row is stays inside of it. */
export const billingReport = <Row>(declared: BillingReport<Row>): BillingReport => declared as unknown as BillingReport;

/** The columns as they are sent and drawn. */
export const drawnColumns = (language: Actor['lang'], columns: Columns): ReportTableColumn[] =>
  Object.entries(columns).map(([key, column]) => {
    const { kind, total, width } = column;
    if (kind === 'moment' || kind === 'flag') throw new Error(`A document has no column of the kind ${kind}.`);
    return { key, heading: headingOf(language, key, column), kind, total, ...(width ? { width } : {}) };
  });

/** Reads the cells of a row: exact decimals stay exact. */
export const readCells =
  (columns: Columns, cellOf: CellOf) =>
  (read: ReportRow): BillingRow => {
    const cells = Object.entries(columns).map(([key, column]) => [
      key,
      column.exact ? exactOf(read[key]) : cellOf(column, read[key]),
    ]);
    return { ...read, ...Object.fromEntries(cells) } as never;
  };

/** Rows that follow each other and have the same key. */
export function groupsOf<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups: Row[][] = [];
  let last: string | undefined;
  for (const row of rows) {
    const key = keyOf(row);
    if (key === last) groups.at(-1)?.push(row);
    else groups.push([row]);
    last = key;
  }
  return groups;
}

export const sumOf = <Key extends string>(rows: readonly Record<Key, Money>[], key: Key): Money =>
  Money.sum(rows.map((row) => row[key]));

/** The sum of what the rows cost. */
export const amountLine = (label: string, rows: readonly { amount: Money }[]): ReportLine => ({
  kind: 'sum',
  label,
  sums: { amount: sumOf(rows, 'amount') },
});
