import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ReportLine } from './reports.store.ts';
import type { AppliedLine } from './shop-order.ts';

/** A shipment of an order that came through a connection. */
export interface ShopShipment {
  id: number;
  client_id: number;
  order_id: number;
  integration_id: number;
  shop_order_id: number;
  source_id: string;
  number: string;
  waybill: string;
  /** How the marketplace wants it handed over; null where it does not say. */
  handover: string | null;
  applied: AppliedLine[];
  /** What the shipment has of each item or kit, in units of the shop's line. */
  shipped: { inventory_id: number; quantity: number }[];
}

export async function readShopShipment(tx: Tx, id: number): Promise<ShopShipment | undefined> {
  const { rows } = await sql<ShopShipment>`
    select s.id, s.client_id, s.order_id, c.integration_id, c.id as shop_order_id, c.source_id, c.number, s.waybill,
      c.document ->> 'handover' as handover, c.applied,
      coalesce((select json_agg(json_build_object('inventory_id', q.inventory_id, 'quantity', q.quantity)) from (
        select coalesce(l.kit_id, l.inventory_id) as inventory_id,
          case when l.kit_id is null then sum(t.quantity)
            else min(t.quantity * l.kit_quantity / nullif(l.quantity, 0)) end::int as quantity
        from shipment_lines t join order_lines l on l.client_id = t.client_id and l.id = t.order_line_id
        where t.client_id = s.client_id and t.shipment_id = s.id group by coalesce(l.kit_id, l.inventory_id), l.kit_id) q), '[]') as shipped
    from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
    join channel_orders c on c.client_id = o.client_id and c.integration_id = o.api_credential_id and c.order_id = o.id
    where s.id = ${id} and s.direction = 'outbound' and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(
    tx,
  );
  return rows[0];
}

/** Whether there is such a shipment at all, whatever its order came from. */
export async function hasShipment(tx: Tx, id: number): Promise<boolean> {
  const { count } = await sql`select from shipments where id = ${id} and ${inScope(tx)}`.execute(tx);
  return count > 0;
}

export interface StoredFulfilment {
  id: number;
  client_id: number;
  integration_id: number;
  shipment_id: number;
  method: string;
  provider: string;
  is_own_carrier: boolean;
  state: 'waiting' | 'done' | 'refused';
  lines: ReportLine[];
  tracking_number: string;
  problem: string;
}

const columns = sql`id, client_id, integration_id, shipment_id, method, provider, is_own_carrier, state, lines, tracking_number, problem`;

export async function readFulfilment(
  tx: Tx,
  { id, integration_id }: Pick<ShopShipment, 'id' | 'integration_id'>,
): Promise<StoredFulfilment | undefined> {
  const { rows } = await sql<StoredFulfilment>`
    select ${columns} from channel_fulfilments where shipment_id = ${id} and integration_id = ${integration_id} and ${inScope(tx)}`.execute(
    tx,
  );
  return rows[0];
}

export interface Intent {
  method: string;
  provider: string;
  isOwnCarrier: boolean;
  lines: readonly ReportLine[];
  userName: string;
}

/** Written before the marketplace is asked; until its answer is written, nobody knows whether it did what was asked. */
export async function writeFulfilment(tx: Tx, shipment: ShopShipment, intent: Intent): Promise<StoredFulfilment> {
  const { method, provider, isOwnCarrier, userName } = intent;
  const { rows } = await sql<StoredFulfilment>`
    insert into channel_fulfilments as f (client_id, integration_id, shipment_id, order_id, method, provider, is_own_carrier, lines,
      is_unknown, attempts, user_name)
    values (${shipment.client_id}, ${shipment.integration_id}, ${shipment.id}, ${shipment.order_id}, ${method}, ${provider},
      ${isOwnCarrier}, ${JSON.stringify(intent.lines)}::jsonb, true, 1, ${userName})
    on conflict (integration_id, shipment_id) do update set method = excluded.method, provider = excluded.provider,
      is_own_carrier = excluded.is_own_carrier, lines = excluded.lines, is_unknown = true, attempts = f.attempts + 1,
      state = 'waiting', problem = '', user_name = excluded.user_name
    returning ${columns}`.execute(tx);
  if (!rows[0]) throw new Error('The fulfilment was not written.');
  return rows[0];
}

export async function failFulfilment(
  tx: Tx,
  id: number,
  failed: { isRefused: boolean; isUnknown: boolean; problem: string },
): Promise<void> {
  await sql`update channel_fulfilments set state = ${failed.isRefused ? 'refused' : 'waiting'}, is_unknown = ${failed.isUnknown},
      problem = ${failed.problem} where id = ${id} and state <> 'done' and ${inScope(tx)}`.execute(tx);
}

export async function endFulfilment(
  tx: Tx,
  id: number,
  done: { externalId: string; trackingNumber: string; problem: string },
): Promise<void> {
  await sql`update channel_fulfilments set state = 'done', is_unknown = false, external_id = ${done.externalId.slice(0, 200)},
      tracking_number = ${done.trackingNumber.slice(0, 200)}, problem = ${done.problem}, done_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export interface StoredDocument {
  id: number;
  client_id: number;
  fulfilment_id: number;
  integration_id: number;
  shipment_id: number;
  kind: string;
  state: 'waiting' | 'ready' | 'refused';
  ticket: string;
  path: string;
  problem: string;
  lines: ReportLine[];
}

const documentColumns = sql`d.id, d.client_id, d.fulfilment_id, f.integration_id, f.shipment_id, d.kind, d.state, d.ticket, d.path, d.problem, f.lines`;

/** Asks for the documents that are not there: those that were refused are asked for again. */
export async function askForDocuments(
  tx: Tx,
  { id, client_id }: Pick<StoredFulfilment, 'id' | 'client_id'>,
  kinds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into channel_documents as d (client_id, fulfilment_id, kind)
    select ${client_id}::int, ${id}::int, kind from unnest(${[...kinds]}::text[]) as kind
    on conflict (fulfilment_id, kind) do update set state = 'waiting', problem = '', ticket = '' where d.state = 'refused'
    returning d.id`.execute(tx);
  return rows.map((row) => row.id);
}

export async function listDocuments(tx: Tx, fulfilmentId: number): Promise<StoredDocument[]> {
  const { rows } = await sql<StoredDocument>`
    select ${documentColumns} from channel_documents d join channel_fulfilments f on f.client_id = d.client_id and f.id = d.fulfilment_id
    where d.fulfilment_id = ${fulfilmentId} and ${inScope(tx, 'd.client_id')} order by d.id`.execute(tx);
  return rows;
}

export async function readDocument(tx: Tx, id: number): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    select ${documentColumns} from channel_documents d join channel_fulfilments f on f.client_id = d.client_id and f.id = d.fulfilment_id
    where d.id = ${id} and ${inScope(tx, 'd.client_id')}`.execute(tx);
  return rows[0];
}

export async function saveTicket(tx: Tx, id: number, ticket: string): Promise<void> {
  await sql`update channel_documents set ticket = ${ticket} where id = ${id} and state = 'waiting' and ${inScope(tx)}`.execute(
    tx,
  );
}

export async function endDocument(
  tx: Tx,
  id: number,
  end: { state: 'ready' | 'refused'; path: string; size: number; problem: string },
): Promise<void> {
  await sql`update channel_documents set state = ${end.state}, path = ${end.path}, size = ${end.size}, problem = ${end.problem}, done_at = now()
    where id = ${id} and state = 'waiting' and ${inScope(tx)}`.execute(tx);
}

/** Whether a stored file is the document of a marketplace. */
export async function keepsDocument(tx: Tx, path: string): Promise<boolean> {
  const { count } = await sql`select from channel_documents where path = ${path}`.execute(tx);
  return count > 0;
}
