import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';
import { encode, signatureBase } from '../kit/oauth1.ts';
import { PEOPLE } from '../seed.ts';
import type { WooShop } from './shop.ts';
import type { WooStore } from './store.ts';

type Row = Record<string, unknown>;

const PRODUCTS = [
  { sku: 'A-1', name: 'Mug', price: '4.50' },
  { sku: 'B-2', name: 'Plate', price: '9.00' },
];
const [ann] = PEOPLE;

let sandbox: Sandbox;
let store: WooStore;
let shop: WooShop;

beforeEach(async () => {
  sandbox = await startSandbox({ control: true, seed: { products: PRODUCTS } });
  store = sandbox.woocommerce.stores.get('demo-woocommerce') as WooStore;
  shop = sandbox.shops.find(({ partner }) => partner === 'woocommerce') as WooShop;
});

afterEach(() => sandbox.stop());

const credentials = () => sandbox.credentials.woocommerce as Record<'key_1' | 'key_2' | 'o_auth_token', string>;
const basic = () => `Basic ${Buffer.from(`${credentials().key_1}:${credentials().key_2}`).toString('base64')}`;
const address = (path: string) => `${credentials().o_auth_token}/wp-json/${path}`;

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(address(path), {
    method,
    headers: { authorization: basic(), 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text };
}

const place = (lines = [{ sku: 'A-1', quantity: 2 }], more = {}) =>
  Number(shop.place({ lines, address: ann as (typeof PEOPLE)[0], shippingMethod: 'Flat rate', ...more }));

const linesOf = (id: number) => store.orders.get(id)?.lines ?? [];

describe('authentication', () => {
  test('Basic is accepted, and wrong keys are refused with the body of WordPress', async () => {
    expect((await call('GET', 'wc/v3/orders')).status).toBe(200);
    const wrong = await call('GET', 'wc/v3/orders', undefined, { authorization: 'Basic Y2tfeDpjc194' });
    expect(wrong).toMatchObject({
      status: 401,
      body: { code: 'woocommerce_rest_authentication_error', data: { status: 401 } },
    });
    const secret = Buffer.from(`${credentials().key_1}:cs_wrong`).toString('base64');
    expect((await call('GET', 'wc/v3/orders', undefined, { authorization: `Basic ${secret}` })).status).toBe(401);
    const none = await fetch(address('wc/v3/orders'));
    expect([none.status, ((await none.json()) as Row).code]).toEqual([401, 'woocommerce_rest_cannot_view']);
  });

  test('a revoked key is refused', async () => {
    for (const key of store.keys) key.revoked = true;
    expect((await call('GET', 'wc/v3/orders')).status).toBe(401);
  });

  test('a key that may only read cannot write', async () => {
    for (const key of store.keys) key.permissions = 'read';
    const id = place();
    expect((await call('PUT', `wc/v3/orders/${id}`, { status: 'completed' })).status).toBe(401);
  });

  test('a host that strips the header says that the key is missing, and takes it from the query', async () => {
    store.switches.stripsAuthorization = true;
    const stripped = await call('GET', 'wc/v3/orders');
    expect([stripped.status, stripped.body.message]).toEqual([401, 'Consumer key is missing.']);
    const { key_1, key_2 } = credentials();
    const query = await fetch(address(`wc/v3/orders?consumer_key=${key_1}&consumer_secret=${key_2}`));
    expect(query.status).toBe(200);
    expect(JSON.stringify(sandbox.calls())).not.toContain(key_2);
  });

  const signed = (path: string, nonce: string, secret = credentials().key_2, age = 0) => {
    const url = new URL(address(path));
    const parameters: [string, string][] = [
      ...url.searchParams.entries(),
      ['oauth_consumer_key', credentials().key_1],
      ['oauth_timestamp', String(Math.floor(sandbox.clock.now().getTime() / 1000) - age)],
      ['oauth_nonce', nonce],
      ['oauth_signature_method', 'HMAC-SHA256'],
    ];
    const base = signatureBase('GET', url.origin + url.pathname, parameters);
    const signature = createHmac('sha256', `${encode(secret)}&`)
      .update(base)
      .digest('base64');
    for (const [name, value] of [...parameters, ['oauth_signature', signature] as const])
      url.searchParams.set(name, value);
    return fetch(url);
  };

  test('a shop on plain http takes OAuth 1.0a only, and checks signature, age and nonce', async () => {
    store.switches.scheme = 'http';
    expect((await call('GET', 'wc/v3/orders')).status).toBe(401);
    const path = 'wc/v3/orders?status=processing&search=a%20b%26c';
    expect((await signed(path, 'n1')).status).toBe(200);
    expect((await signed(path, 'n1')).status).toBe(401);
    expect((await signed(path, 'n2', 'cs_wrong')).status).toBe(401);
    expect((await signed(path, 'n3', undefined, 3600)).status).toBe(401);
  });
});

describe('lists of orders', () => {
  test('ten a page by default, at most 100, with totals and links', async () => {
    for (let at = 0; at < 21; at++) place();
    const first = await call('GET', 'wc/v3/orders?orderby=id&order=asc');
    expect(first.body).toHaveLength(10);
    expect(first.headers.get('x-wp-total')).toBe('21');
    expect(first.headers.get('x-wp-totalpages')).toBe('3');
    expect(first.headers.get('link')).toContain('page=2>; rel="next"');
    expect((await call('GET', 'wc/v3/orders?page=3')).body).toHaveLength(1);
    expect((await call('GET', 'wc/v3/orders?page=4')).body).toEqual([]);
    const tooMany = await call('GET', 'wc/v3/orders?per_page=101');
    expect(tooMany).toMatchObject({
      status: 400,
      body: { code: 'rest_invalid_param', data: { params: { per_page: expect.any(String) } } },
    });
  });

  test('modified_after is shop time unless dates_are_gmt, and excludes the moment itself', async () => {
    const id = place();
    const [order] = (await call('GET', `wc/v3/orders?include=${id}`)).body;
    expect(order.date_modified).not.toBe(order.date_modified_gmt);
    const count = async (query: string) => (await call('GET', `wc/v3/orders?${query}`)).body.length;
    const before = new Date(new Date(`${order.date_modified_gmt}Z`).getTime() - 1000).toISOString().slice(0, 19);
    expect(await count(`modified_after=${before}&dates_are_gmt=true`)).toBe(1);
    expect(await count(`modified_after=${order.date_modified_gmt}&dates_are_gmt=true`)).toBe(0);
    // The same text read as New York's time is hours in the future.
    expect(await count(`modified_after=${before}`)).toBe(0);
    expect(await count(`modified_after=${before}Z`)).toBe(1);
    expect((await call('GET', 'wc/v3/orders?modified_after=yesterday')).body.code).toBe('rest_invalid_param');
  });

  test('an old shop ignores modified_after and refuses to sort by it', async () => {
    place();
    store.switches.hasModifiedFilter = false;
    const ignored = await call('GET', 'wc/v3/orders?modified_after=2099-01-01T00:00:00&dates_are_gmt=true');
    expect(ignored.body).toHaveLength(1);
    const refused = await call('GET', 'wc/v3/orders?orderby=modified');
    expect([refused.status, refused.body.code]).toEqual([400, 'rest_invalid_param']);
  });

  test('several statuses in one call, an unknown one is refused', async () => {
    const kept = place();
    shop.setStatus(String(place()), 'on-hold');
    shop.setStatus(String(place()), 'completed');
    const found = await call('GET', 'wc/v3/orders?status=processing,on-hold');
    expect(found.body).toHaveLength(2);
    expect((await call('GET', 'wc/v3/orders?status[]=processing')).body.map(({ id }: Row) => id)).toEqual([kept]);
    expect((await call('GET', 'wc/v3/orders?status=shipped')).status).toBe(400);
  });

  test('a search finds parts of numbers, and the number is not the id', async () => {
    const id = place();
    const order = store.orders.get(id);
    if (order) order.number = 'W-10017';
    const found = await call('GET', 'wc/v3/orders?search=1001');
    expect(found.body).toMatchObject([{ id, number: 'W-10017' }]);
  });

  test('a bundle is a line with the price and lines with the goods; a SKU may be empty', async () => {
    shop.addProduct(
      { sku: 'SET', name: 'Set', price: '12.00' },
      { type: 'bundle', contains: [{ sku: 'A-1', quantity: 2 }] },
    );
    const id = place([
      { sku: 'SET', quantity: 3 },
      { sku: '', quantity: 1 },
    ]);
    const { line_items } = (await call('GET', `wc/v3/orders/${id}`)).body;
    expect(line_items).toMatchObject([
      { sku: 'SET', quantity: 3, price: 12, bundled_items: [linesOf(id)[1]?.id] },
      { sku: 'A-1', quantity: 6, price: 0, bundled_by: linesOf(id)[0]?.id },
      { sku: '', quantity: 1, product_id: 0 },
    ]);
  });

  test('an unknown order is 404 with the code of its kind', async () => {
    const answer = await call('GET', 'wc/v3/orders/99999');
    expect(answer).toMatchObject({ status: 404, body: { code: 'woocommerce_rest_shop_order_invalid_id' } });
  });
});

describe('reporting a shipment', () => {
  const fulfilment = (id: number, more = {}) => ({
    status: 'fulfilled',
    meta_data: [
      { key: '_items', value: [{ item_id: linesOf(id)[0]?.id, qty: 2 }] },
      { key: '_tracking_number', value: '1Z9' },
    ],
    ...more,
  });

  test('core fulfilments answer 404 where the feature is off', async () => {
    store.switches.hasFulfillments = false;
    const id = place();
    const answer = await call('POST', `wc/v3/orders/${id}/fulfillments`, fulfilment(id));
    expect(answer).toMatchObject({ status: 404, body: { code: 'rest_no_route' } });
  });

  test('a fulfilment is created, and a change deletes what is not sent again', async () => {
    const id = place();
    const made = await call('POST', `wc/v3/orders/${id}/fulfillments`, fulfilment(id));
    expect(made).toMatchObject({
      status: 201,
      body: { status: 'fulfilled', is_fulfilled: true, entity_id: String(id) },
    });
    const meta_data = [{ key: '_items', value: [{ item_id: linesOf(id)[0]?.id, qty: 2 }] }];
    const changed = await call('PUT', `wc/v3/orders/${id}/fulfillments/${made.body.id}`, {
      status: 'fulfilled',
      meta_data,
    });
    expect(changed.body.meta_data.map(({ key }: Row) => key)).toEqual(['_items']);
    expect((await call('GET', `wc/v3/orders/${id}/fulfillments`)).body).toHaveLength(1);
    await call('DELETE', `wc/v3/orders/${id}/fulfillments/${made.body.id}`);
    expect((await call('GET', `wc/v3/orders/${id}/fulfillments`)).body).toEqual([]);
  });

  test.each([
    ['without a status', { status: undefined }],
    ['without items', { meta_data: [{ key: '_tracking_number', value: '1Z9' }] }],
    ['with the id of a line as text', { meta_data: [{ key: '_items', value: [{ item_id: '31', qty: 1 }] }] }],
    ['with a line of another order', { meta_data: [{ key: '_items', value: [{ item_id: 99999, qty: 1 }] }] }],
    ['with a quantity of 0', { meta_data: [{ key: '_items', value: [{ item_id: 31, qty: 0 }] }] }],
  ])('a fulfilment %s is refused', async (_what, more) => {
    const id = place();
    expect((await call('POST', `wc/v3/orders/${id}/fulfillments`, fulfilment(id, more))).status).toBe(400);
  });

  test('an unknown status becomes unfulfilled, and is_fulfilled cannot be set', async () => {
    const id = place();
    const made = await call(
      'POST',
      `wc/v3/orders/${id}/fulfillments`,
      fulfilment(id, { status: 'sent', is_fulfilled: true }),
    );
    expect(made.body).toMatchObject({ status: 'unfulfilled', is_fulfilled: false });
  });

  test('a key whose user does not manage the shop cannot fulfil', async () => {
    for (const key of store.keys) key.managesShop = false;
    const id = place();
    expect((await call('POST', `wc/v3/orders/${id}/fulfillments`, fulfilment(id))).status).toBe(403);
  });

  test('the tracking plugin is absent, or takes its own providers and custom ones with a link', async () => {
    const id = place();
    const path = `wc-shipment-tracking/v3/orders/${id}/shipment-trackings`;
    expect((await call('GET', path)).body.code).toBe('rest_no_route');
    store.switches.hasTrackingPlugin = true;
    const providers = await fetch(address('wc-shipment-tracking/v3/shipment-trackings/providers'));
    expect(((await providers.json()) as Row)['United States']).toHaveProperty('UPS');
    const made = await call('POST', path, {
      tracking_provider: 'UPS',
      tracking_number: '1Z9',
      date_shipped: '2026-11-14',
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toContain(`${path}/${made.body.tracking_id}`);
    const refused = [
      { tracking_provider: 'ups', tracking_number: '1Z9' },
      { custom_tracking_provider: 'Own', tracking_number: '1Z9' },
      { tracking_provider: 'UPS' },
      { tracking_provider: 'UPS', tracking_number: 19 },
      { tracking_provider: 'UPS', tracking_number: '1Z9', date_shipped: '14.11.2026' },
    ];
    for (const body of refused) expect((await call('POST', path, body)).status, JSON.stringify(body)).toBe(400);
    const own = {
      custom_tracking_provider: 'Own',
      custom_tracking_link: 'https://t.test/%1$s',
      tracking_number: 'X 1',
    };
    expect((await call('POST', path, own)).body.tracking_link).toBe('https://t.test/X%201');
    expect((await call('GET', path)).body).toHaveLength(2);
    expect(shop.orders()[0]?.tracking.map(({ number }) => number)).toEqual(['1Z9', 'X 1']);
  });

  test('status completed and a note to the customer', async () => {
    const id = place();
    const done = await call('PUT', `wc/v3/orders/${id}`, { status: 'completed' });
    expect(done.body).toMatchObject({ status: 'completed', date_completed: expect.any(String) });
    expect((await call('PUT', `wc/v3/orders/${id}`, { status: 'trash' })).status).toBe(400);
    expect((await call('PUT', `wc/v3/orders/${id}`, { customer_note: 5 })).status).toBe(400);
    const note = await call('POST', `wc/v3/orders/${id}/notes`, { note: 'Sent with UPS 1Z9', customer_note: true });
    expect([note.status, note.body.customer_note]).toEqual([201, true]);
    expect((await call('GET', `wc/v3/orders/${id}/notes?type=customer`)).body).toHaveLength(1);
    expect((await call('POST', `wc/v3/orders/${id}/notes`, {})).body.code).toBe('rest_missing_callback_param');
  });
});

describe('products and stock', () => {
  test('a variation is found by its SKU and changed below its product only', async () => {
    const parent = shop.addProduct({ sku: 'T', name: 'Shirt', price: '0' }, { type: 'variable' });
    const small = shop.addProduct(
      { sku: 'T-S', name: 'Shirt S', price: '20' },
      { type: 'variation', parent_id: parent.id },
    );
    const found = await call('GET', 'wc/v3/products?sku=T-S');
    expect(found.body).toMatchObject([{ id: small.id, parent_id: parent.id, type: 'variation' }]);
    expect((await call('GET', 'wc/v3/products')).body.map(({ sku }: Row) => sku)).not.toContain('T-S');
    const stock = { manage_stock: true, stock_quantity: 7 };
    expect((await call('PUT', `wc/v3/products/${small.id}`, stock)).status).toBe(404);
    const changed = await call('PUT', `wc/v3/products/${parent.id}/variations/${small.id}`, stock);
    expect(changed.body).toMatchObject({ sku: 'T-S', stock_quantity: 7 });
  });

  test('text fields refuse numbers, whole numbers may be text', async () => {
    const [product] = (await call('GET', 'wc/v3/products?sku=A-1')).body;
    const refused = await call('PUT', `wc/v3/products/${product.id}`, { regular_price: 9 });
    expect(refused.body.data.params.regular_price).toContain('not of type string');
    expect((await call('PUT', `wc/v3/products/${product.id}`, { stock_quantity: '5' })).body.stock_quantity).toBe(5);
    expect((await call('PUT', `wc/v3/products/${product.id}`, { stock_quantity: 1.5 })).status).toBe(400);
  });

  test('without stock management a quantity is not kept', async () => {
    const [product] = (await call('GET', 'wc/v3/products?sku=A-1')).body;
    const changed = await call('PUT', `wc/v3/products/${product.id}`, { manage_stock: false, stock_quantity: 5 });
    expect(changed.body.stock_quantity).toBeNull();
  });

  test('a batch of at most 100, in which single rows fail', async () => {
    const [product] = (await call('GET', 'wc/v3/products?sku=A-1')).body;
    const update = [
      { id: product.id, stock_quantity: 3 },
      { id: 99999, stock_quantity: 3 },
    ];
    const done = await call('POST', 'wc/v3/products/batch', { update });
    expect(done).toMatchObject({
      status: 200,
      body: { update: [{ stock_quantity: 3 }, { id: 99999, error: { code: 'woocommerce_rest_product_invalid_id' } }] },
    });
    const many = Array.from({ length: 101 }, () => ({ id: product.id }));
    expect((await call('POST', 'wc/v3/products/batch', { update: many })).status).toBe(413);
  });
});

describe('webhooks', () => {
  let received: { headers: IncomingMessage['headers']; body: string }[];
  let answerWith: number;
  let receiver: ReturnType<typeof createServer>;

  beforeEach(async () => {
    received = [];
    answerWith = 200;
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(answerWith).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => new Promise((resolve) => receiver.close(resolve)));

  const subscribe = (topic: string, path = '') =>
    call('POST', 'wc/v3/webhooks', {
      topic,
      delivery_url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/${path}`,
      secret: 'shh',
    });

  test('saving one sends a form as ping, changes are signed', async () => {
    const made = await subscribe('order.updated');
    expect(made.status).toBe(201);
    expect(made.body).not.toHaveProperty('secret');
    await sandbox.hooks.settled();
    expect(received[0]).toMatchObject({
      body: `webhook_id=${made.body.id}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const id = place();
    shop.edit(String(id), { quantities: { [String(linesOf(id)[0]?.id)]: 1 } });
    await sandbox.hooks.settled();
    expect(received).toHaveLength(2);
    const { headers, body } = received[1] as (typeof received)[0];
    expect(headers['x-wc-webhook-signature']).toBe(createHmac('sha256', 'shh').update(body).digest('base64'));
    expect(headers).toMatchObject({
      'x-wc-webhook-topic': 'order.updated',
      'x-wc-webhook-resource': 'order',
      'x-wc-webhook-event': 'updated',
      'x-wc-webhook-id': String(made.body.id),
      'x-wc-webhook-delivery-id': expect.any(String),
    });
    expect(JSON.parse(body)).toMatchObject({ id, line_items: [{ quantity: 1 }] });
  });

  test('five failures in a row disable it, and it stays so', async () => {
    const made = await subscribe('order.created');
    await sandbox.hooks.settled();
    answerWith = 500;
    for (let at = 0; at < 5; at++) {
      place();
      await sandbox.hooks.settled();
    }
    expect((await call('GET', `wc/v3/webhooks/${made.body.id}`)).body.status).toBe('disabled');
    answerWith = 200;
    received = [];
    place();
    await sandbox.hooks.settled();
    expect(received).toEqual([]);
    await call('PUT', `wc/v3/webhooks/${made.body.id}`, { status: 'active' });
    place();
    await sandbox.hooks.settled();
    expect(received.map(({ headers }) => headers['x-wc-webhook-topic'])).toEqual([undefined, 'order.created']);
  });

  test('twice, swapped and tampered with', async () => {
    await subscribe('order.created');
    await sandbox.hooks.settled();
    received = [];
    const mode = (body: object) => fetch(`${sandbox.url}/_sim/hooks`, { method: 'POST', body: JSON.stringify(body) });
    await mode({ mode: 'twice' });
    place();
    await sandbox.hooks.settled();
    expect(received).toHaveLength(2);
    expect(received[0]?.headers['x-wc-webhook-delivery-id']).toBe(received[1]?.headers['x-wc-webhook-delivery-id']);
    received = [];
    await mode({ mode: 'swapped' });
    const ids = [place(), place()];
    await sandbox.hooks.settled();
    expect(received.map(({ body }) => JSON.parse(body).id)).toEqual(ids.reverse());
    received = [];
    await mode({ mode: 'tampered' });
    place();
    await sandbox.hooks.settled();
    const { headers, body } = received[0] as (typeof received)[0];
    expect(headers['x-wc-webhook-signature']).not.toBe(createHmac('sha256', 'shh').update(body).digest('base64'));
  });

  test('created may come twice, and nothing is sent to other machines', async () => {
    store.switches.sendsCreatedTwice = true;
    await subscribe('order.created');
    // Reaches the receiver, but is not an address of this machine only.
    const elsewhere = `http://0.0.0.0:${(receiver.address() as AddressInfo).port}/`;
    await call('POST', 'wc/v3/webhooks', { topic: 'order.created', delivery_url: elsewhere, secret: 'x' });
    await sandbox.hooks.settled();
    received = [];
    place();
    await sandbox.hooks.settled();
    expect(received).toHaveLength(2);
    expect(
      sandbox.hooks
        .list()
        .filter(({ url }) => url === elsewhere)
        .every(({ status }) => status === undefined),
    ).toBe(true);
  });
});

test('a firewall answers a page instead of JSON', async () => {
  store.switches.firewall = true;
  const answer = await call('GET', 'wc/v3/orders');
  expect(answer.status).toBe(403);
  expect(answer.body).toContain('<html>');
});
