import { api, type Integration } from '@longshore/contract';
import { beforeEach, expect, test } from 'vitest';
import { queueStockJob } from '../src/modules/channels/stock.jobs.ts';
import type { Sandbox } from '../src/sandbox/index.ts';
import { PEOPLE } from '../src/sandbox/seed.ts';
import { type Caller, eventually, type TestApp } from './harness.ts';
import { type KillableServer, sleep } from './killable.ts';
import { type KilledJobs, killJobs } from './killed-jobs.ts';

const { integrations, orders, shipments } = api;
const [ann] = PEOPLE;
const PATIENCE_MS = 60_000;
let it: TestApp;
let sandbox: Sandbox;
let server: KillableServer;
let start: KilledJobs['start'];
let boss: Caller;
let shop: Sandbox['shops'][number];
let connected: Integration;
let sku: string;
let itemId: number;

killJobs(async (made) => {
  ({ it, boss, sandbox, server, start } = made);
  shop = sandbox.shops.find(({ partner }) => partner === 'woocommerce') as typeof shop;
  await it.given.courierOf(null, 'Flat rate');
});

beforeEach(async () => {
  store().orders.clear();
  const clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  const item = await it.given.item(boss, { client_id: clientId });
  [sku, itemId] = [item.sku, item.id];
  sandbox.seed({ products: [{ sku, name: item.name, price: '4.50' }] });
  const body = { name: 'Shop', client_id: clientId, type: 5, auto_process: 0, report_stock: 1, sync_minutes: 1440 };
  connected = await boss.ok(integrations.create, { body: { ...body, ...sandbox.credentials.woocommerce } as never });
});

const store = () => {
  const found = sandbox.woocommerce.stores.get('demo-woocommerce');
  if (!found) throw new Error('The sandbox has a demo shop.');
  return found;
};
const place = (count: number) =>
  Array.from({ length: count }, () => {
    store().webhooks.clear();
    return shop.place({
      lines: [{ sku, quantity: 2 }],
      shippingMethod: 'Flat rate',
      address: ann as (typeof PEOPLE)[0],
    });
  });
/** The changes that a shop tells us of, a webhook for each. */
const HOOKED = ['order.created', 'order.deleted', 'order.restored', 'order.updated'];
const one = async <Row>(text: string, ...values: unknown[]): Promise<Row | undefined> =>
  (await it.database.owner<Row & object>(text, values))[0];
const until = (reached: () => Promise<unknown>) =>
  eventually(async () => ((await reached()) ? true : undefined), PATIENCE_MS);
const callsTo = (path: string, method = 'POST') =>
  sandbox.calls().filter((call) => call.method === method && call.path.includes(path));
/** Calls are recorded when they are answered: the one that follows has been sent after a moment, and waits in the shop. */
const nextCall = () => sleep(400).then(() => true);
const runState = async () =>
  one<{ state: string; pages: number; read: number }>(
    'select state, pages, read from channel_runs where integration_id = $1 order by id desc limit 1',
    connected.id,
  );
const placedHere = async () =>
  (await one<{ count: number }>('select count(*)::int as count from orders where api_credential_id = $1', connected.id))
    ?.count ?? 0;

/** Kills the server as soon as it has come so far, and starts it again. */
async function killWhen(reached: () => Promise<unknown>): Promise<void> {
  await until(reached);
  await server.end('SIGKILL');
  sandbox.stopFailing();
  await start();
}

/** Where an import is killed, and what makes the moment long enough to be met. */
test.each([
  ['when its run has begun', { delayMs: 3_000 }, async () => (await runState())?.state === 'running'],
  [
    'while its page is read',
    { delayMs: 3_000 },
    async () => (await runState())?.state === 'running' && (await nextCall()),
  ],
  ['when orders of a page are placed and the page is not recorded', undefined, async () => (await placedHere()) > 3],
])(
  'an import that is killed %s loses and doubles nothing',
  async (_, fault, reached) => {
    const ids = place(60);
    await until(async () => (await runState())?.state === 'done' || (await runState()) === undefined);
    sandbox.clearCalls();
    if (fault) sandbox.fail({ match: 'GET /orders', ...fault });
    const { id: runId } = await boss.ok(integrations.sync, { params: { id: connected.id } });
    await killWhen(reached);
    await until(
      async () =>
        (await one<{ state: string }>('select state from channel_runs where id = $1', runId))?.state === 'done',
    );
    const rows = await it.database.owner<{ source_id: string; times: number }>(
      'select source_id, count(*)::int as times from orders where api_credential_id = $1 group by source_id',
      [connected.id],
    );
    expect(rows.filter(({ source_id }) => ids.includes(source_id))).toHaveLength(60);
    expect(rows.filter(({ times }) => times !== 1)).toEqual([]);
  },
  240_000,
);

/** A shipment of an order of the shop that is finished. */
async function shipped(): Promise<{ id: string; shipmentId: number }> {
  await it.given.stock(itemId, 100);
  const [id = ''] = place(1);
  const { id: runId } = await boss.ok(integrations.sync, { params: { id: connected.id } });
  await until(
    async () => (await one<{ state: string }>('select state from channel_runs where id = $1', runId))?.state === 'done',
  );
  const order = await one<{ id: number }>(
    'select id from orders where api_credential_id = $1 and source_id = $2',
    connected.id,
    id,
  );
  const made = await boss.ok(orders.shipFull, { params: { id: order?.id ?? 0 } });
  const shipmentId = made.shipments[0]?.id ?? 0;
  await boss.ok(shipments.fulfilAll, { params: { id: shipmentId } });
  await boss.ok(shipments.update, { params: { id: shipmentId }, body: { waybill: '1ZKILL' } });
  return { id, shipmentId };
}
const reportOf = (shipmentId: number) =>
  one<{ state: string; wanted: string; attempts: number }>(
    'select state, wanted, attempts from channel_reports where shipment_id = $1',
    shipmentId,
  );

test.each([
  [
    'when it is written down',
    'GET /orders/*',
    async (shipmentId: number) => (await reportOf(shipmentId)) !== undefined,
  ],
  [
    'when it is sent and not answered',
    'POST /orders/*/fulfillments',
    async () => callsTo('/fulfillments', 'GET').length > 0 && (await nextCall()),
  ],
  [
    'when it is answered and the order not completed',
    'PUT /orders/*',
    async () => callsTo('/fulfillments').length > 0 && (await nextCall()),
  ],
])(
  'a report that is killed %s is in the shop once',
  async (_, match, reached) => {
    const { id, shipmentId } = await shipped();
    sandbox.clearCalls();
    // The shop does what was sent although nobody waits for its answer any more.
    sandbox.fail({ match, delayMs: 2_000 });
    await boss.ok(shipments.finishMany, { body: { ids: [shipmentId], options: {} } as never });
    await killWhen(() => reached(shipmentId));
    await until(async () => (await reportOf(shipmentId))?.state === 'done');
    const made = (store().orders.get(Number(id))?.fulfillments ?? []).filter(({ deletedAt }) => !deletedAt);
    expect(made).toHaveLength(1);
    expect(shop.orders().find((order) => order.id === id)).toMatchObject({
      status: 'completed',
      tracking: [{ number: '1ZKILL' }],
    });
  },
  240_000,
);

test.each([
  [
    'when it is written down',
    { match: 'GET /orders/*' },
    async (shipmentId: number) => (await reportOf(shipmentId))?.wanted === 'withdrawn',
  ],
  [
    'when it is sent and not answered',
    { match: 'DELETE /orders/*/fulfillments/*' },
    async () => callsTo('/fulfillments', 'GET').length > 0 && (await nextCall()),
  ],
  [
    'when it is answered and the order not opened',
    { match: 'PUT /orders/*', drop: true },
    async () => callsTo('/fulfillments', 'DELETE').length > 0 && (await nextCall()),
  ],
])(
  'a withdrawal that is killed %s leaves nothing in the shop',
  async (_, fault, reached) => {
    const { id, shipmentId } = await shipped();
    await boss.ok(shipments.finishMany, { body: { ids: [shipmentId], options: {} } as never });
    await until(async () => (await reportOf(shipmentId))?.state === 'done');
    sandbox.clearCalls();
    sandbox.fail({ ...fault, delayMs: 2_000 });
    await boss.ok(shipments.voidFinished, { params: { id: shipmentId } });
    await killWhen(() => reached(shipmentId));
    await until(async () => {
      const report = await reportOf(shipmentId);
      return report?.wanted === 'withdrawn' && report.state === 'done';
    });
    const left = (store().orders.get(Number(id))?.fulfillments ?? []).filter(({ deletedAt }) => !deletedAt);
    expect(left).toEqual([]);
    expect(shop.orders().find((order) => order.id === id)).toMatchObject({ status: 'processing', tracking: [] });
  },
  240_000,
);

test.each([
  ['while it looks what is there', 'GET /webhooks', async () => true],
  ['while the first is made', 'POST /webhooks', async () => callsTo('/webhooks', 'GET').length > 0],
  ['when the first is made and the others are not', 'POST /webhooks', async () => callsTo('/webhooks').length === 1],
])(
  'the wish to be called that is killed %s is in the shop once for each kind',
  async (_, match, reached) => {
    await until(async () => store().webhooks.size >= HOOKED.length);
    store().webhooks.clear();
    sandbox.clearCalls();
    sandbox.fail({ match, delayMs: 1_500, times: 9 });
    await boss.ok(integrations.update, { params: { id: connected.id }, body: { name: 'Shop, saved again' } as never });
    await killWhen(async () => (await reached()) && (await nextCall()));
    await until(async () => store().webhooks.size >= HOOKED.length);
    const topics = [...store().webhooks.values()].map(({ topic }) => topic);
    expect(topics.sort()).toEqual(HOOKED);
  },
  240_000,
);

test('a stock batch that is killed before its answer is written is reported again, and the level is right', async () => {
  const report = () => queueStockJob({ open: it.app.open, log: {} as never }, {}, { number: 1, isLast: false });
  const level = () => [...store().products.values()].find((product) => product.sku === sku)?.stock_quantity;
  const reported = () =>
    one<{ level: number }>(
      'select level from channel_levels where integration_id = $1 and sku = $2',
      connected.id,
      sku,
    );
  sandbox.clearCalls();
  // Before there is stock: the server reports changed levels every minute by itself.
  sandbox.fail({ match: 'POST /products/batch', delayMs: 2_000, times: 9 });
  await it.given.stock(itemId, 40);
  await report();
  await killWhen(async () => callsTo('/products', 'GET').length > 0 && (await nextCall()));
  expect((await reported())?.level).not.toBe(40);
  await until(async () => {
    await report();
    return (await reported())?.level === 40;
  });
  expect(level()).toBe(40);
}, 240_000);
