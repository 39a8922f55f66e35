import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { partnerContract } from '../../../test/partner-contract.ts';
import { httpReceiver } from '../../../test/receivers.ts';
import type { Connector, ExternalOrder, ReportedShipment } from '../../modules/channels/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import type { SsAccount } from '../../sandbox/shipstation/account.ts';
import type { SsShop } from '../../sandbox/shipstation/shop.ts';
import { clientShipStation, shipStationOrder, thirdPartyShipStation } from './index.ts';

const demo = (sandbox: Sandbox): ConnectionOptions => ({
  values: sandbox.credentials.shipstation ?? {},
  baseUrl: sandbox.baseUrls.shipstation,
  now: () => sandbox.clock.now(),
});

partnerContract({
  connector: thirdPartyShipStation,
  connect: demo,
  wrongKeys: { key_2: 'wrong-secret' },
  page: 100,
  lists: 'GET /orders',
  ships: 'POST /orders/markasshipped',
  // The seconds that are left, not the time when.
  tooMany: { fault: { status: 429, headers: { 'x-rate-limit-reset': '1' } }, waitMs: 1_000 },
  shipsWholeOrders: true,
  hooksNameNoOrder: true,
  keepsShipments: true,
});

describe('ShipStation', () => {
  let sandbox: Sandbox;
  let account: SsAccount;
  let shop: SsShop;
  let connection: TestConnection;
  const partner = clientShipStation;
  const [ann] = PEOPLE;

  beforeEach(async () => {
    sandbox = await startSandbox({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }] } });
    account = sandbox.shipstation.accounts[0] as SsAccount;
    shop = sandbox.shipstation.fronts()[0] as SsShop;
    connection = connect();
  });
  afterEach(() => sandbox.stop());

  const connect = (options: Partial<ConnectionOptions> = {}) =>
    partnerConnection(partner, { ...demo(sandbox), ...options });
  const place = (given: object = {}, storeId?: number) =>
    shop.place(
      {
        lines: [{ sku: 'A-1', quantity: 2 }],
        address: ann as (typeof PEOPLE)[0],
        shippingMethod: 'Ground',
        ...given,
      },
      storeId,
    );
  const hoursAround = (hours = 1) => {
    const now = sandbox.clock.now().getTime();
    return { since: new Date(now - hours * 3_600_000), until: new Date(now + 900_000) };
  };
  async function listAll(window = hoursAround(), of: Connector = partner): Promise<ExternalOrder[]> {
    const all: ExternalOrder[] = [];
    let cursor: string | null = null;
    do {
      const { orders, next } = await of.listOrders(connection, window, cursor);
      all.push(...orders);
      cursor = next;
    } while (cursor !== null);
    return all;
  }
  const idsOf = (orders: readonly ExternalOrder[]) => [...new Set(orders.map(({ id }) => id))].sort();
  const orderOf = async (id: string) => (await partner.getOrder(connection, id)) as ExternalOrder;
  const shipmentOf = (order: ExternalOrder, given: Partial<ReportedShipment> = {}): ReportedShipment => ({
    key: 'shipment-9',
    orderId: order.id,
    orderNumber: order.number,
    carrier: 'Bike messenger',
    trackingNumbers: ['1Z9'],
    trackingUrl: '',
    shippedAt: new Date('2026-11-19T03:00:00Z'),
    lines: order.lines.map(({ id, sku, quantity }) => ({ lineId: id, sku, quantity, unitIds: [] })),
    completesOrder: true,
    ...given,
  });
  const report = async (shipment: ReportedShipment) => partner.reportShipment?.(connection, shipment);

  describe('stores', () => {
    test('are the places, with those that cannot be chosen', async () => {
      expect(await partner.places?.list(connection)).toEqual([
        { id: '301', name: 'Demo ShipStation (ShipStation)', isActive: true },
        { id: '302', name: 'Closed market (Shopify)', isActive: false },
      ]);
    });

    test('verify warns of a store that was closed', async () => {
      connection = connect({ place: '302' });
      expect(await partner.verify(connection)).toMatchObject({
        account: 'Demo ShipStation',
        warnings: [{ en: expect.stringContaining('not active any more') }],
      });
    });

    test('orders of another store are neither listed nor read nor found nor shipped', async () => {
      const [own, foreign] = [place(), place({}, 302)];
      expect(idsOf(await listAll())).toEqual([own, foreign].sort());
      const order = await orderOf(foreign);
      connection = connect({ place: '301' });
      expect(idsOf(await listAll())).toEqual([own]);
      expect(await partner.getOrder(connection, foreign)).toBeUndefined();
      expect(await partner.findOrder(connection, order.number)).toBeUndefined();
      await expect(report(shipmentOf(order))).rejects.toMatchObject({ kind: 'notFound' });
    });

    test('the company’s account is not read without one', async () => {
      const id = place();
      for (const asked of [
        () => listAll(undefined, shipStationOrder),
        () => shipStationOrder.getOrder(connection, id),
        () => shipStationOrder.findOrder(connection, `SS-${id}`),
      ])
        await expect(asked()).rejects.toMatchObject({ kind: 'refused', message: 'PlaceNotChosen' });
      expect(sandbox.calls()).toEqual([]);
      connection = connect({ place: '301' });
      expect(idsOf(await listAll(undefined, shipStationOrder))).toEqual([id]);
    });
  });

  test('a number is found exactly, not by its beginning, and a person is told when too many begin so', async () => {
    const longer = place();
    expect(await partner.findOrder(connection, `SS-${longer.slice(0, -1)}`)).toBeUndefined();
    expect((await partner.findOrder(connection, `SS-${longer}`))?.id).toBe(longer);
    const page = { orders: [], total: 9_000, page: 1, pages: 18 };
    sandbox.fail({ match: 'GET /orders', status: 200, body: page, times: 9 });
    await expect(partner.findOrder(connection, 'SS')).rejects.toThrow('TooManyBegin:SS');
  });

  test('of an order that was split, the part that is open is found', async () => {
    const id = place({
      lines: [
        { sku: 'A-1', quantity: 2 },
        { sku: 'B-2', quantity: 1 },
      ],
    });
    const part = shop.split(id, String(shop.need(id).items[1]?.orderItemId));
    expect((await listAll()).map((order) => [order.id, order.lines.map(({ sku }) => sku)]).sort()).toEqual([
      [id, ['A-1']],
      [part, ['B-2']],
    ]);
    shop.setStatus(id, 'shipped');
    expect((await partner.findOrder(connection, `SS-${id}`))?.id).toBe(part);
  });

  test.each([true, false])('an order that was merged into another is cancelled (still readable: %s)', async (shows) => {
    account.switches.showsMerged = shows;
    const [into, other] = [place(), place({ lines: [{ sku: 'B-2', quantity: 1 }] })];
    shop.merge(into, other);
    const listed = new Map((await listAll()).map((order) => [order.id, order]));
    expect(listed.get(into)).toMatchObject({ state: 'open', lines: [{ sku: 'A-1' }, { sku: 'B-2' }] });
    expect(listed.get(other)).toMatchObject({ state: 'cancelled', rawStatus: `merged into SS-${into}` });
    if (shows) expect(listed.get(other)?.number).toBe(`SS-${other}`);
  });

  describe('in the night when an hour occurs twice', () => {
    /** 01:50 by the first clock and 01:10 by the second, twenty minutes later. */
    const [first, second] = [new Date('2026-11-01T08:50:00Z'), new Date('2026-11-01T09:10:00Z')];

    test('a window whose end is before its start by the clock misses nothing', async () => {
      sandbox.clock.set(first);
      const early = place();
      sandbox.clock.set(second);
      const late = place();
      sandbox.clock.advance(60_000);
      const listed = await listAll({ since: new Date(first.getTime() - 60_000), until: sandbox.clock.now() });
      expect(idsOf(listed)).toEqual([early, late].sort());
    });

    test('an order that changes in the second hour is newer than in the first', async () => {
      sandbox.clock.set(first);
      const id = place();
      const before = await orderOf(id);
      sandbox.clock.set(second);
      shop.edit(id, { address: { city: 'Salem' } });
      sandbox.clock.advance(5_000);
      const after = await orderOf(id);
      expect(after.updatedAt.getTime()).toBeGreaterThan(before.updatedAt.getTime());
    });
  });

  describe('a shipment', () => {
    test('has a carrier that ShipStation knows, the Pacific day, and goes on to the sales channel', async () => {
      const order = await orderOf(place());
      await report(shipmentOf(order, { trackingNumbers: ['1Z1', '1Z2'] }));
      expect(account.fulfillments).toMatchObject([
        {
          carrierCode: 'other',
          trackingNumber: '1Z1, 1Z2',
          shipDate: '2026-11-18T00:00:00.0000000',
          notifiesCustomer: false,
          notifiesSalesChannel: true,
        },
      ]);
    });

    test('whose label was bought there is there', async () => {
      const order = await orderOf(place());
      shop.buyLabel(order.id, '1Z9');
      expect(await report(shipmentOf(order))).toMatchObject({
        wasThere: true,
        externalId: expect.stringMatching(/^label:\d+$/),
      });
      expect(account.fulfillments).toEqual([]);
    });

    test('of which only a voided label is there is told', async () => {
      const order = await orderOf(place());
      shop.buyLabel(order.id, '1Z9');
      for (const label of account.shipments) label.voidDate = label.createDate;
      shop.setStatus(order.id, 'awaiting_shipment');
      expect(await report(shipmentOf(order))).toMatchObject({
        wasThere: false,
        externalId: expect.stringMatching(/^fulfilment:\d+$/),
      });
    });

    test('of an order that was shipped there otherwise, or cancelled, is refused', async () => {
      const [shipped, cancelled] = [await orderOf(place()), await orderOf(place())];
      shop.buyLabel(shipped.id, 'other');
      shop.cancel(cancelled.id);
      await expect(report(shipmentOf(shipped))).rejects.toMatchObject({ kind: 'refused' });
      await expect(report(shipmentOf(cancelled))).rejects.toMatchObject({ kind: 'refused' });
      expect(account.fulfillments).toEqual([]);
    });

    test('that was voided here must be set back there by hand, and then it is withdrawn', async () => {
      const order = await orderOf(place());
      const answer = await report(shipmentOf(order));
      const withdraw = async () => partner.withdrawShipment?.(connection, shipmentOf(order), answer?.externalId ?? '');
      await expect(withdraw()).rejects.toThrow(`TakeBackInShipStation:${order.number}`);
      shop.setStatus(order.id, 'awaiting_shipment');
      await withdraw();
    });
  });

  test.each(['message', 'Message', 'empty'] as const)(
    'refusals are read however they are spelled: %s',
    async (errors) => {
      account.switches.errors = errors;
      expect(await partner.getOrder(connection, '99')).toBeUndefined();
      account.revoked = true;
      await expect(partner.verify(connection)).rejects.toMatchObject({ kind: 'auth' });
    },
  );

  test('a real limit is waited for as long as the header says', async () => {
    account.switches.callsPerMinute = 1;
    await partner.verify(connection);
    sandbox.clock.advance(59_500);
    const waiting = partner.verify(connection);
    setTimeout(() => sandbox.clock.advance(1_000), 100);
    await waiting;
    expect(connection.waits).toEqual([1_000]);
  });

  describe('a webhook', () => {
    test.each(['WebHookID', 'id'] as const)('is made once, whatever is answered: %s', async (style) => {
      account.switches.subscribed = style;
      const receiver = await httpReceiver();
      await partner.hooks?.ensure(connection, receiver.url, '');
      await partner.hooks?.ensure(connection, receiver.url, '');
      expect([...account.webhooks.values()]).toMatchObject([{ event: 'ORDER_NOTIFY', storeId: null }]);
    });

    test('is replaced when another store is chosen', async () => {
      const receiver = await httpReceiver();
      await partner.hooks?.ensure(connection, receiver.url, '');
      connection = connect({ place: '301' });
      await partner.hooks?.ensure(connection, receiver.url, '');
      expect([...account.webhooks.values()].map(({ storeId }) => storeId)).toEqual([301]);
    });

    test('with an evil address calls nobody', async () => {
      const evil = await httpReceiver();
      const receiver = await httpReceiver();
      account.switches.resourceUrl = `${evil.url}/orders?importBatch=1`;
      await partner.hooks?.ensure(connection, receiver.url, '');
      const id = place();
      await sandbox.hooks.settled();
      sandbox.clearCalls();
      const body = Buffer.from(receiver.got[0]?.body ?? '');
      expect(partner.hooks?.read({ headers: {}, body }, '')).toEqual({ topic: 'ORDER_NOTIFY', key: '', orderId: null });
      expect(idsOf(await listAll())).toEqual([id]);
      expect([evil.got, sandbox.calls().map(({ path }) => path.split('?')[0])]).toEqual([[], ['/shipstation/orders']]);
    });

    test.each(['', 'x', '[]', 'null', '{"resource_type":7}', '{"resource_type":"RATES"}'])(
      'that says nothing known is ignored: %s',
      (body) => {
        expect(partner.hooks?.read({ headers: {}, body: Buffer.from(body) }, '')).toBe('ignored');
      },
    );
  });
});

test('three codes, one implementation', () => {
  const all = [shipStationOrder, clientShipStation, thirdPartyShipStation];
  expect(all.map(({ code, name, slug, notFoundCode }) => [code, name, slug, notFoundCode])).toEqual([
    [8, 'ShipStation Order', 'shipstation', 90007],
    [12, 'Client ShipStation', 'shipstation', 90007],
    [14, '3rd Party ShipStation', 'shipstation', 90007],
  ]);
  // 40 calls in any minute: what is saved up and what comes in it.
  for (const { limit } of all) expect(limit.burst + limit.perSecond * 60).toBeLessThanOrEqual(40);
});
