import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../index.ts';
import type { NewOrder, ShopAddress } from '../kit/shop-front.ts';
import { PEOPLE } from '../seed.ts';
import type { ShopifyMerchant } from './merchant.ts';
import type { ShopifyFulfillmentOrder, ShopifyOrder, ShopifyShop } from './shop.ts';

const PRODUCTS = [
  { sku: 'A-1', name: 'Mug', price: '4.50' },
  { sku: 'B-2', name: 'Plate', price: '9.00' },
];

let sandbox: Sandbox;
let merchant: ShopifyMerchant;
let shop: ShopifyShop;

beforeEach(async () => {
  sandbox = await startSandbox({ control: true, seed: { products: PRODUCTS } });
  merchant = sandbox.shopify.shops.get('demo-shopify.myshopify.com') as ShopifyMerchant;
  ({ shop } = merchant);
});

afterEach(() => sandbox.stop());

const credentials = () => sandbox.credentials.shopify as Record<string, string>;

// biome-ignore lint/suspicious/noExplicitAny: answers of GraphQL have as many shapes as there are tests
type Answered = any;

async function post(
  query: string,
  variables: object = {},
  { version = '2026-04', token = credentials().access_token } = {},
) {
  const answer = await fetch(`${sandbox.baseUrls.shopify}/${shop.host}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token ?? '' },
    body: JSON.stringify({ query, variables }),
  });
  return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Answered };
}

const ask = async (query: string, variables: object = {}): Promise<Answered> => {
  const { body } = await post(query, variables);
  expect(body.errors, JSON.stringify(body.errors)).toBeUndefined();
  return body.data;
};

const refusalOf = async (query: string, variables: object = {}): Promise<Answered> =>
  (await post(query, variables)).body.errors?.[0];

function place(more: Partial<NewOrder> = {}): ShopifyOrder {
  const lines = [
    { sku: 'A-1', quantity: 3 },
    { sku: 'B-2', quantity: 2 },
  ];
  const id = merchant.place({ lines, address: PEOPLE[0] as ShopAddress, shippingMethod: 'Express', ...more });
  return shop.orders.get(Number(id)) as ShopifyOrder;
}

const workOf = (order: ShopifyOrder): ShopifyFulfillmentOrder => merchant.work(order)[0] as ShopifyFulfillmentOrder;
const gid = (type: string, id: number | undefined) => `gid://shopify/${type}/${id}`;
const locationId = (at = 0) => gid('Location', [...shop.locations.keys()][at]);

const INSTALL = `mutation ($url: URL, $stock: Boolean) {
  fulfillmentServiceCreate(name: "Longshore", callbackUrl: $url, inventoryManagement: $stock, trackingSupport: true) {
    fulfillmentService { id serviceName inventoryManagement location { id name isFulfillmentService } }
    userErrors { field message }
  }
}`;
const CREATE = `mutation ($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id name status trackingInfo { company number url } } userErrors { field message }
  }
}`;

const ship = (work: ShopifyFulfillmentOrder, lines?: { id: string; quantity: number }[], more = {}) =>
  ask(CREATE, {
    fulfillment: {
      lineItemsByFulfillmentOrder: [
        { fulfillmentOrderId: gid('FulfillmentOrder', work.id), ...(lines && { fulfillmentOrderLineItems: lines }) },
      ],
      trackingInfo: { company: 'UPS', number: '1Z9', url: 'https://t.example/1Z9' },
      ...more,
    },
  }).then((data: Answered) => data.fulfillmentCreate);

describe('calls', () => {
  test('the query of a verification', async () => {
    const data = await ask('{ shop { name ianaTimezone } currentAppInstallation { accessScopes { handle } } }');
    expect(data.shop).toEqual({ name: 'Demo Shopify', ianaTimezone: 'America/New_York' });
    expect(data.currentAppInstallation.accessScopes).toContainEqual({ handle: 'read_orders' });
  });

  test('a wrong or revoked token is 401, an unknown shop 404, each with a request id', async () => {
    const wrong = await post('{ shop { name } }', {}, { token: 'shpat_wrong' });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    for (const token of shop.tokens.values()) token.revoked = true;
    expect((await post('{ shop { name } }')).status).toBe(401);
    const url = `${sandbox.baseUrls.shopify}/nobody.myshopify.com/admin/api/2026-04/graphql.json`;
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(404);
  });

  test.each([
    ['2026-04', '2026-04'],
    ['2022-04', '2026-01'],
    ['2026-10', '2026-10'],
  ])('version %s is served by %s', async (asked, served) => {
    const { headers } = await post('{ shop { name } }', {}, { version: asked });
    expect(headers.get('x-shopify-api-version')).toBe(served);
  });

  test('client id and secret are changed for a token that ends after 24 hours', async () => {
    const { client_id = '', client_secret = '' } = credentials();
    const url = `${sandbox.baseUrls.shopify}/${shop.host}/admin/oauth/access_token`;
    const grant = (secret: string) =>
      fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret: secret }),
      });
    expect((await grant('wrong')).status).toBe(401);
    const granted = (await (await grant(client_secret)).json()) as Answered;
    expect(granted).toMatchObject({ expires_in: 86_399, scope: expect.stringContaining('read_orders') });
    expect((await post('{ shop { name } }', {}, { token: granted.access_token })).status).toBe(200);
    sandbox.clock.advance(86_400_000);
    expect((await post('{ shop { name } }', {}, { token: granted.access_token })).status).toBe(401);
    expect(JSON.stringify(sandbox.calls())).not.toContain(client_secret);
  });

  test('unknown fields, arguments and wrong types are refused in an answer of 200', async () => {
    const unknown = await post('{ shop { nme } }');
    expect(unknown).toMatchObject({
      status: 200,
      body: {
        errors: [{ message: "Field 'nme' doesn't exist on type 'Shop'", extensions: { code: 'undefinedField' } }],
      },
    });
    expect(unknown.body).not.toHaveProperty('data');
    const sharing =
      'mutation { fulfillmentServiceCreate(name: "X", permitsSkuSharing: true) { userErrors { message } } }';
    expect(await refusalOf(sharing)).toMatchObject({ extensions: { code: 'argumentNotAccepted' } });
    expect(await refusalOf('{ assignedFulfillmentOrders(first: 1, query: "x") { nodes { id } } }')).toMatchObject({
      extensions: { code: 'argumentNotAccepted' },
    });
    expect(await refusalOf('query ($n: Int) { orders(first: $n) { nodes { id } } }', { n: 'ten' })).toMatchObject({
      extensions: { code: 'INVALID_VARIABLE' },
    });
    expect(await refusalOf('{ order(id: "17") { id } }')).toMatchObject({
      message: expect.stringContaining('global id'),
    });
  });

  test('without the scope a call is denied', async () => {
    shop.tokens.set('shpat_small', { scopes: ['read_products'], revoked: false });
    const { body } = await post('{ orders(first: 1) { nodes { id } } }', {}, { token: 'shpat_small' });
    expect(body.errors[0].extensions.code).toBe('ACCESS_DENIED');
  });

  test.each([200, 429] as const)('an empty bucket is throttled with status %s, and fills again', async (status) => {
    shop.switches.throttleStatus = status;
    const query = '{ orders(first: 100) { nodes { id } } }';
    expect((await post(query)).body.extensions.cost).toMatchObject({
      requestedQueryCost: 102,
      throttleStatus: { maximumAvailable: 2000, restoreRate: 100 },
    });
    shop.bucket.level = 20;
    shop.bucket.at = sandbox.clock.now();
    const throttled = await post(query);
    expect(throttled.status).toBe(status);
    expect(throttled.body).toMatchObject({
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: { cost: { requestedQueryCost: 102, actualQueryCost: null } },
    });
    expect(throttled.body).not.toHaveProperty('data');
    sandbox.clock.advance(1_000);
    expect((await post(query)).body.errors).toBeUndefined();
  });

  test('one query costs at most 1000 points, nesting multiplies', async () => {
    const error = await refusalOf('{ orders(first: 50) { nodes { lineItems(first: 50) { nodes { id } } } } }');
    expect(error.extensions).toMatchObject({ code: 'MAX_COST_EXCEEDED', cost: 2 + 50 * (1 + 2 + 50), maxCost: 1000 });
  });

  test('lists take at most 250 entries and give at most 250 nodes', async () => {
    expect(await refusalOf('{ orders(first: 251) { nodes { id } } }')).toMatchObject({
      extensions: { code: 'BAD_REQUEST' },
    });
    expect(await refusalOf('{ orders { nodes { id } } }')).toBeDefined();
    const ids = Array.from({ length: 251 }, (_, at) => gid('Order', at));
    expect(await refusalOf('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids })).toMatchObject({
      extensions: { code: 'MAX_INPUT_SIZE_EXCEEDED' },
    });
  });
});

describe('orders', () => {
  const PAGE = `query ($after: String, $query: String) {
    orders(first: 2, after: $after, sortKey: UPDATED_AT, query: $query) {
      nodes { id name updatedAt } pageInfo { hasNextPage endCursor }
    }
  }`;

  test('pages by the time of change; an order that changes in between is shown again', async () => {
    const made = Array.from({ length: 4 }, () => {
      sandbox.clock.advance(1_000);
      return place();
    });
    const first = (await ask(PAGE)).orders;
    expect(first.nodes.map(({ name }: Answered) => name)).toEqual(['#1001', '#1002']);
    sandbox.clock.advance(1_000);
    merchant.touch(made[0] as ShopifyOrder);
    const second = (await ask(PAGE, { after: first.pageInfo.endCursor })).orders;
    expect(second.nodes.map(({ name }: Answered) => name)).toEqual(['#1003', '#1004']);
    const third = (await ask(PAGE, { after: second.pageInfo.endCursor })).orders;
    expect(third).toMatchObject({ nodes: [{ name: '#1001' }], pageInfo: { hasNextPage: false } });
  });

  test('searches by name and time; an unknown search field is ignored with a warning', async () => {
    const order = place();
    sandbox.clock.advance(60_000);
    const later = place();
    const names = async (query: string) => (await ask(PAGE, { query })).orders.nodes.map(({ name }: Answered) => name);
    expect(await names('name:#1001')).toEqual([order.name]);
    expect(await names(`updated_at:>='${later.updatedAt.toISOString()}'`)).toEqual([later.name]);
    expect(await names('name:#9999')).toEqual([]);
    expect(await names('status:open AND name:1002')).toEqual([later.name]);
    const unknown = await post(PAGE, { query: 'colour:red' });
    expect(unknown.body.data.orders.nodes).toHaveLength(2);
    expect(unknown.body.extensions.search[0].warnings[0].field).toBe('colour');
  });

  test('orders older than 60 days are absent without read_all_orders', async () => {
    const old = place({ ageMs: 61 * 86_400_000 });
    expect(await ask(`{ orders(first: 5) { nodes { id } } order(id: "${gid('Order', old.id)}") { id } }`)).toEqual({
      orders: { nodes: [] },
      order: null,
    });
    const all = { scopes: [...shop.scopes, 'read_all_orders'], revoked: false };
    shop.tokens.set('shpat_all', all);
    expect(
      (await post('{ orders(first: 5) { nodes { id } } }', {}, { token: 'shpat_all' })).body.data.orders.nodes,
    ).toHaveLength(1);
  });

  const ADDRESSES = `{ orders(first: 1) { nodes {
    email shippingAddress { firstName provinceCode countryCodeV2 } customer { displayName }
    fulfillmentOrders(first: 5) { nodes { destination { province countryCode } } }
  } } }`;

  test('codes of provinces are at the order only; without approval names and addresses are null', async () => {
    place();
    expect((await ask(ADDRESSES)).orders.nodes[0]).toMatchObject({
      shippingAddress: { firstName: 'Ann', provinceCode: 'MA', countryCodeV2: 'US' },
      fulfillmentOrders: { nodes: [{ destination: { province: 'Massachusetts', countryCode: 'US' } }] },
    });
    expect(await refusalOf('{ fulfillmentOrders(first: 1) { nodes { destination { provinceCode } } } }')).toBeDefined();
    shop.switches.approvedForCustomerData = false;
    expect((await ask(ADDRESSES)).orders.nodes[0]).toMatchObject({
      email: null,
      shippingAddress: null,
      customer: null,
      fulfillmentOrders: { nodes: [{ destination: null }] },
    });
  });

  test('an unknown country is ZZ', async () => {
    place({ address: { ...(PEOPLE[0] as ShopAddress), country: 'Q9' } });
    expect((await ask(ADDRESSES)).orders.nodes[0].shippingAddress.countryCodeV2).toBe('ZZ');
  });

  const WORK = `{ orders(first: 1) { nodes { fulfillmentOrders(first: 10) {
    nodes { id status lineItems(first: 10) { nodes { sku remainingQuantity totalQuantity } } assignedLocation { location { id } } }
  } lineItems(first: 10) { nodes { sku quantity currentQuantity } } } } }`;
  const work = async () => (await ask(WORK)).orders.nodes[0].fulfillmentOrders.nodes;

  test('fulfilment orders appear after routing', async () => {
    shop.switches.routingDelayMs = 30_000;
    place();
    expect(await work()).toEqual([]);
    expect((await ask('{ fulfillmentOrders(first: 5) { nodes { id } } }')).fulfillmentOrders.nodes).toEqual([]);
    sandbox.clock.advance(30_000);
    expect(await work()).toHaveLength(1);
  });

  test('an order is split over locations, or into parts at one location', async () => {
    shop.addLocation('Second warehouse', sandbox.clock.now());
    shop.switches.routing = 'split';
    place();
    const split = await work();
    expect(new Set(split.map(({ assignedLocation }: Answered) => assignedLocation.location.id)).size).toBe(2);
    shop.switches.routing = 'parts';
    shop.orders.clear();
    place();
    const parts = await work();
    expect(parts).toHaveLength(2);
    expect(new Set(parts.map(({ assignedLocation }: Answered) => assignedLocation.location.id)).size).toBe(1);
  });

  test('the work is cut to what the scopes allow', async () => {
    place();
    const scopes = ['read_orders', 'read_assigned_fulfillment_orders'];
    shop.tokens.set('shpat_assigned', { scopes, revoked: false });
    const query = '{ orders(first: 1) { nodes { fulfillmentOrders(first: 5) { nodes { id } } } } }';
    const { body } = await post(query, {}, { token: 'shpat_assigned' });
    expect(body.data.orders.nodes[0].fulfillmentOrders.nodes).toEqual([]);
  });

  test('an edited order: lines shrink, the ordered quantity stays', async () => {
    const order = place();
    merchant.edit(String(order.id), {
      quantities: { [String(order.lines[0]?.id)]: 1, [String(order.lines[1]?.id)]: 0 },
    });
    const [found] = (await ask(WORK)).orders.nodes;
    expect(found.lineItems.nodes).toEqual([
      { sku: 'A-1', quantity: 3, currentQuantity: 1 },
      { sku: 'B-2', quantity: 2, currentQuantity: 0 },
    ]);
    expect(found.fulfillmentOrders.nodes[0].lineItems.nodes).toEqual([
      { sku: 'A-1', remainingQuantity: 1, totalQuantity: 1 },
    ]);
    const refused = await ship(workOf(order), [
      { id: gid('FulfillmentOrderLineItem', workOf(order).lines[0]?.id), quantity: 2 },
    ]);
    expect(refused).toMatchObject({
      fulfillment: null,
      userErrors: [{ message: expect.stringContaining('quantity') }],
    });
  });
});

describe('fulfilment', () => {
  test('a part, then the rest; then it is closed and refuses with a user error in 200', async () => {
    const order = place();
    const work = workOf(order);
    const first = await ship(work, [{ id: gid('FulfillmentOrderLineItem', work.lines[0]?.id), quantity: 2 }]);
    expect(first).toMatchObject({
      fulfillment: { name: '#1001.1', status: 'SUCCESS', trackingInfo: [{ company: 'UPS', number: '1Z9' }] },
      userErrors: [],
    });
    expect([work.status, work.lines.map(({ remaining }) => remaining)]).toEqual(['IN_PROGRESS', [1, 2]]);
    expect((await ship(work)).fulfillment.name).toBe('#1001.2');
    expect([work.status, merchant.orders()[0]?.status]).toEqual(['CLOSED', 'FULFILLED']);
    expect(await ship(work)).toMatchObject({
      fulfillment: null,
      userErrors: [{ message: expect.stringContaining('closed') }],
    });
  });

  test('several parcels have several numbers', async () => {
    const work = workOf(place());
    const { fulfillment } = await ship(work, undefined, {
      trackingInfo: { company: 'UPS', numbers: ['1', '2'], urls: ['https://t.example/1'] },
    });
    expect(fulfillment.trackingInfo).toEqual([
      { company: 'UPS', number: '1', url: 'https://t.example/1' },
      { company: 'UPS', number: '2', url: null },
    ]);
  });

  test.each([
    ['ON_HOLD', (id: number) => merchant.hold(id)],
    ['SCHEDULED', (id: number) => merchant.schedule(id, new Date('2030-01-01'))],
  ] as const)('what is %s cannot be sent', async (status, change) => {
    const work = workOf(place());
    change(work.id);
    const data = await ask(
      `{ fulfillmentOrder(id: "${gid('FulfillmentOrder', work.id)}") { status fulfillmentHolds { reason } } }`,
    );
    expect(data.fulfillmentOrder.status).toBe(status);
    expect((await ship(work)).userErrors).toHaveLength(1);
  });

  test('work of two orders or two locations is not one fulfilment, and the id of an order is not that of its work', async () => {
    const [one, two] = [workOf(place()), workOf(place())];
    const both = (...ids: string[]) =>
      ask(CREATE, {
        fulfillment: { lineItemsByFulfillmentOrder: ids.map((fulfillmentOrderId) => ({ fulfillmentOrderId })) },
      });
    expect(
      (await both(gid('FulfillmentOrder', one.id), gid('FulfillmentOrder', two.id))).fulfillmentCreate.userErrors,
    ).toHaveLength(1);
    expect((await both(gid('FulfillmentOrder', one.orderId))).fulfillmentCreate.userErrors[0].message).toContain(
      'does not exist',
    );
    shop.addLocation('Second warehouse', sandbox.clock.now());
    shop.switches.routing = 'split';
    const [a, b] = merchant.work(place());
    expect(
      (await both(gid('FulfillmentOrder', a?.id), gid('FulfillmentOrder', b?.id))).fulfillmentCreate.userErrors[0]
        .message,
    ).toContain('location');
  });

  test('tracking is corrected; a cancelled fulfilment gives the work back', async () => {
    const order = place();
    const work = workOf(order);
    const { fulfillment } = await ship(work);
    const update = `mutation { fulfillmentTrackingInfoUpdate(fulfillmentId: "${fulfillment.id}", trackingInfoInput: { company: "FedEx", number: "77" }) {
      fulfillment { trackingInfo { number } } userErrors { message } } }`;
    expect((await ask(update)).fulfillmentTrackingInfoUpdate.fulfillment.trackingInfo).toEqual([{ number: '77' }]);
    expect(merchant.orders()[0]?.tracking).toMatchObject([{ company: 'FedEx', number: '77' }]);
    const cancel = `mutation { fulfillmentCancel(id: "${fulfillment.id}") { fulfillment { status } userErrors { message } } }`;
    expect((await ask(cancel)).fulfillmentCancel.fulfillment.status).toBe('CANCELLED');
    const again = merchant.work(order);
    expect(again).toHaveLength(2);
    expect(again[1]?.lines.map(({ remaining }) => remaining)).toEqual([3, 2]);
    expect((await ask(cancel)).fulfillmentCancel.userErrors).toHaveLength(1);
  });
});

describe('the fulfilment service', () => {
  const assigned = async (status?: string) => {
    const filter = status ? `, assignmentStatus: ${status}` : '';
    const data = await ask(
      `{ assignedFulfillmentOrders(first: 10${filter}) { nodes { id status requestStatus merchantRequests(first: 5) { nodes { kind } } } } }`,
    );
    return data.assignedFulfillmentOrders.nodes;
  };
  const answer = async (name: string, work: ShopifyFulfillmentOrder, more = '') => {
    const data = await ask(
      `mutation { ${name}(id: "${gid('FulfillmentOrder', work.id)}"${more}) { fulfillmentOrder { status requestStatus } userErrors { message } } }`,
    );
    return data[name];
  };

  test('installing makes a location that is hidden unless asked for', async () => {
    const { fulfillmentService } = (await ask(INSTALL, {})).fulfillmentServiceCreate;
    expect(fulfillmentService).toMatchObject({
      inventoryManagement: false,
      location: { name: 'Longshore', isFulfillmentService: true },
    });
    expect((await ask('{ locations(first: 5) { nodes { name } } }')).locations.nodes).toHaveLength(1);
    expect((await ask('{ locations(first: 5, includeLegacy: true) { nodes { name } } }')).locations.nodes).toHaveLength(
      2,
    );
    expect((await ask(INSTALL, {})).fulfillmentServiceCreate.userErrors).toHaveLength(1);
    const update = `mutation { fulfillmentServiceUpdate(id: "${fulfillmentService.id}", inventoryManagement: true) { fulfillmentService { inventoryManagement serviceName } userErrors { message } } }`;
    expect((await ask(update)).fulfillmentServiceUpdate.fulfillmentService).toEqual({
      inventoryManagement: true,
      serviceName: 'Longshore',
    });
    expect(await refusalOf(INSTALL, { url: 'no address' })).toBeDefined();
  });

  test('a request is accepted; without a status all that is not closed is listed, also what nobody has asked for', async () => {
    await ask(INSTALL, {});
    const asked = workOf(place());
    shop.switches.requestsFulfillment = false;
    place();
    expect(await assigned('FULFILLMENT_REQUESTED')).toMatchObject([
      { status: 'OPEN', requestStatus: 'SUBMITTED', merchantRequests: { nodes: [{ kind: 'FULFILLMENT_REQUEST' }] } },
    ]);
    expect((await assigned()).map(({ requestStatus }: Answered) => requestStatus)).toEqual([
      'SUBMITTED',
      'UNSUBMITTED',
    ]);
    const accepted = await answer(
      'fulfillmentOrderAcceptFulfillmentRequest',
      asked,
      ', estimatedShippedAt: "2026-12-01T00:00:00Z"',
    );
    expect(accepted.fulfillmentOrder).toEqual({ status: 'IN_PROGRESS', requestStatus: 'ACCEPTED' });
    expect((await answer('fulfillmentOrderAcceptFulfillmentRequest', asked)).userErrors).toHaveLength(1);
    expect(await assigned('FULFILLMENT_ACCEPTED')).toHaveLength(1);
  });

  test('a request is rejected with a reason of the list', async () => {
    await ask(INSTALL, {});
    const work = workOf(place());
    const rejected = await answer(
      'fulfillmentOrderRejectFulfillmentRequest',
      work,
      ', reason: INVENTORY_OUT_OF_STOCK, message: "none left"',
    );
    expect(rejected.fulfillmentOrder).toEqual({ status: 'OPEN', requestStatus: 'REJECTED' });
    const query = `mutation { fulfillmentOrderRejectFulfillmentRequest(id: "${gid('FulfillmentOrder', work.id)}", reason: NO_IDEA) { userErrors { message } } }`;
    expect(await refusalOf(query)).toBeDefined();
  });

  test('a cancellation is requested while packing, and rejected or accepted', async () => {
    await ask(INSTALL, {});
    const orders = [place(), place()];
    for (const order of orders) await answer('fulfillmentOrderAcceptFulfillmentRequest', workOf(order));
    for (const order of orders) merchant.cancel(String(order.id));
    expect(await assigned('CANCELLATION_REQUESTED')).toHaveLength(2);
    const [one, two] = orders.map(workOf) as [ShopifyFulfillmentOrder, ShopifyFulfillmentOrder];
    expect((await answer('fulfillmentOrderRejectCancellationRequest', one)).fulfillmentOrder.requestStatus).toBe(
      'CANCELLATION_REJECTED',
    );
    expect((await answer('fulfillmentOrderAcceptCancellationRequest', two)).fulfillmentOrder).toEqual({
      status: 'OPEN',
      requestStatus: 'CANCELLATION_ACCEPTED',
    });
    expect((await ship(one)).userErrors).toEqual([]);
  });

  test('removing needs an active location of the merchant for the stock, or keeps the location', async () => {
    const install = async () => (await ask(INSTALL, {})).fulfillmentServiceCreate.fulfillmentService;
    const remove = async (id: string, more = '') =>
      (await ask(`mutation { fulfillmentServiceDelete(id: "${id}"${more}) { deletedId userErrors { message } } }`))
        .fulfillmentServiceDelete;
    const service = await install();
    const order = place();
    const [item] = shop.variantsByItem.keys();
    shop.stock(item ?? 0, Number(service.location.id.split('/').at(-1)), sandbox.clock.now()).available = 7;
    expect((await remove(service.id)).userErrors).toHaveLength(1);
    expect((await remove(service.id, `, destinationLocationId: "${service.location.id}"`)).userErrors).toHaveLength(1);
    expect((await remove(service.id, `, destinationLocationId: "${locationId()}"`)).deletedId).toBe(service.id);
    expect(gid('Location', workOf(order).locationId)).toBe(locationId());
    expect(shop.level(item ?? 0, workOf(order).locationId)?.available).toBe(7);
    await remove((await install()).id, ', inventoryAction: KEEP');
    expect((await ask('{ locations(first: 5) { nodes { isFulfillmentService } } }')).locations.nodes).toEqual([
      { isFulfillmentService: false },
      { isFulfillmentService: false },
    ]);
  });
});

describe('stock', () => {
  const SET = `mutation ($input: InventorySetQuantitiesInput!, $key: String!) {
    inventorySetQuantities(input: $input) @idempotent(key: $key) {
      inventoryAdjustmentGroup { reason changes { name delta quantityAfterChange item { sku } } } userErrors { code field message }
    }
  }`;
  const itemId = (sku: string) => gid('InventoryItem', shop.variantsBySku.get(sku)?.inventoryItemId);
  const inputOf = (quantity: number, more: object = { changeFromQuantity: null }, sku = 'A-1') => ({
    name: 'available',
    reason: 'correction',
    referenceDocumentUri: 'gid://longshore/Push/1',
    quantities: [{ inventoryItemId: itemId(sku), locationId: locationId(), quantity, ...more }],
  });
  const set = async (input: object, key: string) => (await ask(SET, { input, key })).inventorySetQuantities;
  const code = async (input: object, key: string) => (await set(input, key)).userErrors[0]?.code;

  test('items and variants are found by SKU', async () => {
    const data = await ask(
      '{ inventoryItems(first: 5, query: "sku:\'A-1\' OR sku:B-2") { nodes { sku } } productVariants(first: 1, query: "sku:A-1") { nodes { sku inventoryItem { id } } } }',
    );
    expect(data.inventoryItems.nodes).toEqual([{ sku: 'A-1' }, { sku: 'B-2' }]);
    expect(data.productVariants.nodes[0].inventoryItem.id).toBe(itemId('A-1'));
  });

  test('without the directive, or without changeFromQuantity in a row, the call fails', async () => {
    const without = SET.replace(' @idempotent(key: $key)', '').replace(', $key: String!', '');
    expect((await refusalOf(without, { input: inputOf(5) })).message).toContain('@idempotent');
    expect((await refusalOf(SET, { input: inputOf(5, {}), key: 'k' })).message).toContain('changeFromQuantity');
  });

  test('a key changes stock once; a failed key is used up; other parameters are refused', async () => {
    expect((await set(inputOf(5), 'one')).inventoryAdjustmentGroup.changes).toMatchObject([
      { delta: 5, quantityAfterChange: 5, item: { sku: 'A-1' } },
    ]);
    expect((await set(inputOf(5), 'one')).inventoryAdjustmentGroup.changes).toMatchObject([{ delta: 5 }]);
    expect(await code(inputOf(6), 'one')).toBe('IDEMPOTENCY_KEY_PARAMETER_MISMATCH');
    const stale = inputOf(9, { changeFromQuantity: 4 });
    expect(await code(stale, 'two')).toBe('CHANGE_FROM_QUANTITY_STALE');
    expect(await code(stale, 'two')).toBe('IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED');
    expect(await code(inputOf(9, { changeFromQuantity: 5 }), 'three')).toBeUndefined();
  });

  test.each([
    ['INVALID_NAME', { name: 'committed' }],
    ['INVALID_REASON', { reason: 'because' }],
    ['INVALID_REFERENCE_DOCUMENT', { referenceDocumentUri: 'no uri' }],
  ])('%s', async (wanted, more) => {
    expect(await code({ ...inputOf(5), ...more }, wanted)).toBe(wanted);
  });

  test('one row per item and location, and nothing is changed when a row fails', async () => {
    const rows = inputOf(5).quantities;
    const both = { ...inputOf(5), quantities: [...rows, ...rows] };
    expect(await code(both, 'k1')).toBe('NO_DUPLICATE_INVENTORY_ITEM_ID_GROUP_ID_PAIR');
    shop.inventory.delete(`${shop.variantsBySku.get('B-2')?.inventoryItemId}/${[...shop.locations.keys()][0]}`);
    const notStocked = { ...inputOf(5), quantities: [...rows, ...inputOf(5, undefined, 'B-2').quantities] };
    expect(await code(notStocked, 'k2')).toBe('ITEM_NOT_STOCKED_AT_LOCATION');
    const query = `{ inventoryItem(id: "${itemId('A-1')}") { inventoryLevel(locationId: "${locationId()}") { quantities(names: ["available"]) { quantity } } } }`;
    expect((await ask(query)).inventoryItem.inventoryLevel.quantities).toEqual([{ quantity: 0 }]);
    const activate = `mutation { inventoryActivate(inventoryItemId: "${itemId('B-2')}", locationId: "${locationId()}") @idempotent(key: "a") { inventoryLevel { id } userErrors { message } } }`;
    expect((await ask(activate)).inventoryActivate.userErrors).toEqual([]);
  });

  test('on hand is what is available and what orders wait for', async () => {
    place();
    await set({ ...inputOf(10), name: 'on_hand' }, 'k');
    const query = `{ inventoryItem(id: "${itemId('A-1')}") { inventoryLevel(locationId: "${locationId()}") { quantities(names: ["available", "committed", "on_hand"]) { name quantity } } } }`;
    expect((await ask(query)).inventoryItem.inventoryLevel.quantities).toEqual([
      { name: 'available', quantity: 7 },
      { name: 'committed', quantity: 3 },
      { name: 'on_hand', quantity: 10 },
    ]);
  });
});

describe('calls to us', () => {
  let received: { url: string; method: string; headers: IncomingMessage['headers']; body: string }[];
  let answerWith: number;
  let receiver: Server;

  beforeEach(async () => {
    received = [];
    answerWith = 200;
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (part) => {
        body += part;
      });
      request.on('end', () => {
        received.push({ url: request.url ?? '', method: request.method ?? '', headers: request.headers, body });
        response.writeHead(answerWith, { 'content-type': 'application/json' }).end('{"A-1":12}');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });

  afterEach(() => new Promise((resolve) => receiver.close(resolve)));

  const url = (path: string) => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}${path}`;
  const signature = (body: string, secret = credentials().client_secret ?? '') =>
    createHmac('sha256', secret).update(body).digest('base64');
  const SUBSCRIBE = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri }) { webhookSubscription { id uri topic } userErrors { message } }
  }`;
  const subscribe = async (topic: string, uri = url('/hooks')) =>
    (await ask(SUBSCRIBE, { topic, uri })).webhookSubscriptionCreate;

  test('a webhook is signed with the secret of the application', async () => {
    const made = await subscribe('ORDERS_CREATE');
    expect(made.webhookSubscription).toMatchObject({ topic: 'ORDERS_CREATE', uri: url('/hooks') });
    expect((await subscribe('ORDERS_CREATE')).userErrors).toHaveLength(1);
    expect((await subscribe('ORDERS_CREATE', 'http://example.test/')).userErrors).toHaveLength(1);
    const order = place();
    await sandbox.hooks.settled();
    const [hook] = received;
    expect(hook?.headers).toMatchObject({
      'x-shopify-topic': 'orders/create',
      'x-shopify-shop-domain': shop.host,
      'x-shopify-hmac-sha256': signature(hook?.body ?? ''),
      'x-shopify-webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-shopify-event-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(JSON.parse(hook?.body ?? '')).toMatchObject({ id: order.id, admin_graphql_api_id: gid('Order', order.id) });
  });

  test('one event over two subscriptions has one event id and two webhook ids', async () => {
    await subscribe('ORDERS_CREATE');
    await subscribe('ORDERS_CREATE', url('/other'));
    place();
    await sandbox.hooks.settled();
    const ids = (name: string) => new Set(received.map(({ headers }) => headers[name]));
    expect([ids('x-shopify-event-id').size, ids('x-shopify-webhook-id').size]).toEqual([1, 2]);
  });

  test('after a secret is replaced, the old one signs for an hour', async () => {
    await subscribe('ORDERS_CREATE');
    const old = credentials().client_secret;
    const secret = sandbox.shopify.rotateSecret(shop);
    place();
    await sandbox.hooks.settled();
    sandbox.clock.advance(3_600_000);
    place();
    await sandbox.hooks.settled();
    const [first, second] = received;
    expect(first?.headers['x-shopify-hmac-sha256']).toBe(signature(first?.body ?? '', old));
    expect(second?.headers['x-shopify-hmac-sha256']).toBe(signature(second?.body ?? '', secret));
  });

  test('a subscription that fails eight times is deleted', async () => {
    await subscribe('ORDERS_CREATE');
    answerWith = 500;
    for (let at = 0; at < 8; at++) {
      place();
      await sandbox.hooks.settled();
    }
    expect((await ask('{ webhookSubscriptions(first: 5) { nodes { id } } }')).webhookSubscriptions.nodes).toEqual([]);
  });

  test('edits, cancellations and the end of routing are told', async () => {
    for (const topic of ['ORDERS_EDITED', 'ORDERS_CANCELLED', 'FULFILLMENT_ORDERS_ORDER_ROUTING_COMPLETE'])
      await subscribe(topic);
    const order = place();
    merchant.edit(String(order.id), { quantities: { [String(order.lines[0]?.id)]: 1 } });
    merchant.cancel(String(order.id));
    await sandbox.hooks.settled();
    expect(received.map(({ headers }) => headers['x-shopify-topic']).sort()).toEqual([
      'fulfillment_orders/order_routing_complete',
      'orders/cancelled',
      'orders/edited',
    ]);
  });

  test('the service is rung for requests and cancellations, and asked for stock and tracking', async () => {
    await ask(INSTALL, { url: url('/service'), stock: true });
    const order = place();
    await sandbox.hooks.settled();
    expect(received.at(-1)).toMatchObject({
      method: 'POST',
      url: '/service/fulfillment_order_notification',
      body: '{"kind":"FULFILLMENT_REQUEST"}',
    });
    expect(received.at(-1)?.headers['x-shopify-hmac-sha256']).toBe(signature('{"kind":"FULFILLMENT_REQUEST"}'));
    workOf(order).requestStatus = 'ACCEPTED';
    merchant.requestCancellation(workOf(order).id);
    await sandbox.hooks.settled();
    expect(received.at(-1)?.body).toBe('{"kind":"CANCELLATION_REQUEST"}');
    const [service] = shop.services.values();
    if (!service) throw new Error('no service');
    await sandbox.shopify.notifier.fetchStock(shop, service, 'A-1');
    expect(received.at(-1)).toMatchObject({ method: 'GET', url: `/service/fetch_stock?shop=${shop.host}&sku=A-1` });
    expect(shop.level(shop.variantsBySku.get('A-1')?.inventoryItemId ?? 0, service.locationId)?.available).toBe(12 - 3);
    await sandbox.shopify.notifier.fetchTrackingNumbers(shop, service, ['#1001.1']);
    expect(decodeURIComponent(received.at(-1)?.url ?? '')).toContain('order_names[]=#1001.1');
    service.inventoryManagement = false;
    expect(await sandbox.shopify.notifier.fetchStock(shop, service)).toBeUndefined();
  });
});
