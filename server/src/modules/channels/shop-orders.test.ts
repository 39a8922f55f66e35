import { createHmac } from 'node:crypto';
import { api, type Integration } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { openSecrets } from './connection.ts';
import { resumeLateReportsJob } from './reports.jobs.ts';

const { integrations, inventories, orders, relations, shipments } = api;
let it: TestApp;
let sandbox: Sandbox;
let boss: Caller;
let clientId: number;
let shop: Sandbox['shops'][number];
let connected: Integration;
let sku: string;
let itemId: number;

beforeAll(async () => {
  sandbox = await startSandbox({ control: true });
  shop = sandbox.shops.find(({ partner }) => partner === 'woocommerce') as typeof shop;
  it = await testApp({
    worker: true,
    partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
  await it.given.courierOf(null, 'Flat rate');
});
afterAll(() => sandbox.stop());

beforeEach(async () => {
  sandbox.stopFailing();
  sandbox.clock.set(new Date());
  store().orders.clear();
  Object.assign(store().switches, { hasFulfillments: true, hasTrackingPlugin: false });
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  const item = await it.given.item(boss, { client_id: clientId });
  [sku, itemId] = [item.sku, item.id];
  sandbox.seed({ products: [{ sku, name: item.name, price: '4.50' }] });
  connected = await connect();
});

const store = () => {
  const found = sandbox.woocommerce.stores.get('demo-woocommerce');
  if (!found) throw new Error('The sandbox has a demo shop.');
  return found;
};
const connect = (fields: object = {}) =>
  boss.ok(integrations.create, {
    body: {
      name: 'Demo shop',
      client_id: clientId,
      type: 5,
      auto_process: 0,
      ...sandbox.credentials.woocommerce,
      ...fields,
    } as never,
  });
const ADDRESS = {
  firstName: 'Ann',
  lastName: 'Lee',
  company: '',
  street: '1 Pier',
  street2: '',
  city: 'Boston',
  state: 'MA',
  zip: '02110',
  country: 'US',
  email: 'ann@customer.test',
  phone: '1',
};
const place = (lines = [{ sku, quantity: 2 }], address: Partial<typeof ADDRESS> = {}, shippingMethod = 'Flat rate') =>
  shop.place({ lines, shippingMethod, address: { ...ADDRESS, ...address } });
const raw = (id: string) => {
  const order = store().orders.get(Number(id));
  if (!order) throw new Error('There is no such order in the shop.');
  return order;
};
/** The merchant changes an order, a minute later. */
const change = (id: string, how: (order: ReturnType<typeof raw>) => void) => {
  sandbox.clock.advance(60_000);
  how(raw(id));
  raw(id).modifiedAt = sandbox.clock.now();
};
const addLine = (id: string, line: { sku: string; quantity: number }) =>
  change(id, (order) => {
    const [first] = order.lines;
    if (first) order.lines.push({ ...first, id: first.id + 100_000, name: line.sku, ...line });
  });
const sync = async (id = connected.id) => {
  const { id: runId } = await boss.ok(integrations.sync, { params: { id } });
  return eventually(async () => {
    const page = await boss.ok(integrations.runs, { query: { filter_by: { integration_id: [String(id)] } } });
    const run = page.records.find((each) => each.id === runId);
    return run && (run.state === 'done' || run.state === 'failed') ? run : undefined;
  });
};
const shopOrderOf = async (sourceId: string, id = connected.id) => {
  const query = { filter_by: { integration_id: [String(id)] }, per_page: 100 };
  const found = (await boss.ok(integrations.orders, { query })).records.find(({ source_id }) => source_id === sourceId);
  if (!found) throw new Error('The order was not seen.');
  return found;
};
const stepsOf = async (sourceId: string) => {
  const { id } = await shopOrderOf(sourceId);
  return (await boss.ok(integrations.order, { params: { id } })).steps.map(({ step }) => step);
};
const orderHere = (id: number | null | undefined) => boss.ok(orders.get, { params: { id: id ?? 0 } });
const mapSku = (wanted: string) =>
  boss.ok(integrations.mapSku, { params: { id: connected.id }, body: { sku: wanted, inventory_id: itemId } });
const becomes = (sourceId: string, state: string) =>
  eventually(async () => {
    const seen = await shopOrderOf(sourceId);
    return seen.state === state ? seen : undefined;
  });
/** Finishes the units of a shipment that are fulfilled. */
const finish = async (shipmentId: number, waybill: string) => {
  await boss.ok(shipments.fulfilAll, { params: { id: shipmentId } });
  await boss.ok(shipments.update, { params: { id: shipmentId }, body: { waybill } });
  const [finished] = await boss.ok(shipments.finishMany, { body: { ids: [shipmentId], options: {} } as never });
  expect(finished).toMatchObject({ result: true });
};
const ship = async (orderId: number | null, waybill: string) => {
  const shipped = await boss.ok(orders.shipFull, { params: { id: orderId ?? 0 } });
  const shipmentId = Math.max(...shipped.shipments.map(({ id }) => id));
  await finish(shipmentId, waybill);
  return shipmentId;
};
const reported = (shipmentId: number, state = 'done') =>
  eventually(async () => {
    const [report] = await it.database.owner<{ state: string; problem: string }>(
      'select state, problem from channel_reports where shipment_id = $1',
      [shipmentId],
    );
    return report?.state === state ? report : undefined;
  });
const fulfilled = (id: string) =>
  raw(id)
    .fulfillments.filter(({ deletedAt }) => !deletedAt)
    .map(({ meta }) => {
      const value = (name: string) => meta.find(({ key }) => key === name)?.value;
      return { items: value('_items'), number: value('_tracking_number') };
    });

describe('an open order whose shop adds an unknown SKU', () => {
  const placedAndChanged = async () => {
    const id = place();
    await sync();
    const { order_id } = await shopOrderOf(id);
    addLine(id, { sku: `ADDED-${sku}`, quantity: 3 });
    await sync();
    const waiting = await shopOrderOf(id);
    expect(waiting).toMatchObject({ state: 'changed', problems: [{ problem_key: `UnknownSku:ADDED-${sku}` }] });
    expect((await orderHere(order_id)).lines).toMatchObject([{ quantity: 2 }]);
    return { id, order_id, waiting };
  };

  test('follows as soon as it is mapped', async () => {
    const { id, order_id } = await placedAndChanged();
    await sync();
    const steps = await stepsOf(id);
    expect(steps).toEqual(['received', 'placed', 'changed', 'waiting']);
    await mapSku(`ADDED-${sku}`);
    expect(await becomes(id, 'placed')).toMatchObject({ problems: [] });
    expect((await orderHere(order_id)).lines).toMatchObject([{ quantity: 5 }]);
    expect(await stepsOf(id)).toEqual([...steps, 'followed']);
  });

  test('follows when a person tries it again after the item was made elsewhere', async () => {
    const { order_id, waiting } = await placedAndChanged();
    await it.given.item(boss, { client_id: clientId, sku: `ADDED-${sku}` });
    await boss.ok(integrations.resume, { params: { id: waiting.id } });
    expect((await orderHere(order_id)).lines.map(({ quantity }) => quantity)).toEqual([2, 3]);
    expect(await shopOrderOf(waiting.source_id)).toMatchObject({ state: 'placed', problems: [] });
  });

  test('stays as it is when a person has dealt with it', async () => {
    const { id, order_id, waiting } = await placedAndChanged();
    await boss.ok(integrations.dismiss, { params: { id: waiting.id } });
    await mapSku(`ADDED-${sku}`);
    await sync();
    expect(await shopOrderOf(id)).toMatchObject({ state: 'placed' });
    expect((await orderHere(order_id)).lines).toMatchObject([{ quantity: 2 }]);
  });
});

test('an order that changed while it was processed follows when its shipment is voided and it is tried again', async () => {
  await it.given.stock(itemId, 100);
  const id = place();
  await sync();
  const { order_id } = await shopOrderOf(id);
  const { shipments: made } = await boss.ok(orders.shipFull, { params: { id: order_id ?? 0 } });
  change(id, (order) => {
    for (const line of order.lines) line.quantity = 7;
  });
  await sync();
  const changed = await shopOrderOf(id);
  expect(changed.state).toBe('changed');
  await boss.ok(integrations.resume, { params: { id: changed.id } });
  expect(await shopOrderOf(id)).toMatchObject({ state: 'changed' });
  await boss.ok(shipments.void, { params: { id: made[0]?.id ?? 0 } });
  await boss.ok(integrations.resume, { params: { id: changed.id } });
  expect(await shopOrderOf(id)).toMatchObject({ state: 'placed', problems: [] });
  expect((await orderHere(order_id)).lines).toMatchObject([{ quantity: 7 }]);
});

test('a shipping method that is named like a courier needs no choice', async () => {
  place();
  place([{ sku, quantity: 1 }], {}, 'Balloon');
  await sync();
  const couriers = await boss.ok(integrations.couriers, { params: { id: connected.id } });
  expect(couriers.map(({ method, courier_id, courier }) => [method, courier_id, courier])).toEqual([
    ['Balloon', null, ''],
    ['Flat rate', null, 'Flat rate'],
  ]);
  const { mapping } = await boss.ok(integrations.get, { params: { id: connected.id } });
  expect(mapping).toMatchObject({ couriers: 2, couriers_open: 1 });
});

describe('orders that wait', () => {
  test('resume when their item is made on its own page', async () => {
    const id = place([{ sku: `PAGE-${sku}`, quantity: 1 }]);
    await sync();
    expect(await shopOrderOf(id)).toMatchObject({ state: 'waiting' });
    await it.given.item(boss, { client_id: clientId, sku: `PAGE-${sku}` });
    expect(await becomes(id, 'placed')).toMatchObject({ problems: [] });
  });

  test('for something else are not tried again by every choice', async () => {
    const wanted = place([{ sku: `ONE-${sku}`, quantity: 1 }]);
    const others = Array.from({ length: 3 }, () => place([{ sku: `TWO-${sku}`, quantity: 1 }]));
    await sync();
    const before = await it.database.owner<{ source_id: string; updated_at: string }>(
      'select source_id, updated_at from channel_orders where integration_id = $1 and source_id = any($2) order by 1',
      [connected.id, others],
    );
    await mapSku(`ONE-${sku}`);
    await becomes(wanted, 'placed');
    const after = await it.database.owner(
      'select source_id, updated_at from channel_orders where integration_id = $1 and source_id = any($2) order by 1',
      [connected.id, others],
    );
    expect(after).toEqual(before);
  });
});

describe('the customer of an order', () => {
  const customerOf = async (id: string) => {
    const { relation } = await orderHere((await shopOrderOf(id)).order_id);
    return relation.id;
  };
  const relation = (fields: object) => it.given.relation(boss, { client_id: clientId, ...fields });

  test('is the one with the e-mail address, whatever its name and the case of its letters', async () => {
    const ann = await relation({ name: 'A. Lee-Jones', email: 'Ann@Customer.test' });
    await relation({ name: 'Ann Lee' });
    const id = place();
    await sync();
    expect(await customerOf(id)).toBe(ann.id);
  });

  test('is else the only one of the name without another address', async () => {
    const ann = await relation({ name: 'ANN LEE' });
    await relation({ name: 'Ann Lee', email: 'another@customer.test' });
    const id = place();
    await sync();
    expect(await customerOf(id)).toBe(ann.id);
  });

  test('is made once, with what the shop says, and neither a vendor nor a disabled one is taken', async () => {
    await relation({ name: 'Ann Lee', email: 'ann@customer.test', type: 'vendor' });
    const gone = await relation({ name: 'Ann Lee', email: 'ann@customer.test' });
    await it.database.owner('update relations set is_active = false where id = $1', [gone.id]);
    const [first, second] = [place(), place()];
    await sync();
    const made = await customerOf(first);
    expect([made, made === gone.id]).toEqual([await customerOf(second), false]);
    expect(await boss.ok(relations.get, { params: { id: made } })).toMatchObject({
      name: 'Ann Lee',
      email: 'ann@customer.test',
      type: 'customer',
    });
  });
});

test.each<[string, (order: ReturnType<typeof raw>) => void, object]>([
  [
    'no shipping address: that of the bill',
    ({ shipping }) => {
      for (const field of Object.keys(shipping)) Object.assign(shipping, { [field]: '' });
    },
    { company: 'Ann Lee', street1: '1 Pier', city: 'Boston', country_code: 'US' },
  ],
  [
    'neither a state nor a postal code nor a telephone number',
    ({ shipping, billing }) => {
      Object.assign(shipping, { state: '', postcode: '', phone: '' });
      Object.assign(billing, { phone: '' });
    },
    { street1: '1 Pier', city: 'Boston', state: '', state_code: '', postal_code: '', phone: '' },
  ],
  [
    'a company and a person',
    ({ shipping }) => Object.assign(shipping, { company: 'Harbour Ltd' }),
    { company: 'Harbour Ltd', contact: 'Ann Lee' },
  ],
])('an address with %s', async (_, how, expected) => {
  const id = place();
  how(raw(id));
  await sync();
  const { order_id, problems } = await shopOrderOf(id);
  expect(problems).toEqual([]);
  expect((await orderHere(order_id)).shipping_address).toMatchObject(expected);
});

test('an order with nothing but a country for an address waits for a person', async () => {
  const id = place();
  const { shipping, billing } = raw(id);
  for (const field of Object.keys(billing)) Object.assign(billing, { [field]: '' });
  for (const field of Object.keys(shipping)) Object.assign(shipping, { [field]: field === 'country' ? 'DE' : '' });
  await sync();
  expect(await shopOrderOf(id)).toMatchObject({ state: 'waiting', problems: [{ problem_key: 'AddressIsMissing' }] });
});

describe('a kit', () => {
  test('that is shipped part by part is reported when it is complete', async () => {
    const second = await it.given.item(boss, { client_id: clientId });
    const kit = await it.given.item(boss, { client_id: clientId, type: 'Kit' });
    for (const [id, qty] of [
      [itemId, 2],
      [second.id, 1],
    ])
      await boss.ok(inventories.addComponent, { params: { id: kit.id }, body: { itemId: id ?? 0, qty: qty ?? 0 } });
    await it.given.stock(itemId, 100);
    await it.given.stock(second.id, 100);
    sandbox.seed({ products: [{ sku: kit.sku, name: 'Kit', price: '9.00' }] });
    const id = place([{ sku: kit.sku, quantity: 3 }]);
    await sync();
    const { order_id } = await shopOrderOf(id);
    const order = await orderHere(order_id);
    const lineOf = (inventoryId: number) =>
      order.lines.find(({ inventory_id }) => inventory_id === inventoryId)?.id ?? 0;
    const courier = { id: order.shipping.courier_id };
    const part = async (lines: [number, number][], waybill: string) => {
      const body = {
        lines: lines.map(([inventoryId, quantity]) => ({ order_line_id: lineOf(inventoryId), quantity })),
        courier,
      };
      const shipped = await boss.ok(orders.shipPartial, { params: { id: order_id ?? 0 }, body: body as never });
      const shipmentId = Math.max(...shipped.shipments.map((each) => each.id));
      await finish(shipmentId, waybill);
      await reported(shipmentId);
    };
    const line = raw(id).lines[0]?.id;
    await part([[itemId, 6]], 'KIT-1');
    expect(fulfilled(id)).toEqual([]);
    await part([[second.id, 1]], 'KIT-2');
    expect(fulfilled(id)).toEqual([{ items: [{ item_id: line, qty: 1 }], number: 'KIT-2' }]);
    await part([[second.id, 2]], 'KIT-3');
    expect(fulfilled(id)).toEqual([
      { items: [{ item_id: line, qty: 1 }], number: 'KIT-2' },
      { items: [{ item_id: line, qty: 2 }], number: 'KIT-3' },
    ]);
    expect(raw(id).status).toBe('completed');
  });
});

describe('a finished shipment', () => {
  beforeEach(() => it.given.stock(itemId, 100));

  test('of several parcels is reported with the number of each, and the history says what happened', async () => {
    const id = place();
    await sync();
    await reported(await ship((await shopOrderOf(id)).order_id, '1ZA, 1ZB;1ZC'));
    expect(fulfilled(id)).toMatchObject([{ number: '1ZA, 1ZB, 1ZC' }]);
    await eventually(async () => ((await stepsOf(id)).includes('reported') ? true : undefined));
    expect(await stepsOf(id)).toEqual(['received', 'placed', 'shipped', 'reported']);
  });

  test('of a connection that reports nothing is in the history all the same', async () => {
    connected = await connect({ report_shipments: 0 });
    const id = place();
    await sync();
    await ship((await shopOrderOf(id)).order_id, '1ZSILENT');
    await eventually(async () => ((await stepsOf(id)).includes('shipped') ? true : undefined));
    expect(await stepsOf(id)).toEqual(['received', 'placed', 'shipped']);
    expect(fulfilled(id)).toEqual([]);
  });

  test.each([
    ['Asia/Tokyo', '2026-03-02'],
    ['America/Los_Angeles', '2026-03-01'],
  ])('has the day of the store in %s', async (store_time_zone, day) => {
    Object.assign(store().switches, { hasFulfillments: false, hasTrackingPlugin: true });
    connected = await connect({ store_time_zone });
    await it.given.courierOf(clientId, 'UPS Ground');
    const id = place([{ sku, quantity: 2 }], {}, 'UPS Ground');
    await sync();
    const { order_id } = await shopOrderOf(id);
    sandbox.fail({ match: 'GET /orders/*', status: 503, times: 1 });
    const shipmentId = await ship(order_id, '1ZDAY');
    await it.database.owner(`update shipments set finished_date = '2026-03-01T20:30:00Z' where id = $1`, [shipmentId]);
    await reported(shipmentId);
    expect(raw(id).trackings).toMatchObject([
      { tracking_number: '1ZDAY', tracking_provider: 'UPS', date_shipped: day },
    ]);
  });

  test('with a courier that the shop’s plugin does not know is written to the customer in a note', async () => {
    Object.assign(store().switches, { hasFulfillments: false, hasTrackingPlugin: true });
    const id = place();
    await sync();
    const shipmentId = await ship((await shopOrderOf(id)).order_id, 'BIKE-1');
    await reported(shipmentId);
    expect(raw(id).notes.filter(({ customer_note }) => customer_note)).toMatchObject([
      { note: expect.stringContaining('BIKE-1') },
    ]);
    expect(raw(id).status).toBe('completed');
  });

  test('whose job is gone is reported by the nightly look at what waits', async () => {
    const id = place();
    await sync();
    sandbox.fail({ match: 'GET /orders/*', status: 503, times: 100 });
    const shipmentId = await ship((await shopOrderOf(id)).order_id, '1ZGONE');
    await eventually(async () => {
      const [report] = await it.database.owner<{ attempts: number }>(
        'select attempts from channel_reports where shipment_id = $1',
        [shipmentId],
      );
      return report?.attempts ? true : undefined;
    });
    await it.database.owner(
      `delete from graphile_worker._private_jobs where task_id =
         (select id from graphile_worker._private_tasks where identifier = 'send-channel-report') and locked_at is null`,
    );
    sandbox.stopFailing();
    await it.database.owner(
      `update channel_reports set created_at = now() - interval '2 days' where shipment_id = $1`,
      [shipmentId],
    );
    await resumeLateReportsJob({ open: it.app.open, log: {} as never }, {}, { number: 1, isLast: false });
    await reported(shipmentId);
    expect(fulfilled(id)).toHaveLength(1);
  });
});

describe('the trace', () => {
  const callsOf = async (caller = boss, id = connected.id) => {
    const query = { filter_by: { integration_id: [String(id)] }, per_page: 100 };
    return (await caller.ok(integrations.calls, { query })).records.map(({ subject, status }) => [subject, status]);
  };

  test('says which record a call is about, in the language of the reader', async () => {
    await it.given.stock(itemId, 100);
    const id = place();
    await sync();
    const shipmentId = await ship((await shopOrderOf(id)).order_id, '1ZTRACE');
    await reported(shipmentId);
    const [shipment] = await it.database.owner<{ pt_number: string }>('select pt_number from shipments where id = $1', [
      shipmentId,
    ]);
    const calls = await callsOf();
    expect(calls).toContainEqual(['List orders: page 1', 200]);
    expect(calls).toContainEqual([`Report a shipment: ${id} ${shipment?.pt_number}`, 201]);
    const reader = await it.given.clientUser(clientId, true);
    await it.database.owner(`update users set lang = 'ch' where id = $1`, [reader.id]);
    const translated = await callsOf(reader.caller);
    expect(translated).toContainEqual(['读取订单列表：第 1 页', 200]);
    expect(translated).toContainEqual([`回传发货：${id} ${shipment?.pt_number}`, 201]);
    expect(translated.filter(([subject]) => /^[A-Z]/.test(String(subject)))).toEqual([]);
  });

  test('has the calls of the partner too, with those that were forged', async () => {
    const [row] = await it.database.owner<{ secrets: Buffer }>('select secrets from integrations where id = $1', [
      connected.id,
    ]);
    const { hook_token, hook_secret } = openSecrets(it.vault, row?.secrets ?? Buffer.alloc(0));
    const id = place();
    const payload = JSON.stringify({ id: Number(id) });
    const call = (secret: string) =>
      it.http.inject({
        method: 'POST',
        url: `/api/hooks/channels/${hook_token}`,
        payload,
        headers: {
          'content-type': 'application/json',
          'x-wc-webhook-topic': 'order.created',
          'x-wc-webhook-delivery-id': 'd-1',
          'x-wc-webhook-signature': createHmac('sha256', secret).update(payload).digest('base64'),
        },
      });
    expect([(await call('forged')).statusCode, (await call(hook_secret)).statusCode]).toEqual([401, 200]);
    await eventually(async () => {
      const steps = await stepsOf(id).catch(() => undefined);
      return steps?.includes('placed') ? true : undefined;
    });
    const calls = await callsOf();
    expect(calls).toContainEqual(['Webhook', 401]);
    expect(calls).toContainEqual([`Webhook: order.created ${id}`, 200]);
    expect(calls).toContainEqual([`Read an order: ${id}`, 200]);
    expect(JSON.stringify(calls)).not.toContain(hook_token);
  });
});
