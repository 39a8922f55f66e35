import { api } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../src/sandbox/index.ts';
import type { SsShop } from '../src/sandbox/shipstation/shop.ts';
import { type Caller, eventually, type TestApp, testApp } from './harness.ts';
import { KillableServer, sleep } from './killable.ts';
import { ordering } from './ordering.ts';
import { TEST_MASTER_KEY } from './test-master-key.ts';

const { station, freight, shipments, orders, companyAccounts } = api;
const PATIENCE_MS = 60_000;
let it: TestApp;
let sandbox: Sandbox;
let server: KillableServer;
let boss: Caller;
let clientId: number;

const start = () =>
  server.start({
    DATABASE_URL: it.database.serverUrl,
    LONGSHORE_DEMO: 'off',
    LONGSHORE_SECRET: TEST_MASTER_KEY.current.toString('hex'),
    LONGSHORE_ALLOW_PRIVATE_PARTNERS: '1',
    LONGSHORE_PARTNER_SHIPSTATION_URL: sandbox.baseUrls.shipstation ?? '',
    LONGSHORE_PARTNER_FREIGHT_URL: sandbox.baseUrls.freight ?? '',
  });

// What is killed answers the calls, and goes on with them when it starts again.
beforeAll(async () => {
  sandbox = await startSandbox({ control: true });
  it = await testApp({ partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials } });
  boss = await it.as('super');
  clientId = await it.given.client();
  await it.database.owner(`update clients set custom_1 = 'C9', custom_2 = 'a@b.test', custom_3 = 'USD' where id = $1`, [
    clientId,
  ]);
  await it.database.owner(
    `update couriers set ss_mapping_carrier = 'fedex', ss_mapping_service = 'fedex_2day', flex_service = 'Air Standard' where id = 1`,
  );
  await boss.ok(companyAccounts.saveShipStation, { body: sandbox.credentials.shipstation as never });
  await boss.ok(companyAccounts.saveFreight, { body: sandbox.credentials.freight as never });
  server = await KillableServer.make();
  await start();
}, 240_000);

afterAll(async () => {
  await server.end('SIGTERM');
  server.remove();
  await sandbox.stop();
});

beforeEach(async () => {
  sandbox.stopFailing();
  for (const account of sandbox.shipstation.accounts) account.switches.callsPerMinute = 10_000;
  await it.database.owner(`delete from call_allowances`);
});

const shop = () => sandbox.shipstation.fronts()[0] as SsShop;
async function ready(): Promise<number> {
  const put = ordering(it, boss);
  const item = await put.item(3, clientId);
  const orderId = await put.order({ clientId, lines: [[item.id, 2]] });
  const id = (await boss.ok(orders.shipFull, { params: { id: orderId } })).shipments[0]?.id ?? 0;
  await boss.ok(shipments.fulfilAll, { params: { id } });
  return id;
}
const ask = (method: string, path: string, body?: object) =>
  server.request(method, `/api/v3${path}`, body, { authorization: `Bearer ${boss.token}` });
const seen = (text: string) => sandbox.calls().some(({ method, path }) => `${method} ${path}`.includes(text));
const stateOf = async (id: number) => (await boss.ok(station.get, { params: { id } })).state;
const freightState = async (id: number) => (await boss.ok(freight.get, { params: { id } })).state;
const keyOf = async (id: number) =>
  (
    await it.database.owner<{ order_key: string }>('select order_key from station_orders where shipment_id = $1', [id])
  )[0]?.order_key;
const ordersOf = (key: string | undefined) =>
  [...(sandbox.shipstation.accounts[0]?.orders.values() ?? [])].filter(({ orderKey }) => orderKey === key);

/** Asks, kills as soon as it has come so far, starts again, and lets the minutes pass that the schedule would wait. */
async function killedAt(call: () => Promise<unknown>, reached: () => Promise<unknown>): Promise<void> {
  const asked = call();
  await eventually(async () => ((await reached()) ? true : undefined), PATIENCE_MS);
  await server.end('SIGKILL');
  await asked;
  sandbox.stopFailing();
  await start();
  await it.database.owner(`delete from call_allowances`);
  await it.database.owner(
    `update station_orders set tried_at = now() - interval '1 day' where state in ('wanted', 'removing')`,
  );
  await it.database.owner(`update freight_bookings set tried_at = now() - interval '1 day' where state = 'wanted'`);
}
/** The partner does what was sent, although nobody waits for its answer any more. */
const slowly = (match: string) => {
  sandbox.clearCalls();
  sandbox.fail({ match, delayMs: 1_500 });
};
const done = (reached: () => Promise<boolean>) =>
  eventually(async () => ((await reached()) ? true : undefined), 90_000);

test.each([
  ['when it is written down', async (id: number) => (await stateOf(id)) === 'wanted'],
  [
    'when it is sent and not answered',
    async (id: number) => (await stateOf(id)) === 'wanted' && sleep(700).then(() => true),
  ],
])(
  'a push that is killed %s is there once',
  async (_, reached) => {
    const id = await ready();
    slowly('POST /orders/createorder');
    await killedAt(
      () => ask('PUT', `/shipments/${id}/ss/push`),
      () => reached(id),
    );
    await done(async () => (await stateOf(id)) === 'pushed');
    expect(ordersOf(await keyOf(id))).toHaveLength(1);
  },
  240_000,
);

test('a pull that is killed changes nothing, and the next one has the cost once', async () => {
  const id = await ready();
  const { ss_order_id } = await boss.ok(station.push, { params: { id } });
  shop().buyLabel(ss_order_id, '1ZKILL', { shipmentCost: 7 });
  slowly('GET /shipments');
  await killedAt(
    () => ask('GET', `/shipments/${id}/ss/pull`),
    () => sleep(700).then(() => true),
  );
  expect((await boss.ok(shipments.get, { params: { id } })).tracking).toMatchObject({ waybill: '', cost: 0 });
  await boss.ok(station.pull, { params: { id } });
  expect((await boss.ok(shipments.get, { params: { id } })).tracking).toMatchObject({ waybill: '1ZKILL', cost: 7 });
}, 240_000);

test.each([
  ['when it is written down', async (id: number) => (await stateOf(id)) === 'removing'],
  [
    'when it is done there and not written',
    async () => seen('DELETE /shipstation/orders') || sleep(1_900).then(() => true),
  ],
])(
  'a removal that is killed %s is done in the end',
  async (_, reached) => {
    const id = await ready();
    const { ss_order_id } = await boss.ok(station.push, { params: { id } });
    slowly('DELETE /orders/*');
    await killedAt(
      () => ask('DELETE', `/shipments/${id}/ss/delete`),
      () => reached(id),
    );
    await done(async () => (await stateOf(id)) === 'removed');
    expect(shop().need(ss_order_id).isActive).toBe(false);
  },
  240_000,
);

const booking = () => ({
  serviceName: 'Air Standard',
  quoteType: 'door-door',
  incoCode: 'DAP',
  transportMode: 'AIR',
  readyDate: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  cargo: [{ pieces: 1, weight: 1, length: 1, width: 1, height: 1, description: 'Mugs', hsCode: '', value: 9 }],
});

test.each([
  ['when it is written down', async (id: number) => (await freightState(id)) === 'wanted'],
  [
    'when it is sent and not answered',
    async (id: number) => (await freightState(id)) === 'wanted' && sleep(700).then(() => true),
  ],
])(
  'a booking that is killed %s is made once',
  async (_, reached) => {
    const id = await ready();
    const before = sandbox.freight.bookings.size;
    slowly('POST /bookings');
    await killedAt(
      () => ask('PUT', `/customization/flex/${id}/book`, booking()),
      () => reached(id),
    );
    await done(async () => (await freightState(id)) === 'SUBMITTED');
    // What was on its way has arrived by now.
    await sleep(2_000);
    expect(sandbox.freight.bookings.size - before).toBe(1);
  },
  240_000,
);
