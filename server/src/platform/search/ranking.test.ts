import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { records, session } = api;

let it: TestApp;
let main: Caller;
let own: Caller;
let other: Caller;
let shipment: { id: number; order: number; reference: string };
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  await main.ok(session.switchClient, { params: { id: 1 } });
  own = (await it.given.clientUser(1)).caller;
  other = (await it.given.clientUser(2)).caller;
  const item = await it.given.item(main, { sku: 'RANK-1' });
  await it.given.item(main, { sku: 'RANK-10' });
  await it.given.item(main, { sku: 'X-RANK-1' });
  const lines = [{ inventory_id: item.id, quantity: 1 }] as never;
  const order = await it.given.order(main, 'Vendor Order', { reference: 'RANK-1', po: 'PO-RANK-7', lines });
  await main.ok(api.orders.shipFull, { params: { id: order.id } });
  const [row] = await it.database.owner<{ id: number }>('select id from shipments where order_id = $1', [order.id]);
  await it.database.owner("update shipments set waybill = '1ZRANK999' where id = $1", [row?.id]);
  shipment = { id: row?.id ?? 0, order: order.id, reference: order.reference };
});

const find = async (search: string, caller = main) =>
  (await caller.ok(records.search, { body: { search } })).map(
    ({ kind, title, is_exact }) => `${kind} ${title}${is_exact ? ' !' : ''}`,
  );

test('whole codes come first, then beginnings, then parts', async () => {
  expect(await find('rank-1')).toEqual([
    'item RANK-1 !',
    'Vendor Order RANK-1 !',
    `shipment ${shipment.id} · RANK-1 !`,
    'item RANK-10',
    'item X-RANK-1',
  ]);
});

test('an order by its PO', async () => {
  expect(await find('po-rank-7')).toEqual(['Vendor Order RANK-1 !', `shipment ${shipment.id} · RANK-1 !`]);
  expect(await find('PO-RANK')).toEqual(['Vendor Order RANK-1', `shipment ${shipment.id} · RANK-1`]);
});

test('a shipment by its waybill, whole or from its beginning', async () => {
  expect(await find('1zrank999')).toEqual([`shipment ${shipment.id} · RANK-1 !`]);
  expect(await find('1ZRANK')).toEqual([`shipment ${shipment.id} · RANK-1`]);
  expect(await find('zrank999')).toEqual([]);
  // Signs of patterns are characters of the code.
  expect(await find('1Z%999')).toEqual([]);
  expect(await find('1ZRANK99_')).toEqual([]);
});

test('a client user finds its own shipments, and opens them as its orders show them', async () => {
  const hits = await own.ok(records.search, { body: { search: '1ZRANK999' } });
  expect(hits).toEqual([
    {
      kind: 'shipment',
      id: shipment.id,
      title: `${shipment.id} · RANK-1`,
      description: expect.stringContaining('1ZRANK999'),
      path: `/orders/${shipment.order}/shipment/${shipment.id}/view`,
      is_exact: true,
    },
  ]);
  for (const search of ['1ZRANK999', String(shipment.id), '1ZRANK99%', '1zrank'])
    expect((await find(search, other)).filter((hit) => hit.startsWith('shipment'))).toEqual([]);
  expect(await find(String(shipment.id), own)).toContain(`shipment ${shipment.id} · RANK-1 !`);
  expect(await find('1ZRANK99_', own)).toEqual([]);
});

test('reports by their title in either language, those that the user may run', async () => {
  expect(await find('expiring soon')).toContain('report Expiring soon !');
  expect(await find('即将过期')).toContain('report Expiring soon !');
  expect(await find('过期')).toContain('report Expiring soon');
  const [hit] = (await main.ok(records.search, { body: { search: 'user productivity' } })).filter(
    ({ kind }) => kind === 'report',
  );
  expect(hit?.path).toBe('/reports/user-productivity');
  expect(await find('user productivity', own)).toEqual([]);
});
