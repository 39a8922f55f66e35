import type { CHANNEL_STEPS } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { AppliedLine, OrderProblem, ShopDocument } from './shop-order.ts';

export type ShopOrderState = 'waiting' | 'placed' | 'changed' | 'ignored';
export type Step = (typeof CHANNEL_STEPS)[number];

export interface StoredShopOrder {
  id: number;
  client_id: number;
  integration_id: number;
  source_id: string;
  state: ShopOrderState;
  order_id: number | null;
  document: ShopDocument;
  applied: AppliedLine[];
  problems: OrderProblem[];
  /** It was seen for the first time in this transaction. */
  is_new: boolean;
}

const columns = sql`o.id, o.client_id, o.integration_id, o.source_id, o.state, o.order_id, o.document, o.applied, o.problems`;

/**
 * Locks the row of a shop's order, and makes it when it is seen for the first time: whichever of poll, webhook and import
 * comes second waits here, on any server.
 */
export async function lockShopOrder(
  tx: Tx,
  integration: { id: number; client_id: number },
  document: ShopDocument,
): Promise<StoredShopOrder> {
  const { rows } = await sql<StoredShopOrder>`
    insert into channel_orders as o (client_id, integration_id, source_id, number, state, document, source_updated_at)
    values (${integration.client_id}, ${integration.id}, ${document.id}, ${document.number}, 'ignored',
      ${JSON.stringify(document)}::jsonb, ${document.updatedAt})
    on conflict (integration_id, source_id) do update set number = excluded.number
    returning ${columns}, xmax = 0 as is_new`.execute(tx);
  if (!rows[0]) throw new Error('The shop order was not written.');
  return rows[0];
}

export async function lockShopOrderById(tx: Tx, id: number): Promise<StoredShopOrder | undefined> {
  const { rows } = await sql<StoredShopOrder>`
    select ${columns}, false as is_new from channel_orders o where o.id = ${id} and ${inScope(tx, 'o.client_id')} for no key update`.execute(
    tx,
  );
  return rows[0];
}

/** A person wants an order that somebody dismissed before to be tried again. */
export const reopenShopOrder = (tx: Tx, integrationId: number, sourceId: string) =>
  sql`update channel_orders set state = 'waiting'
    where integration_id = ${integrationId} and source_id = ${sourceId} and state = 'ignored' and ${inScope(tx)}`.execute(
    tx,
  );

export interface ShopOrderChange {
  state: ShopOrderState;
  document: ShopDocument;
  customer: string;
  order_id: number | null;
  applied: readonly AppliedLine[];
  problems: readonly OrderProblem[];
}

export async function updateShopOrder(tx: Tx, id: number, change: ShopOrderChange): Promise<void> {
  const { document } = change;
  await sql`
    update channel_orders set state = ${change.state}, number = ${document.number}, customer = ${change.customer},
      raw_status = ${document.rawStatus}, order_id = ${change.order_id}, document = ${JSON.stringify(document)}::jsonb,
      applied = ${JSON.stringify(change.applied)}::jsonb, problems = ${JSON.stringify(change.problems)}::jsonb,
      source_updated_at = ${document.updatedAt}, updated_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export function queueStep(tx: Tx, order: { id: number; client_id: number }, step: Step, detail = ''): void {
  sql`insert into channel_order_steps (client_id, channel_order_id, step, detail)
    values (${order.client_id}, ${order.id}, ${step}, ${detail.slice(0, 1000)})`.queue(tx);
}

/** The same step with the same detail is written once: a job that is repeated after a stop writes it again. */
export async function queueStepOnce(
  tx: Tx,
  order: { id: number; client_id: number },
  step: Step,
  detail: string,
): Promise<void> {
  await sql`insert into channel_order_steps (client_id, channel_order_id, step, detail)
    select ${order.client_id}::int, ${order.id}::int, ${step}::text, ${detail.slice(0, 1000)}::text
    where not exists (select from channel_order_steps s where s.client_id = ${order.client_id} and s.channel_order_id = ${order.id}
      and s.step = ${step} and s.detail = ${detail.slice(0, 1000)})`.execute(tx);
}

/**
 * Whether a problem may be solved by what is known now: there is an item of the SKU, a courier that the method is mapped to
 * or named like. Problems that no choice here solves are not tried again by one.
 */
const isSolved = sql`case
  when p.reason like 'UnknownSku:%' then
    exists (select from channel_skus m where m.integration_id = o.integration_id and lower(m.sku) = lower(trim(p.sku)))
    or exists (select from inventories v where v.client_id = o.client_id and lower(v.sku) = lower(trim(p.sku)))
    or exists (select from inventories v where v.client_id = o.client_id and v.upc <> '' and lower(v.upc) = lower(trim(p.sku)))
  when p.reason like 'MethodWithoutCourier:%' then
    exists (select from channel_couriers m where m.integration_id = o.integration_id and m.courier_id is not null
      and lower(m.method) = lower(coalesce(o.document ->> 'shippingMethod', '')))
    or exists (select from couriers c where c.is_active and (c.client_id is null or c.client_id = o.client_id)
      and lower(c.name) = lower(coalesce(o.document ->> 'shippingMethod', '')))
  else p.reason similar to '(ItemIsDisabled|SkuIsAmbiguous):%' end`;

/** Orders that wait for a person, after the one with this id, of which nothing that is known to be missing still is. */
export async function solvedOrders(tx: Tx, integrationId: number, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select o.id from channel_orders o
    where o.integration_id = ${integrationId} and o.state in ('waiting', 'changed') and o.id > ${after} and ${inScope(tx, 'o.client_id')}
      and not exists (select from jsonb_to_recordset(o.problems) as p (reason text, sku text) where not (${isSolved}))
    order by o.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Connections of these clients that have orders waiting for an item. */
export async function waitingForItems(tx: Tx, clientId: number): Promise<{ id: number; client_id: number }[]> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    select i.id, i.client_id from integrations i where i.client_id = ${clientId} and ${inScope(tx, 'i.client_id')}
      and exists (select from channel_orders o where o.integration_id = i.id and o.state in ('waiting', 'changed')) order by i.id`.execute(
    tx,
  );
  return rows;
}

/** Of these clients, those whose shops have orders that wait. */
export async function clientsWithWaiting(tx: Tx, clientIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select distinct o.client_id from channel_orders o
    where o.client_id = any(${clientIds}::int[]) and o.state in ('waiting', 'changed') and ${inScope(tx, 'o.client_id')}`.execute(
    tx,
  );
  return rows.map(({ client_id }) => client_id);
}

export interface ReportedUnits {
  /** How many, by the shop's line. */
  quantities: Map<string, number>;
  /** Of partners that have a record per unit. */
  unitIds: Set<string>;
}

/**
 * Units of an order that its shop knows as shipped, by a report or because a person handed them over at the marketplace;
 * without those of one shipment, when it is named.
 */
export async function reportedUnits(
  tx: Tx,
  order: { integration_id: number; order_id: number | null },
  withoutShipment = 0,
): Promise<ReportedUnits> {
  const orderId = order.order_id ?? 0;
  const { rows } = await sql<{ line_id: string; quantity: number; unit_ids: string[] | null }>`
    select l.line_id, l.quantity, l.unit_ids from (
      select r.lines from channel_reports r
      where r.integration_id = ${order.integration_id} and r.order_id = ${orderId} and r.shipment_id <> ${withoutShipment}
        and r.wanted = 'shipped' and ${inScope(tx, 'r.client_id')}
      union all
      select f.lines from channel_fulfilments f
      where f.integration_id = ${order.integration_id} and f.order_id = ${orderId} and f.shipment_id <> ${withoutShipment}
        and f.state <> 'refused' and ${inScope(tx, 'f.client_id')}
        and not exists (select from channel_reports r where r.client_id = f.client_id and r.integration_id = f.integration_id
          and r.shipment_id = f.shipment_id and r.lines <> '[]'::jsonb)) known
    cross join lateral jsonb_to_recordset(known.lines) as l (line_id text, quantity int, unit_ids jsonb)`.execute(tx);
  const quantities = new Map<string, number>();
  for (const { line_id, quantity } of rows) quantities.set(line_id, (quantities.get(line_id) ?? 0) + quantity);
  return { quantities, unitIds: new Set(rows.flatMap(({ unit_ids }) => unit_ids ?? [])) };
}

/** The order here that a shop's order became; null when there is none (yet). */
export async function orderIdOf(tx: Tx, integrationId: number, sourceId: string): Promise<number | null> {
  const { rows } = await sql<{ order_id: number | null }>`
    select order_id from channel_orders where integration_id = ${integrationId} and source_id = ${sourceId} and ${inScope(tx)}`.execute(
    tx,
  );
  return rows[0]?.order_id ?? null;
}
