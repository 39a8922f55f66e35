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
  /** On a phone a row is a card: the first column is its title, an `end` column stands at its right. */
  narrow?: 'end' | 'hidden';
}

/** A choice of several values, offered before the free conditions. */
export interface ListFilter {
  name: string;
  label: PlainKey;
  options: Record<string, PlainKey>;
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

export const activeFilter: ListFilter = {
  name: 'is_active',
  label: 'lists.status',
  options: { 1: 'lists.active', 0: 'lists.disabled' },
};
