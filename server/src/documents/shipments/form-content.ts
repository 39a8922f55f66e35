import type { Table } from '../table.ts';

export type Pair = readonly [label: string, value: string];

/** A paper of one shipment: a letterhead, addresses, facts, tables, totals and notes, over as many pages as it needs. */
export interface Form {
  title: string;
  /** The number below the title. */
  number: string;
  /** What the barcode says. */
  code: string;
  /** Whose paper it is: the client, with its logo when there is one. */
  name: string;
  logo: Uint8Array | undefined;
  parties: readonly { label: string; lines: readonly string[] }[];
  facts: readonly Pair[];
  tables: readonly (Table & { title?: string })[];
  /** Right-aligned below the tables; the last one is bold. */
  totals: readonly Pair[];
  notes: readonly Pair[];
  /** Lines to sign on. */
  signatures: readonly string[];
}
