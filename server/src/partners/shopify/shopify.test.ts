import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { partnerContract } from '../../../test/partner-contract.ts';
import { httpReceiver } from '../../../test/receivers.ts';
import type { ExternalOrder, ReportedShipment } from '../../modules/channels/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import { ShopifyMerchant } from '../../sandbox/shopify/merchant.ts';
import type { ShopifyFulfillmentOrder, ShopifyShop } from '../../sandbox/shopify/shop.ts';
import { shopify } from './index.ts';
import { PAGE } from './operations.ts';

const merchantOf = (sandbox: Sandbox) =>
  sandbox.shops.find((shop) => shop instanceof ShopifyMerchant) as ShopifyMerchant;
const mainLocation = (sandbox: Sandbox) => String([...merchantOf(sandbox).shop.locations.keys()][0]);

/** With a token that does not expire. */
const connected = (sandbox: Sandbox): ConnectionOptions => {
  const { access_token = '', o_auth_token = '' } = sandbox.credentials.shopify ?? {};
  return {
    values: { access_token, o_auth_token },
    baseUrl: sandbox.baseUrls.shopify,
    place: mainLocation(sandbox),
    now: () => sandbox.clock.now(),
  };
};
/** With the id and secret of an application. */
const granted = (sandbox: Sandbox): ConnectionOptions => {
  const { client_id = '', client_secret = '', o_auth_token = '' } = sandbox.credentials.shopify ?? {};
  return { ...connected(sandbox), values: { o_auth_token, key_1: client_id, key_2: client_secret } };
};

partnerContract({
  connector: shopify,
  connect: connected,
  wrongKeys: { access_token: 'shpat_wrong' },
  page: PAGE.orders,
  lists: 'orders',
  ships: 'fulfillmentCreate',
  tooMany: {
    fault: {
      status: 200,
      body: {
        errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
        extensions: {
          cost: {
            requestedQueryCost: 120,
            throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 80, restoreRate: 100 },
          },
        },
      },
    },
    waitMs: 400,
  },
  hookSecret: ({ credentials }) => credentials.shopify?.client_secret ?? '',
  expireToken: (sandbox) => ({
    ...granted(sandbox),
    expire: () => {
      for (const token of merchantOf(sandbox).shop.tokens.values()) token.revoked = true;
    },
  }),
});

describe('Shopify', () => {
  let sandbox: Sandbox;
  let merchant: ShopifyMerchant;
  let shop: ShopifyShop;
  let connection: TestConnection;
  const [ann] = PEOPLE;

  const connect = (options: Partial<ConnectionOptions> = {}) =>
    partnerConnection(shopify, { ...connected(sandbox), ...options });

  beforeEach(async () => {
    const products = ['A-1', 'B-2', 'C-3'].map((sku) => ({ sku, name: sku, price: '4.50' }));
    sandbox = await startSandbox({ seed: { products } });
    merchant = merchantOf(sandbox);
    shop = merchant.shop;
    connection = connect();
  });
  afterEach(() => sandbox.stop());

  const place = (given: object = {}) =>
    merchant.place({
      lines: [{ sku: 'A-1', quantity: 2 }],
      address: ann as (typeof PEOPLE)[0],
      shippingMethod: 'Express',
      ...given,
    });
  const workOf = (id: string): ShopifyFulfillmentOrder[] =>
    [...shop.fulfillmentOrders.values()].filter(({ orderId }) => orderId === Number(id));
  const orderOf = async (id: string) => (await shopify.getOrder(connection, id)) as ExternalOrder;
  const shipmentOf = (order: ExternalOrder, given: Partial<ReportedShipment> = {}): ReportedShipment => ({
    key: 'shipment-9',
    orderId: order.id,
    orderNumber: order.number,
    carrier: 'ups',
    trackingNumbers: ['1Z9'],
    trackingUrl: '',
    shippedAt: order.placedAt,
    lines: order.lines.map(({ id, sku, quantity }) => ({ lineId: id, sku, quantity, unitIds: [] })),
    completesOrder: true,
    ...given,
  });
  const report = async (shipment: ReportedShipment) => shopify.reportShipment?.(connection, shipment);
  const listAll = async (window: { since: Date; until: Date }) => {
    const all: ExternalOrder[] = [];
    let cursor: string | null = null;
    do {
      const page = await shopify.listOrders(connection, window, cursor);
      all.push(...page.orders);
      cursor = page.next;
    } while (cursor !== null);
    return all;
  };

  describe('verify', () => {
    test('warns of missing scopes and of a connection that only reads', async () => {
      const few = sandbox.shopify.addShop({ name: 'few', scopes: ['read_orders', 'read_products'] }).shop;
      const values = { access_token: [...few.tokens.keys()][0] ?? '', o_auth_token: few.host };
      const { warnings } = await shopify.verify(connect({ values, apiVersion: 'default' }));
      expect(JSON.stringify(warnings)).toContain('read_locations, read_merchant_managed_fulfillment_orders');
      expect(JSON.stringify(warnings)).toContain('only reads');
    });

    test('warns when another version answers', async () => {
      const body = {
        data: { shop: { name: 'Old' }, currentAppInstallation: { accessScopes: [] } },
      };
      sandbox.fail({ match: 'shop', status: 200, headers: { 'x-shopify-api-version': '2026-10' }, body });
      const { warnings } = await shopify.verify(connection);
      expect(warnings[0]).toMatchObject({ en: expect.stringContaining('version 2026-10 of its API instead of') });
    });

    test('is refused without keys, and by an address that is no shop', async () => {
      const values = { o_auth_token: shop.host };
      await expect(shopify.verify(connect({ values }))).rejects.toMatchObject({ kind: 'auth' });
      const evil = { access_token: 'x', o_auth_token: '127.0.0.1:80/x.myshopify.com' };
      await expect(shopify.verify(connect({ values: evil }))).rejects.toMatchObject({ kind: 'refused' });
      expect(sandbox.calls()).toEqual([]);
    });

    test('a wrong client secret is no credential', async () => {
      const options = granted(sandbox);
      const wrong = connect({ ...options, values: { ...options.values, key_2: 'shpss_wrong' } });
      await expect(shopify.verify(wrong)).rejects.toMatchObject({ kind: 'auth' });
      expect(JSON.stringify(wrong.trace)).not.toContain('shpss_wrong');
    });
  });

  test('locations are offered', async () => {
    expect(await shopify.places?.list(connection)).toEqual([
      { id: mainLocation(sandbox), name: 'Main warehouse', isActive: true },
    ]);
  });

  describe('an order', () => {
    test('waits until it is routed, is on hold, is scheduled', async () => {
      shop.switches.routingDelayMs = 60_000;
      const id = place();
      expect(await orderOf(id)).toMatchObject({ state: 'waiting', rawStatus: 'NOT_ROUTED' });
      sandbox.clock.advance(60_000);
      expect(await orderOf(id)).toMatchObject({ state: 'open' });
      const [work] = workOf(id);
      merchant.hold(work?.id ?? 0);
      expect(await orderOf(id)).toMatchObject({ state: 'waiting', rawStatus: 'ON_HOLD' });
      merchant.releaseHold(work?.id ?? 0);
      merchant.schedule(work?.id ?? 0, new Date('2030-01-01'));
      expect(await orderOf(id)).toMatchObject({ state: 'waiting', rawStatus: 'SCHEDULED' });
    });

    test('whose fulfilment order alone changed is found', async () => {
      shop.switches.routingDelayMs = 60_000;
      const id = place();
      sandbox.clock.advance(30_000);
      const since = sandbox.clock.now();
      sandbox.clock.advance(60_000);
      const listed = await listAll({ since, until: sandbox.clock.now() });
      expect(listed.map((order) => [order.id, order.state])).toEqual([[id, 'open']]);
    });

    test('split over locations has our lines only', async () => {
      shop.addLocation('Other', sandbox.clock.now());
      shop.switches.routing = 'split';
      const order = await orderOf(place({ lines: ['A-1', 'B-2', 'C-3'].map((sku) => ({ sku, quantity: 1 })) }));
      expect(order.lines.map(({ sku }) => sku)).toEqual(['A-1', 'C-3']);
      connection = connect({ place: '' });
      expect((await orderOf(order.id)).lines.map(({ sku }) => sku).sort()).toEqual(['A-1', 'B-2', 'C-3']);
    });

    test('of 500 lines, and of many fulfilment orders, is whole', async () => {
      const lines = Array.from({ length: 500 }, (_, index) => ({ sku: `S-${index}`, name: `${index}`, quantity: 1 }));
      expect((await orderOf(place({ lines }))).lines).toHaveLength(500);
      shop.switches.routing = 'parts';
      const parts = await orderOf(place({ lines: lines.slice(0, 9) }));
      expect(parts.lines).toHaveLength(9);
      expect(await report(shipmentOf(parts))).toMatchObject({ wasThere: false, rejected: [] });
      expect(shop.fulfillments.size).toBe(1);
    });

    test('without the approval for customer data comes without an address', async () => {
      shop.switches.approvedForCustomerData = false;
      const order = await orderOf(place());
      expect(order).toMatchObject({ state: 'open', lines: [{ sku: 'A-1' }], customer: { email: '' } });
      expect(order.shipTo?.street1 ?? '').toBe('');
    });

    test('lists of more than 20,000 begin again where they were', async () => {
      const window = { since: new Date('2026-11-01'), until: new Date('2026-11-02') };
      const last = { hasNextPage: true, endCursor: 'next' };
      const row = {
        id: 'gid://shopify/Order/1',
        name: '#1',
        createdAt: '2026-11-01T00:00:00Z',
        updatedAt: '2026-11-01T12:00:00Z',
        requiresShipping: true,
        fulfillmentOrders: { nodes: [], pageInfo: { hasNextPage: false } },
      };
      sandbox.fail({ match: 'orders', status: 200, body: { data: { orders: { nodes: [row], pageInfo: last } } } });
      const cursor = { step: 'orders', since: window.since.toISOString(), after: 'here', seen: 19_999 };
      const { next } = await shopify.listOrders(connection, window, JSON.stringify(cursor));
      expect(JSON.parse(next ?? '')).toEqual({
        step: 'orders',
        since: '2026-11-01T12:00:00.000Z',
        after: null,
        seen: 0,
      });
    });

    test('a page that leads to itself is malformed', async () => {
      const body = { data: { orders: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'same' } } } };
      sandbox.fail({ match: 'orders', status: 200, body, times: 5 });
      const window = { since: new Date('2026-11-01'), until: new Date('2026-11-02') };
      await expect(listAll(window)).rejects.toMatchObject({ kind: 'malformed' });
    });
  });

  describe('a shipment', () => {
    test('carries the company as Shopify spells it, and each parcel', async () => {
      const order = await orderOf(place());
      await report(shipmentOf(order, { trackingNumbers: ['1Z1', '1Z2'], trackingUrl: 'https://t.example/1Z1' }));
      const [made] = shop.fulfillments.values();
      expect(made).toMatchObject({
        notified: true,
        tracking: [
          { company: 'UPS', number: '1Z1', url: 'https://t.example/1Z1' },
          { company: 'UPS', number: '1Z2', url: 'https://t.example/1Z2' },
        ],
      });
    });

    test('without a tracking number is made once', async () => {
      const order = await orderOf(place());
      const shipment = shipmentOf(order, { trackingNumbers: [] });
      const first = await report(shipment);
      expect(await report(shipment)).toEqual({ ...first, wasThere: true });
      expect(shop.fulfillments.size).toBe(1);
    });

    test('over two locations that stopped between them is finished by the repetition', async () => {
      connection = connect({ place: '' });
      shop.addLocation('Other', sandbox.clock.now());
      shop.switches.routing = 'split';
      const order = await orderOf(place({ lines: ['A-1', 'B-2'].map((sku) => ({ sku, quantity: 1 })) }));
      sandbox.fail({ match: 'fulfillmentCreate', skip: 1, status: 503, html: true });
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'unavailable' });
      expect(await report(shipmentOf(order))).toMatchObject({ wasThere: false, rejected: [] });
      expect(shop.fulfillments.size).toBe(2);
      expect(await report(shipmentOf(order))).toMatchObject({ wasThere: true });
    });

    test('of a line that the merchant has shortened since is reported as far as it goes', async () => {
      const order = await orderOf(place());
      const [line] = merchant.orders()[0]?.lines ?? [];
      merchant.edit(order.id, { quantities: { [line?.id ?? '']: 1 } });
      const answer = await report(shipmentOf(order));
      expect(answer?.rejected).toEqual([{ lineId: line?.id, reason: 'MoreThanIsLeft:1' }]);
      expect(merchant.orders()[0]?.lines).toMatchObject([{ quantity: 1, shipped: 1 }]);
    });

    test('is refused by a connection that only reads', async () => {
      const order = await orderOf(place());
      connection = connect({ apiVersion: 'default' });
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'refused' });
      expect(shop.fulfillments.size).toBe(0);
    });

    test('that Shopify refuses in its answer is a refusal', async () => {
      const order = await orderOf(place());
      const answer = (message: string) => ({
        data: { fulfillmentCreate: { fulfillment: null, userErrors: [{ field: ['fulfillment'], message }] } },
      });
      sandbox.fail({ match: 'fulfillmentCreate', status: 200, body: answer('The fulfillment order is closed.') });
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'conflict' });
      sandbox.fail({ match: 'fulfillmentCreate', status: 200, body: answer('Company is invalid.') });
      await expect(report(shipmentOf(order))).rejects.toMatchObject({
        kind: 'refused',
        message: 'Company is invalid.',
      });
    });
  });

  describe('the fulfilment service', () => {
    const callbackUrl = 'http://127.0.0.1:9/callback';
    const install = async (isStockSharing = true) => {
      const made = await shopify.service?.install(connection, { name: 'Longshore', callbackUrl, isStockSharing });
      const { serviceId = '', locationId = '' } = made ?? {};
      connection = connect({ place: '', serviceId, serviceLocationId: locationId });
      return { serviceId, locationId };
    };

    test.each([true, false])('is installed once (stock sharing: %s)', async (isStockSharing) => {
      sandbox.fail({ match: 'fulfillmentServiceCreate', dropAfterWrite: true });
      await expect(install(isStockSharing)).rejects.toMatchObject({ kind: 'unknownOutcome' });
      await install(isStockSharing);
      expect([...shop.services.values()]).toMatchObject([
        { name: 'Longshore', inventoryManagement: isStockSharing, trackingSupport: true },
      ]);
    });

    test('is removed with its stock transferred or kept, once', async () => {
      const main = mainLocation(sandbox);
      await install();
      await shopify.service?.remove(connection, { transferTo: main });
      await shopify.service?.remove(connection, { transferTo: main });
      expect([shop.services.size, shop.locations.size]).toEqual([0, 1]);
      connection = connect();
      await install();
      await shopify.service?.remove(connection, 'keep');
      expect([shop.services.size, shop.locations.size]).toEqual([0, 2]);
    });

    test('answers requests of the merchant', async () => {
      await install();
      const order = await orderOf(place());
      expect(order).toMatchObject({ state: 'open', request: 'fulfilment' });
      await shopify.service?.answer(connection, order.id, 'fulfilment', { isAccepted: true, message: '' });
      await shopify.service?.answer(connection, order.id, 'fulfilment', { isAccepted: true, message: '' });
      merchant.requestCancellation(workOf(order.id)[0]?.id ?? 0);
      expect(await orderOf(order.id)).toMatchObject({ state: 'waiting', request: 'cancellation' });
      await shopify.service?.answer(connection, order.id, 'cancellation', { isAccepted: false, message: 'Packed' });
      expect((await orderOf(order.id)).state).toBe('open');
      merchant.requestCancellation(workOf(order.id)[0]?.id ?? 0);
      await shopify.service?.answer(connection, order.id, 'cancellation', { isAccepted: true, message: '' });
      expect((await orderOf(order.id)).state).toBe('cancelled');
    });

    test('accepts what it ships', async () => {
      await install();
      const order = await orderOf(place());
      expect(await report(shipmentOf(order))).toMatchObject({ wasThere: false, rejected: [] });
      expect(merchant.orders()[0]?.status).toBe('FULFILLED');
      const sent = connection.trace.map(({ subject }) => subject);
      expect(sent.slice(-2)).toEqual(['Accept a fulfilment request', 'Report a shipment']);
    });

    test('does not ship what was never requested', async () => {
      shop.switches.requestsFulfillment = false;
      await install();
      const order = await orderOf(place());
      expect(order.state).toBe('waiting');
      const answer = await report(shipmentOf(order));
      expect(answer?.rejected).toMatchObject([{ reason: expect.stringContaining('UNSUBMITTED') }]);
      expect(shop.fulfillments.size).toBe(0);
    });
  });

  describe('stock', () => {
    const available = (sku: string) =>
      shop.level(shop.variantsBySku.get(sku)?.inventoryItemId ?? 0, Number(mainLocation(sandbox)))?.available;

    test('is set at the location, 250 levels in two calls', async () => {
      const levels = Array.from({ length: 250 }, (_, index) => ({ sku: `N-${index}`, quantity: index }));
      for (const { sku } of levels) merchant.addProduct({ sku, name: sku, price: '1.00' });
      expect(await shopify.stock?.report(connection, levels)).toEqual({ rejected: [] });
      expect([available('N-7'), sandbox.calls().length]).toEqual([7, 2]);
      expect(await shopify.stock?.report(connection, [{ sku: 'N-7', quantity: -3 }])).toEqual({ rejected: [] });
      expect(available('N-7')).toBe(0);
    });

    test('a row that Shopify refuses is named, and the others are set', async () => {
      const { inventoryItemId } = merchant.addProduct({ sku: 'ELSEWHERE', name: 'x', price: '1.00' });
      shop.inventory.delete(`${inventoryItemId}/${mainLocation(sandbox)}`);
      const answer = await shopify.stock?.report(connection, [
        { sku: 'A-1', quantity: 5 },
        { sku: 'ELSEWHERE', quantity: 5 },
        { sku: 'B-2', quantity: 6 },
      ]);
      expect(answer?.rejected.map(({ sku }) => sku)).toEqual(['ELSEWHERE']);
      expect([available('A-1'), available('B-2')]).toEqual([5, 6]);
    });

    test('is not guessed for a SKU that two products have, or without a location', async () => {
      merchant.addProduct({ sku: 'A-1', name: 'Twin', price: '1.00' });
      const levels = [{ sku: 'A-1', quantity: 5 }];
      expect((await shopify.stock?.report(connection, levels))?.rejected).toMatchObject([{ sku: 'A-1' }]);
      await expect(shopify.stock?.report(connect({ place: '' }), levels)).rejects.toMatchObject({ kind: 'refused' });
    });
  });

  test.each([200, 429] as const)('throttled with status %d waits as long as the bucket needs', async (status) => {
    const id = place();
    shop.switches.throttleStatus = status;
    // So empty that it is not full again before a busy machine has sent the call.
    shop.bucket = { level: -500, at: new Date() };
    shop.switches.restoreRate = 2_000;
    expect((await orderOf(id)).id).toBe(id);
    expect(connection.waits.length).toBeGreaterThan(0);
    expect(connection.waits[0]).toBeLessThan(1_000);
  });

  test('hooks of fulfilment orders ask for all changes', async () => {
    const receiver = await httpReceiver();
    const secret = sandbox.credentials.shopify?.client_secret ?? '';
    await shopify.hooks?.ensure(connection, receiver.url, secret);
    const id = place();
    merchant.hold(workOf(id)[0]?.id ?? 0);
    await sandbox.hooks.settled();
    const read = receiver.got.map(({ headers, body }) =>
      shopify.hooks?.read({ headers, body: Buffer.from(body) }, secret),
    );
    expect(read).toContainEqual({ topic: 'fulfillment_orders/placed_on_hold', key: expect.any(String), orderId: null });
  });
});
