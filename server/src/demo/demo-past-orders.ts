import { directionOf, type OrderType, relationTypeOf } from '@longshore/contract';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import { DAY, HOUR } from './demo-days.ts';
import type { Entry } from './demo-ledger.ts';

/** One of this many finished shipments was not billed; those of the last days wait for somebody. */
const FORGOTTEN_EVERY = 45;
const WAITING_DAYS = 4;

/** An order that was finished long ago, as the ledger has its goods. */
interface PastOrder {
  type: OrderType;
  reference: string;
  entries: Entry[];
}

/** The kind of the order that goods came or left with; now and then it is a return. Undefined for other movements. */
function typeOf({ kind, reference }: Entry): OrderType | undefined {
  const number = Number(reference.split('-')[1]);
  if (kind === 'ship') return number % 24 === 11 ? 'Vendor Return' : 'Customer Order';
  if (kind === 'receive') return number % 9 === 4 ? 'Customer Return' : 'Vendor Order';
  return undefined;
}

const prefixes: Record<OrderType, string> = {
  'Customer Order': 'CO',
  'Vendor Order': 'VO',
  'Customer Return': 'CR',
  'Vendor Return': 'VR',
};

/** The orders of these movements, oldest first. Returns are numbered as such, in the ledger too. */
function ordersOf(entries: readonly Entry[]): PastOrder[] {
  const orders = new Map<string, PastOrder>();
  for (const entry of entries) {
    const type = typeOf(entry);
    if (!type) continue;
    entry.reference = entry.reference.replace(/^\w+/, prefixes[type]);
    const { reference } = entry;
    const order = orders.get(reference) ?? { type, reference, entries: [] };
    order.entries.push(entry);
    orders.set(reference, order);
  }
  return [...orders.values()].sort((a, b) => lastOf(a) - lastOf(b));
}

const lastOf = ({ entries }: PastOrder) => Math.max(...entries.map(({ at }) => Date.parse(at)));

/** Units of each item. */
function linesOf({ reference, entries }: PastOrder) {
  const units = new Map<number, number>();
  for (const { item, quantity } of entries) units.set(item, (units.get(item) ?? 0) + Math.abs(quantity));
  return [...units].map(([item, quantity]) => ({ reference, item, quantity }));
}

/** Where the relation receives goods and bills, as an order copies it. */
const copyOf = (type: 'Shipping' | 'Billing') => sql`(
  select to_jsonb(a) - '{id,client_id,relation_id,type,created_at,updated_at}'::text[] from addresses a
  where a.relation_id = r.id and a.type in (${type}, 'Both') order by a.type = 'Both', a.id limit 1)`;

/** Relations that orders can be from and to, with what an order copies of them. */
const relationsOf = (clientId: number) => sql`
  select r.id, r.type, ${copyOf('Shipping')} as shipping, coalesce(${copyOf('Billing')}, ${copyOf('Shipping')}) as billing, r.default_term,
    r.default_tax_rate, r.default_shipping_payment, r.default_courier_account, coalesce(k.id, (select min(id) from couriers where client_id is null)) as courier_id,
    row_number() over (partition by r.type order by r.id) - 1 as place, count(*) over (partition by r.type) as of
  from relations r left join couriers k on k.id = r.courier_id and k.is_active
  where r.client_id = ${clientId} and not r.is_system and r.is_active
    and exists (select from addresses a where a.relation_id = r.id and a.type in ('Shipping', 'Both'))`;

function queueOrders(tx: Tx, clientId: number, orders: readonly PastOrder[]): void {
  const rows = orders.map((order, place) => ({
    place,
    type: order.type,
    reference: order.reference,
    relation: relationTypeOf(order.type),
    // Some customers order more than others.
    pick: Math.floor(((place * 7) % 31) * ((place % 13) / 12)),
    created: new Date(lastOf(order) - DAY - (place % 40) * HOUR).toISOString(),
    finished: new Date(lastOf(order) + HOUR / 2).toISOString(),
    source: place % 9 === 4 ? 'Excel' : 'Manual',
  }));
  sql`
    insert into orders (client_id, type, status, reference, po, relation_id, shipping_address, billing_address, tax_rate, payment_term, source,
      courier_id, shipping_payment, collect_account, created_at, updated_at)
    select ${clientId}, o.type, 'Finished', o.reference, case when o.place % 3 = 0 then 'PO ' || 4400 + o.place * 3 else '' end, r.id, r.shipping,
      r.billing, case when o.relation = 'customer' then r.default_tax_rate else 0 end, r.default_term, o.source, r.courier_id,
      r.default_shipping_payment, r.default_courier_account, o.created, o.finished
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as o (place int, type text, reference text, relation text, pick int, created timestamptz, finished timestamptz, source text)
    join (${relationsOf(clientId)}) r on r.type = o.relation and r.place = o.pick % r.of
    order by o.place`.queue(tx);
  const lines = orders.flatMap(linesOf);
  sql`
    insert into order_lines (client_id, order_id, inventory_id, sku, name, upc, uom, price, quantity, processed_qty)
    select ${clientId}, o.id, i.id, i.sku, i.name, i.upc, coalesce(u.name, ''), case when o.type like 'Customer%' then i.selling else i.cost end,
      l.quantity, l.quantity
    from rows from (jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as (reference text, item int, quantity int)) with ordinality
      as l (reference, item, quantity, n)
    join orders o on o.client_id = ${clientId} and o.reference = l.reference join inventories i on i.id = l.item
    left join inventory_uoms b on b.inventory_id = i.id and b.is_base left join uoms u on u.id = b.uom_id
    order by l.n`.queue(tx);
  sql`
    insert into traces (client_id, traceable_type, traceable_id, user_name, subject, changes, created_at)
    select client_id, 'Order', id, 'Dana Reyes', 'Created', jsonb_build_array(jsonb_build_object('field', 'reference', 'newValue', reference)),
      created_at from orders where client_id = ${clientId}`.queue(tx);
}

/** One finished shipment for each order. */
function queueShipments(tx: Tx, clientId: number, orders: readonly PastOrder[]): void {
  const rows = orders.map((order, place) => ({
    place,
    reference: order.reference,
    direction: directionOf(order.type),
    created: new Date(lastOf(order) - (2 + (place % 18)) * HOUR).toISOString(),
    finished: new Date(lastOf(order) + HOUR / 2).toISOString(),
  }));
  sql`
    insert into shipments (client_id, order_id, direction, status, ship_date, cancel_date, finished_date, pt_sequence, pt_number, courier_id,
      payment_method, courier_account, shipping_addr, billing_addr, waybill, cost, print_count, billed, created_at, updated_at)
    select o.client_id, o.id, s.direction, 'Finished', (s.finished at time zone c.timezone)::date, (s.finished at time zone c.timezone)::date + 1,
      s.finished, k.next_picking_num + s.place, k.packing_slip_prefix || (k.next_picking_num + s.place), o.courier_id, o.shipping_payment,
      o.collect_account, o.shipping_address, o.billing_address,
      case when s.direction = 'outbound' then '1Z' || 4400000 + o.id * 37 else '' end,
      case when s.direction = 'outbound' and s.place % 47 <> 11 then 5.95 + s.place % 29 * 0.85 else 0 end,
      1 + s.place % 2, s.place % ${FORGOTTEN_EVERY}::int <> 7 and s.finished < now() - make_interval(days => ${WAITING_DAYS}::int), s.created, s.finished
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as s (place int, reference text, direction text, created timestamptz, finished timestamptz)
    join orders o on o.client_id = ${clientId} and o.reference = s.reference join clients k on k.id = o.client_id cross join company c
    order by s.place`.queue(tx);
  sql`update clients set next_picking_num = next_picking_num + ${orders.length} where id = ${clientId}`.queue(tx);
  sql`
    insert into shipment_lines (client_id, shipment_id, order_line_id, inventory_id, quantity, fulfilled)
    select l.client_id, s.id, l.id, l.inventory_id, l.quantity, l.quantity
    from order_lines l join shipments s on s.order_id = l.order_id where l.client_id = ${clientId} order by l.id`.queue(
    tx,
  );
  sql`
    insert into tracking_entries (client_id, shipment_id, status, day, created_at)
    select s.client_id, s.id, t.status, (t.at at time zone c.timezone)::date, t.at
    from shipments s cross join company c cross join lateral (values ('created', s.created_at),
      ('ready', s.finished_date - interval '20 minutes'), ('finished', s.finished_date)) t (status, at)
    where s.client_id = ${clientId} order by s.id, t.at`.queue(tx);
}

/** Orders of the past year for what the ledger has, before its movements are written: they name their order. */
export function queuePastOrders(tx: Tx, clientId: number, entries: readonly Entry[]): void {
  const orders = ordersOf(entries);
  queueOrders(tx, clientId, orders);
  queueShipments(tx, clientId, orders);
  for (const { reference, entries: ofOrder } of orders) for (const entry of ofOrder) entry.order = reference;
}

/** The fulfilments of those orders, once their movements are written. */
export function queuePastFulfilments(tx: Tx, clientId: number): void {
  sql`
    insert into fulfillments (client_id, shipment_id, shipment_line_id, inventory_id, license_id, lot_id, bucket_id, quantity, reference, user_name,
      created_at)
    select m.client_id, l.shipment_id, l.id, m.inventory_id, m.license_id, m.lot_id, m.bucket_id, abs(m.quantity), m.reference, m.user_name, m.at
    from movements m join shipment_lines l on l.shipment_id = substr(m.cause, 10)::int and l.inventory_id = m.inventory_id
    where m.client_id = ${clientId} and m.cause like 'shipment %' order by m.id`.queue(tx);
}
