import { api, type Order } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { address, type Ordering, ordering } from '../../../../test/ordering.ts';
import { drawSpreadsheet } from '../../../documents/spreadsheet.ts';
import { type BatchObserver, batchObservers } from '../../../platform/database/pipelined-connection.ts';

let it: TestApp;
let main: Caller;
let desk: Ordering;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  desk = ordering(it, main);
});

const leftover = ({ lines }: Order) => lines.map(({ line_status }) => line_status.leftover);
const eventsOf = async (orderId: number) =>
  it.database.owner(
    `select kind, client_id, subject_id, payload from events
     where (kind like 'order.p%' and subject_id = $1) or (kind like 'shipment.%' and (payload->>'order_id')::int = $1) order by id`,
    [orderId],
  );
/** Today and tomorrow where the company is. */
const days = async () => {
  const [row] = await it.database.owner<{ today: string; tomorrow: string }>(
    `select to_char(d, 'YYYY-MM-DD') as today, to_char(d + interval '1 day', 'YYYY-MM-DD') as tomorrow
     from (select now() at time zone timezone as d from company) t`,
  );
  return row;
};

describe('in full', () => {
  test('makes a shipment with lines, reservations, a picking number and its first tracking entry', async () => {
    const [tea, cup] = [await desk.item(10), await desk.item(5)];
    // The kit brings the tea into the order a second time.
    const kit = await desk.kit([[tea.id, 1]]);
    const id = await desk.order({
      lines: [
        [tea.id, 4],
        [cup.id, 5],
        [kit.id, 1],
      ],
    });
    const { status, data: order } = await desk.ship(id);
    expect(status).toBe(200);
    expect([order.status, order.bo, leftover(order)]).toEqual(['Processed', 0, [0, 0, 0]]);
    expect(order.lines.map(({ line_status }) => line_status.processed_qty)).toEqual([4, 5, 1]);
    expect([await desk.totals(tea.id), await desk.totals(cup.id)]).toEqual([
      [10, 5, 0],
      [5, 5, 0],
    ]);
    const [summary] = order.shipments;
    const date = await days();
    expect(order.shipments).toMatchObject([{ status: 'In Warehouse', units: 10, ship_date: date?.today }]);
    expect(summary?.pt_number).toMatch(/^KCP-\d+$/);
    const shipment = await main.ok(api.orders.shipment, { params: { id, shipmentId: summary?.id ?? 0 } });
    expect(shipment).toMatchObject({
      order_id: id,
      status: 'In Warehouse',
      finished_date: null,
      ship_date: date?.today,
      cancel_date: date?.tomorrow,
      pt_number: summary?.pt_number,
      order: { reference: order.reference, type: 'Customer Order', status: 'Processed' },
      courier: { id: 1, payment_method: 'prepaid' },
      shipping_addr: address('Pine & Poppy'),
      billing_addr: address('Pine & Poppy, Books'),
      tracking_status: [{ status: 'created', date: date?.today, comments: '' }],
    });
    expect(
      shipment.shipment_lines.map(({ quantity, fulfilled, inventory }) => [inventory.sku, quantity, fulfilled]),
    ).toEqual([
      [tea.sku, 4, 0],
      [cup.sku, 5, 0],
      [tea.sku, 1, 0],
    ]);
    expect(await eventsOf(id)).toEqual([
      { kind: 'order.processed', client_id: 1, subject_id: id, payload: { shipment_id: shipment.id } },
      { kind: 'shipment.created', client_id: 1, subject_id: shipment.id, payload: { order_id: id } },
    ]);
    await desk.assertSound();
  });

  test('is refused with every short SKU, what is needed and what is available, and nothing changes', async () => {
    const [tea, cup, spoon] = [await desk.item(4), await desk.item(9), await desk.item(0)];
    const kit = await desk.kit([[tea.id, 2]]);
    const id = await desk.order({
      lines: [
        [tea.id, 3],
        [cup.id, 9],
        [kit.id, 1],
        [spoon.id, 1],
      ],
    });
    const { status, body } = await desk.ship(id);
    expect([status, body.error_code]).toEqual([400, 40002]);
    expect(body.message).toBe(
      `Insufficient quantity: ${tea.sku}: 5 wanted, 4 available; ${spoon.sku}: 1 wanted, 0 available`,
    );
    expect(await desk.state(id)).toEqual(['Open', 3, 9, 2, 1]);
    expect([await desk.shipments(id), await desk.totals(tea.id), await eventsOf(id)]).toEqual([[], [4, 0, 0], []]);
    await desk.assertSound();
  });

  test('needs no stock for inbound orders, and reserves none', async () => {
    const item = await desk.item(0);
    for (const type of ['Vendor Order', 'Customer Return'] as const) {
      const id = await desk.order({ type, lines: [[item.id, 7]] });
      expect((await desk.ship(id)).data.status).toBe('Processed');
      expect(await desk.totals(item.id)).toEqual([0, 0, 0]);
    }
    const back = await desk.order({ type: 'Vendor Return', lines: [[item.id, 7]] });
    expect((await desk.ship(back)).body.error_code).toBe(40002);
    await desk.assertSound();
  });

  test('is refused when the order is not open, the item is disabled, or the courier is', async () => {
    const item = await desk.item(5);
    const id = await desk.order({ lines: [[item.id, 1]] });
    await it.database.owner('update couriers set is_active = false where id = 1');
    expect((await desk.ship(id)).body.error_code).toBe(40003);
    await it.database.owner('update couriers set is_active = true where id = 1');
    await desk.ship(id);
    const again = await desk.ship(id);
    expect([again.body.error_code, again.body.message]).toEqual([30007, expect.stringContaining('Processed')]);
    const gone = await desk.item(0);
    const inbound = await desk.order({ type: 'Vendor Order', lines: [[gone.id, 1]] });
    await it.database.owner('update inventories set is_active = false where id = $1', [gone.id]);
    const refusal = await desk.ship(inbound);
    expect([refusal.body.error_code, refusal.body.message]).toEqual([20001, expect.stringContaining(gone.sku)]);
    expect((await main.call(api.orders.shipFull, { params: { id: 999_999 } })).status).toBe(404);
  });

  test('by a client user of its own order, not by a viewer, nor of another client', async () => {
    const item = await desk.item(5);
    const id = await desk.order({ lines: [[item.id, 2]] });
    expect((await desk.ship(id, await it.as('viewer'))).status).toBe(403);
    expect((await desk.ship(id, await it.signIn('liwei@northfield.test'))).status).toBe(404);
    const client = await it.as('client');
    const { data } = await desk.ship(id, client);
    expect(data.status).toBe('Processed');
    const params = { id, shipmentId: data.shipments[0]?.id ?? 0 };
    expect(await client.ok(api.orders.shipment, { params })).toMatchObject({
      tracking_status: [{ status: 'created' }],
    });
    expect(await (await it.as('viewer')).ok(api.orders.shipment, { params })).toMatchObject({ id: params.shipmentId });
    const other = await it.signIn('liwei@northfield.test');
    expect((await other.call(api.orders.shipment, { params })).status).toBe(404);
    // A shipment is found under its own order only.
    const unrelated = await desk.order({ lines: [[item.id, 1]] });
    expect((await main.call(api.orders.shipment, { params: { ...params, id: unrelated } })).status).toBe(404);
    await desk.assertSound();
  });

  test('takes two batches and the commit, whatever the number of lines', async () => {
    const lines: [number, number][] = [];
    for (let n = 0; n < 5; n++) lines.push([(await desk.item(5)).id, 2]);
    const id = await desk.order({ lines });
    const batches = new Map<object, number>();
    const count: BatchObserver = (transaction) => {
      batches.set(transaction, (batches.get(transaction) ?? 0) + 1);
    };
    batchObservers.add(count);
    const { status } = await desk.ship(id);
    batchObservers.delete(count);
    expect([status, Math.max(...batches.values())]).toEqual([200, 3]);
  });

  test('once for the same idempotency key', async () => {
    const item = await desk.item(5);
    const id = await desk.order({ lines: [[item.id, 2]] });
    const headers = { 'idempotency-key': `ship-${id}` };
    const first = await main.ok(api.orders.shipFull, { params: { id }, headers });
    expect(await main.ok(api.orders.shipFull, { params: { id }, headers })).toEqual(first);
    expect(await desk.shipments(id)).toHaveLength(1);
  });
});

describe('in part', () => {
  const body = (lines: readonly (readonly [number, number])[], more: object = {}) => ({
    ship_date: '2026-12-01',
    cancel_date: '2026-12-05',
    courier: { id: 1 },
    lines: lines.map(([order_line_id, quantity]) => ({ order_line_id, quantity })),
    ...more,
  });
  async function given() {
    const [tea, cup] = [await desk.item(20), await desk.item(20)];
    const id = await desk.order({
      lines: [
        [tea.id, 10],
        [cup.id, 4],
      ],
    });
    const [first = 0, second = 0] = (await desk.get(id)).lines.map((line) => line.id);
    return { id, tea, cup, first, second };
  }
  const ship = (id: number, sent: object) =>
    main.call(api.orders.shipPartial, { params: { id }, body: sent as ReturnType<typeof body> });

  test('takes dates, courier and addresses of its own, and leaves the rest as a back-order', async () => {
    const { id, tea, cup, first, second } = await given();
    const courier = {
      id: 2,
      payment_method: 'collect',
      account: 'A-1',
      billing_country_code: 'CA',
      billing_zip: 'K1A',
    };
    const own = { shipping_addr: address('Dock 4'), billing_addr: address('Head office'), courier };
    const { data } = await ship(
      id,
      body(
        [
          [first, 6],
          [second, 0],
        ],
        own,
      ),
    );
    expect([data.status, data.bo, leftover(data)]).toEqual(['Processed', 1, [4, 4]]);
    expect([await desk.totals(tea.id), await desk.totals(cup.id)]).toEqual([
      [20, 6, 0],
      [20, 0, 0],
    ]);
    const params = { id, shipmentId: data.shipments[0]?.id ?? 0 };
    const shipment = await main.ok(api.orders.shipment, { params });
    expect(shipment).toMatchObject({ ...own, ship_date: '2026-12-01', cancel_date: '2026-12-05' });
    expect(shipment.shipment_lines).toHaveLength(1);
    // The rest goes with the order's own courier and addresses.
    const rest = await desk.ship(id);
    expect([rest.data.status, rest.data.bo, rest.data.shipments.length]).toEqual(['Processed', 0, 2]);
    await desk.assertSound();
  });

  test('without dates ships today and is cancelled tomorrow', async () => {
    const { id, first } = await given();
    const { data } = await ship(id, body([[first, 1]], { ship_date: undefined, cancel_date: undefined }));
    const params = { id, shipmentId: data.shipments[0]?.id ?? 0 };
    const date = await days();
    const dates = { ship_date: date?.today, cancel_date: date?.tomorrow };
    expect(await main.ok(api.orders.shipment, { params })).toMatchObject(dates);
  });
  test.each<[string, (of: Awaited<ReturnType<typeof given>>) => object, number, number | undefined, string]>([
    [
      'more than is left',
      ({ first, second }) =>
        body([
          [first, 1],
          [second, 5],
        ]),
      400,
      40004,
      'Cannot ship more than remaining 2',
    ],
    [
      'more than is left in two parts',
      ({ first }) =>
        body([
          [first, 6],
          [first, 5],
        ]),
      400,
      40004,
      'remaining 2',
    ],
    [
      'only zeros',
      ({ first, second }) =>
        body([
          [first, 0],
          [second, 0],
        ]),
      400,
      40008,
      'Enter a quantity',
    ],
    ['no lines', () => body([]), 422, undefined, 'At least one line item is required'],
    ['a line of another order', () => body([[999_999, 1]]), 422, undefined, 'Line 1 is not a line of this order'],
    [
      'an unknown courier',
      ({ first }) => body([[first, 1]], { courier: { id: 999_999 } }),
      400,
      40003,
      'Courier not found',
    ],
    ['no courier', ({ first }) => body([[first, 1]], { courier: { id: 0 } }), 422, undefined, 'Courier is required'],
    [
      'a cancel date before the ship date',
      ({ first }) => body([[first, 1]], { cancel_date: '2026-11-30' }),
      422,
      undefined,
      'cancel date',
    ],
    ['a day that does not exist', ({ first }) => body([[first, 1]], { ship_date: '2026-02-30' }), 422, undefined, ''],
  ])('is refused with %s, and nothing changes', async (_name, sent, status, code, message) => {
    const of = await given();
    const reply = await ship(of.id, sent(of));
    expect([reply.status, reply.body.error_code]).toEqual([status, code]);
    expect(reply.body.message).toContain(message);
    expect([await desk.state(of.id), await desk.shipments(of.id)]).toEqual([['Open', 10, 4], []]);
  });

  test("is refused with another client's courier", async () => {
    const { id, first } = await given();
    const theirs = await it.given.courierOf(2);
    expect((await ship(id, body([[first, 1]], { courier: { id: theirs } }))).body.error_code).toBe(40003);
    const ours = await it.given.courierOf(1);
    expect((await ship(id, body([[first, 1]], { courier: { id: ours } }))).status).toBe(200);
    const removal = await main.call(api.company.deleteCourier, { params: { id: ours } });
    expect([removal.status, removal.body.message]).toEqual([422, expect.stringContaining('in use')]);
  });
});

describe('a batch', () => {
  test('ships each order on its own, and answers those that failed with the reason', async () => {
    const [tea, cup] = [await desk.item(10), await desk.item(0)];
    const fits = await desk.order({ lines: [[tea.id, 6]] });
    const short = await desk.order({ reference: 'SHORT-1', lines: [[cup.id, 2]] });
    const alsoFits = await desk.order({ lines: [[tea.id, 4]] });
    const done = await desk.order({ reference: 'DONE-1', lines: [[tea.id, 1]] });
    await main.ok(api.orders.cancel, { params: { id: done } });
    const failures = await main.ok(api.orders.process, {
      body: { orderIDs: [fits, short, alsoFits, fits, done, 999_999] },
    });
    expect(failures).toEqual([
      {
        id: short,
        failed_reference: 'SHORT-1',
        failed_reason: `Insufficient quantity: ${cup.sku}: 2 wanted, 0 available`,
        failed_reason_key: expect.stringContaining('40002'),
        available: expect.any(Number),
      },
      {
        id: done,
        failed_reference: 'DONE-1',
        failed_reason: expect.stringContaining('Order is not open'),
        failed_reason_key: expect.stringContaining('30007'),
        available: 0,
      },
      expect.objectContaining({ id: 999_999, failed_reference: '999999' }),
    ]);
    expect([(await desk.state(fits))[0], (await desk.state(alsoFits))[0]]).toEqual(['Processed', 'Processed']);
    await desk.assertSound();
  });

  test('repeated under its key ships nothing again and is answered as the first time', async () => {
    const [tea, cup] = [await desk.item(10), await desk.item(0)];
    const fits = await desk.order({ lines: [[tea.id, 6]] });
    const short = await desk.order({ reference: 'SHORT-2', lines: [[cup.id, 2]] });
    const cutOff = await desk.order({ lines: [[tea.id, 1]] });
    const process = (orderIDs: number[], key: string) =>
      main.call(api.orders.process, { body: { orderIDs }, headers: { 'idempotency-key': key } });
    const first = await process([fits, short], 'batch-1');
    await it.given.stock(cup.id, 2);
    const again = await Promise.all([process([fits, short], 'batch-1'), process([fits, short], 'batch-1')]);
    expect(first.data).toEqual([expect.objectContaining({ id: short })]);
    for (const { status, data } of again) expect([status, data]).toEqual([200, first.data]);
    expect((await desk.state(short))[0]).toBe('Open');
    expect((await process([fits], 'batch-1')).status).toBe(409);
    // A server that stopped between two orders has stored no answer yet.
    const whole = await process([cutOff, 999_999], 'batch-2');
    await it.database.owner(`delete from idempotency_keys where key = 'batch-2' and response::text <> 'null'`);
    const repeated = await process([cutOff, 999_999], 'batch-2');
    expect([whole.data, repeated.data]).toEqual([[expect.objectContaining({ id: 999_999 })], whole.data]);
    expect((await desk.state(cutOff))[0]).toBe('Processed');
    await desk.assertSound();
  });

  test('takes at least one and at most 100 orders, and nothing of another client', async () => {
    const orderIDs = Array.from({ length: 101 }, (_, n) => n + 1);
    expect((await main.call(api.orders.process, { body: { orderIDs } })).status).toBe(422);
    expect((await main.call(api.orders.process, { body: { orderIDs: [] } })).status).toBe(422);
    const item = await desk.item(5, 2);
    const theirs = await desk.order({ clientId: 2, reference: 'SECRET', lines: [[item.id, 1]] });
    const client = await it.as('client');
    const [failure] = await client.ok(api.orders.process, { body: { orderIDs: [theirs] } });
    expect(failure).toMatchObject({ failed_reference: String(theirs) });
    expect((await desk.state(theirs))[0]).toBe('Open');
  });
});

test('an imported order is shipped at once when its sheet says so, or stays open with the reason', async () => {
  const [tea, cup] = [await desk.item(3), await desk.item(0)];
  const { name } = await it.given.relationWithAddress(main, { client_id: 1 });
  const row = (reference: string, sku: string) => [reference, 'Customer Order', name, 'UPS Ground', sku, 2, 'Y'];
  const headings = ['Reference', 'Type', 'Relation', 'Courier', 'Sku', 'Qty', 'AutoProcess'];
  const rows = [row('AUTO-1', tea.sku), row('AUTO-2', cup.sku), row('AUTO-3', tea.sku)];
  const file = await drawSpreadsheet({ name: 'Order', columns: headings.map((heading) => ({ heading })), rows });
  const params = { type: 'Order' as const };
  const { data } = await main.upload(api.records.importExcel, { params, file, fields: { client_id: '1' } });
  expect(data).toMatchObject({
    success: 3,
    errors: [
      { row: 3, message: `saved, not processed: Insufficient quantity: ${cup.sku}: 2 wanted, 0 available` },
      { row: 4, message: `saved, not processed: Insufficient quantity: ${tea.sku}: 2 wanted, 1 available` },
    ],
  });
  const states = await it.database.owner(
    "select reference, status, (select count(*)::int from shipments s where s.order_id = o.id) as shipments from orders o where reference like 'AUTO-%' order by id",
  );
  expect(states).toEqual([
    { reference: 'AUTO-1', status: 'Processed', shipments: 1 },
    { reference: 'AUTO-2', status: 'Open', shipments: 0 },
    { reference: 'AUTO-3', status: 'Open', shipments: 0 },
  ]);
  await desk.assertSound();
});

describe('what is available of an order that is short', () => {
  test('ships, whole kits and shared items too; the rest stays to be shipped', async () => {
    const [tea, cup] = [await desk.item(26), await desk.item(7)];
    const kit = await desk.kit([[cup.id, 2]]);
    const id = await desk.order({
      lines: [
        [tea.id, 40],
        [kit.id, 5],
      ],
    });
    const refused = await desk.ship(id);
    expect([refused.status, refused.body.error_code]).toEqual([400, 40002]);
    const order = await main.ok(api.orders.shipAvailable, { params: { id } });
    expect([order.status, order.bo, leftover(order)]).toEqual(['Processed', 1, [14, 4]]);
    const again = await main.call(api.orders.shipAvailable, { params: { id } });
    expect([again.status, again.body.error_code]).toEqual([400, 40008]);
  });

  test('is what the batch says of it, and ships when the batch is told so', async () => {
    const tea = await desk.item(26);
    const id = await desk.order({ lines: [[tea.id, 40]] });
    const [failure] = await main.ok(api.orders.process, { body: { orderIDs: [id] } });
    expect([failure?.id, failure?.available]).toEqual([id, 26]);
    expect(await main.ok(api.orders.process, { body: { orderIDs: [id], available: 1 } })).toEqual([]);
    expect(leftover(await main.ok(api.orders.get, { params: { id } }))).toEqual([14]);
  });
});
