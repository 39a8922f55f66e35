import { type Sql, sql } from '../../../platform/database/sql.ts';

/** What every report is asked for, checked: the clients, and days of the company's zone, both included. */
export interface RowParams {
  /** In the order in which they are reported; null for all clients. */
  clientIds: readonly number[] | null;
  from: string;
  to: string;
  timezone: string;
}

/** Rows of the clients asked for; below it row-level security holds client users to their own. */
export const ofClient = ({ clientIds }: RowParams, column: string): Sql => {
  if (clientIds === null) return sql`true`;
  const [first] = clientIds;
  return clientIds.length === 1 && first !== undefined
    ? sql`${sql.ref(column)} = ${first}`
    : sql`${sql.ref(column)} = any(${clientIds as number[]}::int[])`;
};

/** The place of a row's client among those asked for: sorted by it, the rows of each client are together. */
export const clientPlace = ({ clientIds }: RowParams, column: string): Sql =>
  sql`array_position(${(clientIds ?? []) as number[]}::int[], ${sql.ref(column)})`;

/** The first moment of the period, and the first after it. */
export const startOf = ({ from, timezone }: RowParams): Sql => sql`day_start(${from}::date, ${timezone})`;
export const endOf = ({ to, timezone }: RowParams): Sql => sql`day_start(${to}::date + 1, ${timezone})`;

/** Moments of the period. */
export const inPeriod = (params: RowParams, column: string): Sql =>
  sql`${sql.ref(column)} >= ${startOf(params)} and ${sql.ref(column)} < ${endOf(params)}`;

/** Days of the period. */
export const onDays = ({ from, to }: RowParams, column: string): Sql =>
  sql`${sql.ref(column)} between ${from}::date and ${to}::date`;

/** The day of a moment, in the company's zone. */
export const dayOf = ({ timezone }: RowParams, column: string): Sql =>
  sql`(${sql.ref(column)} at time zone ${timezone})::date`;

/** What addresses of orders and shipments need besides the id: the type, the direction and the order. */
export const orderLink: Sql = sql`replace(o.type, ' ', '-') || '/' || o.id`;
export const shipmentLink: Sql = sql`s.direction || '/' || s.id || '/' || s.order_id`;
