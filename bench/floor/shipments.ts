import type pg from 'pg';
import { inOneTransaction } from './driver.ts';
import { claimKeySql, type IdempotencyKey, insertTraceSql } from './write-parts.ts';

/**
 * The least work that keeps the invariants of shipments: a transaction, its scope, the shipment's lock and one
 * statement. Fulfilling takes the units of its lines from one plate with their reservations, writes movements and
 * fulfilments, and makes the shipment Ready; packing writes one carton; finishing writes shipment and order, with an
 * entry in the history of each. All happen once under their key and record the tracking entries and the events that
 * ours do. Too many units break a constraint, and then nothing has happened. No user is looked up, no place is chosen,
 * no rule is checked and nothing is read back.
 */
export interface LineFulfilment {
  clientId: number;
  shipmentId: number;
  lineId: number;
  licenseId: number;
  quantity: number;
}

/** A statement of its own: whether the shipment is complete is read after the lock was waited for. */
const lock = `select from shipments where client_id = $1 and id = $2 for no key update`;

const tracked = (status: string, made: string) =>
  `tracked as (insert into tracking_entries (client_id, shipment_id, status, day) select $1, id, '${status}', current_date from ${made})`;
const event = (kind: string, subject: string, payload: string, made: string) =>
  `select '${kind}', $1, ${subject}, ${payload} from ${made}`;
const recorded = (...events: string[]) =>
  `recorded as (insert into events (kind, client_id, subject_id, payload) ${events.join(' union all ')})`;
const ofOrder = `jsonb_build_object('order_id', order_id)`;
const thisShipment = '(select id, order_id from shipments where client_id = $1 and id = $2) s';

const fulfil = `
  with line as (
    update shipment_lines l set fulfilled = l.fulfilled + $5 where l.client_id = $1 and l.shipment_id = $2 and l.id = $3
    returning l.id, l.inventory_id),
  total as (
    update item_totals t set in_stock = t.in_stock - $5, reserved = t.reserved - $5 from line
    where t.client_id = $1 and t.inventory_id = line.inventory_id returning t.inventory_id, t.in_stock),
  balance as (
    update stock_rows s set quantity = s.quantity - $5 from total t
    where s.client_id = $1 and s.inventory_id = t.inventory_id and s.license_id = $4 and s.lot_id is null and not s.quarantine returning s.quantity),
  released as (
    delete from reservations r using line where r.holder_kind = 'shipment_line' and r.holder_id = line.id and r.quantity = $5),
  ready as (
    update shipments s set status = 'Ready', updated_at = now() where s.client_id = $1 and s.id = $2
      and not exists (select from shipment_lines o where o.shipment_id = $2 and o.id <> $3 and o.fulfilled < o.quantity) returning s.id),
  ${tracked('ready', 'ready')},
  ${claimKeySql('$6', '$7', '/fulfil', 'line')},
  ${recorded(event('inventory.moved', 'inventory_id', "'{}'::jsonb", 'line'), event('shipment.saved', 'id', ofOrder, thisShipment))},
  written as (
    insert into fulfillments (client_id, shipment_id, shipment_line_id, inventory_id, license_id, quantity, user_name)
    select $1, $2, id, inventory_id, $4, $5, 'Floor' from line)
  insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, cause, user_id, user_name, at)
  select $1, t.inventory_id, $4, false, -$5, (select quantity from balance), t.in_stock, 'ship', 'shipment ' || $2, 1, 'Floor', clock_timestamp()
  from total t`;

const fulfilAll = `
  with line as (
    update shipment_lines l set fulfilled = l.quantity where l.client_id = $1 and l.shipment_id = $2
    returning l.id, l.inventory_id, l.quantity),
  total as (
    update item_totals t set in_stock = t.in_stock - line.quantity, reserved = t.reserved - line.quantity from line
    where t.client_id = $1 and t.inventory_id = line.inventory_id returning t.inventory_id, t.in_stock, line.id as line_id, line.quantity),
  balance as (
    update stock_rows s set quantity = s.quantity - t.quantity from total t
    where s.client_id = $1 and s.inventory_id = t.inventory_id and s.license_id = $3 and s.lot_id is null and not s.quarantine
    returning s.inventory_id, s.quantity),
  released as (delete from reservations r using line where r.holder_kind = 'shipment_line' and r.holder_id = line.id),
  ready as (
    update shipments s set status = 'Ready', updated_at = now() where s.client_id = $1 and s.id = $2 returning s.id, s.order_id),
  ${tracked('ready', 'ready')},
  ${claimKeySql('$4', '$5', '/fulfil-all', 'ready')},
  ${recorded(event('inventory.moved', 'inventory_id', "'{}'::jsonb", 'line'), event('shipment.saved', 'id', ofOrder, 'ready'))},
  written as (
    insert into fulfillments (client_id, shipment_id, shipment_line_id, inventory_id, license_id, quantity, user_name)
    select $1, $2, id, inventory_id, $3, quantity, 'Floor' from line)
  insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, cause, user_id, user_name, at)
  select $1, t.inventory_id, $3, false, -t.quantity, b.quantity, t.in_stock, 'ship', 'shipment ' || $2, 1, 'Floor', clock_timestamp()
  from total t join balance b using (inventory_id)`;

const pack = `
  with packed as (
    update shipments set packed = true, carton_count = 1, updated_at = now() where client_id = $1 and id = $2 and status <> 'Finished'
    returning id, order_id),
  ${tracked('packed', 'packed')},
  ${claimKeySql('$3', '$4', '/pack', 'packed')},
  ${recorded(event('shipment.touched', 'id', ofOrder, 'packed'))},
  carton as (
    insert into containers (client_id, shipment_id, position, number) select $1, id, 1, 'FLOOR1' from packed returning id)
  insert into container_lines (client_id, container_id, shipment_line_id, quantity)
  select $1, carton.id, l.id, l.quantity from carton, shipment_lines l where l.client_id = $1 and l.shipment_id = $2`;

const finish = `
  with finished as (
    update shipments set status = 'Finished', finished_date = now(), updated_at = now()
    where client_id = $1 and id = $2 and status = 'Ready' returning client_id, id, order_id),
  ${tracked('finished', 'finished')},
  ${claimKeySql('$3', '$4', '/finish', 'finished')},
  ${insertTraceSql('Shipment', 'Shipment finished', 'id', 'finished')},
  ${insertTraceSql('Order', 'Shipment finished', 'order_id', 'finished')},
  ${recorded(
    event('order.saved', 'order_id', "'{}'::jsonb", 'finished'),
    event('shipment.finished', 'id', `${ofOrder} || '{"email": true}'`, 'finished'),
  )}
  update orders o set status = 'Finished', updated_at = now() from finished f where o.client_id = $1 and o.id = f.order_id
    and not exists (select from shipments s where s.order_id = o.id and s.id <> f.id and s.status <> 'Finished' and s.voided_at is null)`;

/** Parameters are numbers, unless the statement says otherwise. */
const typed = (text: string) => text.replace(/\$\d(?!::)/g, '$&::int');

async function written(
  pool: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
  { key, bodyHash }: IdempotencyKey,
) {
  const [, result] = await inOneTransaction(pool, [
    { name: 'lock shipment', text: typed(lock), values: values.slice(0, 2) },
    { name, text: typed(text), values: [...values, key, bodyHash] },
  ]);
  if (!result?.rowCount) throw new Error(`${name} changed nothing.`);
  return { data: result.rowCount };
}

export const fulfilLine = (
  pool: pg.Pool,
  { clientId, shipmentId, lineId, licenseId, quantity }: LineFulfilment,
  once: IdempotencyKey,
) => written(pool, 'fulfil', fulfil, [clientId, shipmentId, lineId, licenseId, quantity], once);

export interface ShipmentTarget {
  clientId: number;
  shipmentId: number;
  licenseId: number;
}

export const fulfilShipment = (
  pool: pg.Pool,
  { clientId, shipmentId, licenseId }: ShipmentTarget,
  once: IdempotencyKey,
) => written(pool, 'fulfil all', fulfilAll, [clientId, shipmentId, licenseId], once);
export const packShipment = (pool: pg.Pool, { clientId, shipmentId }: ShipmentTarget, once: IdempotencyKey) =>
  written(pool, 'pack', pack, [clientId, shipmentId], once);
export const finishShipment = (pool: pg.Pool, { clientId, shipmentId }: ShipmentTarget, once: IdempotencyKey) =>
  written(pool, 'finish', finish, [clientId, shipmentId], once);

/** The newest 15 outbound shipments in the warehouse, of all clients, with names and units; the status as in orders. */
const rows = `
  select s.id, s.client_id, n.company, s.order_id, s.order_type, s.reference, s.po, k.name as courier, s.status, o.status as order_status, o.has_bo,
    s.ship_date, s.finished_date, s.pt_number, s.print_count, s.packed, s.billed, s.waybill, s.shipping_addr ->> 'country_code' as country_code,
    u.units, u.fulfilled, s.created_at
  from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id join clients n on n.id = s.client_id
  join couriers k on k.id = s.courier_id
  left join lateral (select sum(quantity)::int as units, sum(fulfilled)::int as fulfilled from shipment_lines l
    where l.client_id = s.client_id and l.shipment_id = s.id) u on true
  where s.direction = 'outbound' and s.status = 'In Warehouse' and s.voided_at is null order by s.created_at desc, s.id desc limit 15`;
const total = `select count(*) as total from (
  select from shipments where direction = 'outbound' and status = 'In Warehouse' and voided_at is null limit 10001) counted`;

export async function shipmentList(pool: pg.Pool) {
  const [page, counted] = await inOneTransaction(pool, [
    { name: 'shipment rows', text: rows, values: [] },
    { name: 'shipment total', text: total, values: [] },
  ]);
  const count = Number(counted?.rows[0]?.total);
  return { data: { records: page?.rows, on_page: 1, per_page: 15, total: Math.min(count, 10_000) } };
}
