import { api, type Integration } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { PEOPLE } from '../../sandbox/seed.ts';
import type { ZaloraShop } from '../../sandbox/zalora/shop.ts';
import type { ZaloraStore } from '../../sandbox/zalora/store.ts';

const { integrations, marketplace, shipments } = api;
let it: TestApp;
let sandbox: Sandbox;
let boss: Caller;
let clientId: number;
let sku: string;
let connected: Integration;
let store: ZaloraStore;
let shop: ZaloraShop;
const [ann] = PEOPLE;

beforeAll(async () => {
  sandbox = await startSandbox();
  [store] = sandbox.zalora.stores as [ZaloraStore];
  shop = sandbox.zalora.fronts()[0] as ZaloraShop;
  it = await testApp({
    worker: true,
    partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
  await it.given.courierOf(null, 'Standard');
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  const item = await it.given.item(boss, { client_id: clientId });
  sku = item.sku;
  await it.given.stock(item.id, 500);
  sandbox.seed({ products: [{ sku, name: item.name, price: '4.50' }] });
  connected = await boss.ok(integrations.create, { body: inputOf() as never });
});
afterAll(() => sandbox.stop());

beforeEach(() => {
  sandbox.stopFailing();
  sandbox.clearCalls();
  Object.assign(store.switches, { documentEnd: 'Finished', brokenDocuments: false, maintenance: false });
});

const inputOf = (fields: object = {}) => ({
  name: 'Demo Zalora',
  client_id: clientId,
  type: 15,
  auto_process: 1,
  ...sandbox.credentials.zalora,
  ...fields,
});
const refusalOf = async (answer: Promise<{ status: number; body: { error_code?: number; reason?: unknown } }>) => {
  const { status, body } = await answer;
  return [status, body.error_code];
};
const place = (quantity = 2) =>
  shop.place({ lines: [{ sku, quantity }], address: ann as (typeof PEOPLE)[0], shippingMethod: 'Standard' });
const numberOf = (id: string) => store.orders.get(Number(id))?.number ?? '';
const byReference = (id: string) => ({ params: { id: connected.id }, body: { reference: numberOf(id) } });

/** A shipment of a new order of Zalora. */
async function shipmentOf(quantity = 2) {
  const sourceId = place(quantity);
  const { order_id } = await boss.ok(integrations.importReference, byReference(sourceId));
  const [row] = await it.database.owner<{ id: number }>('select id from shipments where order_id = $1', [order_id]);
  return { sourceId, id: row?.id ?? 0 };
}
const choice = (more: object = {}) =>
  ({ method: 'dropship', provider: 'Ninja Van', isOwnCarrier: 0, ...more }) as const;
const fulfil = (id: number, more: object = {}) =>
  boss.call(marketplace.fulfil, { params: { id }, body: choice(more) as never });
const fulfilled = (id: number, more: object = {}) =>
  boss.ok(marketplace.fulfil, { params: { id }, body: choice(more) as never });
const stateOf = (id: number) => boss.ok(marketplace.get, { params: { id } });
const packs = () => sandbox.calls().filter(({ path }) => path.includes('set-to-packed')).length;
const unitStates = (id: string) => store.orders.get(Number(id))?.items.map(({ status }) => status);
const print = (url: string) => it.http.inject({ method: 'GET', url });

describe('credentials and orders', () => {
  test('refused on saving is 90008, an unknown number 90010, one that is here 90011, refused in use 90009', async () => {
    const create = boss.call(integrations.create, { body: inputOf({ key_2: 'wrong' }) as never });
    expect(await refusalOf(create)).toEqual([400, 90008]);
    const missing = { params: { id: connected.id }, body: { reference: '77777' } };
    expect(await refusalOf(boss.call(integrations.importReference, missing))).toEqual([400, 90010]);
    const id = place();
    expect(await boss.ok(integrations.importReference, byReference(id))).toMatchObject({ outcome: 'created' });
    expect(await refusalOf(boss.call(integrations.importReference, byReference(id)))).toEqual([400, 90011]);
    store.isRevoked = true;
    const revoked = boss.call(integrations.importReference, byReference(place()));
    expect(await refusalOf(revoked)).toEqual([400, 90009]);
    store.isRevoked = false;
  });
});

describe('a shipment of a marketplace’s order', () => {
  test('lists the providers as the specification names their fields', async () => {
    const { id } = await shipmentOf();
    const providers = await boss.ok(marketplace.providers, { params: { id } });
    expect(providers.map(({ Name, ApiIntegration }) => [Name, ApiIntegration])).toEqual([
      ['Ninja Van', 1],
      ['Pos Laju', 1],
      ['UPS', 0],
      ['Seller Own Fleet', 0],
    ]);
  });

  test('is packed and ready, gets the waybill, and its documents can be printed', async () => {
    const { id, sourceId } = await shipmentOf();
    expect(await stateOf(id)).toMatchObject({ state: 'none', method: 'dropship', documents: [] });
    expect(await fulfilled(id)).toMatchObject({
      state: 'done',
      provider: 'Ninja Van',
      tracking_number: expect.stringMatching(/^ZLR/),
    });
    expect(unitStates(sourceId)).toEqual(['ready_to_ship', 'ready_to_ship']);
    const { tracking } = await boss.ok(shipments.get, { params: { id } });
    expect(tracking.waybill).toMatch(/^ZLR/);
    const documents = await eventually(async () => {
      const now = await stateOf(id);
      return now.documents.every(({ state }) => state === 'ready') ? now.documents : undefined;
    });
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'shippingLabel', 'carrierManifest']);
    for (const { url, kind } of documents) {
      const answer = await print(url);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
      expect(answer.body).toContain(kind);
      expect(answer.body).toMatch(/^%PDF-/);
    }
    // A repetition changes nothing there.
    await fulfil(id);
    expect(packs()).toBe(1);
    // Nor does finishing it.
    await boss.ok(shipments.fulfilAll, { params: { id } });
    const [finished] = await boss.ok(shipments.finishMany, { body: { ids: [id], options: {} } as never });
    expect(finished).toMatchObject({ result: true });
    await eventually(async () => {
      const [report] = await it.database.owner<{ state: string }>(
        'select state from channel_reports where shipment_id = $1',
        [id],
      );
      return report?.state === 'done' ? true : undefined;
    });
    expect(packs()).toBe(1);
  });

  test('with its own carrier needs a waybill, which is the tracking number', async () => {
    const { id, sourceId } = await shipmentOf();
    const own = { provider: 'UPS', isOwnCarrier: 1 };
    expect((await fulfil(id, own)).status).toBe(422);
    await boss.ok(shipments.update, { params: { id }, body: { waybill: `1Z-${id}` } as never });
    expect(await fulfilled(id, own)).toMatchObject({ state: 'done', tracking_number: `1Z-${id}` });
    expect(store.orders.get(Number(sourceId))?.items[0]?.trackingCode).toBe(`1Z-${id}`);
  });

  test.each([
    [{ provider: '' }, 422],
    [{ method: 'drone' }, 422],
  ])('refuses %j', async (more, status) => {
    const { id } = await shipmentOf();
    expect((await fulfil(id, more)).status).toBe(status);
    expect(packs()).toBe(0);
  });

  test('two people who press at once have one effect', async () => {
    const { id, sourceId } = await shipmentOf();
    const answers = await Promise.all([fulfil(id), fulfil(id), fulfil(id)]);
    const codes = answers.map(({ status, body }) => (status === 200 ? 200 : body.error_code));
    expect(codes.filter((code) => code !== 200 && code !== 90013)).toEqual([]);
    expect(codes).toContain(200);
    expect([packs(), unitStates(sourceId)]).toEqual([1, ['ready_to_ship', 'ready_to_ship']]);
  });

  test('whose answer is lost is looked up before it is sent again', async () => {
    const { id } = await shipmentOf();
    sandbox.fail({ match: 'POST /set-to-packed-by-marketplace', dropAfterWrite: true });
    expect(await refusalOf(fulfil(id))).toEqual([400, 90013]);
    expect(await stateOf(id)).toMatchObject({ state: 'waiting', problem_key: 'PartnerAnswerUnknown' });
    expect(await fulfilled(id)).toMatchObject({ state: 'done' });
    expect(packs()).toBe(1);
  });

  test('that the customer cancelled is refused with the partner’s text, and the order is read again', async () => {
    const { id, sourceId } = await shipmentOf();
    shop.cancel(sourceId);
    // Tests that are quick reach the limit of calls, which is another refusal.
    const { status, body } = await eventually(async () => {
      const answer = await fulfil(id);
      return JSON.stringify(answer.body).includes('PartnerLimited') ? undefined : answer;
    });
    expect([status, body.error_code, JSON.stringify(body)]).toEqual([400, 90013, expect.stringContaining('cancelled')]);
    expect(await stateOf(id)).toMatchObject({ state: 'refused', problem: expect.stringContaining('cancelled') });
    await eventually(async () => {
      const [row] = await it.database.owner<{ raw_status: string }>(
        'select raw_status from channel_orders where source_id = $1',
        [sourceId],
      );
      return row?.raw_status === 'canceled' ? true : undefined;
    });
  });

  test('of two in an order has its own units', async () => {
    const { id, sourceId } = await shipmentOf(3);
    const [line] = (await boss.ok(shipments.get, { params: { id } })).shipment_lines;
    await boss.ok(shipments.changeQuantity, {
      params: { id, lineId: line?.id ?? 0 } as never,
      body: { quantity: 1, shouldUpdateOrderLine: 0 } as never,
    });
    await fulfil(id);
    expect(unitStates(sourceId)?.filter((status) => status === 'ready_to_ship')).toHaveLength(1);
  });

  test('a document that is no PDF is refused in words, and can be fetched again', async () => {
    store.switches.brokenDocuments = true;
    const { id } = await shipmentOf();
    await fulfil(id);
    const refused = await eventually(async () => {
      const { documents } = await stateOf(id);
      return documents.every(({ state }) => state === 'refused') ? documents : undefined;
    });
    expect(refused[0]?.problem_key).toBe('DocumentIsNoPdf');
    const page = await print(refused[0]?.url ?? '');
    expect([page.statusCode, page.body]).toEqual([202, expect.stringContaining('cannot be printed')]);
    store.switches.brokenDocuments = false;
    await fulfil(id);
    await eventually(async () =>
      (await stateOf(id)).documents.every(({ state }) => state === 'ready') ? true : undefined,
    );
  });

  test('a link that is forged, of another kind or too old prints nothing', async () => {
    const { id } = await shipmentOf();
    await fulfil(id);
    const url = (await stateOf(id)).documents[0]?.url ?? '';
    const other = url.replace(
      /(\d+)-(\d+)-(\w+)$/,
      (_, shipment, until, sign) => `${Number(shipment) - 1}-${until}-${sign}`,
    );
    for (const bad of [
      other,
      url.replace('/invoice/', '/passwd/'),
      url.replace('/zalora/', '/woocommerce/'),
      `${url}0`,
    ])
      expect((await print(bad)).statusCode).toBe(404);
  });

  test('of another shop, and none at all, are told apart', async () => {
    expect(await refusalOf(boss.call(marketplace.get, { params: { id: 99_999_999 } }))).toEqual([400, 40001]);
    const [row] = await it.database.owner<{ id: number }>(
      'select s.id from shipments s join orders o on o.id = s.order_id where o.api_credential_id is null limit 1',
      [],
    );
    expect(await refusalOf(boss.call(marketplace.get, { params: { id: row?.id ?? 0 } }))).toEqual([400, 90001]);
  });
});
