import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { partnerContract } from '../../../test/partner-contract.ts';
import type { ExternalOrder, ReportedShipment } from '../../modules/channels/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import type { TgShop } from '../../sandbox/tradegecko/shop.ts';
import { tradeGecko } from './index.ts';

const NOW = new Date('2026-11-18T12:00:00Z');

const demo = (sandbox: Sandbox): ConnectionOptions => ({
  values: sandbox.credentials.tradegecko ?? {},
  baseUrl: sandbox.baseUrls.tradegecko,
  now: () => NOW,
});

partnerContract({
  connector: tradeGecko,
  connect: demo,
  wrongKeys: { key_1: 'wrong-token' },
  page: 20,
  lists: 'GET /orders',
  ships: 'POST /fulfillments',
  // The moment of new calls, in seconds since 1970.
  tooMany: {
    fault: { status: 429, headers: { 'x-rate-limit-reset': String(NOW.getTime() / 1000 + 1) } },
    waitMs: 1_000,
  },
});

describe('TradeGecko', () => {
  let sandbox: Sandbox;
  let shop: TgShop;
  let connection: TestConnection;
  const [ann] = PEOPLE;

  beforeEach(async () => {
    sandbox = await startSandbox({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }] } });
    shop = sandbox.tradegecko.fronts()[0] as TgShop;
    connection = connect();
  });
  afterEach(() => sandbox.stop());

  const connect = (options: Partial<ConnectionOptions> = {}) =>
    partnerConnection(tradeGecko, { ...demo(sandbox), ...options });
  const place = (given: object = {}) =>
    shop.place({
      lines: [{ sku: 'A-1', quantity: 2 }],
      address: ann as (typeof PEOPLE)[0],
      shippingMethod: 'Flat rate',
      ...given,
    });
  const orderOf = async (id: string) => (await tradeGecko.getOrder(connection, id)) as ExternalOrder;
  const shipmentOf = (order: ExternalOrder, given: Partial<ReportedShipment> = {}): ReportedShipment => ({
    key: 'shipment-9',
    orderId: order.id,
    orderNumber: order.number,
    carrier: 'UPS',
    trackingNumbers: ['1Z9'],
    trackingUrl: '',
    shippedAt: NOW,
    lines: order.lines.map(({ id, sku, quantity }) => ({ lineId: id, sku, quantity, unitIds: [] })),
    completesOrder: true,
    ...given,
  });
  const report = async (shipment: ReportedShipment) => tradeGecko.reportShipment?.(connection, shipment);

  test('without an address of the operator nobody is called, least of all the old address', async () => {
    connection = connect({ baseUrl: undefined });
    await expect(tradeGecko.verify(connection)).rejects.toMatchObject({
      kind: 'refused',
      message: 'PartnerIsGone',
    });
    expect(connection.trace).toEqual([]);
  });

  test('a name that leads nowhere is unavailable', async () => {
    connection = connect({ baseUrl: 'http://api.tradegecko.invalid' });
    await expect(tradeGecko.verify(connection)).rejects.toMatchObject({ kind: 'unavailable' });
    sandbox.tradegecko.account.isSwitchedOff = true;
    connection = connect();
    await expect(tradeGecko.verify(connection)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('locations are the places, and orders of another one are not read', async () => {
    expect(await tradeGecko.places?.list(connection)).toEqual(
      expect.arrayContaining([
        { id: '21', name: 'Demo warehouse', isActive: true },
        { id: '22', name: 'Old shed', isActive: false },
      ]),
    );
    const order = await orderOf(place());
    connection = connect({ place: '22' });
    expect((await tradeGecko.verify(connection)).warnings).toHaveLength(1);
    expect(await tradeGecko.getOrder(connection, order.id)).toBeUndefined();
    expect(await tradeGecko.findOrder(connection, order.number)).toBeUndefined();
    await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('an address and a variant that are gone leave their parts empty', async () => {
    const id = place();
    sandbox.tradegecko.account.addresses.clear();
    sandbox.tradegecko.account.variants.clear();
    expect(await orderOf(id)).toMatchObject({ shipTo: null, billTo: null, lines: [{ sku: '', quantity: 2 }] });
  });

  test('variants of a page are read together, addresses once', async () => {
    for (let each = 0; each < 3; each++) place();
    sandbox.clearCalls();
    const until = sandbox.clock.now();
    await tradeGecko.listOrders(connection, { since: new Date(until.getTime() - 60_000), until }, null);
    const paths = sandbox.calls().map(({ path }) => path.split('?')[0]?.replace(/\d+$/, ':id'));
    expect(paths.filter((path) => path?.endsWith('/variants'))).toHaveLength(1);
    expect(paths.filter((path) => path?.endsWith('/addresses/:id'))).toHaveLength(3);
  });

  test('what was packed and not fulfilled is fulfilled by the repetition', async () => {
    const order = await orderOf(place());
    sandbox.fail({ match: 'PUT /fulfillments/*', status: 500, body: {} });
    await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'unknownOutcome' });
    expect((await orderOf(order.id)).state).toBe('open');
    expect(await report(shipmentOf(order))).toMatchObject({ wasThere: true });
    expect((await orderOf(order.id)).state).toBe('shipped');
  });

  test('without a tracking number the same lines are the same shipment', async () => {
    const order = await orderOf(place());
    const part = (quantity: number) =>
      shipmentOf(order, {
        trackingNumbers: [],
        lines: order.lines.map(({ id, sku }) => ({ lineId: id, sku, quantity, unitIds: [] })),
      });
    expect(await report(part(1))).toMatchObject({ wasThere: false });
    expect(await report(part(1))).toMatchObject({ wasThere: true });
    expect(sandbox.tradegecko.account.fulfillments.size).toBe(1);
  });

  test('a shipment of an order that is void is refused', async () => {
    const order = await orderOf(place());
    shop.cancel(order.id);
    await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'refused' });
  });
});
