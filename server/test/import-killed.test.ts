import { api, type ImportRun } from '@longshore/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawSpreadsheet } from '../src/documents/spreadsheet.ts';
import { eventually, type TestApp, testApp } from './harness.ts';
import { KillableServer } from './killable.ts';
import { ordering } from './ordering.ts';

const ROWS = 5_000;
const LINES = 20;
const ORDERS = ROWS / LINES;
/** One order in fifty has a line with an unknown SKU. */
const isBad = (order: number) => order % 50 === 7;

let it: TestApp;
let server: KillableServer;

beforeAll(async () => {
  it = await testApp();
  server = await KillableServer.make();
}, 240_000);

afterAll(async () => {
  await server.end('SIGTERM');
  server.remove();
});

/** The server runs in a process of its own, on the test's database. */
const start = () => server.start({ DATABASE_URL: it.database.serverUrl, LONGSHORE_DEMO: 'off' });

test('an import of 5,000 order rows survives kill -9: no order twice, and every bad row named', async () => {
  const main = await it.as('super');
  const desk = ordering(it, main);
  const { name } = await it.given.relationWithAddress(main, { client_id: 1 });
  const items = await Promise.all(Array.from({ length: LINES }, () => desk.item(0)));
  const headings = ['Reference', 'Type', 'Relation', 'Courier', 'Sku', 'Qty'];
  const rows = Array.from({ length: ROWS }, (_, row) => {
    const [order, line] = [Math.floor(row / LINES), row % LINES];
    const sku = isBad(order) && line === 3 ? 'NOBODY' : (items[line]?.sku ?? '');
    return [`KILL-${order}`, 'Customer Order', name, 'UPS Ground', sku, 1];
  });
  const file = await drawSpreadsheet({ name: 'Order', columns: headings.map((heading) => ({ heading })), rows });
  const { data: begun } = await main.upload(api.records.importExcel, {
    params: { type: 'Order' },
    file,
    fields: { client_id: '1' },
  });
  const run = () => main.ok(api.records.importRun, { params: { id: begun.import_id } });
  const until = (isReached: (now: ImportRun) => boolean) =>
    eventually(async () => {
      const now = await run();
      return isReached(now) ? now : undefined;
    }, 100_000);

  await start();
  const before = await until(({ done }) => done >= ROWS / 10);
  await server.end('SIGKILL');
  expect(before).toMatchObject({ state: 'running', rows: ROWS });
  expect((await run()).done).toBeLessThan(ROWS);
  await start();
  const after = await until(({ state }) => state !== 'running');

  const bad = Array.from({ length: ORDERS }, (_, order) => order).filter(isBad);
  expect(after).toMatchObject({ state: 'done', done: ROWS, success: ROWS - bad.length * LINES });
  const named = after.errors.filter(({ key }) => key === '30004').map(({ row, column, value }) => [row, column, value]);
  expect(named).toEqual(bad.map((order) => [order * LINES + 3 + 2, 'Sku', 'NOBODY']));
  const [made] = await it.database.owner(
    `select count(*)::int as orders, count(distinct reference)::int as names, sum((select count(*) from order_lines l where l.order_id = o.id))::int as lines
     from orders o where reference like 'KILL-%'`,
  );
  const good = ORDERS - bad.length;
  expect(made).toEqual({ orders: good, names: good, lines: good * LINES });
}, 240_000);
