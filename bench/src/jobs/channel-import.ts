import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asOwner, createSeededDatabase, type Urls } from '../database.ts';
import type { Job } from '../job.ts';
import { Connection } from '../load.ts';
import { LINES, partiesOfOrders } from '../order-seed.ts';
import { reportPromise, reportRequirement } from '../promises.ts';
import { formatCount, isSmoke } from '../scale.ts';
import { type Running, startServer } from '../servers.ts';
import { seedUsers, signInAll } from '../users.ts';
import { sendOnce } from '../writes.ts';

const ORDERS = isSmoke ? 150 : Number(process.env.BENCH_ORDERS ?? 10_000);
/** Levels that are reported to the shop: one for each item of the client. */
const LEVELS = isSmoke ? 120 : ORDERS;
/** WooCommerce's own limit of a batch. */
const BATCH = 100;
/** Different items in the orders. */
const SKUS = 50;
const CLIENT = 1;
const POLL_MS = 100;
/** Between two calls of another client. */
const OTHER_MS = 200;
const WAIT_MOST_MS = 3_600_000;

/** Items of one client, with ids from 1: `SKU-1` and so on, which the shop has too. */
const items: string[] = [
  `insert into inventories (client_id, type, sku, name) select ${CLIENT}, 'Item', 'SKU-' || n, 'Thing ' || n from generate_series(1, ${LEVELS}) n`,
  `insert into inventory_uoms (client_id, inventory_id, uom_id, is_base) select client_id, id, (select min(id) from uoms), true from inventories`,
  // The shop starts without stock, so every level differs from what it knows.
  `update item_totals set in_stock = 1000`,
];

async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (const end = performance.now() + WAIT_MOST_MS; performance.now() < end; await sleep(POLL_MS)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error('It did not end in an hour.');
}

interface Imported {
  perSecond: number;
  orders: number;
  /** Of our server, at the start, after a fifth of the orders, at the end and the most of all, in MB. */
  start: number;
  early: number;
  late: number;
  peak: number;
  /** What calls of another client took meanwhile, in ms, the fastest first. */
  others: number[];
}

/** Another client reads its list while orders are imported. Answers how to stop it, and what its calls took. */
function otherClient(server: Running, token: string): () => Promise<number[]> {
  const caller = new Connection(server.port);
  const took: number[] = [];
  let isOver = false;
  const running = (async () => {
    for (; !isOver; await sleep(OTHER_MS)) {
      const from = performance.now();
      await caller.get('/api/v3/relations?filter_by[type]=customer&per_page=25', token);
      took.push(performance.now() - from);
    }
  })();
  return async () => {
    isOver = true;
    await running;
    caller.end();
    return took.toSorted((one, other) => one - other);
  };
}

const shareOf = (sorted: readonly number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);

/** Connects the shop: its first run begins by itself. */
async function importOrders(urls: Urls, server: Running, shop: Running, tokens: readonly string[]): Promise<Imported> {
  const answer = await fetch(`http://127.0.0.1:${shop.port}/_sim/credentials`);
  const { woocommerce } = (await answer.json()) as { woocommerce: Record<string, string> };
  const body = { name: 'Bench shop', client_id: CLIENT, type: 5, auto_process: 0, ...woocommerce };
  const start = server.memory();
  const others = otherClient(server, tokens[CLIENT + 1] ?? '');
  await sendOnce(new Connection(server.port), 'post', '/api/v3/integrations', body, tokens[CLIENT]);
  let [early, peak] = [0, 0];
  const run = await until(async () => {
    peak = Math.max(peak, server.memory());
    const [row] = await asOwner(urls, [
      `select state, problem, read, created, extract(epoch from ended_at - started_at) as seconds from channel_runs order by id limit 1`,
    ]);
    if (!early && Number(row?.read) >= ORDERS / 5) early = server.memory();
    if (row?.state === 'failed') throw new Error(`The run failed: ${row.problem}`);
    return row?.state === 'done' ? row : undefined;
  });
  const orders = Number(run.created);
  const [waiting] = await asOwner(urls, [
    `select problems::text as reason from channel_orders where state = 'waiting' limit 1`,
  ]);
  if (waiting) throw new Error(`An order waits for a person: ${waiting.reason}`);
  const late = server.memory();
  return {
    perSecond: orders / Number(run.seconds),
    orders,
    start,
    early: early || late,
    late,
    peak: Math.max(peak, late),
    others: await others(),
  };
}

/** The same orders through the API, by a program that sends one after the other, as the import does. */
async function createOrders(urls: Urls, server: Running, token: string, atOnce: number): Promise<number> {
  const [party] = await asOwner(urls, [
    `select a.relation_id, a.id, (select min(id) from couriers) as courier_id from addresses a where a.client_id = ${CLIENT} order by a.id limit 1`,
  ]);
  const [relationId, addressId, courierId] = [party?.relation_id, party?.id, party?.courier_id].map(Number);
  const create = (caller: Connection, number: number) => {
    const lines = Array.from({ length: LINES }, (_, line) => ({
      inventory_id: 1 + ((number + line) % SKUS),
      quantity: 2,
    }));
    const body = {
      type: 'Customer Order',
      client_id: CLIENT,
      relation_id: relationId,
      reference: `API-${atOnce}-${number}`,
      shipping_address_id: addressId,
      billing_address_id: addressId,
      shipping: { courier_id: courierId },
      lines,
    };
    return sendOnce(caller, 'post', '/api/v3/orders', body, token);
  };
  const count = Math.min(ORDERS, 2_000);
  let next = 0;
  const worker = async () => {
    const caller = new Connection(server.port);
    while (next < count) await create(caller, next++);
    caller.end();
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return count / ((performance.now() - from) / 1000);
}

/** Turns the reporting of stock on, and answers how many calls wrote levels until the shop knew all of them. */
async function writesOfLevels(urls: Urls, shop: Running): Promise<number> {
  const sim = `http://127.0.0.1:${shop.port}/_sim/calls`;
  await fetch(sim, { method: 'DELETE' });
  await asOwner(urls, ['update integrations set report_stock = true']);
  await until(async () => {
    const [row] = await asOwner(urls, ['select count(*) as reported from channel_levels']);
    return Number(row?.reported) >= LEVELS ? true : undefined;
  });
  const { calls } = (await (await fetch(sim)).json()) as { calls: { method: string; path: string }[] };
  const writes = calls.filter(({ method, path }) => method === 'POST' && path.split('?')[0]?.endsWith('/batch')).length;
  if (writes === 0) throw new Error('The shop knows all levels, and no call was counted.');
  return writes;
}

/**
 * Orders of a shop through the whole framework, beside the same orders through the API. The shop is imitated in another
 * process of this machine; its answers, our trace of each call and the partner's own limit of calls are in the figure.
 */
export const channelImport: Job = {
  name: 'channel-import',
  async run({ adminUrl }) {
    const urls = await createSeededDatabase(adminUrl, 'channel_import', [...items, ...partiesOfOrders]);
    await seedUsers(urls);
    const [courier] = await asOwner(urls, ['select name from couriers order by id limit 1']);
    const folder = mkdtempSync(join(tmpdir(), 'longshore-bench-data-'));
    const shop = await startServer('bench/dist/shop.js', {
      SHOP_ORDERS: String(ORDERS),
      SHOP_LINES: String(LINES),
      SHOP_SKUS: String(SKUS),
      SHOP_PRODUCTS: String(LEVELS),
      SHOP_METHOD: String(courier?.name),
    });
    const server = await startServer('server/dist/main.js', {
      DATABASE_URL: urls.serverUrl,
      DATA_DIR: folder,
      LONGSHORE_ALLOW_PRIVATE_PARTNERS: '1',
    });
    try {
      const tokens = await signInAll(server.port);
      const token = tokens[CLIENT] ?? '';
      const one = await createOrders(urls, server, token, 1);
      const eight = await createOrders(urls, server, token, 8);
      const imported = await importOrders(urls, server, shop, tokens);
      console.log(`\n${formatCount(ORDERS)} orders of ${LINES} lines from a shop`);
      console.log(`    through the API, one at a time ${one.toFixed(0)} a second, eight at once ${eight.toFixed(0)}`);
      console.log(
        `    imported ${imported.perSecond.toFixed(0)} a second (eight at once: ${(imported.perSecond / eight).toFixed(2)})`,
      );
      const [pages] = await asOwner(urls, [
        `select count(*) as count, round(avg(ms)) as ms from channel_calls where subject like 'List orders%'`,
      ]);
      console.log(`    the shop answered ${pages?.count} pages, in ${pages?.ms} ms each`);
      const { start, early, late, peak, others } = imported;
      console.log(
        `    memory of the server ${start} MB before, ${early} MB after a fifth, ${late} MB at the end, ${peak} MB at most`,
      );
      console.log(
        `    ${others.length} calls of another client meanwhile: half within ${shareOf(others, 0.5)} ms, 95 % within ${shareOf(others, 0.95)} ms, all within ${shareOf(others, 1)} ms`,
      );
      reportPromise('rate of the import against the API, one at a time', imported.perSecond / one, 'at least', 0.5);
      reportPromise('memory at the end against a fifth of the way', late / early, 'at most', 1.3);
      reportRequirement('orders that are missing', ORDERS - imported.orders, 'at most', 0);
      const calls = await writesOfLevels(urls, shop);
      reportRequirement(`calls that write ${formatCount(LEVELS)} levels`, calls, 'at most', Math.ceil(LEVELS / BATCH));
    } finally {
      await Promise.all([server.stop(), shop.stop()]);
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
