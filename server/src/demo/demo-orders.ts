import { LINE_UNITS_MAX, OrderInput, type OrderType, relationTypeOf } from '@longshore/contract';
import { cancelOrder, createOrder } from '../modules/orders/index.ts';
import {
  allocateShipment,
  finishShipment,
  fulfilLine,
  shipmentsOfOrders,
  shipOrder,
  voidShipment,
} from '../modules/shipments/index.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { sql } from '../platform/database/sql.ts';
import { type Open, type Tx, workerScope } from '../platform/database/tx.ts';
import { actorNamed } from './demo-counts.ts';
import { packInTwo, seedPrintsAndLock } from './demo-shipments.ts';

/** What has become of an order by now. */
type Stage =
  | 'open'
  | 'without enough stock'
  | 'cancelled'
  | 'in the warehouse'
  | 'allocated'
  | 'picked in part'
  | 'ready'
  | 'packed'
  | 'finished'
  | 'back-ordered'
  | 'back-order cancelled'
  | 'shipment voided';

interface DemoOrder {
  type: OrderType;
  stage: Stage;
  /** When it was placed, and in how many days from today its shipment is due. */
  daysAgo: number;
  dueIn?: number;
  lines: number;
  withKit?: boolean;
  source?: string;
  note?: string;
}

const customer = (stage: Stage, daysAgo: number, lines: number, more: Partial<DemoOrder> = {}): DemoOrder => ({
  type: 'Customer Order',
  stage,
  daysAgo,
  lines,
  ...more,
});
const inbound = (type: OrderType, stage: Stage, daysAgo: number, dueIn = 0): DemoOrder => ({
  type,
  stage,
  daysAgo,
  lines: 3,
  dueIn,
});

/** What each client's desk has in front of it. */
const current: readonly DemoOrder[] = [
  customer('open', 0, 2),
  customer('open', 0, 5, { note: 'Deliver before noon' }),
  customer('open', 1, 1, { withKit: true }),
  customer('open', 2, 3, { source: 'Excel' }),
  customer('open', 4, 2, { source: 'Excel' }),
  customer('without enough stock', 3, 2),
  customer('without enough stock', 8, 1),
  customer('cancelled', 6, 2),
  customer('cancelled', 19, 1),
  customer('in the warehouse', 1, 4),
  customer('allocated', 2, 2, { dueIn: 1 }),
  customer('in the warehouse', 5, 2, { dueIn: -2, note: 'Late: the courier did not come on Friday' }),
  customer('in the warehouse', 1, 1, { withKit: true }),
  customer('picked in part', 2, 3, { dueIn: -1 }),
  customer('ready', 2, 2),
  customer('packed', 1, 1, { withKit: true }),
  customer('finished', 2, 3),
  customer('back-ordered', 9, 2),
  customer('back-ordered', 4, 3),
  customer('back-order cancelled', 14, 2),
  customer('shipment voided', 3, 1),
  inbound('Vendor Order', 'open', 3),
  inbound('Vendor Order', 'in the warehouse', 6, 0),
  inbound('Vendor Order', 'in the warehouse', 12, 4),
  inbound('Vendor Order', 'picked in part', 8, -1),
  inbound('Vendor Order', 'ready', 7),
  inbound('Customer Return', 'open', 1),
  inbound('Customer Return', 'in the warehouse', 4, 1),
  inbound('Customer Return', 'finished', 5),
  { type: 'Vendor Return', stage: 'open', daysAgo: 2, lines: 1 },
  { type: 'Vendor Return', stage: 'in the warehouse', daysAgo: 3, dueIn: 2, lines: 1 },
];

interface Item {
  id: number;
  available: number;
}

/** A client's items, relations and kits, and which of them the next order takes. */
interface Desk {
  clientId: number;
  actor: Actor;
  items: Item[];
  kits: number[];
  relations: { id: number; type: string; address: number; courier: number }[];
  next: number;
}

async function openDesk(tx: Tx, clientId: number): Promise<Desk> {
  const { rows: items } = await sql<Item>`
    select i.id, t.available from inventories i join item_totals t on t.inventory_id = i.id
    where i.client_id = ${clientId} and i.is_active and not i.serial and t.available > 0 order by t.available desc, i.id limit 24`.execute(
    tx,
  );
  // Only kits whose items have stock, without serial numbers.
  const { rows: kits } = await sql<{ id: number }>`
    select k.kit_id as id from kit_components k join item_totals t on t.inventory_id = k.item_id join inventories i on i.id = k.item_id
    where k.client_id = ${clientId} group by k.kit_id having min(t.available) > 40 and not bool_or(i.serial) order by k.kit_id`.execute(
    tx,
  );
  const { rows: relations } = await sql<Desk['relations'][number]>`
    select r.id, r.type, min(a.id) as address, coalesce(min(k.id), (select min(id) from couriers where client_id is null and is_active)) as courier
    from relations r join addresses a on a.relation_id = r.id and a.type in ('Shipping', 'Both')
    left join couriers k on k.id = r.courier_id and k.is_active
    where r.client_id = ${clientId} and r.is_active and not r.is_system group by r.id order by r.id`.execute(tx);
  const actor = await actorNamed(tx, 'Dana Reyes');
  return { clientId, actor, items, kits: kits.map(({ id }) => id), relations, next: 0 };
}

const isInbound = ({ type }: DemoOrder) => type === 'Vendor Order' || type === 'Customer Return';

/** Several items in turn. */
function takeItems(desk: Desk, order: DemoOrder): Item[] {
  const { items, next } = desk;
  const taken = Array.from({ length: Math.min(order.lines, items.length) }, (_, n) => items[(next + n) % items.length]);
  desk.next += order.lines;
  return taken.flatMap((item) => item ?? []);
}

function quantityOf(order: DemoOrder, item: Item, place: number): number {
  const isFirst = place === 0;
  if (order.stage === 'without enough stock' && isFirst) return Math.min(item.available + 60, LINE_UNITS_MAX);
  if (order.stage.startsWith('back-order') && isFirst) return Math.min(item.available + 24, LINE_UNITS_MAX);
  return isInbound(order) ? 24 * (place + 1) : Math.max(1, Math.min(3 + place * 2, Math.floor(item.available / 40)));
}

async function place(tx: Tx, desk: Desk, order: DemoOrder, n: number) {
  const kind = relationTypeOf(order.type);
  const relations = desk.relations.filter(({ type }) => type === kind);
  const relation = relations[(n * 5) % relations.length];
  if (!relation) throw new Error(`The demo has no ${kind} for client ${desk.clientId}.`);
  const kit = order.withKit ? desk.kits[n % desk.kits.length] : undefined;
  const lines = takeItems(desk, order).map((item, at) => ({
    inventory_id: item.id,
    quantity: quantityOf(order, item, at),
  }));
  const prefix = order.type
    .split(' ')
    .map(([letter]) => letter)
    .join('');
  return createOrder(
    tx,
    desk.actor,
    OrderInput.parse({
      type: order.type,
      client_id: desk.clientId,
      reference: `${prefix}-${28_500 + n * 3}`,
      relation_id: relation.id,
      shipping_address_id: relation.address,
      billing_address_id: relation.address,
      note: order.note ?? '',
      shipping: { courier_id: relation.courier },
      lines: kit ? [{ inventory_id: kit, quantity: 2 }] : lines,
    }),
    shipmentsOfOrders,
  );
}

type Placed = Awaited<ReturnType<typeof place>>;

/** Ships a few units of every line, whatever was ordered. */
async function shipSome(tx: Tx, desk: Desk, { id, lines, shipping }: Placed): Promise<number> {
  const day = '2000-01-01';
  const order = await shipOrder(tx, desk.actor, id, {
    ship_date: day,
    cancel_date: day,
    courier: {
      id: shipping.courier_id,
      payment_method: 'prepaid',
      account: '',
      billing_country_code: '',
      billing_zip: '',
    },
    lines: lines.map((line) => ({ order_line_id: line.id, quantity: Math.min(line.quantity, 2) })),
  });
  return order.shipments[0]?.id ?? 0;
}

/** Fulfils the lines of a shipment, or only the first: from where the goods are, or to no plate, in their latest lot. */
async function fulfil(tx: Tx, desk: Desk, order: DemoOrder, shipmentId: number, part: 'all' | 'some'): Promise<void> {
  const { rows: lines } = await sql<{ id: number; item: number; quantity: number; lotId: number | null }>`
    select l.id, l.inventory_id as item, l.quantity, (select max(id) from lots where inventory_id = l.inventory_id) as "lotId"
    from shipment_lines l where l.shipment_id = ${shipmentId} order by l.id`.execute(tx);
  for (const line of part === 'all' ? lines : lines.slice(0, 1)) {
    const of = { shipmentId, lineId: line.id };
    if (isInbound(order)) {
      const quarantine = order.type === 'Customer Return';
      const reason = quarantine ? 'to inspect' : '';
      await fulfilLine(tx, desk.actor, {
        ...of,
        quantity: line.quantity,
        licenseId: null,
        lotId: line.lotId,
        quarantine,
        reason,
      });
      continue;
    }
    const { rows: places } = await sql<{ licenseId: number | null; lotId: number | null; quantity: number }>`
      select license_id as "licenseId", lot_id as "lotId", quantity from stock_rows
      where inventory_id = ${line.item} and not quarantine and quantity > 0 order by quantity desc`.execute(tx);
    let left = line.quantity;
    for (const { quantity, ...from } of places) {
      const units = Math.min(left, quantity);
      if (units) await fulfilLine(tx, desk.actor, { ...of, ...from, quantity: units });
      left -= units;
    }
  }
}

/** Brings a new shipment to the stage of its order. */
async function advanceShipment(tx: Tx, desk: Desk, order: DemoOrder, shipmentId: number): Promise<void> {
  switch (order.stage) {
    case 'picked in part':
      await fulfil(tx, desk, order, shipmentId, 'some');
      break;
    case 'allocated':
      await allocateShipment(tx, desk.actor, shipmentId);
      break;
    case 'ready':
      await fulfil(tx, desk, order, shipmentId, 'all');
      break;
    case 'packed':
      await fulfil(tx, desk, order, shipmentId, 'all');
      await packInTwo(tx, desk.actor, shipmentId);
      break;
    case 'finished':
      await fulfil(tx, desk, order, shipmentId, 'all');
      if (!isInbound(order)) await packInTwo(tx, desk.actor, shipmentId);
      await finishShipment(tx, desk.actor, shipmentId);
      break;
    case 'shipment voided':
      await voidShipment(tx, desk.actor, shipmentId);
      break;
  }
}

/** Brings a new order to its stage. */
async function advance(tx: Tx, desk: Desk, order: DemoOrder, placed: Placed): Promise<void> {
  switch (order.stage) {
    case 'open':
    case 'without enough stock':
      break;
    case 'cancelled':
      await cancelOrder(tx, desk.actor, placed.id, shipmentsOfOrders);
      break;
    case 'back-ordered':
      await shipSome(tx, desk, placed);
      break;
    case 'back-order cancelled':
      await shipSome(tx, desk, placed);
      await cancelOrder(tx, desk.actor, placed.id, shipmentsOfOrders);
      break;
    default: {
      const { shipments } = await shipOrder(tx, desk.actor, placed.id);
      await advanceShipment(tx, desk, order, shipments[0]?.id ?? 0);
    }
  }
}

/** Commands stamp the current time; the demo's orders came over the last weeks. Their history cannot be rewritten. */
async function moveBack(tx: Tx, placed: readonly { id: number; order: DemoOrder }[]): Promise<void> {
  const rows = placed.map(({ id, order: { daysAgo, dueIn = 0, source } }, n) => ({
    id,
    days: daysAgo,
    minutes: (n * 37) % 300,
    due: dueIn,
    source: source ?? 'Web',
  }));
  const moved = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id int, days int, minutes int, due int, source text)`;
  const at = sql`now() - make_interval(days => r.days, mins => r.minutes)`;
  await sql`update orders o set created_at = ${at}, updated_at = ${at} + interval '1 hour', source = r.source, web_origin = r.source = 'Web'
    from ${moved} where o.id = r.id`.execute(tx);
  await sql`update shipments s set created_at = ${at} + interval '1 hour', updated_at = greatest(s.updated_at, ${at} + interval '1 hour'),
      ship_date = (now() at time zone c.timezone)::date + r.due, cancel_date = (now() at time zone c.timezone)::date + r.due + 1
    from ${moved} cross join company c where s.order_id = r.id`.execute(tx);
  await sql`update tracking_entries t set created_at = s.created_at, day = (s.created_at at time zone c.timezone)::date
    from ${moved} cross join company c, shipments s where s.order_id = r.id and t.shipment_id = s.id and t.status = 'created'`.execute(
    tx,
  );
}

async function seedOrdersOf(tx: Tx, clientId: number): Promise<void> {
  const desk = await openDesk(tx, clientId);
  const placed: { id: number; order: DemoOrder }[] = [];
  for (const [n, order] of current.entries()) {
    const made = await place(tx, desk, order, n);
    await advance(tx, desk, order, made);
    placed.push({ id: made.id, order });
  }
  await moveBack(tx, placed);
}

/** Orders in every state for every client, made by the commands themselves and then dated back. */
export async function seedOrders(tx: Tx, clientIds: readonly number[]): Promise<void> {
  // The clients' commands share the connection and wait for each other nowhere.
  await Promise.all(clientIds.map((clientId) => seedOrdersOf(tx, clientId)));
  await seedPrintsAndLock(tx, await actorNamed(tx, 'Tomasz Nowak'));
}

/** Nobody is to be notified of what the demo says happened. */
export const forgetEvents = async (open: Open): Promise<void> => {
  await open(workerScope, (tx) => sql`delete from events`.execute(tx));
};
