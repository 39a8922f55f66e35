import type { OPERATION_COLUMN_KINDS, ReportGroup, ReportLink, ServerTextKey } from '@longshore/contract';
import type { RowCell } from '../../../documents/row-file.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { ReportFilter } from './report-filters.view.ts';

/** A row as the database answers it. */
export type ReportRow = Record<string, RowCell | Date | boolean>;

/** What was asked for, checked: days of the company's zone, both included. */
export interface Asked {
  /** Null for all clients. */
  clientId: number | null;
  from: string;
  to: string;
  timezone: string;
  items: readonly number[];
  /** `text_criteria_1`, or its default. */
  criteria: string;
  /** The saved filter that it names, in a report that asks for one. */
  filter?: ReportFilter;
}

type Kind = (typeof OPERATION_COLUMN_KINDS)[number];
export type ColumnName =
  Extract<ServerTextKey, `operationReports.columns.${string}`> extends `${string}.columns.${infer Name}` ? Name : never;

export interface Column {
  kind: Kind;
  total: boolean;
  /** The record a cell leads to, and the column of the query that has what its address needs. */
  link?: { to: ReportLink; id: string };
  /** The words for its values, as a branch of the texts. */
  words?:
    | 'operationReports.kinds'
    | 'operationReports.enough'
    | 'operationReports.orderTypes'
    | 'billing.unbilled.reasons';
  /** A heading that is no word of the catalogue, such as a month. */
  heading?: string;
}

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

export const sku = () => code({ link: { to: 'inventory', id: 'item_id' } });
export const order = () => code({ link: { to: 'order', id: 'order_id' } });
export const shipment = () => code({ link: { to: 'shipment', id: 'shipment_id' } });
export const plate = () => code({ link: { to: 'license', id: 'license_id' } });
export const location = () => code({ link: { to: 'location', id: 'location_id' } });

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

export type Columns = Partial<Record<ColumnName, Column>>;

/** Columns with a heading each, and the rows with a cell for each. */
export interface ReadRows {
  columns: Record<string, Column>;
  batches: AsyncGenerator<ReportRow[]>;
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
  columns: Columns | ((asked: Asked) => Record<string, Column>);
  /** A statement that answers the columns by their names, in the order in which they are read. */
  rows?: (asked: Asked) => Sql;
  /** Instead of columns and rows: reads what another part of the application has the statement for. */
  read?: (tx: Tx, actor: Actor, asked: Asked) => Promise<ReadRows>;
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

/** Rows of the client asked for; below it row-level security holds client users to their own. */
export const ofClient = ({ clientId }: Asked, column: string): Sql =>
  clientId === null ? sql`true` : sql`${sql.ref(column)} = ${clientId}`;

/** Rows of the items asked for. */
export const ofItems = ({ items }: Asked, column: string): Sql =>
  items.length ? sql`${sql.ref(column)} = any(${items as number[]}::int[])` : sql`true`;

/** The first moment of the period, and the first after it. */
export const startOf = ({ from, timezone }: Asked): Sql => sql`day_start(${from}::date, ${timezone})`;
export const endOf = ({ to, timezone }: Asked): Sql => sql`day_start(${to}::date + 1, ${timezone})`;

export const inPeriod = (asked: Asked, column: string): Sql =>
  sql`${sql.ref(column)} >= ${startOf(asked)} and ${sql.ref(column)} < ${endOf(asked)}`;

/** The day of a moment, in the company's zone. */
export const dayOf = ({ timezone }: Asked, column: string): Sql =>
  sql`(${sql.ref(column)} at time zone ${timezone})::date`;

/** A moment as it is sent. */
export const momentOf = (column: string): Sql =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** What addresses of orders and shipments need besides the id: the type, the direction and the order. */
export const orderLink: Sql = sql`replace(o.type, ' ', '-') || '/' || o.id`;
export const shipmentLink: Sql = sql`s.direction || '/' || s.id || '/' || s.order_id`;
