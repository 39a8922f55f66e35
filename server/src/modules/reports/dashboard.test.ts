import { api, type Dashboard } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { countDaysJob } from './day-counts.jobs.ts';

let it: TestApp;
let client: Caller;
let other: Caller;
beforeAll(async () => {
  it = await testApp();
  [client, other] = [await it.as('client'), await it.signIn('liwei@northfield.test')];
});

const read = (caller: Caller, period: Dashboard['period'] = 'day', scope: Dashboard['scope'] = 'all') =>
  caller.ok(api.dashboard.get, { query: { period, scope } });
const readOfClient = (caller: Caller) => read(caller, 'day', 'client');
const runJob = () => countDaysJob({ open: it.app.open, log: it.http.log as never }, {}, { number: 1, isLast: false });
const sumOf = (points: { outbound: number }[]) => points.reduce((sum, { outbound }) => sum + outbound, 0);

/** An outbound order of a client, made so many days ago, without lines. */
async function makeOrder(clientId: number, daysAgo = 0, type = 'Customer Order'): Promise<number> {
  const [row] = await it.database.owner<{ id: number }>(
    `insert into orders (client_id, type, reference, relation_id, shipping_address, billing_address, courier_id, created_at)
     select $1, $2, 'DASH', (select id from relations where client_id = $1 order by id limit 1), '{}', '{}',
       (select id from couriers where client_id is null order by id limit 1), now() - make_interval(days => $3)
     returning id`,
    [clientId, type, daysAgo],
  );
  return row?.id ?? 0;
}

let sequence = 900_000;
async function makeShipment(clientId: number, shipDate: string, daysAgo = 0, direction = 'outbound'): Promise<number> {
  const orderId = await makeOrder(clientId, daysAgo);
  const [row] = await it.database.owner<{ id: number }>(
    `insert into shipments (client_id, order_id, direction, ship_date, cancel_date, pt_sequence, pt_number, courier_id,
       shipping_addr, billing_addr, created_at)
     select $1, $2, $3, $4::date, $4::date, $5, 'PT', o.courier_id, '{}', '{}', now() - make_interval(days => $6)
     from orders o where o.id = $2 returning id`,
    [clientId, orderId, direction, shipDate, sequence++, daysAgo],
  );
  return row?.id ?? 0;
}

async function makeLine(orderId: number, inventoryId: number, quantity: number): Promise<void> {
  await it.database.owner(
    `insert into order_lines (client_id, order_id, inventory_id, sku, name, quantity)
     select o.client_id, o.id, $2, 'X', 'X', $3 from orders o where o.id = $1`,
    [orderId, inventoryId, quantity],
  );
}

describe('the figures of a client', () => {
  const inventories = async (caller: Caller) => (await readOfClient(caller)).inventories;

  test("a client user sees how many items and kits its own client has, and nobody else's", async () => {
    const [before, theirs] = [await inventories(client), await inventories(other)];
    expect(before).toBeGreaterThan(0);
    await it.given.item(client);
    await it.given.item(client, { type: 'Kit', is_active: 0 });
    expect(await inventories(client)).toBe((before ?? 0) + 2);
    expect(await inventories(other)).toBe(theirs);
  });

  test('a main user sees those of the working client', async () => {
    const { caller } = await it.given.mainUser([], 1);
    expect(await inventories(caller)).toBe(await inventories(client));
    await caller.ok(api.session.switchClient, { params: { id: 2 } });
    expect(await inventories(caller)).toBe(await inventories(other));
  });

  test('a main user who works for no client has no figures of one, but those of all', async () => {
    const { id, caller } = await it.given.mainUser();
    await it.database.owner('update users set last_working_client = null where id = $1', [id]);
    const figures = await readOfClient(caller);
    expect(figures.scope).toBe('all');
    expect([figures.inventories, figures.to_be_shipped, figures.to_be_received]).toEqual([null, null, null]);
    const all = await read(await it.as('staff'));
    expect(figures.shipments).toEqual(all.shipments);
    expect(figures.attention.open_orders).toEqual(all.attention.open_orders);
    expect(figures.attention.of_client).toBeNull();
  });

  test('orders that are not finished are to be shipped or to be received', async () => {
    const before = await read(client);
    const [shipped] = [await makeOrder(1), await makeOrder(1, 0, 'Vendor Order'), await makeOrder(2)];
    for (const type of ['Vendor Return', 'Customer Return']) await makeOrder(1, 0, type);
    const after = await read(client);
    expect(after.to_be_shipped).toBe((before.to_be_shipped ?? 0) + 2);
    expect(after.to_be_received).toBe((before.to_be_received ?? 0) + 2);
    const added = after.unfinished?.map(({ type, count }) => {
      const earlier = before.unfinished?.find((one) => one.type === type)?.count ?? 0;
      return [type, count - earlier];
    });
    expect(Object.fromEntries(added ?? [])).toEqual({
      'Customer Order': 1,
      'Vendor Return': 1,
      'Vendor Order': 1,
      'Customer Return': 1,
    });
    await it.database.owner("update orders set status = 'Cancelled' where id = $1", [shipped]);
    expect((await read(client)).to_be_shipped).toBe((before.to_be_shipped ?? 0) + 1);
  });
});

describe('one scope', () => {
  test('all figures of a main user are of all clients, or all of the working client', async () => {
    const { caller } = await it.given.mainUser(['view_shipments_list', 'view_entry_list'], 1);
    const both = async () => [await read(caller), await readOfClient(caller)] as const;
    const [allBefore, ownBefore] = await both();
    expect([allBefore.scope, ownBefore.scope]).toEqual(['all', 'client']);
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' });
    // Another client's order is to be processed, and its shipment is due.
    await makeOrder(2);
    await makeShipment(2, today);
    const [all, own] = await both();
    expect(own).toEqual(ownBefore);
    expect(sumOf(all.shipments)).toBe(sumOf(allBefore.shipments) + 1);
    expect(all.attention.open_orders.total).toBe(allBefore.attention.open_orders.total + 2);
    expect(all.attention.to_ship.due).toBe(allBefore.attention.to_ship.due + 1);
    expect(all.attention.of_client?.open_orders).toBe(allBefore.attention.of_client?.open_orders);
    expect(own.top_clients).toBeNull();
    expect((await readOfClient(client)).attention.to_ship).toEqual(own.attention.to_ship);
    await makeOrder(1);
    const [, mine] = await both();
    expect(mine.attention.open_orders.total).toBe(own.attention.open_orders.total + 1);
    expect((await read(caller)).attention.of_client?.open_orders).toBe(mine.attention.open_orders.total);
  });

  test('what is not billed is counted of the scope', async () => {
    const main = await it.as('super');
    const of = async (id: number) => {
      await main.ok(api.session.switchClient, { params: { id } });
      return (await readOfClient(main)).attention.unbilled?.total ?? 0;
    };
    let sum = 0;
    // The clients of the demo: those that other tests made have no charges.
    for (const id of [1, 2, 3, 4]) sum += await of(id);
    expect((await read(main)).attention.unbilled?.total).toBe(sum);
    await main.ok(api.session.switchClient, { params: { id: 1 } });
  });
});

describe('charts', () => {
  test('count the same before and after days were counted, and after another time zone', async () => {
    const main = await it.as('staff');
    for (const daysAgo of [0, 1, 2, 2, 9, 40]) await makeShipment(1, '2030-01-01', daysAgo);
    for (const daysAgo of [0, 3]) await makeShipment(2, '2030-01-01', daysAgo, 'inbound');
    const all = async () => ({
      days: await read(main, 'day'),
      weeks: await read(main, 'week'),
      months: await read(main, 'month'),
      own: await read(client, 'month'),
    });
    const live = await all();
    expect(live.days.shipments).toHaveLength(30);
    expect(live.weeks.shipments).toHaveLength(26);
    expect(live.months.shipments).toHaveLength(12);
    await runJob();
    const [state] = await it.database.owner<{ n: number }>('select count(*)::int as n from day_counts');
    expect(state?.n).toBeGreaterThan(0);
    expect(await all()).toEqual(live);
    await makeShipment(1, '2030-01-01');
    const after = await read(main, 'day');
    expect(sumOf(after.shipments)).toBe(sumOf(live.days.shipments) + 1);
    await it.database.owner("update company set timezone = 'Asia/Tokyo'");
    const tokyo = await all();
    await runJob();
    expect(await all()).toEqual(tokyo);
    await it.database.owner("update company set timezone = 'America/New_York'");
  });

  test('a shipment that is voided after its day was counted is counted no longer', async () => {
    const main = await it.as('super');
    const [id] = [await makeShipment(1, '2030-01-01', 5), await makeShipment(1, '2030-01-01', 5)];
    await it.database.owner(
      `update orders set status = 'Processed' where id = (select order_id from shipments where id = $1)`,
      [id],
    );
    const forget = () => it.database.owner('update day_counts_state set through = null');
    await forget();
    await runJob();
    const before = sumOf((await read(main)).shipments);
    await main.ok(api.shipments.void, { params: { id } });
    expect(sumOf((await read(main)).shipments)).toBe(before - 1);
    await forget();
    expect(sumOf((await read(main)).shipments)).toBe(before - 1);
  });

  test('the clients beyond those listed are summed up', async () => {
    const main = await it.as('staff');
    const sum = async () =>
      ((await read(main)).top_clients ?? []).reduce((total, { this_month }) => total + this_month, 0);
    const before = await sum();
    await it.database.owner(`insert into clients (company) select 'Many ' || n from generate_series(1, 60) n`);
    await it.database.owner(
      `insert into orders (client_id, type, reference, relation_id, shipping_address, billing_address, courier_id)
       select c.id, 'Customer Order', 'MANY', (select min(id) from relations where client_id = c.id), '{}', '{}',
         (select min(id) from couriers where client_id is null) from clients c where c.company like 'Many %'`,
    );
    expect(await sum()).toBe(before + 60);
    // Behind more than fifty others in this month, and the first of last month.
    const [{ id } = { id: 0 }] = await it.database.owner<{ id: number }>(
      `insert into clients (company) values ('Zenith, busy last month') returning id`,
    );
    await it.database.owner(
      `insert into orders (client_id, type, reference, relation_id, shipping_address, billing_address, courier_id, created_at)
       select $1, 'Customer Order', 'LAST', (select min(id) from relations where client_id = $1), '{}', '{}',
         (select min(id) from couriers where client_id is null),
         (date_trunc('month', now() at time zone timezone) - interval '10 days') at time zone timezone
       from company cross join generate_series(1, 2000)`,
      [id],
    );
    await it.database.owner('update day_counts_state set through = null');
    const clients = (await read(main)).top_clients ?? [];
    expect(clients.find(({ client_id }) => client_id === id)).toMatchObject({ this_month: 0, last_month: 2000 });
    expect(clients.filter(({ client_id }) => client_id === null)).toHaveLength(1);
    expect(clients.at(-1)?.client_id).toBeNull();
  });

  test('a client user sees its own shipments and orders, main users all clients', async () => {
    const [mine, theirs] = [await read(client), await read(other)];
    await makeShipment(1, '2030-01-01');
    expect(sumOf((await read(client)).shipments)).toBe(sumOf(mine.shipments) + 1);
    expect(sumOf((await read(client)).orders ?? [])).toBe(sumOf(mine.orders ?? []) + 1);
    expect(await read(other)).toEqual(theirs);
    expect(mine.top_clients).toBeNull();
    const { top_clients, orders } = await read(await it.as('staff'));
    expect(orders).toBeNull();
    const sums = (top_clients ?? []).flatMap(({ client_id, this_month }) => (client_id ? [this_month] : []));
    expect(sums).toEqual([...sums].sort((a, b) => b - a));
    expect(top_clients?.find(({ client_id }) => client_id === 1)?.this_month).toBeGreaterThan(0);
  });
});

describe('what needs attention', () => {
  test('open orders without enough stock, and back-orders that can be filled', async () => {
    const item = await it.given.item(client);
    const before = (await read(client)).attention;
    const order = await makeOrder(1);
    await makeLine(order, item.id, 3);
    const short = (await read(client)).attention;
    expect(short.open_orders?.short).toBe((before.open_orders?.short ?? 0) + 1);
    await it.database.owner("update orders set status = 'Processed', has_bo = true where id = $1", [order]);
    const waiting = (await read(client)).attention;
    expect(waiting.back_orders).toMatchObject({ fillable: before.back_orders?.fillable });
    await it.database.owner('update item_totals set in_stock = 3 where inventory_id = $1', [item.id]);
    const filled = (await read(client)).attention;
    expect(filled.back_orders?.fillable).toBe((before.back_orders?.fillable ?? 0) + 1);
    expect(filled.back_orders?.total).toBe((before.back_orders?.total ?? 0) + 1);
  });

  test('shipments past their ship date and due today', async () => {
    const before = (await read(client)).attention;
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' });
    await makeShipment(1, '2020-02-02');
    await makeShipment(1, today);
    await makeShipment(1, today, 0, 'inbound');
    const after = (await read(client)).attention;
    expect([after.to_ship.late, after.to_ship.due]).toEqual([before.to_ship.late + 1, before.to_ship.due + 1]);
    expect(after.to_receive.due).toBe(before.to_receive.due + 1);
  });
});

describe('counters of the sidebar', () => {
  const counters = (caller: Caller) => caller.ok(api.dashboard.counters);
  const today = () => new Date().toLocaleDateString('en-CA', { timeZone: 'America/New_York' });

  test('count open orders of the working client by type, and shipments that are open and late', async () => {
    const { caller } = await it.given.mainUser([], 1);
    const before = await counters(caller);
    await makeOrder(1);
    await makeOrder(1, 0, 'Vendor Return');
    await makeOrder(2);
    const processed = await makeOrder(1);
    await it.database.owner("update orders set status = 'Processed' where id = $1", [processed]);
    const after = await counters(caller);
    const open = (of: typeof after, type: string) => of.orders.find((one) => one.type === type)?.total ?? 0;
    expect(open(after, 'Customer Order')).toBe(open(before, 'Customer Order') + 1);
    expect(open(after, 'Vendor Return')).toBe(open(before, 'Vendor Return') + 1);
    await makeShipment(2, '2020-02-02');
    await makeShipment(1, today(), 0, 'inbound');
    const shipped = await counters(caller);
    expect(shipped.to_ship).toMatchObject({ total: after.to_ship.total + 1, late: after.to_ship.late + 1 });
    expect(shipped.to_receive).toMatchObject({ total: after.to_receive.total + 1, late: after.to_receive.late });
  });

  test("a client user's are of its own client", async () => {
    const before = await counters(client);
    await makeShipment(2, '2020-02-02');
    await makeOrder(2);
    expect(await counters(client)).toEqual(before);
    const own = await read(client);
    expect(before.to_ship).toEqual({ ...before.to_ship, total: own.attention.to_ship.total });
  });

  test('stop counting at their limit', async () => {
    await it.database.owner(
      `insert into orders (client_id, type, reference, relation_id, shipping_address, billing_address, courier_id)
       select 1, 'Customer Order', 'LIMIT', (select min(id) from relations where client_id = 1), '{}', '{}',
         (select min(id) from couriers where client_id is null) from generate_series(1, 1000)`,
    );
    const { orders } = await counters(client);
    expect(orders.find(({ type }) => type === 'Customer Order')).toMatchObject({ total: 999, is_minimum: true });
  });
});
