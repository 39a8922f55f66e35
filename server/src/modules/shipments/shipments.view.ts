import type { OrderShipment } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';

const lines = sql`coalesce((
  select json_agg(json_build_object('id', l.id, 'shipment_id', l.shipment_id, 'inventory_id', l.inventory_id, 'quantity', l.quantity,
    'fulfilled', l.fulfilled, 'quarantined', l.quarantined,
    'inventory', json_build_object('id', i.id, 'sku', i.sku, 'name', i.name, 'upc', i.upc),
    'order_line', json_build_object('id', ol.id, 'comment', ol.comment, 'kit_id', ol.kit_id,
      'kit_property', case when ol.kit_id is not null then json_build_object('sku', ol.kit_sku, 'quantity', ol.kit_quantity) end,
      'sku', ol.sku, 'name', ol.name, 'uom', ol.uom, 'quantity', ol.quantity)) order by l.id)
  from shipment_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
  join order_lines ol on ol.client_id = l.client_id and ol.id = l.order_line_id
  where l.client_id = s.client_id and l.shipment_id = s.id), '[]')`;

const tracking = sql`coalesce((
  select json_agg(json_build_object('shipment_id', t.shipment_id, 'status', t.status, 'date', t.day, 'comments', t.comments) order by t.id desc)
  from tracking_entries t where t.client_id = s.client_id and t.shipment_id = s.id), '[]')`;

/** How far the shipment `s` is: the status of its newest entry. */
export const trackedLast = sql`coalesce((
  select t.status from tracking_entries t where t.client_id = s.client_id and t.shipment_id = s.id order by t.id desc limit 1), '')`;

async function readWhere(tx: Tx, condition: Sql): Promise<OrderShipment | undefined> {
  const { rows } = await sql<OrderShipment>`
    select s.id, s.order_id, s.client_id,
      json_build_object('id', o.id, 'type', o.type, 'reference', o.reference, 'po', o.po, 'status', o.status) as order,
      s.status, s.ship_date, s.cancel_date, s.finished_date, s.pt_number, s.packed::int as packed, s.carton_count,
      json_build_object('waybill', s.waybill, 'status', ${trackedLast}) as tracking,
      json_build_object('id', k.id, 'name', k.name, 'payment_method', s.payment_method, 'account', s.courier_account,
        'billing_zip', s.billing_zip, 'billing_country_code', s.billing_country_code) as courier,
      s.shipping_addr, s.billing_addr, ${lines} as shipment_lines, ${tracking} as tracking_status, s.created_at
    from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id join couriers k on k.id = s.courier_id
    where ${condition} and s.voided_at is null and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0];
}

/** A shipment of an order, for everybody who may read the order. A voided one is not found. */
export async function readOrderShipment(tx: Tx, orderId: number, shipmentId: number): Promise<OrderShipment> {
  const shipment = await readWhere(tx, sql`s.id = ${shipmentId} and s.order_id = ${orderId}`);
  if (!shipment) throw notFound();
  return shipment;
}

/** The same by its id alone; undefined when it was voided meanwhile. */
export const readShipment = (tx: Tx, id: number): Promise<OrderShipment | undefined> =>
  readWhere(tx, sql`s.id = ${id}`);
