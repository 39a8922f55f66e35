import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { type Ordering, ordering } from '../../../test/ordering.ts';

const { shipments } = api;

let it: TestApp;
let main: Caller;
let desk: Ordering;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  desk = ordering(it, main);
});

async function shipped(reference: string, units = 3) {
  const item = await desk.item(units);
  const orderId = await desk.order({ reference, lines: [[item.id, units]] });
  await desk.ship(orderId);
  const [shipment] = await desk.shipments(orderId);
  return { orderId, item, id: shipment?.id ?? 0, lineId: shipment?.lines[0] ?? 0 };
}
const found = async (search: string, filter_by: Record<string, string[]> = {}) =>
  (await main.ok(shipments.list, { query: { search, filter_by } })).records.map(({ id }) => id);

describe('the list', () => {
  test('finds by id, and by reference and PO: three characters anywhere, fewer at the beginning', async () => {
    const { id } = await shipped('ZQ-4711/x');
    expect(await found(String(id))).toContain(id);
    expect(await found('4711/X')).toEqual([id]);
    expect(await found('zq')).toEqual([id]);
    expect(await found('z')).toEqual([]);
    expect(await found('q-')).toEqual([]);
    expect(await found('%')).toEqual([]);
    expect(await found('ZQ-4711', { type: ['inbound'] })).toEqual([]);
    expect(await found('ZQ-4711', { type: ['outbound'], status: ['In Warehouse', 'Ready'], client_id: ['1'] })).toEqual(
      [id],
    );
    expect(await found('ZQ-4711', { client_id: ['2'] })).toEqual([]);
  });

  test('shows the record; a voided one is gone from list and page', async () => {
    const { id, orderId, item, lineId } = await shipped('VOID-ME');
    const [row] = (await main.ok(shipments.list, { query: { search: 'VOID-ME' } })).records;
    expect(row).toMatchObject({ id, order_id: orderId, units: 3, fulfilled: 0, locked_by: '', type: 'Customer Order' });
    const record = await main.ok(shipments.get, { params: { id } });
    expect(record).toMatchObject({
      id,
      direction: 'outbound',
      status: 'In Warehouse',
      user: null,
      containers: [],
      external_resources: [`https://portal.kestrelcoffee.example/orders/${orderId}?shipment=${id}`],
      order: { reference: 'VOID-ME', client: { id: 1 } },
      shipment_lines: [{ id: lineId, quantity: 3, fulfillments: [], inventory: { id: item.id, config: { lot: 0 } } }],
    });
    await desk.voided(id);
    expect(await found('VOID-ME')).toEqual([]);
    const gone = await main.call(shipments.get, { params: { id } });
    expect([gone.status, gone.body.error_code]).toEqual([400, 40001]);
  });
});
