import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { partnerContract } from '../../../test/partner-contract.ts';
import type { ExternalOrder, ReportedShipment } from '../../modules/channels/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { MagentoShop } from '../../sandbox/magento/shop.ts';
import type { MagentoStore } from '../../sandbox/magento/store.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import { magento } from './index.ts';

partnerContract({
  connector: magento,
  connect: ({ credentials }) => ({ values: credentials.magento ?? {} }),
  wrongKeys: { key_2: 'wrong-token', access_token: 'wrong-token-secret' },
  page: 100,
  lists: 'GET /orders',
  ships: 'POST /order/*/ship',
  tooMany: { fault: { status: 429, html: true, headers: { 'retry-after': '1' } }, waitMs: 1_000 },
  keepsShipments: true,
});

describe('Magento', () => {
  let sandbox: Sandbox;
  let store: MagentoStore;
  let shop: MagentoShop;
  let connection: TestConnection;
  const [ann] = PEOPLE;

  const connect = (options: Partial<ConnectionOptions> = {}) =>
    partnerConnection(magento, { values: sandbox.credentials.magento ?? {}, ...options });
  const withValues = (values: ConnectionOptions['values'], more: Partial<ConnectionOptions> = {}) =>
    connect({ values: { ...sandbox.credentials.magento, ...values }, ...more });
  const tokenAlone = { o_auth_token: '', key_3: '', access_token: '' };

  beforeEach(async () => {
    sandbox = await startSandbox({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }] } });
    store = sandbox.magento.stores.get('demo-magento') as MagentoStore;
    shop = sandbox.shops.find((each) => each instanceof MagentoShop) as MagentoShop;
    connection = connect();
  });
  afterEach(() => sandbox.stop());

  const place = (given: object = {}) =>
    shop.place({
      lines: [{ sku: 'A-1', quantity: 2 }],
      address: ann as (typeof PEOPLE)[0],
      shippingMethod: 'Flat Rate',
      ...given,
    });
  const lastHour = () => {
    const until = sandbox.clock.now();
    return { since: new Date(until.getTime() - 3_600_000), until };
  };
  const listed = async () => (await magento.listOrders(connection, lastHour(), null)).orders.map(({ id }) => id);
  const orderOf = async (id: string) => (await magento.getOrder(connection, id)) as ExternalOrder;
  const shipmentOf = (order: ExternalOrder, given: Partial<ReportedShipment> = {}): ReportedShipment => ({
    key: 'shipment-9',
    orderId: order.id,
    orderNumber: order.number,
    carrier: 'UPS Ground',
    trackingNumbers: ['1Z9'],
    trackingUrl: '',
    shippedAt: order.placedAt,
    lines: order.lines.map(({ id, sku, quantity }) => ({ lineId: id, sku, quantity, unitIds: [] })),
    completesOrder: true,
    ...given,
  });
  const report = async (shipment: ReportedShipment) => magento.reportShipment?.(connection, shipment);

  describe('sends its keys', () => {
    const sentHow = () =>
      sandbox.calls().map(({ headers, status }) => `${headers.authorization?.split(' ')[0]} ${status}`);

    test('as a signature, a new one for each attempt', async () => {
      const id = place();
      sandbox.fail({ match: 'GET /orders', cut: true, times: 2 });
      expect(await listed()).toEqual([id]);
      expect(sentHow()).toEqual(['OAuth 200', 'OAuth 200', 'OAuth 200']);
    });

    test('as a token, where the shop accepts it alone', async () => {
      store.switches.allowsBearer = true;
      const id = place();
      connection = withValues(tokenAlone);
      expect(await listed()).toEqual([id]);
      expect(sentHow()).toEqual(['Bearer 200']);
    });

    test('and says what is missing where the shop does not', async () => {
      const problem = await magento.verify(withValues(tokenAlone)).catch((error: unknown) => error);
      expect(problem).toMatchObject({ kind: 'auth', message: 'TokenIsNotEnough' });
    });

    test('not as half of them', async () => {
      const problem = await magento.verify(withValues({ key_3: '' })).catch((error: unknown) => error);
      expect(problem).toMatchObject({ kind: 'refused', message: 'SigningKeysAreIncomplete' });
      expect(sandbox.calls()).toEqual([]);
    });

    test('until they are revoked', async () => {
      store.integration.isRevoked = true;
      await expect(listed()).rejects.toMatchObject({ kind: 'auth' });
    });
  });

  describe('pages', () => {
    test('end in a shop that repeats the last one for ever', async () => {
      for (let count = 0; count < 100; count++) place();
      const { next, total } = await magento.listOrders(connection, lastHour(), null);
      expect([next, total]).toEqual([null, 100]);
    });

    test('are small enough for a shop that limits input', async () => {
      store.switches.limitsInput = true;
      expect(await listed()).toEqual([]);
    });

    test('are those of one store view where the address names it', async () => {
      place();
      const german = place();
      const order = store.orders.get(Number(german));
      if (order) order.store_id = 2;
      connection = withValues({ key_1: `${sandbox.credentials.magento?.key_1}/rest/de` });
      expect(await listed()).toEqual([german]);
      expect(await magento.findOrder(connection, '1')).toBeUndefined();
      expect((await magento.verify(connection)).account).not.toBe('');
      const nowhere = withValues({ key_1: `${sandbox.credentials.magento?.key_1}/rest/fr` });
      await expect(magento.verify(nowhere)).rejects.toMatchObject({ kind: 'notFound' });
    });
  });

  test('an order that was cancelled or has a status of its own is seen', async () => {
    const [cancelled, own, held] = [place(), place(), place()];
    shop.cancel(cancelled);
    shop.setStatus(own, 'picking_soon', 'processing');
    shop.setStatus(held, 'holded');
    const states = async () =>
      (await magento.listOrders(connection, lastHour(), null)).orders.map(({ state }) => state);
    expect(await states()).toEqual(['cancelled', 'waiting', 'waiting']);
    connection = withValues({ key_4: 'processing, Picking_Soon holded' });
    expect(await states()).toEqual(['cancelled', 'open', 'waiting']);
  });

  test('an order is found by its number without zeros', async () => {
    const id = place();
    expect((await magento.findOrder(connection, `#${id}`))?.id).toBe(id);
  });

  test.each([200, 500] as const)('a page of PHP with %s is no answer', async (status) => {
    store.switches.phpFatal = status;
    await expect(listed()).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('an address that leads to another one is named', async () => {
    sandbox.fail({ match: 'GET /orders', status: 301, headers: { location: 'https://www.shop.example/' }, body: '' });
    await expect(listed()).rejects.toThrow('ShopLeadsElsewhere:https://www.shop.example/');
  });

  describe('a shipment', () => {
    test('of a variant names the row of the configurable product', async () => {
      const shirt = shop.addProduct({ sku: 'SHIRT', name: 'Shirt', price: '0' }, { type_id: 'configurable' });
      shop.addProduct({ sku: 'SHIRT-RED', name: 'Shirt red', price: '9.00' }, { variantOf: shirt.id });
      const order = await orderOf(place({ lines: [{ sku: 'SHIRT-RED', quantity: 2 }] }));
      expect(order.lines).toMatchObject([{ sku: 'SHIRT-RED', quantity: 2, price: 9 }]);
      expect(await report(shipmentOf(order))).toMatchObject({ wasThere: false, rejected: [] });
      expect(shop.orders()[0]?.status).toBe('complete');
    });

    test.each(['together', 'separately'] as const)('of a bundle that ships %s', async (shipment_type) => {
      shop.addProduct({ sku: 'B-2', name: 'Plate', price: '9.00' });
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
      const order = await orderOf(place({ lines: [{ sku: 'SET', quantity: 2 }] }));
      expect(order.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual([
        ['A-1', 6],
        ['B-2', 2],
      ]);
      expect(await report(shipmentOf(order))).toMatchObject({ wasThere: false, rejected: [] });
      expect(shop.orders()[0]?.status).toBe('complete');
    });

    test('goes out of the source of the connection, and is refused in words out of another', async () => {
      store.addSource({ source_code: 'ls_bos', name: 'Boston', enabled: true });
      shop.addProduct({ sku: 'C-3', name: 'Bowl', price: '7.00' }, {}, 'ls_bos');
      const order = await orderOf(place({ lines: [{ sku: 'C-3', quantity: 1 }] }));
      await expect(report(shipmentOf(order))).rejects.toMatchObject({
        kind: 'refused',
        message: 'Source item not found by source code: default and sku: C-3.',
      });
      connection = connect({ place: 'ls_bos' });
      expect(await report(shipmentOf(order))).toMatchObject({ rejected: [] });
    });

    test('without a tracking number is recognised by its comment', async () => {
      const order = await orderOf(place());
      const shipment = shipmentOf(order, { trackingNumbers: [] });
      const first = await report(shipment);
      expect(await report(shipment)).toEqual({ ...first, wasThere: true });
    });

    test('that the shop has, and that could not be seen before, is not an error', async () => {
      const order = await orderOf(place());
      const asPlaced = await fetchOrder(order.id);
      const first = await report(shipmentOf(order));
      sandbox.fail({
        match: 'GET /shipments',
        status: 200,
        body: { items: [], search_criteria: { filter_groups: [] }, total_count: 0 },
      });
      sandbox.fail({ match: `GET /orders/${order.id}`, status: 200, body: asPlaced });
      expect(await report(shipmentOf(order))).toEqual({ ...first, wasThere: true });
    });

    test('that was voided loses its tracking numbers, and stays shipped', async () => {
      const order = await orderOf(place());
      const made = await report(shipmentOf(order));
      const withdrawn = magento.withdrawShipment?.(connection, shipmentOf(order), made?.externalId ?? '');
      await expect(withdrawn).rejects.toMatchObject({
        kind: 'refused',
      });
      expect(shop.orders()[0]?.tracking).toEqual([]);
      expect((await orderOf(order.id)).state).toBe('shipped');
    });

    test('of an order that was cancelled meanwhile is refused', async () => {
      const order = await orderOf(place());
      shop.cancel(order.id);
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'refused' });
    });

    test('with a page of PHP for an answer is looked up, not sent again', async () => {
      const order = await orderOf(place());
      sandbox.fail({ match: 'POST /order/*/ship', status: 200, html: true });
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'unknownOutcome' });
      expect(await report(shipmentOf(order))).toMatchObject({ wasThere: false });
      expect(shop.orders()[0]?.tracking).toHaveLength(1);
    });

    async function fetchOrder(id: string): Promise<Record<string, unknown>> {
      store.switches.allowsBearer = true;
      const answer = await fetch(`${sandbox.credentials.magento?.key_1}/rest/all/V1/orders/${id}`, {
        headers: { authorization: `Bearer ${store.integration.token}` },
      });
      return (await answer.json()) as Record<string, unknown>;
    }
  });

  test('sources are the places, also in a shop that has none', async () => {
    store.addSource({ source_code: 'ls_bos', name: 'Boston', enabled: false });
    expect(await magento.places?.list(connection)).toEqual([
      { id: 'default', name: 'Default Source', isActive: true },
      { id: 'ls_bos', name: 'Boston', isActive: false },
    ]);
    store.switches.hasSources = false;
    expect(await magento.places?.list(connection)).toEqual([]);
  });

  describe('stock', () => {
    test('goes to the source of the connection, 20 levels in a call', async () => {
      store.switches.limitsInput = true;
      store.addSource({ source_code: 'ls_bos', name: 'Boston', enabled: true });
      connection = connect({ place: 'ls_bos' });
      const levels = Array.from({ length: 25 }, (_, at) => ({ sku: `S,${at}`, quantity: at }));
      for (const { sku } of levels) shop.addProduct({ sku, name: sku, price: '1.00' });
      expect(await magento.stock?.report(connection, levels)).toEqual({ rejected: [] });
      expect(store.stock.get('ls_bos')?.get('S,24')).toEqual({ quantity: 24, status: 1 });
      expect(store.stock.get('ls_bos')?.get('S,0')).toEqual({ quantity: 0, status: 0 });
      expect(sandbox.calls().filter(({ method }) => method === 'POST')).toHaveLength(2);
    });

    test('that the shop refuses is named with the reason', async () => {
      connection = connect({ place: 'nowhere' });
      expect(await magento.stock?.report(connection, [{ sku: 'A-1', quantity: 7 }])).toEqual({
        rejected: [{ sku: 'A-1', reason: 'Validation Failed Source with code "nowhere" does not exist.' }],
      });
    });
  });
});
