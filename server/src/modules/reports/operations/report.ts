import type { ReportGroup, ServerTextKey } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Column, Columns } from '../engine/columns.ts';
import type { ReadRows } from '../engine/read-rows.ts';
import type { RowParams } from '../engine/report-params.ts';
import type { ReportFilter } from './report-filters.view.ts';

/** What was asked for, checked. */
export interface ReportParams extends RowParams {
  items: readonly number[];
  /** `text_criteria_1`, or its default. */
  criteria: string;
  /** The saved filter that it names, in a report that asks for one. */
  filter?: ReportFilter;
}

/** What `text_criteria_1` is. */
export type Criteria =
  | { kind: 'days'; default: number }
  | { kind: 'serial' }
  | { kind: 'locations' }
  /** A saved filter of the caller. */
  | { kind: 'filter' }
  | { kind: 'choice'; of: Readonly<Record<string, ServerTextKey>> };

export interface Asks {
  dates?: 'day' | 'period';
  items?: boolean;
  criteria?: Criteria;
}

/** A report: everything else about it follows from this. */
export interface OperationReport {
  name: ReportName;
  group: ReportGroup;
  /** `main` users only, or every `user`. */
  access: 'user' | 'main';
  /** Whether main users may run it for all clients at once. */
  allClients: boolean;
  asks: Asks;
  /** Those of some depend on the period. */
  columns: Columns | ((params: ReportParams) => Record<string, Column>);
  /** A statement that answers the columns by their names, in the order in which they are read. */
  rows?: (params: ReportParams) => Sql;
  /** Instead of columns and rows: reads what another part of the application has the statement for. */
  read?: (tx: Tx, actor: Actor, params: ReportParams) => Promise<ReadRows>;
  chart?: { kind: 'bars' | 'steps'; by?: string; values: readonly string[] };
  /** The report that lists what is behind a figure of a row: of its item, in the same period. */
  details?: ReportName;
}

/** A report has its title and its hint among the texts. */
export type ReportName =
  Extract<
    ServerTextKey,
    `operationReports.reports.${string}.title`
  > extends `operationReports.reports.${infer Name}.title`
    ? Name
    : never;

type Declared = Pick<OperationReport, 'name' | 'group' | 'chart' | 'details'> &
  Partial<Pick<OperationReport, 'access' | 'allClients' | 'asks'>> &
  (Required<Pick<OperationReport, 'columns' | 'rows'>> | Required<Pick<OperationReport, 'read'>>);

export const report = (declared: Declared): OperationReport => ({
  access: 'user',
  allClients: false,
  asks: {},
  columns: {},
  ...declared,
});

/** Rows of the items asked for. */
export const ofItems = ({ items }: ReportParams, column: string): Sql =>
  items.length ? sql`${sql.ref(column)} = any(${items as number[]}::int[])` : sql`true`;
