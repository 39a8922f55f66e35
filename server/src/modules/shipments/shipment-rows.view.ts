import type { AddressCopy, Shipment, TrackingEntry } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { isHeld, lockUntil } from './lock-columns.ts';

/**
 * The rows of one shipment, by statements that are sent in one batch. They are put together by the view: PostgreSQL took
 * twice as long to build the same as one JSON document.
 */
export interface ShipmentRows {
  head: HeadRow | undefined;
  lines: LineRow[];
  units: UnitRow[];
  fulfilments: FulfilmentRow[];
  contents: ContentRow[];
}

type Own = Pick<
  Shipment,
  | (
      | 'id'
      | 'client_id'
      | 'order_id'
      | 'direction'
      | 'status'
      | 'ship_date'
      | 'cancel_date'
      | 'finished_date'
      | 'pt_number'
    )
  | (
      | 'print_count'
      | 'ss_order_id'
      | 'fba_shipment_id'
      | 'fba_feed_type'
      | 'exist_in_fba'
      | 'packed'
      | 'billed'
      | 'carton_count'
    )
  | ('attr_1' | 'incoterm' | 'incoterm_place' | 'invoice_number' | 'bol_number' | 'created_at' | 'updated_at')
>;

export interface HeadRow extends Own {
  lock_user_id: number | null;
  lock_name: string;
  lock_until: string | null;
  payment_method: Shipment['shipping']['payment'];
  shipping_api: string;
  waybill: string;
  cost: number;
  courier_id: number;
  courier_account: string;
  billing_zip: string;
  billing_country_code: string;
  courier: string;
  ss_mapping_carrier: string;
  shippo_id: string;
  shipping_addr: AddressCopy;
  billing_addr: AddressCopy;
  order_type: Shipment['order']['type'];
  reference: string;
  po: string;
  order_status: string;
  note: string;
  print_note: string;
  source: string;
  tax_rate: number;
  payment_term: string;
  company: string;
  relation_id: number;
  relation: string;
  entries: TrackingEntry[];
  resources: string[];
}

const entriesOf = sql`array(
    select json_build_object('shipment_id', t.shipment_id, 'status', t.status, 'date', t.day, 'comments', t.comments)
    from tracking_entries t where t.client_id = s.client_id and t.shipment_id = s.id order by t.id desc)`;

const headOf = (tx: Tx, id: number) => sql<HeadRow>`
  select s.id, s.client_id, s.order_id, s.direction, s.status, s.ship_date, s.cancel_date, s.finished_date, s.pt_number, s.print_count,
    s.ss_order_id, s.fba_shipment_id, s.fba_feed_type, s.exist_in_fba::int as exist_in_fba, s.packed::int as packed, s.billed::int as billed,
    s.carton_count, s.attr_1, s.incoterm, s.incoterm_place, s.invoice_number, coalesce(s.bol_number::text, '') as bol_number,
    s.created_at, s.updated_at, s.payment_method, s.shipping_api, s.waybill, s.cost::float8 as cost,
    s.courier_id, s.courier_account, s.billing_zip, s.billing_country_code, s.shipping_addr, s.billing_addr,
    case when ${isHeld} then s.locked_by end as lock_user_id, s.locked_by_name as lock_name, ${lockUntil} as lock_until,
    k.name as courier, k.ss_mapping_carrier, k.shippo_id,
    o.type as order_type, o.reference, o.po, o.status as order_status, o.note, o.print_note, o.source, o.tax_rate::float8 as tax_rate,
    o.payment_term, n.company, r.id as relation_id, r.name as relation,
    ${entriesOf} as entries,
    -- Trigger 101 is no call but an address that a person opens.
    array(select replace(replace(replace(h.endpoint, '{CID}', s.client_id::text), '{SID}', s.id::text), '{OID}', s.order_id::text)
      from webhooks h where h.client_id = s.client_id and h.trigger = 101 order by h.id) as resources
  from shipments s
  join orders o on o.client_id = s.client_id and o.id = s.order_id
  join clients n on n.id = s.client_id
  join relations r on r.client_id = o.client_id and r.id = o.relation_id
  join couriers k on k.id = s.courier_id
  where s.id = ${id} and s.voided_at is null and ${inScope(tx, 's.client_id')}`;

export interface LineRow {
  id: number;
  shipment_id: number;
  inventory_id: number;
  quantity: number;
  fulfilled: number;
  quarantined: number;
  sku: string;
  name: string;
  upc: string;
  barcode_1: string;
  barcode_2: string;
  cost: number;
  custom_2: string;
  lot: 0 | 1;
  serial: 0 | 1;
  composition: string;
  custom_value: number;
  origin: string;
  hs_code: string;
  order_line_id: number;
  comment: string;
  kit_id: number | null;
  kit_sku: string;
  kit_quantity: number;
  ordered_sku: string;
  ordered_name: string;
  uom: string;
  ordered: number;
}

const linesOf = (tx: Tx, id: number) => sql<LineRow>`
  select l.id, l.shipment_id, l.inventory_id, l.quantity, l.fulfilled, l.quarantined, i.sku, i.name, i.upc, i.barcode_1, i.barcode_2,
    i.cost::float8 as cost, i.custom_2, i.lot::int as lot, i.serial::int as serial, i.composition, i.custom_value::float8 as custom_value,
    i.origin, i.hs_code, o.id as order_line_id, o.comment, o.kit_id, o.kit_sku, o.kit_quantity, o.sku as ordered_sku,
    o.name as ordered_name, o.uom, o.quantity as ordered
  from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
  join order_lines o on o.client_id = l.client_id and o.id = l.order_line_id
  where l.shipment_id = ${id} and ${inScope(tx, 'l.client_id')} order by l.id`;

export interface UnitRow {
  inventory_id: number;
  id: number;
  name: string;
  is_base: 0 | 1;
  qty_per_base: number;
  weight: number;
  length: number;
  width: number;
  height: number;
}

const unitsOf = (tx: Tx, id: number) => sql<UnitRow>`
  select n.inventory_id, u.id, u.name, n.is_base::int as is_base, n.qty_per_base, n.weight::float8 as weight, n.length::float8 as length,
    n.width::float8 as width, n.height::float8 as height
  from (select distinct inventory_id from shipment_lines where shipment_id = ${id} and ${inScope(tx)}) l
  join inventory_uoms n on n.inventory_id = l.inventory_id join uoms u on u.id = n.uom_id
  order by not n.is_base, n.qty_per_base, u.id`;

export interface FulfilmentRow {
  id: number;
  shipment_line_id: number;
  quantity: number;
  license: string | null;
  lot_id: number | null;
  lot_number: string | null;
  expire_date: string | null;
  bucket_id: number | null;
  lead: string | null;
  location: string | null;
  quarantine: 0 | 1;
  reason: string;
  reference: string;
  user_name: string;
  created_at: string;
}

/** The bin is where the plate is now. */
const selectFulfilments = sql`
  select f.id, f.shipment_line_id, f.quantity, p.license, f.lot_id, o.lot_number, o.expire_date, f.bucket_id, b.lead, w.location,
    f.quarantine::int as quarantine, f.reason, f.reference, f.user_name, f.created_at
  from fulfillments f
  left join licenses p on p.client_id = f.client_id and p.id = f.license_id
  left join locations w on w.id = p.location_id
  left join lots o on o.client_id = f.client_id and o.id = f.lot_id
  left join serial_buckets b on b.client_id = f.client_id and b.id = f.bucket_id`;
const fulfilmentsOf = (tx: Tx, id: number) => sql<FulfilmentRow>`
  ${selectFulfilments} where f.shipment_id = ${id} and ${inScope(tx, 'f.client_id')} order by f.id`;
const fulfilmentsOfLine = (tx: Tx, lineId: number) => sql<FulfilmentRow>`
  ${selectFulfilments} where f.shipment_line_id = ${lineId} and ${inScope(tx, 'f.client_id')} order by f.id`;

export type FulfilledRow = Pick<HeadRow, 'status' | 'updated_at' | 'direction'> &
  Pick<LineRow, 'id' | 'fulfilled' | 'quarantined'>;

const selectFulfilled = sql`
  select s.status, s.updated_at, s.direction, l.id, l.fulfilled, l.quarantined
  from shipment_lines l join shipments s on s.client_id = l.client_id and s.id = l.shipment_id`;
const fulfilledLines = (tx: Tx, id: number) => sql<FulfilledRow>`
  ${selectFulfilled} where l.shipment_id = ${id} and ${inScope(tx, 'l.client_id')} order by l.id`;
const fulfilledLine = (tx: Tx, lineId: number) => sql<FulfilledRow>`
  ${selectFulfilled} where l.id = ${lineId} and ${inScope(tx, 'l.client_id')}`;

export interface FulfilledRows {
  lines: FulfilledRow[];
  fulfilments: FulfilmentRow[];
}

/** One line of a shipment as it was fulfilled so far, or all of them. */
export async function readFulfilled(tx: Tx, shipmentId: number, lineId?: number): Promise<FulfilledRows> {
  const [lines, fulfilments] = await Promise.all([
    (lineId === undefined ? fulfilledLines(tx, shipmentId) : fulfilledLine(tx, lineId)).execute(tx),
    (lineId === undefined ? fulfilmentsOf(tx, shipmentId) : fulfilmentsOfLine(tx, lineId)).execute(tx),
  ]);
  return { lines: lines.rows, fulfilments: fulfilments.rows };
}

/** A row of a carton's contents; a carton without contents has one row, without a line. */
export interface ContentRow {
  container_id: number;
  number: string;
  sscc: string;
  own_number: string;
  length: number;
  width: number;
  height: number;
  weight: number;
  shipment_line_id: number | null;
  units: number;
  expire: string | null;
}

/** Flat rows: one look-up per carton took seconds for some thousands when PostgreSQL expected a dozen. */
const contentsOf = (tx: Tx, id: number) => sql<ContentRow>`
  select c.id as container_id, c.number, coalesce(x.sscc, '') as sscc, c.own_number, c.length::float8 as length, c.width::float8 as width,
    c.height::float8 as height, c.weight::float8 as weight, d.shipment_line_id, d.quantity as units, d.expire
  from containers c left join container_lines d on d.client_id = c.client_id and d.container_id = c.id
  left join ssccs x on x.client_id = c.client_id and x.shipment_id = c.shipment_id and lower(x.carton) = lower(c.number)
  where c.shipment_id = ${id} and ${inScope(tx, 'c.client_id')} order by c.position, c.id, d.id`;

/** One id is compared, not a list of ids: PostgreSQL plans a list anew for every call, which takes longer than the read. */
export async function readShipmentRows(tx: Tx, id: number): Promise<ShipmentRows> {
  const [head, lines, units, fulfilments, contents] = await Promise.all([
    headOf(tx, id).execute(tx),
    linesOf(tx, id).execute(tx),
    unitsOf(tx, id).execute(tx),
    fulfilmentsOf(tx, id).execute(tx),
    contentsOf(tx, id).execute(tx),
  ]);
  return {
    head: head.rows[0],
    lines: lines.rows,
    units: units.rows,
    fulfilments: fulfilments.rows,
    contents: contents.rows,
  };
}

export type PackedHead = Pick<
  HeadRow,
  'id' | 'packed' | 'carton_count' | 'waybill' | 'cost' | 'entries' | 'updated_at'
>;

const packedHeadOf = (tx: Tx, id: number) => sql<PackedHead>`
  select s.id, s.packed::int as packed, s.carton_count, s.waybill, s.cost::float8 as cost, ${entriesOf} as entries, s.updated_at
  from shipments s where s.id = ${id} and ${inScope(tx, 's.client_id')}`;

export type NameRow = Pick<LineRow, 'id' | 'sku' | 'name'>;

const lineNamesOf = (tx: Tx, id: number) => sql<NameRow>`
  select l.id, i.sku, i.name from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
  where l.shipment_id = ${id} and ${inScope(tx, 'l.client_id')}`;

/** The cartons of a shipment, and what else packing changes of it. */
export async function readPackedRows(tx: Tx, id: number) {
  const [head, lines, contents] = await Promise.all([
    packedHeadOf(tx, id).execute(tx),
    lineNamesOf(tx, id).execute(tx),
    contentsOf(tx, id).execute(tx),
  ]);
  return { head: head.rows[0], lines: lines.rows, contents: contents.rows };
}
