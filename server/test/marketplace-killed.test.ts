import { api, callAddress, type Integration } from '@longshore/contract';
import { beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../src/sandbox/index.ts';
import { PEOPLE } from '../src/sandbox/seed.ts';
import type { ZaloraShop } from '../src/sandbox/zalora/shop.ts';
import type { ZaloraStore } from '../src/sandbox/zalora/store.ts';
import { type Caller, eventually, type TestApp } from './harness.ts';
import { type KillableServer, sleep } from './killable.ts';
import { type KilledJobs, killJobs } from './killed-jobs.ts';

const { integrations, marketplace } = api;
const [ann] = PEOPLE;
const PATIENCE_MS = 60_000;
let it: TestApp;
let sandbox: Sandbox;
let store: ZaloraStore;
let shop: ZaloraShop;
let server: KillableServer;
let start: KilledJobs['start'];
let boss: Caller;
let connected: Integration;
let sku: string;

// Calls that only prepare are answered by the app of the tests; the process that hands over is the one that is killed.
killJobs(async (made) => {
  ({ it, boss, sandbox, server, start } = made);
  [store] = sandbox.zalora.stores as [ZaloraStore];
  shop = sandbox.zalora.fronts()[0] as ZaloraShop;
  await it.given.courierOf(null, 'Standard');
  const clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  const item = await it.given.item(boss, { client_id: clientId });
  sku = item.sku;
  await it.given.stock(item.id, 100);
  sandbox.seed({ products: [{ sku, name: item.name, price: '4.50' }] });
  const body = { name: 'Zalora', client_id: clientId, type: 15, auto_process: 1, sync_minutes: 1440 };
  connected = await boss.ok(integrations.create, { body: { ...body, ...sandbox.credentials.zalora } as never });
});

beforeEach(() => sandbox.clearCalls());

const until = (reached: () => Promise<unknown>) =>
  eventually(async () => ((await reached()) ? true : undefined), PATIENCE_MS);
const callsTo = (path: string) => sandbox.calls().filter((call) => call.path.includes(path));
/** A moment long enough that a call which was begun is at the marketplace. */
const sent = () => sleep(500).then(() => true);
const stateOf = (id: number) => boss.ok(marketplace.get, { params: { id } });
const unitStates = (id: string) => store.orders.get(Number(id))?.items.map(({ status }) => status);

/** A shipment of a new order of the marketplace. */
async function shipmentOf(): Promise<{ sourceId: string; id: number }> {
  const sourceId = shop.place({
    lines: [{ sku, quantity: 2 }],
    address: ann as (typeof PEOPLE)[0],
    shippingMethod: 'Standard',
  });
  const reference = store.orders.get(Number(sourceId))?.number ?? '';
  const { order_id } = await boss.ok(integrations.importReference, {
    params: { id: connected.id },
    body: { reference },
  });
  const [row] = await it.database.owner<{ id: number }>('select id from shipments where order_id = $1', [order_id]);
  return { sourceId, id: row?.id ?? 0 };
}

const press = (id: number) =>
  server.request(
    'PUT',
    callAddress(marketplace.fulfil, { params: { id } }),
    { method: 'dropship', provider: 'Ninja Van', isOwnCarrier: 0 },
    { authorization: `Bearer ${boss.token}` },
  );

/** The lease of the dead server ends. */
async function restart(): Promise<void> {
  await server.end('SIGKILL');
  sandbox.stopFailing();
  await it.database.owner("delete from call_allowances where name like 'marketplace %'", []);
  await start();
}

const isReady = async (id: number) => {
  const { documents } = await stateOf(id);
  return documents.length > 0 && documents.every(({ state }) => state === 'ready');
};

test.each([
  ['before its items are packed', 'POST /set-to-packed-by-marketplace', async () => true],
  ['when they are packed and not ready', 'POST /set-to-ready-to-ship', async () => callsTo('set-to-packed').length > 0],
])(
  'a handover that is killed %s is done once when somebody presses again',
  async (_, match, reached) => {
    const { id, sourceId } = await shipmentOf();
    sandbox.clearCalls();
    sandbox.fail({ match, delayMs: 1_500 });
    const first = press(id);
    await until(async () => (await stateOf(id)).state === 'waiting' && (await reached()) && (await sent()));
    await restart();
    expect((await first).status).toBe(0);
    // What was sent is done there meanwhile.
    await sleep(1_500);
    expect(await press(id)).toMatchObject({ status: 200, data: { state: 'done', provider: 'Ninja Van' } });
    expect(unitStates(sourceId)).toEqual(['ready_to_ship', 'ready_to_ship']);
    expect(callsTo('set-to-packed')).toHaveLength(1);
    await until(() => isReady(id));
  },
  240_000,
);

test('documents that were asked for are fetched when the server is killed while it waits for them', async () => {
  const { id } = await shipmentOf();
  sandbox.fail({ match: '/exports/*', delayMs: 2_000, times: 9 });
  expect((await press(id)).status).toBe(200);
  await until(async () => callsTo('/exports').length > 0 && (await sent()));
  expect(await isReady(id)).toBe(false);
  await restart();
  await until(() => isReady(id));
}, 240_000);
