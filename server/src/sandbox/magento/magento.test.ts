import { createHmac, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';
import { encode, type Parameters, signatureBase } from '../kit/oauth1.ts';
import type { NewOrder } from '../kit/shop-front.ts';
import { PEOPLE } from '../seed.ts';
import type { MagentoShop } from './shop.ts';
import type { MagentoStore } from './store.ts';

type Row = Record<string, unknown>;

const PRODUCTS = [
  { sku: 'A-1', name: 'Mug', price: '4.50' },
  { sku: 'B-2', name: 'Plate', price: '9.00' },
];
const [ann] = PEOPLE;

let sandbox: Sandbox;
let store: MagentoStore;
let shop: MagentoShop;

beforeEach(async () => {
  sandbox = await startSandbox({ seed: { products: PRODUCTS } });
  store = sandbox.magento.stores.get('demo-magento') as MagentoStore;
  shop = sandbox.shops.find(({ partner }) => partner === 'magento') as MagentoShop;
  store.switches.allowsBearer = true;
});

afterEach(() => sandbox.stop());

const address = (path: string) => `${sandbox.credentials.magento?.key_1}/rest/all/V1/${path}`;
const bearer = () => ({ authorization: `Bearer ${store.integration.token}` });

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = bearer()) {
  const answer = await fetch(address(path), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json');
  return { status: answer.status, body: isJson ? JSON.parse(text) : text };
}

interface Signing {
  nonce?: string;
  at?: number;
  method?: string;
  tokenSecret?: string;
}

/** The header of OAuth 1.0a, written for this test. */
function signed(method: string, path: string, given: Signing = {}): Record<string, string> {
  const { consumerKey, consumerSecret, token, tokenSecret } = store.integration;
  const url = new URL(address(path));
  const oauth: Parameters = [
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', given.nonce ?? randomUUID()],
    ['oauth_signature_method', given.method ?? 'HMAC-SHA256'],
    ['oauth_timestamp', String(given.at ?? Math.floor(Date.now() / 1000))],
    ['oauth_token', token],
    ['oauth_version', '1.0'],
  ];
  const base = signatureBase(method, `${url.origin}${url.pathname}`, [...oauth, ...url.searchParams]);
  const key = `${encode(consumerSecret)}&${encode(given.tokenSecret ?? tokenSecret)}`;
  oauth.push(['oauth_signature', createHmac('sha256', key).update(base).digest('base64')]);
  return { authorization: `OAuth ${oauth.map(([name, value]) => `${name}="${encode(value)}"`).join(', ')}` };
}

const place = (lines: NewOrder['lines'] = [{ sku: 'A-1', quantity: 2 }], more = {}) =>
  Number(shop.place({ lines, address: ann as (typeof PEOPLE)[0], shippingMethod: 'Flat Rate', ...more }));
const rowsOf = (id: number) => store.orders.get(id)?.items ?? [];
const ship = (id: number, body: unknown = {}) => call('POST', `order/${id}/ship`, body);
const filter = (group: number, at: number, field: string, value: string, condition: string) =>
  `searchCriteria[filter_groups][${group}][filters][${at}][field]=${field}` +
  `&searchCriteria[filter_groups][${group}][filters][${at}][value]=${encodeURIComponent(value)}` +
  `&searchCriteria[filter_groups][${group}][filters][${at}][condition_type]=${condition}`;
const idsIn = ({ body }: { body: { items: Row[] } }) => body.items.map(({ entity_id }) => entity_id);

describe('authentication', () => {
  test('a token alone is refused where the shop does not allow it, and in every shop when it is wrong', async () => {
    expect((await call('GET', 'store/storeConfigs')).status).toBe(200);
    const wrong = await call('GET', 'store/storeConfigs', undefined, { authorization: 'Bearer wrong' });
    expect(wrong).toMatchObject({
      status: 401,
      body: {
        message: "The consumer isn't authorized to access %resources.",
        parameters: { resources: expect.any(String) },
      },
    });
    store.switches.allowsBearer = false;
    expect((await call('GET', 'store/storeConfigs')).status).toBe(401);
  });

  test('a signature is checked, with its query', async () => {
    store.switches.allowsBearer = false;
    const path = `orders?${filter(0, 0, 'updated_at', '2026-01-01 00:00:00', 'gteq')}`;
    expect((await call('GET', path, undefined, signed('GET', path))).status).toBe(200);
    const other = `orders?${filter(0, 0, 'updated_at', '2025-01-01 00:00:00', 'gteq')}`;
    expect((await call('GET', other, undefined, signed('GET', path))).status).toBe(401);
    for (const given of [{ tokenSecret: 'x' }, { method: 'HMAC-SHA1' }, { at: Math.floor(Date.now() / 1000) + 700 }])
      expect((await call('GET', path, undefined, signed('GET', path, given))).status).toBe(401);
  });

  test('a nonce is used once', async () => {
    const headers = signed('GET', 'store/storeConfigs');
    expect((await call('GET', 'store/storeConfigs', undefined, headers)).status).toBe(200);
    expect(await call('GET', 'store/storeConfigs', undefined, headers)).toMatchObject({
      status: 401,
      body: { message: 'The nonce is already being used by the consumer with ID %1.' },
    });
  });

  test('an integration that was revoked is refused both ways', async () => {
    store.integration.isRevoked = true;
    expect((await call('GET', 'store/storeConfigs')).status).toBe(401);
    expect((await call('GET', 'store/storeConfigs', undefined, signed('GET', 'store/storeConfigs'))).status).toBe(401);
  });
});

describe('lists', () => {
  test('need criteria, and say so with a named parameter', async () => {
    expect(await call('GET', 'orders')).toEqual({
      status: 400,
      body: { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: 'searchCriteria' } },
    });
    expect((await call('GET', 'inventory/sources')).status).toBe(200);
  });

  test('without a page size are everything, newest first', async () => {
    const placed = Array.from({ length: 25 }, () => place());
    const all = await call('GET', 'orders?searchCriteria=');
    expect([idsIn(all), all.body.total_count]).toEqual([[...placed].reverse(), 25]);
  });

  test('filters of a group are alternatives, groups all hold', async () => {
    const [one, two, three] = [place(), place(), place()];
    shop.setStatus(String(two), 'holded');
    const query = [
      filter(0, 0, 'entity_id', String(one), 'eq'),
      filter(0, 1, 'entity_id', String(two), 'eq'),
      filter(1, 0, 'status', 'processing,pending', 'in'),
    ].join('&');
    expect(idsIn(await call('GET', `orders?${query}`))).toEqual([one]);
    const open = await call('GET', `orders?${filter(0, 0, 'entity_id', String(one), 'gt')}`);
    expect(idsIn(open)).toEqual([three, two]);
  });

  test.each([
    'searchCriteria[sortOrders][0][field]=entity_id&searchCriteria[sortOrders][0][direction]=ASC&searchCriteria[pageSize]=2&searchCriteria[currentPage]=',
    'searchCriteria[sort_orders][0][field]=entity_id&searchCriteria[sort_orders][0][direction]=ASC&searchCriteria[page_size]=2&searchCriteria[current_page]=',
  ])('repeat the last page beyond the end: %s', async (query) => {
    const placed = [place(), place(), place()];
    const page = async (number: number) => idsIn(await call('GET', `orders?${query}${number}`));
    expect([await page(0), await page(1), await page(2), await page(3)]).toEqual([
      placed.slice(0, 2),
      placed.slice(0, 2),
      placed.slice(2),
      placed.slice(2),
    ]);
    store.switches.repeatsLastPage = false;
    expect(await page(3)).toEqual([]);
  });

  test('of an unknown column fail inside', async () => {
    place();
    expect((await call('GET', `orders?${filter(0, 0, 'no_such', '1', 'eq')}`)).status).toBe(500);
  });

  test('are limited where the shop limits input', async () => {
    store.switches.limitsInput = true;
    for (let count = 0; count < 21; count++) place();
    expect((await call('GET', 'orders?searchCriteria=')).body.items).toHaveLength(20);
    expect(await call('GET', 'orders?searchCriteria[pageSize]=301')).toMatchObject({
      status: 400,
      body: { message: 'Maximum SearchCriteria pageSize is %max', parameters: { max: '300' } },
    });
  });
});

test('an order has its times in UTC and its address among the shipping assignments', async () => {
  const id = place();
  const { body } = await call('GET', `orders/${id}`);
  expect(body.updated_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(Math.abs(Date.parse(`${body.updated_at.replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(5_000);
  const [assigned] = body.extension_attributes.shipping_assignments;
  expect(assigned.shipping.address).toMatchObject({ street: ['1 Pier Road'], region_code: 'MA', country_id: 'US' });
  expect((await call('GET', 'orders/99999')).status).toBe(404);
});

describe('rows of an order', () => {
  test('a variant is two: the configurable with the price, and the simple product', async () => {
    const shirt = shop.addProduct({ sku: 'SHIRT', name: 'Shirt', price: '0' }, { type_id: 'configurable' });
    shop.addProduct({ sku: 'SHIRT-RED', name: 'Shirt red', price: '9.00' }, { variantOf: shirt.id });
    const { body } = await call('GET', `orders/${place([{ sku: 'SHIRT-RED', quantity: 2 }])}`);
    const [parent, child] = body.items;
    expect([parent, child]).toMatchObject([
      { product_type: 'configurable', sku: 'SHIRT-RED', price: 9, qty_ordered: 2 },
      { product_type: 'simple', sku: 'SHIRT-RED', price: 0, parent_item_id: parent.item_id },
    ]);
    expect((await ship(body.entity_id, { items: [{ order_item_id: child.item_id, qty: 2 }] })).status).toBe(400);
    expect((await ship(body.entity_id, { items: [{ order_item_id: parent.item_id, qty: 2 }] })).status).toBe(200);
  });

  test.each(['together', 'separately'] as const)('a bundle ships %s', async (shipment_type) => {
    shop.addProduct(
      { sku: 'SET', name: 'Set', price: '20.00' },
      {
        type_id: 'bundle',
        shipment_type,
        contains: [
          { sku: 'A-1', quantity: 3 },
          { sku: 'B-2', quantity: 1 },
        ],
      },
    );
    const id = place([{ sku: 'SET', quantity: 2 }]);
    const [bundle, mugs, plates] = rowsOf(id).map(({ item_id }) => item_id);
    const inParts = [
      { order_item_id: mugs, qty: 6 },
      { order_item_id: plates, qty: 2 },
    ];
    const whole = [{ order_item_id: bundle, qty: 2 }];
    const [right, wrong] = shipment_type === 'together' ? [whole, inParts] : [inParts, whole];
    expect((await ship(id, { items: wrong })).body.message).toContain("You can't create a shipment without products.");
    expect((await ship(id, { items: right })).status).toBe(200);
    expect(store.orders.get(id)?.state).toBe('complete');
    expect(store.stock.get('default')?.get('A-1')?.quantity).toBe(994);
  });

  test('what is not shipped has no address, and cannot be shipped', async () => {
    shop.addProduct({ sku: 'PDF', name: 'Manual', price: '3.00' }, { type_id: 'downloadable' });
    const id = place([{ sku: 'PDF', quantity: 1 }]);
    expect((await call('GET', `orders/${id}`)).body).toMatchObject({
      is_virtual: 1,
      extension_attributes: { shipping_assignments: [] },
    });
    expect((await ship(id)).status).toBe(400);
  });
});

describe('a shipment', () => {
  const track = { track_number: '1Z9', title: 'UPS', carrier_code: 'ups' };

  test('answers its number, is listed with its tracks and comments, and completes the order', async () => {
    const id = place();
    const comment = { comment: 'Sent', is_visible_on_front: 0 };
    const { status, body } = await ship(id, { tracks: [track], comment, notify: true });
    expect([status, typeof body]).toEqual([200, 'number']);
    const listed = await call('GET', `shipments?${filter(0, 0, 'order_id', String(id), 'eq')}`);
    expect(listed.body.items).toMatchObject([{ entity_id: body, tracks: [track], comments: [comment] }]);
    expect(store.orders.get(id)).toMatchObject({ state: 'complete', status: 'complete' });
  });

  test('twice is refused', async () => {
    const id = place();
    await ship(id);
    expect(await ship(id)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('The order does not allow a shipment to be created.') },
    });
  });

  test.each([
    ['a track without its title', { tracks: [{ track_number: '1', carrier_code: 'ups' }] }, { fieldName: 'title' }],
    ['a row without its quantity', { items: [{ order_item_id: 1 }] }, { fieldName: 'qty' }],
    ['a comment that is visible by a word', { comment: { comment: 'a', is_visible_on_front: 'yes' } }, { type: 'int' }],
    [
      'a field that there is not',
      { tracks: [{ ...track, url: 'x' }] },
      ['Url', 'getUrl', 'ShipmentTrackCreationInterface'],
    ],
  ])('with %s is refused', async (_what, body, parameters) => {
    expect(await ship(place(), body)).toMatchObject({ status: 400, body: { parameters } });
  });

  test('of more than is left, of foreign rows and of a held order is refused', async () => {
    const id = place();
    const [row] = rowsOf(id);
    expect((await ship(id, { items: [{ order_item_id: row?.item_id, qty: 3 }] })).body.message).toContain(
      'must not be greater',
    );
    expect((await ship(id, { items: [{ order_item_id: 99_999, qty: 1 }] })).body.message).toContain('not part of');
    shop.setStatus(String(id), 'holded');
    expect((await ship(id)).body.message).toContain('when an order has a status of holded');
  });

  test('needs the source that has the stock', async () => {
    store.addSource({ source_code: 'ls_bos', name: 'Boston', enabled: true });
    shop.addProduct({ sku: 'C-3', name: 'Bowl', price: '7.00' }, {}, 'ls_bos');
    const id = place([{ sku: 'C-3', quantity: 1 }]);
    expect(await ship(id)).toEqual({
      status: 400,
      body: {
        message: 'Source item not found by source code: %1 and sku: %2.',
        parameters: ['default', 'C-3'],
      },
    });
    const from = (source_code: string) => ({ arguments: { extension_attributes: { source_code } } });
    expect((await ship(id, from('nowhere'))).status).toBe(400);
    expect((await ship(id, from('ls_bos'))).status).toBe(200);
    expect(store.stock.get('ls_bos')?.get('C-3')?.quantity).toBe(999);
  });

  test('of more than the source has is refused', async () => {
    store.stock.get('default')?.set('A-1', { quantity: 1, status: 1 });
    expect((await ship(place())).body.message).toContain('Not all of your products are available');
  });

  test('gets and loses tracks; itself it stays', async () => {
    const id = place();
    const shipment = (await ship(id)).body;
    const entity = { ...track, order_id: id, parent_id: shipment, weight: 0, qty: 2, description: 'Parcel' };
    const { body: added } = await call('POST', 'shipment/track', { entity });
    expect(added).toMatchObject(track);
    const [, ...less] = Object.entries(entity).reverse();
    expect((await call('POST', 'shipment/track', { entity: Object.fromEntries(less) })).status).toBe(400);
    expect(await call('DELETE', `shipment/track/${added.entity_id}`)).toEqual({ status: 200, body: true });
    expect((await call('DELETE', `shipment/track/${added.entity_id}`)).status).toBe(404);
    expect((await call('DELETE', `shipment/${shipment}`)).status).toBe(404);
    expect((await call('GET', `shipment/${shipment}`)).body.tracks).toEqual([]);
  });
});

describe('stock', () => {
  const row = (sku: string, source_code = 'default') => ({ sku, source_code, quantity: 7, status: 1 });

  test('is set by source, also of an SKU that no product has', async () => {
    expect(await call('POST', 'inventory/source-items', { sourceItems: [row('A-1'), row('NO-SUCH')] })).toEqual({
      status: 200,
      body: [],
    });
    expect([...(store.stock.get('default') ?? [])]).toEqual(
      expect.arrayContaining([['NO-SUCH', { quantity: 7, status: 1 }]]),
    );
  });

  test('with one wrong row is refused as a whole, with its reasons', async () => {
    expect(await call('POST', 'inventory/source-items', { sourceItems: [row('A-1'), row('A-1', 'nowhere')] })).toEqual({
      status: 400,
      body: {
        message: 'Validation Failed',
        errors: [{ message: 'Source with code "%sourceCode" does not exist.', parameters: { sourceCode: 'nowhere' } }],
      },
    });
    expect(store.stock.get('default')?.get('A-1')?.quantity).toBe(1_000);
  });

  test('of more than 20 is refused where the shop limits input', async () => {
    const sourceItems = Array.from({ length: 21 }, (_, at) => row(`S-${at}`));
    expect((await call('POST', 'inventory/source-items', { sourceItems })).status).toBe(200);
    store.switches.limitsInput = true;
    expect(await call('POST', 'inventory/source-items', { sourceItems })).toMatchObject({
      status: 400,
      body: { message: 'Maximum items of type "%type" is %max', parameters: { max: '20' } },
    });
  });
});

test.each([200, 500] as const)('a plugin that fails is a page of PHP with %s', async (status) => {
  store.switches.phpFatal = status;
  expect(await call('GET', 'store/storeConfigs')).toEqual({ status, body: expect.stringContaining('Fatal error') });
});

test('without several sources their routes do not exist', async () => {
  store.switches.hasSources = false;
  expect(await call('GET', 'inventory/sources')).toMatchObject({
    status: 404,
    body: { message: 'Request does not match any route.' },
  });
});
