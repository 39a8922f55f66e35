import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { partnerContract } from '../../../test/partner-contract.ts';
import type { ExternalOrder, MarketplaceShipment, ReportedShipment } from '../../modules/channels/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import type { ZaloraShop } from '../../sandbox/zalora/shop.ts';
import type { ZaloraStore } from '../../sandbox/zalora/store.ts';
import { PAGE } from './connector.ts';
import { zalora } from './index.ts';

const storeOf = (sandbox: Sandbox) => sandbox.zalora.stores[0] as ZaloraStore;

const connected = (sandbox: Sandbox): ConnectionOptions => ({
  values: sandbox.credentials.zalora ?? {},
  baseUrl: sandbox.baseUrls.zalora,
  now: () => sandbox.clock.now(),
});
const classic = (sandbox: Sandbox): ConnectionOptions => ({
  ...connected(sandbox),
  values: { key_1: storeOf(sandbox).userId, key_2: storeOf(sandbox).apiKey },
  apiVersion: 'classic',
});

const common = {
  connector: zalora,
  wrongKeys: { key_2: 'wrong-secret' },
  page: PAGE,
  tooMany: {
    fault: { status: 429, headers: { 'retry-after': '1' }, body: { status: 429, title: 'Too many requests' } },
    waitMs: 1_000,
  },
};

partnerContract({
  ...common,
  connect: connected,
  lists: 'GET /v2/orders',
  ships: 'POST /set-to-ready-to-ship',
  expireToken: (sandbox) => ({ ...connected(sandbox), expire: () => storeOf(sandbox).tokens.clear() }),
});

partnerContract({
  ...common,
  connector: { ...zalora, name: 'Zalora (classic)' },
  connect: classic,
  lists: 'GetOrders',
  ships: 'SetStatusToReadyToShip',
});

describe.each([
  ['REST 2.0', connected],
  ['classic', classic],
])('Zalora %s', (_generation, options) => {
  let sandbox: Sandbox;
  let store: ZaloraStore;
  let shop: ZaloraShop;
  let connection: TestConnection;
  const [ann] = PEOPLE;

  beforeEach(async () => {
    sandbox = await startSandbox({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }] } });
    store = storeOf(sandbox);
    shop = sandbox.zalora.fronts()[0] as ZaloraShop;
    connection = partnerConnection(zalora, options(sandbox));
  });
  afterEach(() => sandbox.stop());

  const place = (quantity = 2) =>
    shop.place({ lines: [{ sku: 'A-1', quantity }], address: ann as (typeof PEOPLE)[0], shippingMethod: 'Standard' });
  const orderOf = async (id: string) => (await zalora.getOrder(connection, id)) as ExternalOrder;
  const units = (id: string) => store.orders.get(Number(id))?.items ?? [];
  const linesOf = (order: ExternalOrder): ReportedShipment['lines'] =>
    order.lines.map(({ id, sku, quantity, unitIds = [] }) => ({ lineId: id, sku, quantity, unitIds }));
  const report = (order: ExternalOrder, given: Partial<ReportedShipment> = {}) =>
    zalora.reportShipment?.(connection, {
      key: 'shipment-9',
      orderId: order.id,
      orderNumber: order.number,
      carrier: 'UPS',
      trackingNumbers: ['1Z9'],
      trackingUrl: '',
      shippedAt: order.placedAt,
      lines: linesOf(order),
      completesOrder: true,
      ...given,
    });
  const fulfil = (order: ExternalOrder, given: Partial<MarketplaceShipment> = {}) =>
    zalora.marketplace?.fulfil(connection, {
      orderId: order.id,
      orderNumber: order.number,
      lines: linesOf(order),
      method: 'dropship',
      provider: 'Ninja Van',
      trackingNumber: '',
      ...given,
    });
  const wrote = () => connection.trace.filter(({ subject }) => /^(Pack|Set) items/.test(subject)).length;

  test('units of an SKU are one line', async () => {
    const id = place();
    expect((await orderOf(id)).lines).toEqual([
      {
        id: 'A-1',
        sku: 'A-1',
        name: 'Mug',
        quantity: 2,
        price: 4.5,
        unitIds: units(id).map((unit) => String(unit.id)),
      },
    ]);
  });

  test('a unit that the customer cancels leaves its line, and the line keeps its id', async () => {
    const id = place(3);
    shop.cancelUnit(units(id)[0]?.id ?? 0);
    expect(await orderOf(id)).toMatchObject({ state: 'open', lines: [{ id: 'A-1', quantity: 2 }] });
  });

  test('masked contacts are none', async () => {
    store.switches.masksContacts = true;
    const order = await orderOf(place());
    expect([order.customer.email, order.customer.phone, order.shipTo?.phone]).toEqual(['', '', '']);
  });

  test('a carrier that Zalora is not connected to takes our number', async () => {
    const order = await orderOf(place());
    expect(await fulfil(order, { provider: 'UPS', trackingNumber: '1Z9' })).toMatchObject({ trackingNumber: '1Z9' });
    expect(units(order.id).map(({ status, trackingCode }) => [status, trackingCode])).toEqual([
      ['ready_to_ship', '1Z9'],
      ['ready_to_ship', '1Z9'],
    ]);
    const other = await orderOf(place());
    await expect(fulfil(other, { provider: 'UPS' })).rejects.toThrow(/^ProviderNeedsTracking:/);
    await expect(fulfil(other, { provider: 'UPS', trackingNumber: '1Z9' })).rejects.toThrow(/already been used/);
    await expect(fulfil(other, { provider: 'Nobody' })).rejects.toThrow(/^NoSuchProvider:Nobody$/);
  });

  test('a connected carrier gives the number, and the shipment that is finished later changes nothing', async () => {
    const order = await orderOf(place());
    const first = await fulfil(order);
    expect(first).toMatchObject({ wasThere: false, rejected: [], trackingNumber: expect.stringMatching(/^ZLR/) });
    const written = wrote();
    expect(await report(order)).toEqual({ externalId: first?.externalId, wasThere: true, rejected: [] });
    expect(await fulfil(order)).toEqual({ ...first, wasThere: true });
    expect(wrote()).toBe(written);
  });

  test.each(['Pack items', 'Set items to ready'])('an answer that is lost is looked up (%s)', async (subject) => {
    const order = await orderOf(place());
    const isPack = subject === 'Pack items';
    const rest = isPack ? 'POST /set-to-packed-by-marketplace' : 'POST /set-to-ready-to-ship';
    const action = isPack ? 'SetStatusToPackedByMarketplace' : 'SetStatusToReadyToShip';
    sandbox.fail({ match: connection.apiVersion === 'classic' ? action : rest, dropAfterWrite: true });
    await expect(fulfil(order)).rejects.toMatchObject({ kind: 'unknownOutcome' });
    await fulfil(order);
    expect(new Set(units(order.id).map(({ packageId }) => packageId)).size).toBe(1);
    expect(connection.trace.filter((each) => each.subject === subject)).toHaveLength(1);
    expect(units(order.id).every(({ status }) => status === 'ready_to_ship')).toBe(true);
  });

  test('a unit that is cancelled between reading and packing is left out, and named', async () => {
    const order = await orderOf(place());
    shop.cancelUnit(units(order.id)[0]?.id ?? 0);
    const answer = await report(order);
    expect(answer?.rejected).toEqual([{ lineId: 'A-1', reason: 'UnitsAreNotOpen:1' }]);
    expect(units(order.id).map(({ status }) => status)).toEqual(['canceled', 'ready_to_ship']);
    shop.cancel(place());
  });

  test('an order that is cancelled is refused', async () => {
    const order = await orderOf(place());
    shop.cancel(order.id);
    await expect(report(order)).rejects.toMatchObject({ kind: 'refused', message: /cancelled in Zalora/ });
  });

  test('a label that takes a while is tried again later', async () => {
    store.switches.labelDelayMs = 60_000;
    const order = await orderOf(place());
    await expect(fulfil(order)).rejects.toMatchObject({ kind: 'unavailable' });
    sandbox.clock.advance(60_000);
    await fulfil(order);
    expect(connection.trace.filter(({ subject }) => subject === 'Pack items')).toHaveLength(1);
  });

  test('a document is a PDF after packing, and refused before', async () => {
    const order = await orderOf(place());
    const unitIds = order.lines[0]?.unitIds ?? [];
    const read = async (kind: string) => {
      let ticket = '';
      for (let look = 0; look < 5; look++) {
        const got = await zalora.marketplace?.document(connection, { kind, unitIds, ticket });
        if (got && 'content' in got) return got.content.toString('latin1');
        ticket = got?.ticket ?? '';
      }
      throw new Error('The document is never finished.');
    };
    await expect(read('shippingLabel')).rejects.toThrow(/must be packed/);
    await fulfil(order);
    for (const kind of zalora.marketplace?.documents ?? []) expect(await read(kind)).toMatch(/^%PDF-[\s\S]*%%EOF\n$/);
  });
});

describe('Zalora', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ seed: { products: [{ sku: 'A-1', name: 'Mug', price: '4.50' }] } });
  });
  afterEach(() => sandbox.stop());

  test('a clock that is wrong by ten minutes is named, and the key stays accepted', async () => {
    const now = () => new Date(sandbox.clock.now().getTime() + 600_000);
    const connection = partnerConnection(zalora, { ...classic(sandbox), now });
    await expect(zalora.verify(connection)).rejects.toMatchObject({ kind: 'unavailable', message: /clock/ });
  });

  test('maintenance is unavailable, with its wait', async () => {
    storeOf(sandbox).switches.maintenance = true;
    const connection = partnerConnection(zalora, connected(sandbox));
    await expect(zalora.verify(connection)).rejects.toMatchObject({ kind: 'unavailable', waitMs: 120_000 });
  });

  test.each(['Error', 'Expired'] as const)('a document that ends as %s', async (end) => {
    const connection = partnerConnection(zalora, connected(sandbox));
    const [shop] = sandbox.zalora.fronts();
    const id = shop?.place({
      lines: [{ sku: 'A-1', quantity: 1 }],
      address: PEOPLE[0] as (typeof PEOPLE)[0],
      shippingMethod: '',
    });
    const order = await zalora.getOrder(connection, id ?? '');
    const asked = { kind: 'invoice', unitIds: order?.lines[0]?.unitIds ?? [] };
    storeOf(sandbox).switches.documentEnd = end;
    const read = (ticket: string) => zalora.marketplace?.document(connection, { ...asked, ticket });
    const first = (await read('')) as { ticket: string };
    await read(first.ticket);
    if (end === 'Error') return expect(read(first.ticket)).rejects.toMatchObject({ kind: 'refused' });
    // Asked for again under another number.
    const again = (await read(first.ticket)) as { ticket: string };
    return expect(again.ticket).not.toBe(first.ticket);
  });

  test('the token goes to the API only, not with the link of a document', async () => {
    const connection = partnerConnection(zalora, connected(sandbox));
    const body = { id: 5, status: 'Finished', downloadLinks: [`${sandbox.baseUrls.zalora}/downloads/x`] };
    sandbox.fail({ match: 'GET /v2/exports/5', status: 200, body });
    const asked = { kind: 'invoice', unitIds: ['1'], ticket: '5' };
    await expect(zalora.marketplace?.document(connection, asked)).rejects.toMatchObject({ status: 403 });
    expect(sandbox.calls().at(-1)?.headers).not.toHaveProperty('authorization');
  });

  test.each([
    ['sellercenter-api.zalora.sg', 'https://sellercenter.zalora.sg'],
    ['https://sellercenter-api-staging.zalora.com.my/', 'https://sellercenter.zalora.com.my'],
    ['http://10.0.0.1', ''],
    ['file:///etc/passwd', ''],
  ])('the address %s', (text, shopUrl) => {
    expect(zalora.shopUrl({ ...partnerConnection(zalora, connected(sandbox)).values, o_auth_token: text })).toBe(
      shopUrl,
    );
  });
});
