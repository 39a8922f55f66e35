import { LOCK_MINUTES, NO_LICENSE, NO_LOT, type Shipment } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';

type Sql = RawBuilder<unknown>;

/** A timestamp inside JSON, in the contract's form. */
const moment = (column: Sql) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const lockEnds = sql`(s.lock_used_at + make_interval(mins => ${sql.lit(LOCK_MINUTES)}))`;

/** Whether somebody holds the shipment `s`: a lock ends by itself when its holder does nothing. */
export const isHeld = sql`(s.locked_by is not null and ${lockEnds} > now())`;

const uoms = sql`coalesce((
  select json_agg(json_build_object('id', u.id, 'name', u.name, 'pivot', json_build_object('is_base', n.is_base::int,
    'qty_per_base', n.qty_per_base, 'weight', n.weight::float8, 'length', n.length::float8, 'width', n.width::float8,
    'height', n.height::float8)) order by not n.is_base, n.qty_per_base, u.id)
  from inventory_uoms n join uoms u on u.id = n.uom_id where n.client_id = i.client_id and n.inventory_id = i.id), '[]')`;

/** The bin is where the plate stands now. */
const fulfillments = sql`coalesce((
  select json_agg(json_build_object('id', f.id, 'change', f.quantity * case s.direction when 'outbound' then -1 else 1 end,
    'quantity', f.quantity, 'licenses', json_build_object('license', coalesce(p.license, ${sql.lit(NO_LICENSE)})),
    'lots', json_build_object('id', f.lot_id, 'lot', coalesce(o.lot_number, ${sql.lit(NO_LOT)}), 'expire', o.expire_date),
    'serials', json_build_object('id', f.bucket_id, 'lead', coalesce(b.lead, '')), 'location', coalesce(w.location, ''),
    'quarantine', f.quarantine::int, 'reason', f.reason, 'reference', f.reference, 'user', f.user_name,
    'created_at', ${moment(sql`f.created_at`)}) order by f.id)
  from fulfillments f
  left join licenses p on p.client_id = f.client_id and p.id = f.license_id
  left join locations w on w.id = p.location_id
  left join lots o on o.client_id = f.client_id and o.id = f.lot_id
  left join serial_buckets b on b.client_id = f.client_id and b.id = f.bucket_id
  where f.client_id = l.client_id and f.shipment_line_id = l.id), '[]')`;

const lines = sql`coalesce((
  select json_agg(json_build_object('id', l.id, 'shipment_id', l.shipment_id, 'inventory_id', l.inventory_id, 'quantity', l.quantity,
    'fulfilled', l.fulfilled, 'quarantined', l.quarantined,
    'inventory', json_build_object('id', i.id, 'sku', i.sku, 'name', i.name, 'upc', i.upc, 'barcode_1', i.barcode_1,
      'barcode_2', i.barcode_2, 'cost', i.cost::float8, 'custom_2', i.custom_2, 'uoms', ${uoms},
      'config', json_build_object('lot', i.lot::int, 'serial', i.serial::int),
      'international', json_build_object('composition', i.composition, 'custom_value', i.custom_value::float8, 'origin', i.origin,
        'hs_code', i.hs_code)),
    'order_line', json_build_object('id', ol.id, 'comment', ol.comment, 'kit_id', ol.kit_id,
      'kit_property', case when ol.kit_id is not null then json_build_object('sku', ol.kit_sku, 'quantity', ol.kit_quantity) end,
      'sku', ol.sku, 'name', ol.name, 'uom', ol.uom, 'quantity', ol.quantity),
    'fulfillments', ${fulfillments}) order by l.id)
  from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
  join order_lines ol on ol.client_id = l.client_id and ol.id = l.order_line_id
  where l.client_id = s.client_id and l.shipment_id = s.id), '[]')`;

/** What is in a carton, in both shapes that the contract has for it. */
const cartonLines = sql`left join lateral (
  select coalesce(json_agg(json_build_object('lineId', d.shipment_line_id, 'quantity', d.quantity, 'expire', d.expire) order by d.id), '[]')
    as contents,
    coalesce(json_agg(json_build_object('id', cl.id, 'sku', ci.sku, 'name', ci.name,
      'pivot', json_build_object('line_id', cl.id, 'quantity', d.quantity, 'expire', d.expire)) order by d.id), '[]') as shipment_lines
  from container_lines d join shipment_lines cl on cl.client_id = d.client_id and cl.id = d.shipment_line_id
  join inventories ci on ci.client_id = cl.client_id and ci.id = cl.inventory_id
  where d.client_id = c.client_id and d.container_id = c.id) packed on true`;

const containers = sql`coalesce((
  select json_agg(json_build_object('id', c.number, 'own_number', c.own_number, 'length', c.length::float8, 'width', c.width::float8,
    'height', c.height::float8, 'weight', c.weight::float8, 'contents', packed.contents, 'shipment_lines', packed.shipment_lines)
    order by c.position, c.id)
  from containers c ${cartonLines} where c.client_id = s.client_id and c.shipment_id = s.id), '[]')`;

const tracking = sql`coalesce((
  select json_agg(json_build_object('shipment_id', t.shipment_id, 'status', t.status, 'date', t.day, 'comments', t.comments) order by t.id desc)
  from tracking_entries t where t.client_id = s.client_id and t.shipment_id = s.id), '[]')`;

/** Trigger 101 is no call but an address that a person opens. */
const resources = sql`coalesce((
  select json_agg(replace(replace(replace(h.endpoint, '{CID}', s.client_id::text), '{SID}', s.id::text), '{OID}', s.order_id::text)
    order by h.id)
  from webhooks h where h.client_id = s.client_id and h.trigger = 101), '[]')`;

const columns = sql`s.id, s.client_id, s.order_id,
  json_build_object('id', o.id, 'type', o.type, 'reference', o.reference, 'po', o.po, 'status', o.status, 'note', o.note,
    'print_note', o.print_note, 'client_id', o.client_id, 'client', json_build_object('id', n.id, 'company', n.company),
    'relation', json_build_object('id', r.id, 'name', r.name), 'source', json_build_object('source', o.source)) as order,
  json_build_object('tax_rate', o.tax_rate::float8, 'payment_term', o.payment_term) as accounting,
  s.direction, s.status, s.ship_date, s.cancel_date, s.finished_date, s.pt_number, s.print_count, s.ss_order_id, s.fba_shipment_id,
  s.fba_feed_type, s.exist_in_fba::int as exist_in_fba, s.packed::int as packed, s.billed::int as billed, s.carton_count, s.attr_1,
  s.incoterm, s.incoterm_place,
  s.invoice_number, coalesce(s.bol_number::text, '') as bol_number,
  case when ${isHeld} then json_build_object('user_id', s.locked_by, 'name', s.locked_by_name, 'until', ${moment(lockEnds)}) end as user,
  json_build_object('payment', s.payment_method, 'api', s.shipping_api) as shipping,
  json_build_object('waybill', s.waybill, 'cost', s.cost::float8, 'status', s.tracking_status) as tracking,
  json_build_object('id', k.id, 'name', k.name, 'payment_method', s.payment_method, 'account', s.courier_account,
    'billing_zip', s.billing_zip, 'billing_country_code', s.billing_country_code, 'ss_mapping_carrier', k.ss_mapping_carrier,
    'shippo_id', k.shippo_id) as courier,
  s.shipping_addr, s.billing_addr, ${lines} as shipment_lines, ${containers} as containers, ${tracking} as tracking_status,
  ${resources} as external_resources, s.created_at, s.updated_at`;

/** A shipment as the warehouse works with it; undefined when it is voided or unknown. */
export async function findShipmentRecord(tx: Tx, id: number): Promise<Shipment | undefined> {
  // One id is compared, not a list of ids: PostgreSQL plans a list anew for every call, which takes longer than the read.
  const { rows } = await sql<Shipment>`
    select ${columns} from shipments s
    join orders o on o.client_id = s.client_id and o.id = s.order_id
    join clients n on n.id = s.client_id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id
    join couriers k on k.id = s.courier_id
    where s.id = ${id} and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0];
}

/** The same; throws 40001 when it is voided or unknown. */
export async function readShipmentRecord(tx: Tx, id: number): Promise<Shipment> {
  const shipment = await findShipmentRecord(tx, id);
  if (!shipment) throw refused(40001);
  return shipment;
}
