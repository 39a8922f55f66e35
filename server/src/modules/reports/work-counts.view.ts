import { COUNTER_MAX, type Direction, ORDER_TYPES, type OrderType, type WorkCounters } from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Registry } from '../../platform/module.ts';
import { readTimezone } from '../company/index.ts';
import { countExceptions } from '../exceptions/index.ts';

/** Whose orders and shipments are counted: one client's, or those of all. */
export type ClientOrAll = number | null;
export const ofClient = (column: Sql, whose: ClientOrAll) =>
  whose === null ? sql`true` : sql`${column} = ${whose}::int`;

export const today = (zone: string) => sql`(now() at time zone ${zone})::date`;

/** Customer orders that wait: to be processed, or for what is left of them. */
export const OPEN = sql`o.status = 'Open'`;
export const BACK_ORDERED = sql`o.status = 'Processed' and o.has_bo`;

/**
 * Customer orders that wait, up to `max`, and how many of them have enough stock for all that is left. They are looked
 * for client by client, because the indexes of orders begin with the client.
 */
export async function countWaiting(tx: Tx, waits: Sql, whose: ClientOrAll, max: number) {
  const most = sql.lit(max + 1);
  const { rows } = await sql<{ total: number; enough: number }>`
    with waiting as (
      select w.id from clients c cross join lateral (
        select o.id from orders o where o.client_id = c.id and o.type = 'Customer Order' and ${waits} limit ${most}) w
      where ${ofClient(sql`c.id`, whose)} limit ${most})
    select count(*)::int as total, count(*) filter (where not exists (
      select from order_lines l join item_totals t on t.inventory_id = l.inventory_id
      where l.order_id = w.id and l.leftover > 0
      group by l.inventory_id, t.available having sum(l.leftover) > t.available))::int as enough
    from waiting w`.execute(tx);
  const { total = 0, enough = 0 } = rows[0] ?? {};
  const counted = Math.min(total, max);
  return { total: counted, is_minimum: total > max, enough: Math.min(enough, counted) };
}

/** Shipments that are not finished, up to `max`: how many, past their ship date, and due today. */
export async function countOpenShipments(tx: Tx, direction: Direction, zone: string, whose: ClientOrAll, max: number) {
  const { rows } = await sql<{ total: number; late: number; due: number }>`
    select count(*)::int as total, (count(*) filter (where ship_date < ${today(zone)}))::int as late,
      (count(*) filter (where ship_date = ${today(zone)}))::int as due
    from (select ship_date from shipments
      where direction = ${direction} and status <> 'Finished' and voided_at is null and ${ofClient(sql`client_id`, whose)}
      order by direction, ship_date limit ${sql.lit(max + 1)}) s`.execute(tx);
  const { total = 0, late = 0, due = 0 } = rows[0] ?? {};
  return { total: Math.min(total, max), is_minimum: total > max, late: Math.min(late, max), due };
}

/** Open orders of a client by type, each up to `max`. */
async function countOpenOrders(tx: Tx, clientId: number, max: number) {
  const { rows } = await sql<{ type: OrderType; total: number }>`
    select t.type, (select count(*)::int from (
      select from orders o where o.client_id = ${clientId} and o.type = t.type and o.status = 'Open' limit ${sql.lit(max + 1)}) w) as total
    from unnest(${[...ORDER_TYPES]}::text[]) with ordinality t (type, place) order by t.place`.execute(tx);
  return rows.map(({ type, total }) => ({ type, total: Math.min(total, max), is_minimum: total > max }));
}

/** What the sidebar shows on every screen: short index scans, whatever the number of orders. */
export async function readCounters(tx: Tx, actor: Actor, registry: Registry): Promise<WorkCounters> {
  const clientId = workingClient(actor);
  const zone = await readTimezone(tx);
  const [orders, out, in_, exceptions] = await Promise.all([
    clientId === null ? [] : countOpenOrders(tx, clientId, COUNTER_MAX),
    countOpenShipments(tx, 'outbound', zone, actor.clientId, COUNTER_MAX),
    countOpenShipments(tx, 'inbound', zone, actor.clientId, COUNTER_MAX),
    countExceptions(tx, registry, actor),
  ]);
  const counter = ({ total, is_minimum, late }: typeof out) => ({ total, is_minimum, late });
  return {
    orders,
    to_ship: counter(out),
    to_receive: counter(in_),
    exceptions: { total: exceptions.total, is_minimum: exceptions.is_minimum },
  };
}
