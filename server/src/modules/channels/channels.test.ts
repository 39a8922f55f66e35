import { api, type ImportedReference, type Integration } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { resumeRunsJob } from './sync.jobs.ts';

const { integrations, orders } = api;
let it: TestApp;
let sandbox: Sandbox;
let boss: Caller;
let clientId: number;
let courierId: number;
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
  courierId = await it.given.courierOf(null, 'Flat rate');
});
afterAll(() => sandbox.stop());

beforeEach(async () => {
  sandbox.stopFailing();
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  const item = await it.given.item(boss, { client_id: clientId });
  [sku, itemId] = [item.sku, item.id];
  sandbox.seed({ products: [{ sku, name: item.name, price: '4.50' }] });
  connected = await connect();
});

const inputOf = (fields: object = {}) => ({
  name: 'Demo shop',
  client_id: clientId,
  type: 5,
  auto_process: 0,
  ...sandbox.credentials.woocommerce,
  ...fields,
});
const connect = (fields: object = {}) => boss.ok(integrations.create, { body: inputOf(fields) as never });
const refused = async (fields: object) => {
  const { status, body } = await boss.call(integrations.create, { body: inputOf(fields) as never });
  return [status, body.error_code ?? body.keys];
};
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
const place = (
  lines: { sku: string; quantity: number }[] = [{ sku, quantity: 2 }],
  address: Partial<typeof ADDRESS> = {},
) => shop.place({ lines, shippingMethod: 'Flat rate', address: { ...ADDRESS, ...address } });
/** Changes the quantity of an order's only line. */
const setQuantity = (id: string, quantity: number, address: object = {}) => {
  const line = shop.orders().find((order) => order.id === id)?.lines[0]?.id ?? '';
  shop.edit(id, { quantities: { [line]: quantity }, address });
};
const sync = async (id = connected.id) => {
  const { id: runId } = await boss.ok(integrations.sync, { params: { id } });
  return eventually(async () => {
    const run = await runOf(id, runId);
    return run && (run.state === 'done' || run.state === 'failed') ? run : undefined;
  });
};
const runOf = async (id: number, runId: number) => {
  const page = await boss.ok(integrations.runs, { query: { filter_by: { integration_id: [String(id)] } } });
  return page.records.find((run) => run.id === runId);
};
const shopOrders = async (id = connected.id) =>
  (await boss.ok(integrations.orders, { query: { filter_by: { integration_id: [String(id)] } } })).records;
const byReference = (reference: string): Promise<ImportedReference> =>
  boss.ok(integrations.importReference, { params: { id: connected.id }, body: { reference } });
const shopOrderOf = async (sourceId: string) => (await shopOrders()).find(({ source_id }) => source_id === sourceId);
const orderHere = (id: number | null | undefined) => boss.ok(orders.get, { params: { id: id ?? 0 } });

describe('a connection', () => {
  test('is verified by its partner; secrets are never answered', async () => {
    expect(connected).toMatchObject({ verified: 1, partner: 'WooCommerce', key_2: '', problem: '' });
    expect(connected.secrets_set.map(({ field }) => field)).toEqual(['key_2']);
    const secret = sandbox.credentials.woocommerce?.key_2 ?? '?';
    const [row] = await it.database.owner<{ text: string }>(
      'select integrations::text as text from integrations where id = $1',
      [connected.id],
    );
    expect([JSON.stringify(connected), row?.text, it.logLines.join()].filter((text) => text?.includes(secret))).toEqual(
      [],
    );
  });

  test.each<[object, unknown]>([
    [{ name: '' }, { name: ['NameIsRequired'] }],
    [{ client_id: 0 }, { client_id: ['ClientIsRequired'] }],
    [{ type: 0 }, { type: ['PleaseSelectAPartner'] }],
    [{ type: 99 }, 90001],
    [{ key_2: '' }, { key_2: ['CredentialFieldsAreEmpty'] }],
    [{ o_auth_token: 'shop' }, { o_auth_token: ['ShopAddressIsInvalid:https://shop.example.com'] }],
    [{ key_2: 'cs_wrong' }, 90003],
    [{ o_auth_token: 'http://169.254.169.254/latest' }, 90003],
  ])('with %o is refused', async (fields, problem) => {
    const before = await it.database.owner('select id from integrations');
    expect((await refused(fields))[1]).toEqual(problem);
    expect(await it.database.owner('select id from integrations')).toHaveLength(before.length);
  });

  test('keeps its secret when it is saved without one, and is asked again with another', async () => {
    const { id, updated_at } = connected;
    sandbox.clearCalls();
    const renamed = await boss.ok(integrations.update, {
      params: { id },
      body: { name: 'Renamed', updated_at } as never,
    });
    // A job looks whether the shop still calls us; the credentials are not asked about.
    const asked = sandbox.calls().filter(({ path }) => !path.includes('/webhooks'));
    expect([renamed.name, renamed.verified, asked]).toEqual(['Renamed', 1, []]);
    const body = { name: 'Renamed', key_2: 'cs_wrong' } as never;
    const wrong = await boss.call(integrations.update, { params: { id }, body });
    expect(wrong.body.error_code).toBe(90003);
    expect(await boss.ok(integrations.get, { params: { id } })).toMatchObject({ verified: 1 });
  });

  test('is seen by users of its client who may write orders, and by no other client', async () => {
    const own = (await it.given.clientUser(clientId, true)).caller;
    const other = (await it.given.clientUser(await it.given.client(), true)).caller;
    const reader = (await it.given.clientUser(clientId, false)).caller;
    expect((await own.ok(integrations.list)).records.map(({ id }) => id)).toEqual([connected.id]);
    expect(await own.ok(integrations.get, { params: { id: connected.id } })).toMatchObject({ id: connected.id });
    expect((await other.ok(integrations.list)).records).toEqual([]);
    expect((await other.call(integrations.get, { params: { id: connected.id } })).status).toBe(404);
    expect((await reader.call(integrations.list)).status).toBe(403);
  });
});

/** The likely answers of the exception about an order that waits. */
async function proposedFor(number = '') {
  const query = { filter_by: { kind: ['shop-order-waiting'], state: ['open'] }, per_page: 100 };
  const { id } = await eventually(async () => {
    const { records } = await boss.ok(api.exceptions.list, { query: query as never });
    return records.find(({ parts }) => parts.some(({ as, text }) => as === 'record' && text === number));
  });
  return (await boss.ok(api.exceptions.get, { params: { id } })).proposals;
}

describe('orders', () => {
  test('arrive with lines, address and courier, once', async () => {
    const id = place([{ sku, quantity: 3 }], { firstName: 'Zoë', lastName: '李' });
    const run = await sync();
    expect(run).toMatchObject({ state: 'done', problem: '' });
    const seen = await shopOrderOf(id);
    const order = await orderHere(seen?.order_id);
    expect(order).toMatchObject({
      status: 'Open',
      source: { source: 'WooCommerce', source_id: id },
      api_credential_id: connected.id,
      has_source_address: true,
      shipping: { courier_id: courierId },
      lines: [{ sku, quantity: 3 }],
    });
    expect(order.shipping_address.city).toBe('Boston');
    await sync();
    expect(await byReference(order.reference)).toMatchObject({ outcome: 'exists', order_id: order.id });
    const all = await it.database.owner('select id from orders where api_credential_id = $1 and source_id = $2', [
      connected.id,
      id,
    ]);
    expect(all).toHaveLength(1);
  });

  test('with an unknown SKU wait, and resume when it is mapped', async () => {
    sandbox.seed({ products: [{ sku: `X-${sku}`, name: 'Holiday blend', price: '9.00' }] });
    const id = place([{ sku: `X-${sku}`, quantity: 6 }]);
    await sync();
    const waiting = await shopOrderOf(id);
    expect(waiting).toMatchObject({
      state: 'waiting',
      order_id: null,
      problems: [{ problem_key: `UnknownSku:X-${sku}`, quantity: 6 }],
    });
    expect(waiting?.problems[0]?.suggestions.map((item) => item.id)).toContain(itemId);
    const body = { sku: `X-${sku}`, inventory_id: itemId };
    expect(await proposedFor(waiting?.number)).toContainEqual({
      label: 'Map',
      about: `X-${sku}`,
      code: sku,
      name: expect.any(String),
      call: { method: 'POST', path: `/integrations/${connected.id}/skus`, body },
    });
    await boss.ok(integrations.mapSku, { params: { id: connected.id }, body });
    const placed = await eventually(async () => {
      const now = await shopOrderOf(id);
      return now?.order_id ? now : undefined;
    });
    expect((await orderHere(placed.order_id)).lines).toMatchObject([{ sku, quantity: 6 }]);
    const { steps } = await boss.ok(integrations.order, { params: { id: placed.id } });
    expect(steps.map(({ step }) => step)).toEqual(['received', 'waiting', 'placed']);
  });

  test('whose item is made because the connection says so', async () => {
    const own = await connect({ create_new_item: 1 });
    sandbox.seed({ products: [{ sku: `N-${sku}`, name: 'New blend', price: '9.00' }] });
    const id = place([{ sku: `N-${sku}`, quantity: 1 }]);
    await sync(own.id);
    const seen = (await shopOrders(own.id)).find(({ source_id }) => source_id === id);
    expect((await orderHere(seen?.order_id)).lines).toMatchObject([{ sku: `N-${sku}`, name: 'New blend' }]);
  });

  test('that are open follow the shop: lines, address, cancellation', async () => {
    const id = place([{ sku, quantity: 3 }]);
    await sync();
    const orderId = (await shopOrderOf(id))?.order_id;
    sandbox.clock.advance(60_000);
    setQuantity(id, 5, { city: 'Austin' });
    expect(await sync()).toMatchObject({ updated: 1 });
    expect(await orderHere(orderId)).toMatchObject({ lines: [{ quantity: 5 }], shipping_address: { city: 'Austin' } });
    sandbox.clock.advance(60_000);
    shop.cancel(id);
    await sync();
    expect(await orderHere(orderId)).toMatchObject({ status: 'Cancelled' });
  });

  test('that are processed stay as they are when the shop changes them: a person decides', async () => {
    await it.given.stock(itemId, 100);
    const id = place([{ sku, quantity: 3 }]);
    await sync();
    const seen = await shopOrderOf(id);
    await boss.ok(orders.shipFull, { params: { id: seen?.order_id ?? 0 } });
    sandbox.clock.advance(60_000);
    setQuantity(id, 9, { city: 'Austin' });
    await sync();
    const changed = await shopOrderOf(id);
    expect(changed).toMatchObject({
      state: 'changed',
      problems: [
        { problem_key: `ChangedAfterProcessing:${sku} 3 → 9` },
        {
          problem_key: 'ChangedAfterProcessing:ShopAddressChanged',
          problem: 'Changed in the shop after it was processed here: Another address',
        },
      ],
    });
    const { steps } = await boss.ok(integrations.order, { params: { id: changed?.id ?? 0 } });
    expect(steps.flatMap(({ details }) => details.map(({ key }) => key))).toContain('ShopAddressChanged');
    expect((await orderHere(seen?.order_id)).lines).toMatchObject([{ quantity: 3 }]);
    await boss.ok(integrations.dismiss, { params: { id: changed?.id ?? 0 } });
    await sync();
    expect(await shopOrderOf(id)).toMatchObject({ state: 'placed', problems: [] });
  });

  test('that the shop does not have are 90002', async () => {
    const answer = await boss.call(integrations.importReference, {
      params: { id: connected.id },
      body: { reference: 'NOPE-1' },
    });
    expect([answer.status, answer.body.error_code]).toEqual([400, 90002]);
  });
});

describe('a shop that fails', () => {
  test('is tried again later, and the run says why', async () => {
    sandbox.fail({ match: 'GET /orders', status: 500, times: 50 });
    const run = await sync();
    expect(run).toMatchObject({ state: 'failed' });
    expect(run.problem_key).toMatch(/^PartnerUnavailable:/);
    expect(run.problem).not.toContain('..');
    sandbox.stopFailing();
    expect(await sync()).toMatchObject({ state: 'done' });
  }, 60_000);

  test('that takes the credentials back is not verified any more: one mail to who made it', async () => {
    const key = sandbox.woocommerce.stores.get('demo-woocommerce')?.keys[0];
    if (!key) throw new Error('The demo shop has a key.');
    key.revoked = true;
    const run = await sync();
    key.revoked = false;
    expect(run).toMatchObject({ state: 'failed' });
    expect(await boss.ok(integrations.get, { params: { id: connected.id } })).toMatchObject({ verified: 0 });
    const mails = (await boss.ok(api.operations.outbox)).filter(({ subject }) => subject.includes(connected.name));
    expect(mails).toHaveLength(1);
    const again = { name: connected.name, reverify: 1 } as never;
    expect(await boss.ok(integrations.update, { params: { id: connected.id }, body: again })).toMatchObject({
      verified: 1,
    });
  });
});

test('a run whose job is gone is queued again, and its connection is read', async () => {
  const id = place();
  const [run] = await it.database.owner<{ id: number }>(
    `insert into channel_runs (client_id, integration_id, started_by, state, created_at)
     values ($1, $2, 'schedule', 'running', now() - interval '1 hour') returning id`,
    [clientId, connected.id],
  );
  await resumeRunsJob(it)({ open: it.app.open, log: {} as never }, {}, { number: 1, isLast: false });
  await eventually(async () => ((await runOf(connected.id, run?.id ?? 0))?.state === 'done' ? true : undefined));
  expect(await shopOrderOf(id)).toMatchObject({ state: 'placed' });
});

describe('a finished shipment', () => {
  test('is reported to the shop with its waybill, once', async () => {
    await it.given.stock(itemId, 100);
    const id = place([{ sku, quantity: 2 }]);
    await sync();
    const orderId = (await shopOrderOf(id))?.order_id ?? 0;
    const order = await boss.ok(orders.shipFull, { params: { id: orderId } });
    const shipmentId = order.shipments[0]?.id ?? 0;
    await boss.ok(api.shipments.fulfilAll, { params: { id: shipmentId } });
    await boss.ok(api.shipments.update, { params: { id: shipmentId }, body: { waybill: '1Z999' } });
    const [finished] = await boss.ok(api.shipments.finishMany, { body: { ids: [shipmentId], options: {} } as never });
    expect(finished).toMatchObject({ result: true });
    await eventually(async () => {
      const [report] = await it.database.owner<{ state: string }>(
        'select state from channel_reports where shipment_id = $1',
        [shipmentId],
      );
      return report?.state === 'done' ? true : undefined;
    });
    const inShop = shop.orders().find((each) => each.id === id);
    expect(JSON.stringify(inShop)).toContain('1Z999');
    expect(await sync()).toMatchObject({ state: 'done' });
    expect(await shopOrderOf(id)).toMatchObject({ state: 'placed' });
  });
});
