import type { BillingReportName, Language, Money, PaperSize, ReportColumn } from '@longshore/contract';

/** Amounts and quantities are exact; days are texts: `2026-11-16`. */
export type ReportValue = string | Money | null;
export type ReportRow = Readonly<Record<string, ReportValue>>;

export interface ReportTableColumn extends ReportColumn {
  /** On paper, in points; the one column without a width takes the rest. */
  width?: number;
}

export type ReportLine =
  | { kind: 'group'; level: 1 | 2; text: string }
  | { kind: 'row'; row: ReportRow }
  /** Sums of the lines above it, by the keys of the columns. */
  | { kind: 'sum'; label: string; sums: ReportRow };

/** A table as people read it: rows in groups, with sums. */
export interface ReportTable {
  /** Empty for the main table. */
  title: string;
  columns: readonly ReportTableColumn[];
  lines: readonly ReportLine[];
}

export interface ReportTotal {
  label: string;
  value: Money;
  kind: 'money' | 'number';
}

export interface ReportClient {
  id: number;
  company: string;
  invoice_prefix: string;
  /** Line by line. */
  address: readonly string[];
}

/** What a report says of one client. */
export interface ReportSection {
  client: ReportClient;
  /** The main table, and summaries of it. */
  tables: readonly ReportTable[];
  /** The last one is the total. */
  totals: readonly ReportTotal[];
  /** The number of a document that has its own; left out: of the client and the days. */
  number?: string;
  /** Date, terms and the like of a document that is sent, below its number. */
  facts?: readonly (readonly [label: string, value: string])[];
  /** What the reader should know of the amounts, below the totals. */
  notes?: readonly string[];
}

/** What a document of charges says: a report, or a statement. Clients without anything to report have no section. */
export interface DocumentContent {
  title: string;
  /** First and last day. */
  from: string;
  to: string;
  sections: readonly ReportSection[];
}

/** A billing report, ready to be drawn as a document. */
export interface ReportContent extends DocumentContent {
  name: BillingReportName;
}

/** The warehouse company that sends the report, and how it is written. */
export interface ReportStationery {
  language: Language;
  timezone: string;
  paper: PaperSize;
  currency: string;
  at: Date;
  sender: { name: string; address: readonly string[] };
  logo: Uint8Array | undefined;
}
