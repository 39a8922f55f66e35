import type { Endpoint, ImportType, ListQuery, ListSpec, Out } from '@longshore/contract';
import type { ReactNode } from 'react';
import type { PlainKey } from '../../lib/text/text.ts';

export type ListEndpoint = Endpoint & { list: ListSpec };
export type RowOf<E extends ListEndpoint> = Out<E['list']['row']> & { id: number };

/** How a value is formatted: an en dash when empty, numbers right-aligned, timestamps as a date. */
export type CellKind = 'text' | 'number' | 'date' | 'moment' | 'active';

export interface Column<Row> {
  /** A field of the row. It is sortable when the list's contract allows it. */
  field: Extract<keyof Row, string>;
  header: PlainKey;
  kind?: CellKind;
  /** Values that can be scanned are set in monospace. */
  mono?: boolean;
  /** In pixels; columns without a width share the rest. */
  width?: number;
  render?: (row: Row) => ReactNode;
  /** Tooltip text, when it is more than the truncated content of the cell. */
  tip?: (row: Row) => string;
  /** What the tooltip's copy button copies, when it is more than the content of the cell. */
  copied?: (row: Row) => string;
  /** Contains the row's link and, on a phone, is the card's title; by default the first column. */
  title?: true;
  /** Hidden on screens below 1400 px, or on all, unless the user chose it or the rows are sorted by it. */
  spare?: true | 'everywhere';
  /** On phones, where a row is a card: `end` columns are placed at its right. */
  narrow?: 'end' | 'hidden';
}

/** A filter with several values, offered before the free conditions. */
export interface ListFilter {
  name: string;
  label: PlainKey;
  options: Record<string, PlainKey>;
  /** Options that are records, by value; their names are not text keys. */
  named?: Record<string, string>;
  /**
   * While nothing is excluded, a chip says so and offers one value with one click: the working client among all
   * clients.
   */
  offer?: { all: PlainKey; value: string; label: string } | undefined;
}

export interface BulkAction<Row> {
  label: (count: number) => string;
  icon?: ReactNode;
  /** The selected rows that it is for; hidden when none of them is. All, by default. */
  appliesTo?: (row: Row) => boolean;
  /** Called with the rows that it is for, and the other selected rows. */
  run: (rows: Row[], others: Row[]) => void;
}

/** What can be done with several rows at once. */
export interface Bulk<Row> {
  actions: BulkAction<Row>[];
  selectable?: (row: Row) => boolean;
  /** Kinds of rows that a menu selects with one click; *none* and *all* are added. */
  kinds?: { label: PlainKey; has: (row: Row) => boolean }[];
  /** Further buttons for the selected rows. */
  more?: (rows: Row[]) => ReactNode;
}

/** A file that is made of the rows of the list, offered beside the spreadsheet. */
export interface ListExport {
  label: PlainKey;
  save: (query: ListQuery) => Promise<unknown>;
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
