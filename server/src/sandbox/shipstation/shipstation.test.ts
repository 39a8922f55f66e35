import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { httpReceiver } from '../../../test/receivers.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import { PEOPLE } from '../seed.ts';
import type { SsAccount } from './account.ts';
import type { SsShop } from './shop.ts';

const [ann] = PEOPLE;

let sandbox: Sandbox;
let account: SsAccount;
let shop: SsShop;

beforeEach(async () => {
  sandbox = await startSandbox({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }] } });
  account = sandbox.shipstation.accounts[0] as SsAccount;
  shop = sandbox.shipstation.fronts()[0] as SsShop;
});
afterEach(() => sandbox.stop());

const basic = (key: string, secret: string) => `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const { key_1 = '', key_2 = '' } = sandbox.credentials.shipstation ?? {};
  const answer = await fetch(`${sandbox.baseUrls.shipstation}${path}`, {
    method,
    headers: { authorization: basic(key_1, key_2), 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: text ? JSON.parse(text) : undefined };
}

const place = (more: object = {}) =>
  shop.place({
    lines: [{ sku: 'A-1', quantity: 2 }],
    address: ann as (typeof PEOPLE)[0],
    shippingMethod: 'Ground',
    ...more,
  });

const order = (more: object = {}) => ({
  orderNumber: 'LS-1',
  orderKey: 'longshore-1',
  orderDate: '2026-11-14T09:00:00',
  orderStatus: 'awaiting_shipment',
  billTo: { name: 'Ann' },
  shipTo: { name: 'Ann', street1: '1 Pier', city: 'Boston', state: 'MA', postalCode: '02110', country: 'US' },
  items: [{ sku: 'A-1', name: 'Mug', quantity: 2, unitPrice: 4.5 }],
  ...more,
});
const create = (more: object = {}) => call('POST', '/orders/createorder', order(more));

describe('authentication', () => {
  test.each([
    ['none', ''],
    ['a wrong secret', basic('x', 'y')],
    ['no Basic', 'Bearer x'],
  ])('%s is refused with a body', async (_what, authorization) => {
    const { status, body } = await call('GET', '/stores', undefined, { authorization });
    expect([status, body]).toEqual([401, { message: 'Invalid API credentials' }]);
  });

  test('a revoked key is refused, and its secret is in no record', async () => {
    account.revoked = true;
    expect((await call('GET', '/stores')).status).toBe(401);
    expect(JSON.stringify(sandbox.calls())).not.toContain(basic(account.key, account.secret));
  });

  test.each([
    ['Message', { Message: 'An error has occurred.', ExceptionMessage: 'Order not found.' }],
    ['empty', undefined],
  ] as const)('refusals are also spelled otherwise: %s', async (errors, body) => {
    account.switches.errors = errors;
    expect(await call('GET', '/orders/99')).toMatchObject({ status: 404, ...(body && { body }) });
  });
});

test('40 calls in a minute; every answer has the seconds that are left', async () => {
  const first = await call('GET', '/stores');
  const left = (answer: typeof first) =>
    ['limit', 'remaining', 'reset'].map((name) => answer.headers.get(`x-rate-limit-${name}`));
  expect(left(first)).toEqual(['40', '39', '60']);
  sandbox.clock.advance(20_000);
  for (let calls = 1; calls < 40; calls++) await call('GET', '/stores');
  const refused = await call('GET', '/stores');
  expect([refused.status, Number(left(refused)[2])]).toEqual([429, expect.closeTo(40, -1)]);
  sandbox.clock.advance(40_000);
  expect((await call('GET', '/stores')).status).toBe(200);
});

describe('lists of orders', () => {
  const numbers = async (query: string) =>
    (await call('GET', `/orders?${query}`)).body.orders.map(({ orderNumber }: { orderNumber: string }) => orderNumber);

  test('a number finds all that begin with it', async () => {
    for (const orderNumber of ['10', '100', '1001', '2']) await create({ orderNumber, orderKey: orderNumber });
    expect(await numbers('orderNumber=10')).toEqual(['10', '100', '1001']);
  });

  test('pages of at most 500 with totals, filters by store and status', async () => {
    for (let each = 0; each < 3; each++) place();
    shop.setStatus(place(), 'on_hold');
    const page = await call('GET', '/orders?pageSize=2&page=2&orderStatus=awaiting_shipment&storeId=301');
    expect(page.body).toMatchObject({ total: 3, page: 2, pages: 2, orders: [{ orderStatus: 'awaiting_shipment' }] });
    expect((await call('GET', '/orders?storeId=302')).body.total).toBe(0);
    expect((await call('GET', '/orders?pageSize=501')).status).toBe(400);
    expect((await call('GET', '/orders?orderStatus=processing')).status).toBe(400);
  });

  test('times are Pacific, without an offset, and both ends are left out', async () => {
    sandbox.clock.set(new Date('2026-11-18T17:00:00Z'));
    const id = place();
    const at = async (query: string) => (await call('GET', `/orders?${query}`)).body.total;
    const { body } = await call('GET', `/orders/${id}`);
    expect(body.modifyDate).toMatch(/^2026-11-18T09:00:00\.\d{7}$/);
    expect(await at('modifyDateStart=2026-11-18T08:59:59&modifyDateEnd=2026-11-18T09:00:02')).toBe(1);
    expect(await at('modifyDateStart=2026-11-18T09:00:02')).toBe(0);
    expect(await at('modifyDateEnd=2026-11-18T09:00:00')).toBe(0);
    expect((await call('GET', '/orders?modifyDateStart=2026-11-18T17:00:00Z')).status).toBe(400);
  });

  test('in the hour that occurs twice, the clock goes back and so does the order', async () => {
    sandbox.clock.set(new Date('2026-11-01T08:50:00Z'));
    const early = place();
    sandbox.clock.set(new Date('2026-11-01T09:10:00Z'));
    const late = place();
    const { orders } = (await call('GET', '/orders?sortBy=ModifyDate')).body;
    expect(orders.map(({ orderId }: { orderId: number }) => String(orderId))).toEqual([late, early]);
  });
});

describe('createorder', () => {
  test('the same key replaces the whole order', async () => {
    const first = await create({ customerNotes: 'Ring twice', advancedOptions: { customField1: 'PO 9' } });
    const second = await create({ orderNumber: 'LS-2' });
    expect(second.body).toMatchObject({ orderId: first.body.orderId, orderNumber: 'LS-2', customerNotes: null });
    expect(account.orders.size).toBe(1);
  });

  test.each([
    ['an empty ship name', { shipTo: { name: '' } }, "'Ship Name' must not be empty."],
    ['an empty bill name', { billTo: {} }, "'Bill Name' must not be empty."],
    ['a country in words', { shipTo: { name: 'Ann', country: 'USA' } }, "'Ship Country' must be 2 characters."],
    ['a number of 51 characters', { orderNumber: '1'.repeat(51) }, 'orderNumber is invalid.'],
    ['an inactive store', { advancedOptions: { storeId: 302 } }, 'The store is not active.'],
  ])('%s is refused', async (_what, more, message) => {
    expect(await create(more)).toMatchObject({ status: 400, body: { message } });
  });

  test.each(['shipped', 'cancelled'] as const)('an order that is %s refuses an update', async (status) => {
    const { body } = await create();
    shop.setStatus(String(body.orderId), status);
    expect((await create()).status).toBe(400);
  });

  test('without a manual store it fails', async () => {
    account.mainStore.active = false;
    expect(await create()).toMatchObject({
      status: 500,
      body: { message: expect.stringContaining('Object reference') },
    });
  });

  test('many at once: single rows fail', async () => {
    const { body } = await create();
    shop.setStatus(String(body.orderId), 'shipped');
    const answer = await call('POST', '/orders/createorders', [order(), order({ orderKey: 'other' })]);
    expect(answer).toMatchObject({
      status: 200,
      body: { hasErrors: true, results: [{ success: false, orderKey: 'longshore-1' }, { success: true }] },
    });
    const many = Array.from({ length: 101 }, () => order());
    expect((await call('POST', '/orders/createorders', many)).status).toBe(400);
  });

  test.each([true, false])('a deleted order is only inactive; its key revives it: %s', async (revives) => {
    account.switches.revivesDeleted = revives;
    const { body } = await create();
    expect((await call('DELETE', `/orders/${body.orderId}`)).body).toEqual({
      success: true,
      message: 'The requested order has been deleted.',
    });
    expect((await call('GET', `/orders/${body.orderId}`)).status).toBe(404);
    expect((await call('GET', '/orders')).body.total).toBe(0);
    expect((await create()).status).toBe(revives ? 200 : 400);
  });
});

describe('shipping', () => {
  const mark = (body: object) => call('POST', '/orders/markasshipped', body);

  test('marking makes a fulfilment without a label, for the whole order', async () => {
    const orderId = Number(place());
    const marked = await mark({ orderId, carrierCode: 'ups', trackingNumber: '1Z9', shipDate: '2026-11-14' });
    expect(marked).toMatchObject({ status: 200, body: { orderId } });
    expect((await call('GET', `/orders/${orderId}`)).body).toMatchObject({
      orderStatus: 'shipped',
      carrierCode: 'ups',
    });
    expect((await call('GET', `/fulfillments?orderId=${orderId}`)).body).toMatchObject({
      total: 1,
      fulfillments: [{ trackingNumber: '1Z9', voided: false }],
    });
    expect((await call('GET', `/shipments?orderId=${orderId}`)).body.total).toBe(0);
    await mark({ orderId, carrierCode: 'ups', trackingNumber: '1Z9' });
    expect((await call('GET', `/fulfillments?orderId=${orderId}`)).body.total).toBe(2);
  });

  test('it needs a carrier and an order that is there and not cancelled; the other path does not exist', async () => {
    const orderId = Number(place());
    expect(await mark({ orderId })).toMatchObject({ status: 400, body: { message: 'carrierCode is required.' } });
    expect((await mark({ orderId: 99, carrierCode: 'ups' })).status).toBe(404);
    shop.cancel(String(orderId));
    expect((await mark({ orderId, carrierCode: 'ups' })).status).toBe(400);
    expect((await call('POST', '/orders/markshipped', { orderId, carrierCode: 'ups' })).status).toBe(404);
    expect((await call('POST', '/orders/markasshipped', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  });

  test('a label that is voided says so, and the order is to be shipped again', async () => {
    const id = place();
    const shipmentId = shop.buyLabel(id, '1Z9');
    expect((await call('POST', '/shipments/voidlabel', { shipmentId })).body.approved).toBe(true);
    expect(await call('POST', '/shipments/voidlabel', { shipmentId })).toMatchObject({
      status: 200,
      body: { approved: false },
    });
    expect((await call('GET', `/shipments?orderId=${id}`)).body.shipments).toMatchObject([{ voided: true }]);
    expect((await call('GET', `/orders/${id}`)).body.orderStatus).toBe('awaiting_shipment');
  });
});

test('an inactive store is shown only to those who ask', async () => {
  const names = async (query = '') =>
    (await call('GET', `/stores${query}`)).body.map(({ storeName }: { storeName: string }) => storeName);
  expect(await names()).toEqual(['Demo ShipStation']);
  expect(await names('?showInactive=true')).toEqual(['Demo ShipStation', 'Closed market']);
});

describe('merged and split orders', () => {
  test('the merged one is not listed, the other names it', async () => {
    const [into, other] = [place(), place()];
    shop.merge(into, other);
    const { orders } = (await call('GET', '/orders')).body;
    expect(orders).toMatchObject([{ advancedOptions: { mergedOrSplit: true, mergedIds: [Number(other)] } }]);
    expect((await call('GET', `/orders/${other}`)).status).toBe(200);
    account.switches.showsMerged = false;
    expect((await call('GET', `/orders/${other}`)).status).toBe(404);
  });

  test('a part has the number of its parent', async () => {
    const id = place({
      lines: [
        { sku: 'A-1', quantity: 1 },
        { sku: 'B-2', quantity: 1 },
      ],
    });
    const part = shop.split(id, String(shop.need(id).items[1]?.orderItemId));
    const { body } = await call('GET', `/orders/${part}`);
    expect(body).toMatchObject({ items: [{ sku: 'B-2' }], advancedOptions: { parentId: Number(id) } });
    expect(body.orderNumber).toBe(shop.need(id).orderNumber);
  });
});

describe('webhooks', () => {
  const subscribe = (target_url: string, more: object = {}) =>
    call('POST', '/webhooks/subscribe', { target_url, event: 'ORDER_NOTIFY', store_id: null, ...more });

  test.each(['WebHookID', 'id'] as const)('a subscription answers %s, and can be listed and deleted', async (style) => {
    account.switches.subscribed = style;
    const { body } = await subscribe('https://longshore.example/hook');
    expect((await call('GET', '/webhooks')).body.webhooks).toMatchObject([
      { WebHookID: body[style], HookType: 'ORDER_NOTIFY', Url: 'https://longshore.example/hook' },
    ]);
    await call('DELETE', `/webhooks/${body[style]}`);
    expect((await call('GET', '/webhooks')).body.webhooks).toEqual([]);
    expect((await subscribe('nowhere')).status).toBe(400);
    expect((await subscribe('https://x.example', { event: 'NEW' })).status).toBe(400);
  });

  test('one is thin, unsigned, and its address can be evil', async () => {
    const receiver = await httpReceiver();
    await subscribe(receiver.url);
    await subscribe(receiver.url, { store_id: 302 });
    const id = place();
    await sandbox.hooks.settled();
    expect(receiver.got).toHaveLength(1);
    const said = JSON.parse(receiver.got[0]?.body ?? '');
    expect(Object.keys(said)).toEqual(['resource_url', 'resource_type']);
    const path = said.resource_url.slice(sandbox.baseUrls.shipstation?.length);
    expect((await call('GET', path)).body.orders).toMatchObject([{ orderId: Number(id) }]);
    account.switches.resourceUrl = 'http://169.254.169.254/latest';
    place();
    await sandbox.hooks.settled();
    expect(receiver.got[1]?.body).toContain('169.254.169.254');
  });
});
