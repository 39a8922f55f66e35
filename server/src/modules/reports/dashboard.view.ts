import {
  ATTENTION_MAX,
  api,
  DASHBOARD_PERIODS,
  type Dashboard,
  type DashboardPeriod,
  mayCall,
  type OrderType,
} from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { countUnbilled } from '../billing/index.ts';
import { countInventories } from '../inventory/index.ts';
import { countedRows, type DayCountsState, type DayKind, readDayCountsState } from './day-counts.store.ts';

/** Whose orders and shipments are counted: one client's, or those of all. */
type Whose = number | null;
const ofClient = (column: RawBuilder<unknown>, whose: Whose) =>
  whose === null ? sql`true` : sql`${column} = ${whose}::int`;

/**
 * How many of a kind were made on each day since `from`, by client: the counted days from their table, the days since
 * from the rows themselves, which the index by creation finds.
 */
const perDay = (kind: DayKind, from: RawBuilder<unknown>, { through, zone }: DayCountsState, whose: Whose) => sql`
  select client_id, day, count from day_counts
  where kind = ${kind} and day >= ${from} and day <= ${through}::date and ${ofClient(sql`client_id`, whose)}
  union all
  select c.id, d.day, d.count from clients c cross join lateral (
    select (o.created_at at time zone ${zone})::date as day, count(*)::int as count
    from ${countedRows[kind]} and o.client_id = c.id
      and o.created_at >= day_start(greatest(${from}, coalesce(${through}::date + 1, ${from})), ${zone})
    group by 1) d
  where ${ofClient(sql`c.id`, whose)}`;

const today = (zone: string) => sql`(now() at time zone ${zone})::date`;

/** The first day of each period up to today, oldest first. */
function periodsSql(period: DashboardPeriod, zone: string) {
  const unit = sql.lit(period);
  return sql`
    select generate_series(date_trunc(${unit}, ${today(zone)}::timestamp) - make_interval(${sql.raw(`${period}s`)} => ${DASHBOARD_PERIODS[period] - 1}),
      date_trunc(${unit}, ${today(zone)}::timestamp), make_interval(${sql.raw(`${period}s`)} => 1))::date as day`;
}

async function countPerPeriod(tx: Tx, kind: DayKind, period: DashboardPeriod, state: DayCountsState, whose: Whose) {
  const { rows } = await sql<{ from: string; count: number }>`
    with periods as materialized (${periodsSql(period, state.zone)}),
      made as (${perDay(kind, sql`(select min(day) from periods)`, state, whose)}),
      summed as (select date_trunc(${sql.lit(period)}, day::timestamp)::date as day, sum(count)::int as count from made group by 1)
    select p.day as "from", coalesce(s.count, 0) as count from periods p left join summed s on s.day = p.day order by p.day`.execute(
    tx,
  );
  return rows;
}

/** Clients of each month listed by name; the others are one row, so that the sum of the rows is that of all clients. */
const TOP_CLIENTS = 50;

async function readTopClients(tx: Tx, state: DayCountsState) {
  const thisMonth = sql`date_trunc('month', ${today(state.zone)}::timestamp)::date`;
  const lastMonth = sql`(date_trunc('month', ${today(state.zone)}::timestamp) - interval '1 month')::date`;
  const { rows } = await sql<NonNullable<Dashboard['top_clients']>[number]>`
    with made as (${perDay('outbound orders', lastMonth, state, null)}),
      summed as (
        select client_id, coalesce(sum(count) filter (where day >= ${thisMonth}), 0) as this_month,
          coalesce(sum(count) filter (where day < ${thisMonth}), 0) as last_month
        from made group by client_id),
      placed as (
        select c.id, c.company, s.this_month, s.last_month, least(
          row_number() over (order by s.this_month desc, s.last_month desc, lower(c.company), c.id),
          row_number() over (order by s.last_month desc, s.this_month desc, lower(c.company), c.id)) <= ${sql.lit(TOP_CLIENTS)} as is_listed
        from summed s join clients c on c.id = s.client_id),
      listed as (
        select case when is_listed then id end as client_id, case when is_listed then company else '' end as company, this_month, last_month
        from placed)
    select client_id, company, sum(this_month)::int as this_month, sum(last_month)::int as last_month
    from listed group by client_id, company
    order by client_id is null, this_month desc, last_month desc, lower(company), client_id`.execute(tx);
  return rows;
}

/** Orders of one type: the figure opens the list of that type. */
const unfinished = async (tx: Tx, clientId: number, type: OrderType) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders where client_id = ${clientId} and type = ${type} and status in ('Open', 'Processed')`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
};

/** Customer orders of a client that wait, and how many of them have enough stock for all that is left. */
async function countWaiting(tx: Tx, clientId: number, waits: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: number; enough: number }>`
    with waiting as (
      select id from orders where client_id = ${clientId} and type = 'Customer Order' and status in ('Open', 'Processed') and ${waits}
      limit ${sql.lit(ATTENTION_MAX + 1)})
    select count(*)::int as total, count(*) filter (where not exists (
      select from order_lines l join item_totals t on t.inventory_id = l.inventory_id
      where l.order_id = w.id and l.leftover > 0
      group by l.inventory_id, t.available having sum(l.leftover) > t.available))::int as enough
    from waiting w`.execute(tx);
  const { total = 0, enough = 0 } = rows[0] ?? {};
  const counted = Math.min(total, ATTENTION_MAX);
  return { total: counted, is_minimum: total > ATTENTION_MAX, enough: Math.min(enough, counted) };
}

/** Shipments that are not finished: how many, past their ship date, and due today. */
async function countUnfinished(tx: Tx, direction: string, zone: string, whose: Whose) {
  const { rows } = await sql<{ total: number; late: number; due: number }>`
    select count(*)::int as total, (count(*) filter (where ship_date < ${today(zone)}))::int as late,
      (count(*) filter (where ship_date = ${today(zone)}))::int as due
    from (select ship_date from shipments
      where direction = ${direction} and status <> 'Finished' and voided_at is null and ${ofClient(sql`client_id`, whose)}
      order by direction, ship_date limit ${sql.lit(ATTENTION_MAX + 1)}) s`.execute(tx);
  const { total = 0, late = 0, due = 0 } = rows[0] ?? {};
  return { total: Math.min(total, ATTENTION_MAX), is_minimum: total > ATTENTION_MAX, late, due };
}

async function readAttention(tx: Tx, actor: Actor, zone: string, clientId: number | null, whose: Whose) {
  const [open, backOrders, to_ship, to_receive, unbilled] = await Promise.all([
    clientId === null ? null : countWaiting(tx, clientId, sql`status = 'Open'`),
    clientId === null ? null : countWaiting(tx, clientId, sql`has_bo`),
    countUnfinished(tx, 'outbound', zone, whose),
    countUnfinished(tx, 'inbound', zone, whose),
    mayCall(actor, api.unbilled.list.access) ? countUnbilled(tx) : null,
  ]);
  const waiting = ({ total, is_minimum }: { total: number; is_minimum: boolean }) => ({ total, is_minimum });
  return {
    open_orders: open && { ...waiting(open), short: open.total - open.enough },
    back_orders: backOrders && { ...waiting(backOrders), fillable: backOrders.enough },
    to_ship,
    to_receive,
    unbilled,
  };
}

/** Small queries only: counted days, the rows of today, and what is not finished. Nothing reads all orders. */
export async function readDashboard(tx: Tx, actor: Actor, period: DashboardPeriod): Promise<Dashboard> {
  const state = await readDayCountsState(tx);
  const clientId = workingClient(actor);
  const whose = actor.clientId;
  const [outbound, inbound, orders, top_clients, attention, inventories, to_be_shipped, to_be_received] =
    await Promise.all([
      countPerPeriod(tx, 'outbound shipments', period, state, whose),
      countPerPeriod(tx, 'inbound shipments', period, state, whose),
      whose === null ? null : countPerPeriod(tx, 'outbound orders', period, state, whose),
      whose === null ? readTopClients(tx, state) : null,
      readAttention(tx, actor, state.zone, clientId, whose),
      clientId === null ? null : countInventories(tx, clientId),
      clientId === null ? null : unfinished(tx, clientId, 'Customer Order'),
      clientId === null ? null : unfinished(tx, clientId, 'Vendor Order'),
    ]);
  return {
    inventories,
    period,
    shipments: outbound.map(({ from, count }, at) => ({ from, outbound: count, inbound: inbound[at]?.count ?? 0 })),
    orders: orders?.map(({ from, count }) => ({ from, outbound: count })) ?? null,
    top_clients,
    to_be_shipped,
    to_be_received,
    attention,
  };
}
