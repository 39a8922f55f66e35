import { MoveInput, OrderInput } from '@longshore/contract';
import { pickLine, startWave } from '../modules/floor/index.ts';
import { createOrder } from '../modules/orders/index.ts';
import { shipmentsOfOrders, shipOrder } from '../modules/shipments/index.ts';
import { moveStock } from '../modules/stock/index.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';
import { actorNamed } from './demo-counts.ts';

/** Beside the four aisles of demo-plates.ts: eight together. */
const AISLES = ['E', 'F', 'G', 'H'];
const BAYS = 24;
const CLIENTS = 3;
const PLATES_A_CLIENT = 14;
const UNITS_A_PLATE = 60;
/** Orders of each client: those of the wave, and those that wait for the next one. */
const ORDERS_A_CLIENT = 9;
const IN_WAVE = 12;
const PICKED = 9;
const TOTES = 36;

const binName = (place: number) =>
  `${AISLES[place % AISLES.length]}-${String(1 + ((place * 5) % BAYS)).padStart(2, '0')}-1`;

/** Carts, totes and four aisles with two levels. */
async function seedFloor(tx: Tx): Promise<void> {
  await sql`
    insert into locations (location, type, billing_category, created_at)
    select a || '-' || lpad(b::text, 2, '0') || '-' || l, case l when 1 then 'P' else 'S' end,
      case l when 1 then 'Shelf bin' else 'Pallet rack' end, now() - interval '700 days'
    from unnest(${AISLES}::text[]) a, generate_series(1, ${BAYS}::int) b, generate_series(1, 2) l
    order by a, b, l on conflict do nothing`.execute(tx);
  await sql`
    insert into carts (cart, totes, max_weight) values ('Cart 1', 12, 0), ('Cart 2', 8, 90), ('Cart 3', 8, 90)
    on conflict do nothing`.execute(tx);
  await sql`
    insert into totes (tote) select 'T-' || lpad(n::text, 2, '0') from generate_series(1, ${TOTES}::int) n order by n
    on conflict do nothing`.execute(tx);
}

interface Goods {
  id: number;
  license: string;
  lotId: number | null;
  quantity: number;
}

/** The most that a client has of several items, each at one place. */
async function readGoods(tx: Tx, clientId: number): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    select distinct on (r.quantity, i.id) i.id, coalesce(p.license, '') as license, r.lot_id as "lotId", r.quantity
    from inventories i join item_totals t on t.client_id = i.client_id and t.inventory_id = i.id
    cross join lateral (select s.license_id, s.lot_id, s.quantity from stock_rows s left join lots o on o.id = s.lot_id
      where s.inventory_id = i.id and not s.quarantine and (o.expire_date is null or o.expire_date > current_date + 30)
      order by s.quantity desc, s.id limit 1) r
    left join licenses p on p.id = r.license_id
    where i.client_id = ${clientId} and i.is_active and not i.serial and t.available > ${UNITS_A_PLATE}::int and r.quantity >= ${UNITS_A_PLATE}::int
    order by r.quantity desc, i.id limit ${PLATES_A_CLIENT}`.execute(tx);
  return rows;
}

/** Plates in picking bins, filled from the reserve. Answers their items. */
async function seedPlatesOf(tx: Tx, actor: Actor, clientId: number, client: number): Promise<number[]> {
  const goods = await readGoods(tx, clientId);
  for (const [n, { id, license, lotId }] of goods.entries()) {
    const place = client * PLATES_A_CLIENT + n;
    const number = `LA-${String(place + 1).padStart(3, '0')}`;
    await sql`
      with made as (
        insert into licenses (client_id, license, uom_id, length, width, height, weight, location_id)
        select ${clientId}, ${number}, u.id, 120, 100, 60, 40, b.id from uoms u, locations b
        where u.name = 'Pallet' and b.location = ${binName(place)} returning id, location_id)
      insert into license_locations (client_id, license_id, location_id, user_name)
      select ${clientId}, id, location_id, ${actor.name} from made`.execute(tx);
    await moveStock(
      tx,
      actor,
      MoveInput.parse({ inventory_id: id, from_lp: license, to_lp: number, qty: UNITS_A_PLATE, lotId }),
    );
  }
  return goods.map(({ id }) => id);
}

interface Customer {
  id: number;
  address: number;
  courier: number;
}

/** Small orders of a client over its picking bins, shipped. Answers their shipments. */
async function seedOrdersOf(tx: Tx, actor: Actor, clientId: number, items: readonly number[]): Promise<number[]> {
  const { rows: customers } = await sql<Customer>`
    select r.id, min(a.id) as address, (select min(id) from couriers where client_id is null and is_active) as courier
    from relations r join addresses a on a.relation_id = r.id and a.type in ('Shipping', 'Both')
    where r.client_id = ${clientId} and r.is_active and not r.is_system and r.type = 'customer' group by r.id order by r.id`.execute(
    tx,
  );
  const shipments: number[] = [];
  for (let n = 0; n < ORDERS_A_CLIENT; n++) {
    const customer = customers[n % customers.length];
    const wanted = new Set(Array.from({ length: 1 + (n % 4) }, (_, line) => items[(n * 3 + line * 5) % items.length]));
    if (!customer || !items.length) break;
    const order = await createOrder(
      tx,
      actor,
      OrderInput.parse({
        type: 'Customer Order',
        client_id: clientId,
        reference: `WEB-${40_100 + clientId * 100 + n}`,
        relation_id: customer.id,
        shipping_address_id: customer.address,
        billing_address_id: customer.address,
        shipping: { courier_id: customer.courier },
        lines: [...wanted].map((id, line) => ({ inventory_id: id, quantity: 1 + ((n + line) % 3) })),
      }),
      shipmentsOfOrders,
    );
    const { shipments: made } = await shipOrder(tx, actor, order.id);
    shipments.push(...made.map(({ id }) => id));
  }
  return shipments;
}

/** A wave that Tomasz is picking: its first stops are done. */
async function seedWave(tx: Tx, actor: Actor, shipments: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from carts where cart = 'Cart 1'`.execute(tx);
  const wave = await startWave(tx, actor, {
    cart_id: rows[0]?.id ?? 0,
    shipments: [...shipments],
    assignee_id: actor.id,
  });
  const picks = wave.stops.flatMap(({ location, picks: at }) => at.map((pick) => ({ ...pick, location })));
  for (const { line_id, location, license, sku, tote, lot, quantity } of picks.slice(0, PICKED))
    await pickLine(tx, actor, wave.id, {
      line_id,
      place: location || license,
      item: sku,
      tote,
      lot,
      serial: '',
      quantity,
      allow_expired: 0,
    });
}

/** A warehouse of eight aisles with goods in picking bins, orders over them, and twelve of them being picked together. */
export async function seedWaves(tx: Tx, clientIds: readonly number[]): Promise<void> {
  const actor = await actorNamed(tx, 'Tomasz Nowak');
  await seedFloor(tx);
  const shipments: number[][] = [];
  for (const [client, clientId] of clientIds.slice(0, CLIENTS).entries()) {
    const items = await seedPlatesOf(tx, actor, clientId, client);
    shipments.push(await seedOrdersOf(tx, actor, clientId, items));
  }
  // Of each client the first ones.
  const inWave = shipments.flatMap((of) => of.slice(0, IN_WAVE / CLIENTS));
  await seedWave(tx, actor, inWave);
}
