import { api, type StationBatchResult } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Ordering, ordering } from '../../../../test/ordering.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';
import type { SsAccount } from '../../../sandbox/shipstation/account.ts';
import type { SsShop } from '../../../sandbox/shipstation/shop.ts';

const { station, shipments, orders, companyAccounts, shipmentBilling, integrations } = api;
let it: TestApp;
let sandbox: Sandbox;
let account: SsAccount;
let shop: SsShop;
let boss: Caller;
let put: Ordering;
let clientId: number;

beforeAll(async () => {
  sandbox = await startSandbox({ control: true });
  [account] = sandbox.shipstation.accounts as [SsAccount];
  shop = sandbox.shipstation.fronts()[0] as SsShop;
  it = await testApp({
    worker: true,
    partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
  put = ordering(it, boss);
  clientId = await it.given.client('Station Goods');
  await it.database.owner(
    `update clients set use_ship_station = true, ss_warehouse = 'Northfield West', shipping_charge_modify = 0.1 where id = $1`,
    [clientId],
  );
  await it.database.owner(
    `update couriers set ss_mapping_carrier = 'fedex', ss_mapping_service = 'fedex_2day', ss_mapping_package = 'fedex_pak' where id = 1`,
  );
  await it.database.owner(`update company set ss_prefix = 'HSL-'`);
});
afterAll(() => sandbox.stop());

beforeEach(async () => {
  sandbox.stopFailing();
  account.revoked = false;
  // The limit of 40 calls in a minute is that of tests too; it has a test of its own.
  account.window = { startedAt: 0, calls: 0 };
  account.switches.callsPerMinute = 1_000;
  await it.database.owner(`delete from call_allowances`);
  await boss.ok(companyAccounts.saveShipStation, { body: keys() });
  await it.database.owner(`delete from call_allowances`);
  sandbox.clearCalls();
});

const keys = (more: object = {}) => ({ ...sandbox.credentials.shipstation, ...more }) as never;
const calls = (method: string, path: string) =>
  sandbox.calls().filter((call) => call.method === method && call.path.includes(path));

async function shipment(units = 3, quantity = 2): Promise<number> {
  const item = await put.item(units, clientId);
  const orderId = await put.order({ clientId, lines: [[item.id, quantity]] });
  const order = await boss.ok(orders.shipFull, { params: { id: orderId } });
  return order.shipments[0]?.id ?? 0;
}
const ready = async () => {
  const id = await shipment();
  await boss.ok(shipments.fulfilAll, { params: { id } });
  return id;
};
const push = (id: number) => boss.ok(station.push, { params: { id } });
const pull = (id: number) => boss.ok(station.pull, { params: { id } });
const stateOf = (id: number) => boss.ok(station.get, { params: { id } });
const codeOf = async (answer: Promise<{ status: number; body: { error_code?: number } }>) => {
  const { status, body } = await answer;
  return [status, body.error_code];
};
const there = (id: string) => shop.need(id);
const keyOf = async (id: number) => {
  const [row] = await it.database.owner<{ order_key: string }>(
    'select order_key from station_orders where shipment_id = $1',
    [id],
  );
  return row?.order_key ?? '';
};
const ordersWith = (key: string) => [...account.orders.values()].filter(({ orderKey }) => orderKey === key);

describe('a push', () => {
  test('sends the whole shipment; again, there is still one order', async () => {
    const id = await shipment();
    expect(await stateOf(id)).toMatchObject({ state: 'none', is_mapped: true, is_connected: true });
    const { pt_number } = await boss.ok(shipments.get, { params: { id } });
    const pushed = await push(id);
    expect(pushed).toMatchObject({ state: 'pushed', number: `HSL-${pt_number}`, problem: '' });
    expect(there(pushed.ss_order_id)).toMatchObject({
      orderNumber: `HSL-${pt_number}`,
      orderKey: await keyOf(id),
      orderStatus: 'awaiting_shipment',
      carrierCode: 'fedex',
      serviceCode: 'fedex_2day',
      packageCode: 'fedex_pak',
      warehouseId: 72,
      items: [{ quantity: 2 }],
      billedTo: { billToParty: null },
    });
    expect((await boss.ok(shipments.get, { params: { id } })).ss_order_id).toBe(pushed.ss_order_id);
    await boss.ok(shipments.setCarrier, {
      params: { id },
      body: {
        courier_id: 1,
        payment_method: 'third',
        account: 'A-7',
        billing_zip: '94607',
        billing_country_code: 'US',
      },
    });
    const again = await push(id);
    expect(again.ss_order_id).toBe(pushed.ss_order_id);
    expect(there(again.ss_order_id).billedTo).toEqual({
      billToParty: 'third_party',
      billToAccount: 'A-7',
      billToPostalCode: '94607',
      billToCountryCode: 'US',
    });
    expect(ordersWith(await keyOf(id))).toHaveLength(1);
  });

  test('is refused with the code of the catalogue, and changes nothing', async () => {
    const id = await shipment();
    const pushed = () => codeOf(boss.call(station.push, { params: { id } }));
    await boss.ok(companyAccounts.removeShipStation, {});
    expect(await pushed()).toEqual([400, 90006]);
    await boss.ok(companyAccounts.saveShipStation, { body: keys() });
    await it.database.owner(`update clients set ss_warehouse = 'Nowhere' where id = $1`, [clientId]);
    expect(await pushed()).toEqual([400, 40005]);
    await it.database.owner(`update clients set ss_warehouse = '72' where id = $1`, [clientId]);
    await it.database.owner(`update couriers set ss_mapping_carrier = '' where id = 1`);
    expect(await pushed()).toEqual([400, 40005]);
    await it.database.owner(`update couriers set ss_mapping_carrier = 'fedex' where id = 1`);
    expect(await codeOf(boss.call(station.push, { params: { id: 2_000_000_000 } }))).toEqual([400, 40001]);
    expect(await stateOf(id)).toMatchObject({ state: 'none' });
    expect(calls('POST', '/orders')).toEqual([]);
    const inbound = await put.order({ type: 'Vendor Order', clientId, lines: [[(await put.item(0, clientId)).id, 2]] });
    const receipt = (await boss.ok(orders.shipFull, { params: { id: inbound } })).shipments[0]?.id ?? 0;
    expect(await codeOf(boss.call(station.push, { params: { id: receipt } }))).toEqual([400, 40006]);
  });

  test('that the station refuses says so, is seen in the billing load, and succeeds later', async () => {
    const id = await ready();
    sandbox.fail({
      match: 'POST /orders/createorder',
      status: 400,
      body: JSON.stringify({ message: 'Bad luck' }),
    } as never);
    expect(await codeOf(boss.call(station.push, { params: { id } }))).toEqual([400, 90003]);
    expect(await stateOf(id)).toMatchObject({ state: 'refused', problem: expect.stringContaining('Bad luck') });
    const load = await boss.ok(shipmentBilling.load, { params: { id } });
    expect([load.ss_error, load.ss_error_key]).toEqual([
      expect.stringContaining('Bad luck'),
      expect.stringMatching(/^PartnerRefused:/),
    ]);
    expect(await push(id)).toMatchObject({ state: 'pushed', problem: '' });
    const traced = await boss.ok(companyAccounts.shipStationCalls, {});
    expect(traced.some(({ problem }) => problem.includes('Bad luck'))).toBe(true);
    expect(JSON.stringify(traced)).not.toContain(sandbox.credentials.shipstation?.key_2);
  });

  test('whose answer is lost is sent again by itself, once there', async () => {
    const id = await shipment();
    sandbox.fail({ match: 'POST /orders/createorder', dropAfterWrite: true } as never);
    expect(await codeOf(boss.call(station.push, { params: { id } }))).toEqual([400, 90003]);
    expect(await stateOf(id)).toMatchObject({ state: 'wanted', problem_key: 'PartnerAnswerUnknown' });
    await it.database.owner(`update station_orders set tried_at = now() - interval '1 day' where shipment_id = $1`, [
      id,
    ]);
    await resume();
    expect(await stateOf(id)).toMatchObject({ state: 'pushed' });
    expect(ordersWith(await keyOf(id))).toHaveLength(1);
  });

  test('of two people at once has one effect', async () => {
    const id = await shipment();
    sandbox.fail({ match: 'POST /orders/createorder', delayMs: 400 });
    const answers = await Promise.all([1, 2, 3].map(() => boss.call(station.push, { params: { id } })));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
    expect(answers.filter(({ status }) => status !== 200).every(({ body }) => body.error_code === 40005)).toBe(true);
    expect(ordersWith(await keyOf(id))).toHaveLength(1);
    expect((await stateOf(id)).state).toBe('pushed');
  });

  test('of a shipment that somebody else holds is refused', async () => {
    const id = await shipment();
    const staff = await it.as('staff');
    await staff.ok(shipments.lock, { params: { id } });
    expect(await codeOf(boss.call(station.push, { params: { id } }))).toEqual([400, 40005]);
  });

  test('with keys that are refused ends the account, and whoever entered them hears of it', async () => {
    const id = await shipment();
    account.revoked = true;
    expect(await codeOf(boss.call(station.push, { params: { id } }))).toEqual([400, 90003]);
    expect((await boss.ok(companyAccounts.list, {})).shipstation.verified).toBe(0);
    expect(await codeOf(boss.call(station.push, { params: { id } }))).toEqual([400, 90006]);
  });
});

/** What the schedule does every minute. */
async function resume(): Promise<void> {
  await it.database.owner(`select graphile_worker.add_job('resume-station-orders', '{}')`).catch(() => undefined);
  await eventually(async () => {
    const [row] = await it.database.owner<{ left: number }>(
      `select count(*)::int as left from station_orders where state in ('wanted', 'removing') and tried_at < now() - interval '1 hour'`,
    );
    return row?.left === 0 ? true : undefined;
  }, 70_000);
  await eventually(async () => {
    const [row] = await it.database.owner<{ held: number }>(
      `select count(*)::int as held from call_allowances where name like 'station %'`,
    );
    return row?.held === 0 ? true : undefined;
  });
}

describe('a batch', () => {
  test('is one call, and each shipment has an outcome of its own', async () => {
    const ids = [await shipment(), await shipment(), await ready()];
    const [, , finished = 0] = ids;
    await boss.ok(shipments.finishMany, { body: { ids: [finished], options: {} } as never });
    const results: StationBatchResult[] = await boss.ok(station.pushMany, { body: { ids } });
    expect(results.map(({ result }) => result)).toEqual([true, true, false]);
    expect(results[2]?.message_key).toMatch(/^40005/);
    expect(calls('POST', '/orders/createorder')).toHaveLength(1);
  });

  test('with an order that was shipped there refuses that one only', async () => {
    const ids = [await shipment(), await shipment()];
    const [one = 0] = ids;
    shop.buyLabel((await push(one)).ss_order_id, '1ZGONE');
    const results = await boss.ok(station.pushMany, { body: { ids } });
    expect(results.map(({ result }) => result)).toEqual([false, true]);
    expect(results[0]?.message).toContain('shipped');
    // The order is there, as it was.
    expect(await stateOf(one)).toMatchObject({ state: 'pushed', problem: expect.stringContaining('shipped') });
  });
});

describe('a pull', () => {
  test('writes waybill and cost with insurance; voided labels count no more', async () => {
    const id = await ready();
    const { ss_order_id } = await push(id);
    expect(await pull(id)).toMatchObject({ labels: [], cost: 0 });
    shop.buyLabel(ss_order_id, '1Z1', { shipmentCost: 8.4, insuranceCost: 1.15 });
    const pulled = await pull(id);
    expect(pulled).toMatchObject({ cost: 9.55, labels: [{ tracking_number: '1Z1', carrier: 'fedex', cost: 9.55 }] });
    const { tracking } = await boss.ok(shipments.get, { params: { id } });
    expect(tracking).toMatchObject({ waybill: '1Z1', cost: 9.55 });
    shop.labels.voidAll(ss_order_id);
    expect(await pull(id)).toMatchObject({ cost: 0, labels: [{ is_voided: true }] });
    expect((await boss.ok(shipments.get, { params: { id } })).tracking).toMatchObject({ waybill: '', cost: 0 });
  });

  test('of a shipment that was not sent is refused', async () => {
    const id = await shipment();
    expect(await codeOf(boss.call(station.pull, { params: { id } }))).toEqual([400, 40005]);
    expect(await codeOf(boss.call(station.remove, { params: { id } }))).toEqual([400, 40005]);
  });

  test('is not for a token that may only read, nor for those who may not update', async () => {
    const id = await ready();
    await push(id);
    const own = (await it.given.clientUser(clientId, true)).caller;
    expect((await own.call(station.pull, { params: { id } })).status).toBe(403);
  });
});

test('the bill has the cost of the station with the client’s modifier; voided labels are out', async () => {
  const { id: activityId } = await boss.ok(api.billingActivities.create, {
    body: { name: 'Freight', charge: 'Shipping-Charge', client_id: clientId },
  });
  const { id: itemId } = await boss.ok(api.billingItems.create, { body: { name: 'Station freight', uom: '' } });
  await boss.ok(api.billingActivities.addItem, {
    params: { id: activityId, itemId },
    body: { rate: '1', valid_from: '2020-01-01' },
  });
  const id = await ready();
  const { ss_order_id } = await push(id);
  shop.buyLabel(ss_order_id, '1ZA', { shipmentCost: 20 });
  shop.labels.voidAll(ss_order_id);
  shop.buyLabel(ss_order_id, '1ZB', { shipmentCost: 10, insuranceCost: 0.5 });
  const { billing, ss_error, tracking, courier_charged } = await boss.ok(shipmentBilling.load, { params: { id } });
  expect([ss_error, tracking.waybill, tracking.cost, courier_charged]).toEqual(['', '1ZB', 10.5, true]);
  expect(billing.entries.find(({ meta_name }) => meta_name === 'Station freight')?.price).toBe(11.55);
  sandbox.fail({ match: 'GET /shipments', status: 500 });
  const later = await boss.ok(shipmentBilling.load, { params: { id } });
  expect([later.ss_error_key, later.tracking.cost]).toEqual(['StationCostUnknown', 10.5]);
});

describe('a removal', () => {
  test('takes the order away; sent again it is another order', async () => {
    const id = await shipment();
    const { ss_order_id } = await push(id);
    const before = await keyOf(id);
    expect(await boss.ok(station.remove, { params: { id } })).toMatchObject({ state: 'removed', ss_order_id: '' });
    expect(there(ss_order_id).isActive).toBe(false);
    expect((await boss.ok(shipments.get, { params: { id } })).ss_order_id).toBe('');
    const again = await push(id);
    expect([again.state, again.ss_order_id === ss_order_id, (await keyOf(id)) === before]).toEqual([
      'pushed',
      false,
      false,
    ]);
  });

  test('of an order that is gone already is no problem', async () => {
    const id = await shipment();
    const { ss_order_id } = await push(id);
    there(ss_order_id).isActive = false;
    expect(await boss.ok(station.remove, { params: { id } })).toMatchObject({ state: 'removed' });
  });

  test('happens when the shipment is voided, also of an order whose answer was lost', async () => {
    const [known, lost] = [await shipment(), await shipment()];
    const { ss_order_id } = await push(known);
    sandbox.fail({ match: 'POST /orders/createorder', dropAfterWrite: true } as never);
    await boss.call(station.push, { params: { id: lost } });
    const [order] = ordersWith(await keyOf(lost));
    expect(order?.isActive).toBe(true);
    for (const id of [known, lost]) await boss.ok(shipments.void, { params: { id } });
    await eventually(async () => (!there(ss_order_id).isActive && !order?.isActive ? true : undefined), 20_000);
  });
});

test('a connection of type 8 is called with the company’s keys; one with keys of its own keeps them', async () => {
  const input = { name: 'Store', client_id: clientId, type: 8, auto_process: 0, synchronize: 0 };
  const made = await boss.ok(integrations.create, { body: input as never });
  expect([made.verified, made.key_1, made.secrets_set]).toEqual([1, '', []]);
  const stores = () => boss.call(integrations.shipStationStores, { params: { id: made.id } });
  expect((await stores()).status).toBe(200);
  // As an older release has stored it.
  await it.database.owner(
    `update integrations set company_account = null, fields = fields || $2::jsonb where id = $1`,
    [made.id, JSON.stringify({ key_1: 'own-key' })],
  );
  expect((await stores()).body.error_code).toBe(90003);
  await it.database.owner(
    `update integrations set company_account = 'shipstation', fields = fields - 'key_1' where id = $1`,
    [made.id],
  );
  await boss.ok(companyAccounts.removeShipStation, {});
  expect((await stores()).body.error_code).toBe(90006);
  const refusal = await boss.call(integrations.create, { body: input as never });
  expect(refusal.body.error_code).toBe(90006);
});

test('the catalogue has carriers with services and packages, in 2 calls for each carrier, and the warehouses', async () => {
  await boss.ok(companyAccounts.saveShipStation, { body: keys() });
  // Stores may be listed meanwhile: connections of other tests are verified again with the new keys.
  expect(calls('GET', '/carriers')).toHaveLength(1 + 2 * account.carriers.length);
  expect(calls('GET', '/warehouses')).toHaveLength(1);
  const carriers = await boss.ok(companyAccounts.shipStationCouriers, {});
  expect(carriers.find(({ id }) => id === 'fedex')).toMatchObject({
    name: 'FedEx',
    services: expect.arrayContaining([{ code: 'fedex_2day', name: 'FedEx 2Day®' }]),
    packages: expect.arrayContaining([{ code: 'fedex_pak', name: 'FedEx® Pak' }]),
  });
  expect((await boss.ok(companyAccounts.shipStationWarehouses, {})).map(({ id, name }) => [id, name])).toEqual([
    ['71', 'Oakland'],
    ['72', 'Northfield West'],
  ]);
  const wrong = await boss.call(companyAccounts.saveShipStation, { body: keys({ key_2: 'wrong' }) });
  expect(wrong.body.error_code).toBe(90003);
});
