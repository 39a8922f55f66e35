import {
  ATTENTION_MAX,
  api,
  DASHBOARD_PERIODS,
  type Dashboard,
  type DashboardPeriod,
  mayCall,
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

/** Clients listed by name; the charts sum up the others. */
const TOP_CLIENTS = 50;

async function readTopClients(tx: Tx, state: DayCountsState) {
  const thisMonth = sql`date_trunc('month', ${today(state.zone)}::timestamp)::date`;
  const lastMonth = sql`(date_trunc('month', ${today(state.zone)}::timestamp) - interval '1 month')::date`;
  const { rows } = await sql<NonNullable<Dashboard['top_clients']>[number]>`
    with made as (${perDay('outbound orders', lastMonth, state, null)})
    select m.client_id, c.company, coalesce(sum(m.count) filter (where m.day >= ${thisMonth}), 0)::int as this_month,
      coalesce(sum(m.count) filter (where m.day < ${thisMonth}), 0)::int as last_month
    from made m join clients c on c.id = m.client_id
    group by 1, 2 order by 3 desc, 4 desc, lower(c.company), 1 limit ${sql.lit(TOP_CLIENTS)}`.execute(tx);
  return rows;
}

const unfinished = async (tx: Tx, clientId: number, types: RawBuilder<unknown>) => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders where client_id = ${clientId} and type in (${types}) and status in ('Open', 'Processed')`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
};

const OUTBOUND = sql`'Customer Order', 'Vendor Return'`;
const INBOUND = sql`'Vendor Order', 'Customer Return'`;

/** Outbound orders of a client that wait, and how many of them have enough stock for all that is left. */
async function countWaiting(tx: Tx, clientId: number, waits: RawBuilder<unknown>) {
  const { rows } = await sql<{ total: number; enough: number }>`
    with waiting as (
      select id from orders where client_id = ${clientId} and type in (${OUTBOUND}) and status in ('Open', 'Processed') and ${waits}
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
      clientId === null ? null : unfinished(tx, clientId, OUTBOUND),
      clientId === null ? null : unfinished(tx, clientId, INBOUND),
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
