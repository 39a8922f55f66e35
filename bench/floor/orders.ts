import type pg from 'pg';
import { inOneTransaction } from './driver.ts';
import { claimKeySql, type IdempotencyKey, insertTraceSql } from './write-parts.ts';

/**
 * The least work that keeps the invariants of orders: a transaction, its scope and one statement. Creating copies the
 * addresses of the customer and writes the lines; shipping locks the order and the items, takes the next number, writes
 * the shipment with its lines and its first tracking entry, reserves every unit and counts them as processed. Both
 * happen once under their key, have an entry in the history without its changes, and the events that webhooks and mail
 * are made from and open screens are notified by. An item that is short breaks the constraint of its totals, and then
 * nothing has happened. No user is looked up, no rule of the order is checked, and nothing is read back.
 */
export interface NewOrder {
  clientId: number;
  relationId: number;
  addressId: number;
  courierId: number;
  reference: string;
  items: number[];
  quantity: number;
}

const create = `
  with address as (
    select to_jsonb(a) - 'id' - 'client_id' - 'relation_id' - 'type' - 'created_at' - 'updated_at' as copy
    from addresses a where a.client_id = $1 and a.relation_id = $2 and a.id = $3),
  made as (
    insert into orders (client_id, type, reference, relation_id, shipping_address_id, billing_address_id, shipping_address, billing_address, courier_id)
    select $1, 'Customer Order', $5, $2, $3, $3, copy, copy, $4 from address returning client_id, id),
  ${claimKeySql('$8', '$9', '/orders', 'made')},
  ${insertTraceSql('Order', 'Created', 'id', 'made')},
  recorded as (insert into events (kind, client_id, subject_id) select 'order.created', client_id, id from made)
  insert into order_lines (client_id, order_id, inventory_id, sku, name, price, quantity)
  select m.client_id, m.id, i.id, i.sku, i.name, i.selling, $7 from made m join inventories i on i.client_id = m.client_id and i.id = any ($6::int[])`;

export async function createOrder(pool: pg.Pool, order: NewOrder, { key, bodyHash }: IdempotencyKey) {
  const { clientId, relationId, addressId, courierId, reference, items, quantity } = order;
  const values = [clientId, relationId, addressId, courierId, reference, items, quantity, key, bodyHash];
  const [result] = await inOneTransaction(pool, [{ name: 'create order', text: create, values }]);
  return { data: result?.rowCount };
}

const ship = `
  with ordered as (
    update orders set status = 'Processed', updated_at = now() where client_id = $1 and id = $2 and status = 'Open'
    returning client_id, id, courier_id, shipping_address, billing_address),
  items as materialized (
    select t.inventory_id from item_totals t where t.client_id = $1
      and t.inventory_id in (select inventory_id from order_lines where client_id = $1 and order_id = $2)
    order by t.inventory_id for no key update),
  number as (update clients set next_picking_num = next_picking_num + 1 where id = (select client_id from ordered) returning next_picking_num - 1 as n),
  shipment as (
    insert into shipments (client_id, order_id, direction, ship_date, cancel_date, pt_sequence, pt_number, courier_id, shipping_addr, billing_addr)
    select o.client_id, o.id, 'outbound', current_date, current_date + 1, n, n::text, o.courier_id, o.shipping_address, o.billing_address
    from ordered o, number returning client_id, id, order_id),
  tracked as (insert into tracking_entries (client_id, shipment_id, status, day) select client_id, id, 'created', current_date from shipment),
  ${claimKeySql('$3', '$4', '/ship', 'shipment')},
  ${insertTraceSql('Order', 'Shipment created', 'order_id', 'shipment')},
  processed as (
    update order_lines l set processed_qty = quantity from shipment s where l.client_id = s.client_id and l.order_id = s.order_id
    returning l.client_id, s.id as shipment_id, l.id, l.inventory_id, l.quantity),
  lines as (
    insert into shipment_lines (client_id, shipment_id, order_line_id, inventory_id, quantity)
    select client_id, shipment_id, id, inventory_id, quantity from processed returning client_id, id, inventory_id, quantity),
  recorded as (
    insert into events (kind, client_id, subject_id, payload)
    select 'order.processed', client_id, order_id, jsonb_build_object('shipment_id', id) from shipment
    union all select 'shipment.created', client_id, id, jsonb_build_object('order_id', order_id) from shipment
    union all select 'inventory.moved', client_id, inventory_id, '{}' from (select distinct client_id, inventory_id from lines) l),
  reserved as (
    update item_totals t set reserved = reserved + l.quantity
    from (select inventory_id, sum(quantity)::int as quantity from lines where inventory_id in (select inventory_id from items) group by 1) l
    where t.client_id = $1 and t.inventory_id = l.inventory_id)
  insert into reservations (client_id, inventory_id, holder_kind, holder_id, quantity)
  select client_id, inventory_id, 'shipment_line', id, quantity from lines`;

export interface OrderToShip {
  clientId: number;
  orderId: number;
}

export async function shipOrder(pool: pg.Pool, { clientId, orderId }: OrderToShip, { key, bodyHash }: IdempotencyKey) {
  const values = [clientId, orderId, key, bodyHash];
  const [result] = await inOneTransaction(pool, [{ name: 'ship order', text: ship, values }]);
  if (!result?.rowCount) throw new Error(`Order ${orderId} was shipped before.`);
  return { data: result.rowCount };
}

/**
 * The newest 15 open orders with the names of their customers, whether they can be shipped, and their total. Type and
 * status are in the statements: as parameters they would be planned again at every call.
 */
const open = `client_id = $1 and type = 'Customer Order' and status = 'Open'`;
const rows = `
  select o.id, o.client_id, o.type, o.status, o.reference, o.po, o.shipping_address, o.has_bo, o.created_at, o.updated_at,
    r.name, r.account, r.email, r.phone,
    not exists (select from order_lines l join item_totals t on t.inventory_id = l.inventory_id
      where l.order_id = o.id and l.leftover > 0 and l.leftover > t.available) as can_process,
    coalesce((select min(s.status) from shipments s where s.order_id = o.id and s.voided_at is null), '') as wh_status
  from orders o join relations r on r.client_id = o.client_id and r.id = o.relation_id
  where o.${open.replaceAll(' and ', ' and o.')} order by o.updated_at desc, o.id desc limit 15`;
const total = `select count(*) as total from (select from orders where ${open} limit 10001) counted`;

export async function orderList(pool: pg.Pool, clientId: number) {
  const values = [clientId];
  const [page, counted] = await inOneTransaction(pool, [
    { name: 'order rows', text: rows, values },
    { name: 'order total', text: total, values },
  ]);
  const count = Number(counted?.rows[0]?.total);
  return { data: { records: page?.rows, on_page: 1, per_page: 15, total: Math.min(count, 10_000) } };
}
