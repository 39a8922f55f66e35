import {
  ATTENTION_MAX,
  api,
  DASHBOARD_PERIODS,
  type Dashboard,
  type DashboardPeriod,
  type DashboardScope,
  type Direction,
  directionOf,
  mayCall,
  ORDER_TYPES,
  type OrderType,
} from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Registry } from '../../platform/module.ts';
import { countUnbilled } from '../billing/index.ts';
import { countExceptions } from '../exceptions/index.ts';
import { countInventories } from '../inventory/index.ts';
import { countedRows, type DayCountsState, type DayKind, readDayCountsState } from './day-counts.store.ts';
import {
  BACK_ORDERED,
  type ClientOrAll,
  countOpenShipments,
  countWaiting,
  OPEN,
  ofClient,
  today,
} from './work-counts.view.ts';

/**
 * How many of a kind were made on each day since `from`, by client: the counted days from their table, the days since
 * from the rows themselves, which the index by creation finds.
 */
const perDay = (kind: DayKind, from: Sql, { through, zone }: DayCountsState, whose: ClientOrAll) => sql`
  select client_id, day, count from day_counts
  where kind = ${kind} and day >= ${from} and day <= ${through}::date and ${ofClient(sql`client_id`, whose)}
  union all
  select c.id, d.day, d.count from clients c cross join lateral (
    select (o.created_at at time zone ${zone})::date as day, count(*)::int as count
    from ${countedRows[kind]} and o.client_id = c.id
      and o.created_at >= day_start(greatest(${from}, coalesce(${through}::date + 1, ${from})), ${zone})
    group by 1) d
  where ${ofClient(sql`c.id`, whose)}`;

/** The first day of each period up to today, oldest first. */
function periodsSql(period: DashboardPeriod, zone: string) {
  const unit = sql.lit(period);
  return sql`
    select generate_series(date_trunc(${unit}, ${today(zone)}::timestamp) - make_interval(${sql.raw(`${period}s`)} => ${DASHBOARD_PERIODS[period] - 1}),
      date_trunc(${unit}, ${today(zone)}::timestamp), make_interval(${sql.raw(`${period}s`)} => 1))::date as day`;
}

async function countPerPeriod(
  tx: Tx,
  kind: DayKind,
  period: DashboardPeriod,
  state: DayCountsState,
  whose: ClientOrAll,
) {
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

/** Orders of a client that are not finished, by type. */
async function countUnfinishedOrders(tx: Tx, clientId: number) {
  const { rows } = await sql<{ type: OrderType; count: number }>`
    select type, count(*)::int as count from orders where client_id = ${clientId} and status in ('Open', 'Processed')
    group by type`.execute(tx);
  return ORDER_TYPES.map((type) => ({ type, count: rows.find((row) => row.type === type)?.count ?? 0 }));
}

async function readAttention(tx: Tx, actor: Actor, zone: string, whose: ClientOrAll, registry: Registry) {
  const workingFor = whose === null ? workingClient(actor) : null;
  const [open, backOrders, to_ship, to_receive, unbilled, exceptions, own] = await Promise.all([
    countWaiting(tx, OPEN, whose, ATTENTION_MAX),
    countWaiting(tx, BACK_ORDERED, whose, ATTENTION_MAX),
    countOpenShipments(tx, 'outbound', zone, whose, ATTENTION_MAX),
    countOpenShipments(tx, 'inbound', zone, whose, ATTENTION_MAX),
    mayCall(actor, api.unbilled.list.access) ? countUnbilled(tx, whose) : null,
    countExceptions(tx, registry, actor, whose),
    workingFor === null
      ? null
      : Promise.all([
          countWaiting(tx, OPEN, workingFor, ATTENTION_MAX),
          countWaiting(tx, BACK_ORDERED, workingFor, ATTENTION_MAX),
        ]),
  ]);
  const waiting = ({ total, is_minimum }: { total: number; is_minimum: boolean }) => ({ total, is_minimum });
  return {
    open_orders: { ...waiting(open), short: open.total - open.enough },
    back_orders: { ...waiting(backOrders), fillable: backOrders.enough },
    of_client: own && { open_orders: own[0].total, back_orders: own[1].total },
    to_ship,
    to_receive,
    unbilled,
    exceptions,
  };
}

const sumOf = (unfinished: readonly { type: OrderType; count: number }[] | null, direction: Direction) =>
  unfinished?.reduce((sum, { type, count }) => sum + (directionOf(type) === direction ? count : 0), 0) ?? null;

/** Small queries only: counted days, the rows of today, and what is not finished. Nothing reads all orders. */
export async function readDashboard(
  tx: Tx,
  actor: Actor,
  { period, scope }: { period: DashboardPeriod; scope: DashboardScope },
  registry: Registry,
): Promise<Dashboard> {
  const state = await readDayCountsState(tx);
  const whose = actor.clientId ?? (scope === 'client' ? workingClient(actor) : null);
  const [outbound, inbound, orders, top_clients, attention, inventories, unfinished] = await Promise.all([
    countPerPeriod(tx, 'outbound shipments', period, state, whose),
    countPerPeriod(tx, 'inbound shipments', period, state, whose),
    actor.clientId === null ? null : countPerPeriod(tx, 'outbound orders', period, state, whose),
    whose === null ? readTopClients(tx, state) : null,
    readAttention(tx, actor, state.zone, whose, registry),
    whose === null ? null : countInventories(tx, whose),
    whose === null ? null : countUnfinishedOrders(tx, whose),
  ]);
  return {
    scope: whose === null ? 'all' : 'client',
    inventories,
    period,
    shipments: outbound.map(({ from, count }, at) => ({ from, outbound: count, inbound: inbound[at]?.count ?? 0 })),
    orders: orders?.map(({ from, count }) => ({ from, outbound: count })) ?? null,
    top_clients,
    to_be_shipped: sumOf(unfinished, 'outbound'),
    to_be_received: sumOf(unfinished, 'inbound'),
    unfinished,
    attention,
  };
}
