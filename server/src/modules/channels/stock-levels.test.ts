import { api, type Integration } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { queueStockJob, reconcileStockJob } from './stock.jobs.ts';

const { integrations } = api;
let it: TestApp;
let sandbox: Sandbox;
let boss: Caller;
let clientId: number;
let connected: Integration;

beforeAll(async () => {
  sandbox = await startSandbox({ control: true });
  it = await testApp({
    worker: true,
    partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
});
afterAll(() => sandbox.stop());

beforeEach(async () => {
  sandbox.stopFailing();
  store().products.clear();
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  connected = await connect();
});

const store = () => {
  const found = sandbox.woocommerce.stores.get('demo-woocommerce');
  if (!found) throw new Error('The sandbox has a demo shop.');
  return found;
};
const connect = (fields: object = {}) =>
  boss.ok(integrations.create, {
    body: {
      name: 'Demo shop',
      client_id: clientId,
      type: 5,
      synchronize: 0,
      report_stock: 1,
      ...sandbox.credentials.woocommerce,
      ...fields,
    } as never,
  });
/** An item here with so many units, which the shop sells too, under this SKU. */
const sell = async (quantity: number, sku?: string) => {
  const item = await it.given.item(boss, { client_id: clientId });
  sandbox.seed({ products: [{ sku: sku ?? item.sku, name: item.name, price: '4.50' }] });
  if (quantity) await it.given.stock(item.id, quantity);
  return item;
};
const levelOf = (sku: string) => [...store().products.values()].find((product) => product.sku === sku)?.stock_quantity;
const becomes = (sku: string, level: number) =>
  eventually(async () => (levelOf(sku) === level ? true : undefined), 20_000);
const context = () => ({ open: it.app.open, log: {} as never });
const look = () => queueStockJob(context(), {}, { number: 1, isLast: false });
const idle = () =>
  eventually(async () => {
    const [left] = await it.database.owner<{ count: number }>(
      `select (select count(*) from events where dispatched_at is null)::int + count(*)::int as count
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier in ('report-channel-stock', 'look-at-channel-stock')`,
    );
    return left?.count === 0 ? true : undefined;
  }, 30_000);
const writes = () =>
  sandbox
    .calls()
    .filter(({ method, path }) => method === 'POST' && path.includes('/products/batch'))
    .flatMap(({ body }) => (JSON.parse(body) as { update: unknown[] }).update);
const failed = () =>
  it.database.owner(`select task, problem from job_runs where state <> 'done' and task like '%channel-stock%'`);

test('an SKU of the shop that is mapped to one item and is the SKU of another has the level of the mapped one', async () => {
  const mapped = await sell(7);
  const other = await sell(30);
  await boss.ok(integrations.mapSku, {
    params: { id: connected.id },
    body: { sku: other.sku.toLowerCase(), inventory_id: mapped.id },
  });
  for (const product of store().products.values()) if (product.sku === other.sku) product.sku = other.sku.toLowerCase();
  await look();
  await idle();
  expect(await failed()).toEqual([]);
  expect(levelOf(other.sku.toLowerCase())).toBe(7);
  // It is known now: nothing is reported again every minute.
  sandbox.clearCalls();
  await look();
  await idle();
  expect(writes()).toEqual([]);
});

test('an item with several SKUs in the shop has its level at each of them', async () => {
  const item = await sell(9, 'FIRST');
  sandbox.seed({ products: [{ sku: 'SECOND', name: 'Again', price: '1.00' }] });
  for (const sku of ['FIRST', 'SECOND'])
    await boss.ok(integrations.mapSku, { params: { id: connected.id }, body: { sku, inventory_id: item.id } });
  await look();
  await idle();
  expect([levelOf('FIRST'), levelOf('SECOND')]).toEqual([9, 9]);
});

test('every night all levels are reported again, by share and reserve: also one that the shop has changed itself', async () => {
  const body = { name: connected.name, stock_share: 50, stock_reserve: 2 } as never;
  await boss.ok(integrations.update, { params: { id: connected.id }, body });
  const item = await sell(20);
  await look();
  await becomes(item.sku, 8);
  await idle();
  for (const product of store().products.values()) product.stock_quantity = 99;
  await look();
  await idle();
  expect(levelOf(item.sku)).toBe(99);
  await reconcileStockJob(context(), {}, { number: 1, isLast: false });
  await look();
  await becomes(item.sku, 8);
});

test('a changed level is reported within a minute, wherever in the minute it changes', async () => {
  const item = await sell(5);
  await look();
  await becomes(item.sku, 5);
  await idle();
  await boss.ok(api.stock.adjust, { body: { inventory_id: item.id, qty: 4 } as never });
  // Not by the schedule, which looks once a minute: by what happened to the item.
  const began = performance.now();
  await becomes(item.sku, 9);
  expect(performance.now() - began).toBeLessThan(20_000);
});
