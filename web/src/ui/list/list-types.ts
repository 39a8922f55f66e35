import type { Endpoint, ImportType, ListSpec, Out } from '@longshore/contract';
import type { ReactNode } from 'react';
import type { PlainKey } from '../../lib/text/text.ts';

export type ListEndpoint = Endpoint & { list: ListSpec };
export type RowOf<E extends ListEndpoint> = Out<E['list']['row']> & { id: number };

/** How a plain value is written: an en dash when empty, numbers to the right, moments as a date. */
export type CellKind = 'text' | 'number' | 'date' | 'moment' | 'active';

export interface Column<Row> {
  /** A field of the row. It sorts when the list's contract says that it may. */
  field: Extract<keyof Row, string>;
  header: PlainKey;
  kind?: CellKind;
  /** What a scanner can read is set in mono. */
  mono?: boolean;
  /** Pixels; columns without a width share what is left. */
  width?: number;
  render?: (row: Row) => ReactNode;
  /** What shows when the mouse rests on the cell, when it is more than what the column cut off. */
  tip?: (row: Row) => string;
  /** Carries the row's link and, on a phone, titles its card; the first column unless another says so. */
  title?: true;
  /** Left out where there is no room for it, unless it is what the rows are sorted by. */
  spare?: true;
  /** On a phone a row is a card: an `end` column stands at its right. */
  narrow?: 'end' | 'hidden';
}

/** A choice of several values, offered before the free conditions. */
export interface ListFilter {
  name: string;
  label: PlainKey;
  options: Record<string, PlainKey>;
  /** Values that are records, by their own names. */
  named?: Record<string, string>;
}

export interface BulkAction<Row> {
  label: (count: number) => string;
  icon?: ReactNode;
  run: (rows: Row[]) => void;
}

export interface ListImport {
  type: ImportType;
  title: string;
  clientId?: number | undefined;
}

export const titleColumn = <Row>(columns: readonly Column<Row>[]) =>
  columns.find((column) => column.title) ?? columns[0];

export const activeFilter: ListFilter = {
  name: 'is_active',
  label: 'lists.status',
  options: { 1: 'lists.active', 0: 'lists.disabled' },
};
