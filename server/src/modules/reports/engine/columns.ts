import {
  MONEY_DECIMALS,
  Money,
  type OPERATION_COLUMN_KINDS,
  type ReportLink,
  type ServerTextKey,
  textFor,
} from '@longshore/contract';
import type { RowCell, RowColumn } from '../../../documents/row-file.ts';
import type { Actor } from '../../../platform/auth/actor.ts';

/** A row as the database answers it. */
export type ReportRow = Record<string, RowCell | Date | boolean>;

type Kind = (typeof OPERATION_COLUMN_KINDS)[number];
/** A column has its heading among the texts. */
export type ColumnName =
  Extract<ServerTextKey, `reportColumns.${string}`> extends `reportColumns.${infer Name}` ? Name : never;

export interface Column {
  kind: Kind;
  total: boolean;
  /** An exact decimal, which stays one until it is shown: what is charged is added without loss. */
  exact?: boolean;
  /** The record a cell leads to, and the column of the query that has what its address needs. */
  link?: { to: ReportLink; id: string };
  /** The words for its values, as a branch of the texts. */
  words?:
    | 'operationReports.kinds'
    | 'operationReports.enough'
    | 'operationReports.orderTypes'
    | 'billing.unbilled.reasons';
  /** The name of the heading, where it is not that of the column. */
  headed?: ColumnName;
  /** A heading that is no word of the catalogue, such as a month. */
  heading?: string;
  /** On paper, in points; the one column without a width takes the rest. */
  width?: number;
}

export type Columns = Partial<Record<ColumnName, Column>>;

const columnOf =
  (kind: Kind) =>
  (options: Partial<Column> = {}): Column => ({ kind, total: false, ...options });

export const text = columnOf('text');
export const code = columnOf('code');
export const number = columnOf('number');
/** Shown to main users only. */
export const money = columnOf('money');
export const day = columnOf('day');
export const moment = columnOf('moment');
export const flag = columnOf('flag');
/** The kind of a movement. */
export const movementKind = () => text({ words: 'operationReports.kinds' });
/** A number with a sum. */
export const units = () => number({ total: true });
/** What was charged: quantities and prices are exact, amounts have a sum. */
export const quantity = (options: Partial<Column> = {}) => number({ exact: true, ...options });
export const price = (options: Partial<Column> = {}) => money({ exact: true, ...options });
export const amount = (options: Partial<Column> = {}) => money({ exact: true, total: true, ...options });

export const sku = () => code({ link: { to: 'inventory', id: 'item_id' } });
export const order = () => code({ link: { to: 'order', id: 'order_id' } });
export const shipment = () => code({ link: { to: 'shipment', id: 'shipment_id' } });
export const plate = () => code({ link: { to: 'license', id: 'license_id' } });
export const location = () => code({ link: { to: 'location', id: 'location_id' } });

/** The heading of a column in the reader's language. */
export function headingOf(language: Actor['lang'], key: string, { heading, headed }: Column): string {
  return heading ?? textFor(language)(`reportColumns.${headed ?? (key as ColumnName)}`);
}

const plainCell = ({ kind }: Column, value: ReportRow[string] | undefined): RowCell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return kind === 'number' || kind === 'money' ? Number(value) : (value as RowCell);
};

/** An id behind the cells of a row, for a link. */
const idCell = (value: ReportRow[string] | undefined): RowCell => plainCell(code(), value);

export type CellOf = (column: Column, value: ReportRow[string] | undefined) => RowCell;

/** The cells as the reader's language writes them. */
export function cellsIn(language: Actor['lang']): CellOf {
  const t = textFor(language);
  // Looking a word up takes longer than reading a row, and a column has few of them.
  const known = new Map<string, string>();
  const word = (key: string) => {
    const text = known.get(key) ?? t(key as never);
    known.set(key, text);
    return text;
  };
  return (column, value) => {
    const cell = plainCell(column, value);
    return column.words && typeof cell === 'string' && cell !== '' ? word(`${column.words}.${cell}`) : cell;
  };
}

/** Makes the cells of a row, and the ids of links behind them. */
export function rowCells(
  columns: readonly [string, Column][],
  ids: readonly string[],
  cellOf: CellOf,
): (row: ReportRow) => RowCell[] {
  // Of 100,000 rows each step counts.
  return (row) => {
    const cells: RowCell[] = [];
    for (const [key, column] of columns) cells.push(cellOf(column, row[key]));
    for (const id of ids) cells.push(idCell(row[id]));
    return cells;
  };
}

/** An exact decimal as SQL answers it: as text, or as a whole number. */
export const exactOf = (value: ReportRow[string] | undefined): Money | null =>
  value === null || value === undefined ? null : Money.ofSum(String(value));

/** Sums of columns over any number of rows. */
export class ColumnTotals {
  private readonly keys: string[];
  private readonly exact: Record<string, Money> = {};
  private readonly binary: Record<string, number> = {};

  constructor(columns: Readonly<Record<string, Column>>) {
    this.keys = Object.keys(columns).filter((key) => columns[key]?.total);
  }

  add(row: Readonly<Record<string, unknown>>): void {
    for (const key of this.keys) {
      const value = row[key];
      if (value instanceof Money) this.exact[key] = value.plus(this.exact[key] ?? Money.zero);
      else this.binary[key] = (this.binary[key] ?? 0) + Number(value ?? 0);
    }
  }

  /** Exact to four decimals: adding numbers in binary leaves more. */
  sum(key: string): Money {
    return Money.ofNumber(this.binary[key] ?? 0).plus(this.exact[key] ?? Money.zero);
  }

  /** By the keys of the columns that have a sum, rounded to so many decimals. */
  rounded(decimals = MONEY_DECIMALS): Record<string, number> {
    return Object.fromEntries(
      this.keys.map((key) => [key, Number(this.sum(key).rounded(decimals).units) / 10 ** MONEY_DECIMALS]),
    );
  }
}

const COLUMN_WIDTHS: Partial<Record<Kind, number>> = { text: 32, code: 18, moment: 20 };
const COLUMN_WIDTH = 14;

/** A column as the files of all reports have it. */
export const fileColumn = (heading: string, kind: Kind): RowColumn => ({
  heading,
  width: Math.max(COLUMN_WIDTHS[kind] ?? COLUMN_WIDTH, heading.length + 3),
  ...(kind === 'day' || kind === 'moment' || kind === 'money' ? { kind } : {}),
});
