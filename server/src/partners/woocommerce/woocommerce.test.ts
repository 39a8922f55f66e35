import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { partnerContract } from '../../../test/partner-contract.ts';
import { httpReceiver } from '../../../test/receivers.ts';
import type { ExternalOrder, ReportedShipment } from '../../modules/channels/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import { WooShop } from '../../sandbox/woocommerce/shop.ts';
import type { WooStore } from '../../sandbox/woocommerce/store.ts';
import { woocommerce } from './index.ts';

partnerContract({
  connector: woocommerce,
  connect: ({ credentials }) => ({ values: credentials.woocommerce ?? {} }),
  wrongKeys: { key_2: 'cs_wrong' },
  page: 100,
  lists: 'GET /orders',
  ships: 'POST /orders/*/fulfillments',
  tooMany: { fault: { status: 429, html: true, headers: { 'retry-after': '1' } }, waitMs: 1_000 },
  hookSecret: 'whsec',
});

describe('WooCommerce', () => {
  let sandbox: Sandbox;
  let store: WooStore;
  let shop: WooShop;
  let connection: TestConnection;
  const [ann] = PEOPLE;

  const connect = (options: Partial<ConnectionOptions> = {}) =>
    partnerConnection(woocommerce, { values: sandbox.credentials.woocommerce ?? {}, ...options });

  beforeEach(async () => {
    sandbox = await startSandbox({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }] } });
    store = sandbox.woocommerce.stores.get('demo-woocommerce') as WooStore;
    shop = sandbox.shops.find((each) => each instanceof WooShop) as WooShop;
    connection = connect();
  });
  afterEach(() => sandbox.stop());

  const place = (given: object = {}) =>
    shop.place({
      lines: [{ sku: 'A-1', quantity: 2 }],
      address: ann as (typeof PEOPLE)[0],
      shippingMethod: 'Flat rate',
      ...given,
    });
  const lastHour = () => {
    const until = sandbox.clock.now();
    return { since: new Date(until.getTime() - 3_600_000), until };
  };
  async function listAll(): Promise<string[]> {
    const ids: string[] = [];
    let cursor: string | null = null;
    do {
      const { orders, next } = await woocommerce.listOrders(connection, lastHour(), cursor);
      ids.push(...orders.map(({ id }) => id));
      cursor = next;
    } while (cursor !== null);
    return [...new Set(ids)].sort();
  }
  const orderOf = async (id: string) => (await woocommerce.getOrder(connection, id)) as ExternalOrder;
  const shipmentOf = (order: ExternalOrder, given: Partial<ReportedShipment> = {}): ReportedShipment => ({
    key: 'shipment-9',
    orderId: order.id,
    orderNumber: order.number,
    carrier: 'ups',
    trackingNumbers: ['1Z9'],
    trackingUrl: 'https://track.example/1Z9',
    shippedAt: order.placedAt,
    lines: order.lines.map(({ id, sku, quantity }) => ({ lineId: id, sku, quantity, unitIds: [] })),
    completesOrder: true,
    ...given,
  });
  const report = async (shipment: ReportedShipment) => woocommerce.reportShipment?.(connection, shipment);

  /** A shop with TLS: the sandbox behind a proxy. */
  const withTls = (): Partial<ConnectionOptions> => ({
    values: {
      ...sandbox.credentials.woocommerce,
      o_auth_token: `https://shop.example/woocommerce/${store.slug}`,
    },
    behind: { from: 'https://shop.example', to: sandbox.url },
  });

  describe('sends its keys', () => {
    const sentHow = () =>
      sandbox.calls().map(({ headers, path, status }) => {
        const how = headers.authorization ? 'Basic' : path.includes('oauth_signature') ? 'OAuth' : 'query';
        return `${how} ${status}`;
      });

    test('in the header, with TLS', async () => {
      connection = connect(withTls());
      await listAll();
      expect(sentHow()).toEqual(['Basic 200']);
    });

    test('in the address, where the header is dropped, and then at once', async () => {
      store.switches.stripsAuthorization = true;
      connection = connect(withTls());
      const { warnings } = await woocommerce.verify(connection);
      expect(sentHow()).toEqual(['Basic 401', 'query 200', 'query 200']);
      expect(warnings).toMatchObject([{ en: expect.stringContaining('drops the keys from the header') }]);
      expect(JSON.stringify(connection.trace)).not.toContain(connection.values.key_2);
    });

    test('as a signature without TLS, a new one for each attempt', async () => {
      store.switches.scheme = 'http';
      const id = place();
      sandbox.fail({ match: 'GET /orders', cut: true, times: 2 });
      expect(await listAll()).toEqual([id]);
      expect(sentHow()).toEqual(['OAuth 200', 'OAuth 200', 'OAuth 200']);
    });

    test('until they are revoked, or when they may only read', async () => {
      const order = await orderOf(place());
      const [key] = store.keys;
      if (key) key.permissions = 'read';
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'refused' });
      if (key) key.revoked = true;
      await expect(listAll()).rejects.toMatchObject({ kind: 'auth' });
    });
  });

  describe('an older shop', () => {
    test('that cannot filter by change is read by creation, without what did not change', async () => {
      store.switches.hasModifiedFilter = false;
      place({ ageMs: 7_200_000 });
      const changed = place({ ageMs: 7_200_000 });
      shop.setStatus(changed, 'on-hold');
      const fresh = Array.from({ length: 150 }, (_, index) => place({ ageMs: index * 1_000 }));
      expect(await listAll()).toEqual([changed, ...fresh].sort());
      expect(sandbox.calls().at(-1)?.path).toContain('&after=');
    });

    test('that cannot sort by change is read with pages that overlap', async () => {
      const placed = Array.from({ length: 250 }, (_, index) => place({ ageMs: 60_000 + index * 1_000 }));
      const refusal = {
        code: 'rest_invalid_param',
        message: 'Invalid parameter(s): orderby',
        data: { status: 400, params: { orderby: 'orderby is not one of date, id.' } },
      };
      sandbox.fail({ match: 'GET /orders', status: 400, body: refusal });
      const window = lastHour();
      sandbox.clock.advance(60_000);
      const first = await woocommerce.listOrders(connection, window, null);
      shop.setStatus(first.orders[0]?.id ?? '', 'on-hold');
      const second = await woocommerce.listOrders(connection, window, first.next);
      const third = await woocommerce.listOrders(connection, window, second.next);
      const seen = new Set([...first.orders, ...second.orders, ...third.orders].map(({ id }) => id));
      expect([first.next !== null, second.next !== null, third.next]).toEqual([true, true, null]);
      expect([...seen].sort()).toEqual([...placed].sort());
    });
  });

  test('a firewall is no answer of the shop', async () => {
    store.switches.firewall = true;
    await expect(listAll()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('an address that leads to another one is named', async () => {
    sandbox.fail({ match: 'GET /orders', status: 301, headers: { location: 'https://www.shop.example/' }, body: '' });
    await expect(listAll()).rejects.toThrow('ShopLeadsElsewhere:https://www.shop.example/');
  });

  test('a bundle arrives as what is in it', async () => {
    shop.addProduct(
      { sku: 'SET', name: 'Set', price: '20.00' },
      { type: 'bundle', contains: [{ sku: 'A-1', quantity: 3 }] },
    );
    const { lines } = await orderOf(place({ lines: [{ sku: 'SET', quantity: 2 }] }));
    expect(lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([['A-1', 6]]);
  });

  describe('a shipment', () => {
    test('goes to the tracking plugin, with its own spelling of the provider', async () => {
      store.switches.hasFulfillments = false;
      store.switches.hasTrackingPlugin = true;
      const order = await orderOf(place());
      const shipment = shipmentOf(order, { trackingNumbers: ['1Z9', '1Z8'] });
      const first = await report(shipment);
      expect(first).toMatchObject({ wasThere: false, rejected: [] });
      expect(await report(shipment)).toEqual({ ...first, wasThere: true });
      const shown = shop.orders()[0];
      expect([shown?.status, shown?.tracking.map(({ company, number }) => [company, number])]).toEqual([
        'completed',
        [
          ['UPS', '1Z9'],
          ['UPS', '1Z8'],
        ],
      ]);
      await woocommerce.withdrawShipment?.(connection, shipment, first?.externalId ?? '');
      expect(shop.orders()[0]).toMatchObject({ status: 'processing', tracking: [] });
    });

    test('is a note and the status where a shop has nothing else', async () => {
      store.switches.hasFulfillments = false;
      const order = await orderOf(place());
      const shipment = shipmentOf(order);
      const first = await report(shipment);
      expect(await report(shipment)).toEqual({ ...first, wasThere: true });
      const stored = store.orders.get(Number(order.id));
      expect([
        stored?.status,
        stored?.notes.map(({ note, customer_note }) => [note.includes('1Z9'), customer_note]),
      ]).toEqual(['completed', [[true, true]]]);
    });

    test.each([false, true])(
      'in part does not complete such a shop’s order (plugin: %s)',
      async (hasTrackingPlugin) => {
        store.switches.hasFulfillments = false;
        store.switches.hasTrackingPlugin = hasTrackingPlugin;
        const order = await orderOf(place());
        const answer = await report(shipmentOf(order, { completesOrder: false }));
        expect(answer?.rejected).toMatchObject([{ reason: 'WholeOrdersOnly' }]);
        expect(shop.orders()[0]?.status).toBe('processing');
      },
    );

    test('of an order that was cancelled meanwhile is refused', async () => {
      const order = await orderOf(place());
      shop.cancel(order.id);
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'refused' });
    });

    test('whose note was sent and answer lost does not tell the customer twice', async () => {
      store.switches.hasFulfillments = false;
      const order = await orderOf(place());
      sandbox.fail({ match: 'POST /orders/*/notes', dropAfterWrite: true });
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'unknownOutcome' });
      await report(shipmentOf(order));
      expect(store.orders.get(Number(order.id))).toMatchObject({ status: 'completed', notes: { length: 1 } });
    });
  });

  test('stock goes to products and variations, only where it differs', async () => {
    const shirt = shop.addProduct({ sku: '', name: 'Shirt', price: '9.00' }, { type: 'variable' });
    shop.addProduct({ sku: 'RED', name: 'Red', price: '9.00' }, { type: 'variation', parent_id: shirt.id });
    const levels = [
      { sku: 'A-1', quantity: 7 },
      { sku: 'RED', quantity: 3 },
    ];
    await woocommerce.stock?.report(connection, levels);
    const stocked = [...store.products.values()].map(({ sku, stock_quantity }) => [sku, stock_quantity]);
    expect(stocked).toEqual(
      expect.arrayContaining([
        ['A-1', 7],
        ['RED', 3],
      ]),
    );
    sandbox.clearCalls();
    await woocommerce.stock?.report(connection, levels);
    expect(sandbox.calls()).toHaveLength(1);
  });

  test('a row of stock that the shop refuses is named', async () => {
    const answer = { update: [{ id: [...store.products.values()][0]?.id, error: { code: 'x', message: 'Locked' } }] };
    sandbox.fail({ match: 'POST /products/batch', status: 200, body: answer });
    expect(await woocommerce.stock?.report(connection, [{ sku: 'A-1', quantity: 7 }])).toEqual({
      rejected: [{ sku: 'A-1', reason: 'Locked' }],
    });
  });

  test('a hook that was switched off is switched on again', async () => {
    const receiver = await httpReceiver();
    await woocommerce.hooks?.ensure(connection, receiver.url, 'whsec');
    const [hook] = store.webhooks.values();
    if (hook) hook.status = 'disabled';
    await woocommerce.hooks?.ensure(connection, receiver.url, 'whsec');
    expect([...store.webhooks.values()].map(({ status }) => status)).toEqual(['active', 'active', 'active', 'active']);
    await sandbox.hooks.settled();
  });
});
