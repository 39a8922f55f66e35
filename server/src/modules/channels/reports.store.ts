import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { AppliedLine } from './shop-order.ts';

/** Which clients have a connection to a shop: others need no job. */
export async function connectedClients(tx: Tx, clientIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select distinct client_id from integrations where client_id = any(${clientIds}::int[]) and ${inScope(tx)}`.execute(
    tx,
  );
  return rows.map(({ client_id }) => client_id);
}

/**
 * Writes what is to be reported to the shop of a shipment's order, before anything is sent; undefined when the order came from no
 * shop that wants to know. A withdrawal of what was never reported is done at once.
 */
export async function writeIntent(
  tx: Tx,
  shipmentId: number,
  wanted: 'shipped' | 'withdrawn',
): Promise<{ id: number; integration_id: number; client_id: number } | undefined> {
  const { rows } = await sql<{ id: number; integration_id: number; client_id: number }>`
    insert into channel_reports as p (client_id, integration_id, shipment_id, order_id, wanted)
    select s.client_id, i.id, s.id, s.order_id, ${wanted}
    from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
    join integrations i on i.client_id = o.client_id and i.id = o.api_credential_id and i.report_shipments
    where s.id = ${shipmentId} and s.direction = 'outbound' and ${inScope(tx, 's.client_id')}
    on conflict (integration_id, shipment_id) do update
      set wanted = excluded.wanted, state = 'waiting', done_at = null, attempts = 0, problem = '' where p.wanted <> excluded.wanted
    returning id, integration_id, client_id`.execute(tx);
  return rows[0];
}

export interface ReportLine {
  line_id: string;
  quantity: number;
  /** Of partners that have a record per unit. */
  unit_ids?: readonly string[];
}

/** A report that is still to be sent. */
export interface OpenReport {
  id: number;
  client_id: number;
  integration_id: number;
  shipment_id: number;
  order_id: number;
  wanted: 'shipped' | 'withdrawn';
  external_id: string;
  /** It was sent before, and nobody knows whether it arrived. */
  is_unknown: boolean;
  shop_order_id: number;
  source_id: string;
  number: string;
  applied: AppliedLine[];
  lines: ReportLine[];
  /** What a person handed over at the marketplace already; empty when nobody did. */
  handed_over: ReportLine[];
  pt_number: string;
  waybill: string;
  courier: string;
  finished_at: string | null;
  /** Nothing of the order is left to ship. */
  is_complete: boolean;
  /** What the shipment has of each item or kit, in units of the shop's line. */
  shipped: { inventory_id: number; quantity: number }[];
}

/**
 * Units of each item of a shipment `s` with its report `p`. A kit counts with the shipment that completes it: as many as
 * all reports up to this one make, less those that earlier ones made.
 */
const shippedUnits = sql`
  select l.inventory_id, sum(t.fulfilled)::int as quantity
  from shipment_lines t join order_lines l on l.client_id = t.client_id and l.id = t.order_line_id
  where t.client_id = s.client_id and t.shipment_id = s.id and l.kit_id is null group by l.inventory_id
  union all
  select k.kit_id, (min(k.until_now * k.kits / k.ordered) - min(k.before * k.kits / k.ordered))::int
  from (
    select l.kit_id, l.id, max(l.kit_quantity) as kits, max(l.quantity) as ordered,
      coalesce(sum(t.fulfilled) filter (where r.id <= p.id), 0) as until_now, coalesce(sum(t.fulfilled) filter (where r.id < p.id), 0) as before
    from order_lines l
    left join (shipment_lines t join channel_reports r on r.client_id = t.client_id and r.shipment_id = t.shipment_id and r.wanted = 'shipped')
      on t.client_id = l.client_id and t.order_line_id = l.id and r.integration_id = p.integration_id
    where l.client_id = s.client_id and l.order_id = s.order_id and l.kit_id is not null and l.quantity > 0
    group by l.kit_id, l.id) k
  group by k.kit_id`;

export async function readOpenReport(tx: Tx, id: number): Promise<OpenReport | undefined> {
  const { rows } = await sql<OpenReport>`
    select p.id, p.client_id, p.integration_id, p.shipment_id, p.order_id, p.wanted, p.external_id, p.is_unknown, c.id as shop_order_id, c.source_id, c.number,
      c.applied, p.lines, coalesce(f.lines, '[]'::jsonb) as handed_over, s.pt_number, s.waybill, k.name as courier, s.finished_date as finished_at,
      not exists (select from order_lines l where l.client_id = o.client_id and l.order_id = o.id and l.leftover > 0)
        and not exists (select from shipments u where u.client_id = o.client_id and u.order_id = o.id and u.voided_at is null and u.status <> 'Finished') as is_complete,
      coalesce((select json_agg(json_build_object('inventory_id', q.inventory_id, 'quantity', q.quantity)) from (${shippedUnits}) q), '[]') as shipped
    from channel_reports p join shipments s on s.client_id = p.client_id and s.id = p.shipment_id
    join orders o on o.client_id = s.client_id and o.id = s.order_id join couriers k on k.id = s.courier_id
    join channel_orders c on c.client_id = p.client_id and c.integration_id = p.integration_id and c.order_id = p.order_id
    left join channel_fulfilments f on f.client_id = p.client_id and f.integration_id = p.integration_id and f.shipment_id = p.shipment_id
    where p.id = ${id} and p.state = 'waiting' and ${inScope(tx, 'p.client_id')}`.execute(tx);
  return rows[0];
}

/**
 * What is sent, kept before it is sent; counted, so that an attempt whose process dies counts too. Until its answer is
 * written, nobody knows whether it arrived.
 */
export async function recordAttempt(tx: Tx, id: number, lines: readonly ReportLine[]): Promise<void> {
  await sql`update channel_reports set lines = ${JSON.stringify(lines)}::jsonb, attempts = attempts + 1, is_unknown = true
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function endReport(
  tx: Tx,
  id: number,
  end: { state: 'done' | 'refused'; externalId: string; problem: string },
): Promise<void> {
  await sql`
    update channel_reports set state = ${end.state}, external_id = ${end.externalId.slice(0, 200)}, problem = ${end.problem}, is_unknown = false,
      lines = case when wanted = 'withdrawn' then '[]'::jsonb else lines end, done_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function recordReportProblem(tx: Tx, id: number, problem: string, isUnknown: boolean): Promise<void> {
  await sql`update channel_reports set problem = ${problem}, is_unknown = ${isUnknown} where id = ${id} and ${inScope(tx)}`.execute(
    tx,
  );
}

/** Reports of a connection that wait, oldest first: sent again when it works again. */
export async function waitingReports(tx: Tx, integrationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from channel_reports where integration_id = ${integrationId} and state = 'waiting' and ${inScope(tx)} order by id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** Connections that work and have had a shipment to report, or a merchant waiting, for more than a day. */
export async function lateIntegrations(tx: Tx): Promise<{ id: number; client_id: number }[]> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    select i.id, i.client_id from integrations i where i.verified and ${inScope(tx, 'i.client_id')}
      and (exists (select from channel_reports p where p.integration_id = i.id and p.state = 'waiting' and p.created_at < now() - interval '1 day')
        or exists (select from channel_orders o where o.integration_id = i.id and o.request_state = 'due' and o.updated_at < now() - interval '1 day'))
    order by i.id`.execute(tx);
  return rows;
}

/** The shop's order of a shipment; undefined when its order came from no shop. */
export async function shopOrderOfShipment(
  tx: Tx,
  shipmentId: number,
): Promise<{ id: number; client_id: number; pt_number: string; waybill: string } | undefined> {
  const { rows } = await sql<{ id: number; client_id: number; pt_number: string; waybill: string }>`
    select c.id, c.client_id, s.pt_number, s.waybill from shipments s
    join channel_orders c on c.client_id = s.client_id and c.order_id = s.order_id
    where s.id = ${shipmentId} and s.direction = 'outbound' and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0];
}
