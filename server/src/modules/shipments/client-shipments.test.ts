import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

let it: TestApp;
let client: Caller;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  [client, main] = [await it.as('viewer'), await it.as('super')];
});

const list = (caller: Caller, query: object = {}) =>
  caller.ok(api.orders.shipments, { query: { per_page: 100, ...query } });

test('a client user lists the shipments of its own client, with waybill and tracking', async () => {
  const { records, total } = await list(client, { filter_by: { type: ['outbound'] } });
  expect(new Set(records.map(({ client_id, direction }) => `${client_id} ${direction}`))).toEqual(
    new Set(['1 outbound']),
  );
  const [{ count } = { count: 0 }] = await it.database.owner<{ count: number }>(
    "select count(*)::int as count from shipments where client_id = 1 and direction = 'outbound' and voided_at is null",
  );
  expect(total).toBe(count);
  const [first] = records;
  if (!first) throw new Error('The demo has shipments.');
  await it.database.owner("update shipments set waybill = '1Z-FOLLOW-ME' where id = $1", [first.id]);
  const [found] = (await list(client, { search: 'follow-me' })).records;
  const { tracking_status } = await client.ok(api.orders.shipment, {
    params: { id: first.order_id, shipmentId: first.id },
  });
  expect(found).toMatchObject({ id: first.id, waybill: '1Z-FOLLOW-ME', tracked: tracking_status[0]?.status ?? '' });
});

test('open ones, late ones first, are as many as the dashboard counts', async () => {
  const { records, total } = await list(client, {
    filter_by: { type: ['outbound'], status: ['In Warehouse', 'Ready'] },
    order_by: { ship_date: 'asc' },
  });
  const days = records.map(({ ship_date }) => ship_date);
  expect(days).toEqual([...days].sort());
  const { attention } = await client.ok(api.dashboard.get, { query: {} });
  expect(attention.to_ship.total).toBe(total);
  expect((await client.ok(api.dashboard.counters)).to_ship.total).toBe(total);
});

test('a main user lists those of the working client', async () => {
  await main.ok(api.session.switchClient, { params: { id: 2 } });
  const { records } = await list(main);
  expect(new Set(records.map(({ client_id }) => client_id))).toEqual(new Set([2]));
  await main.ok(api.session.switchClient, { params: { id: 1 } });
});
