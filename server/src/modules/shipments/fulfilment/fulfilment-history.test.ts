import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Warehouse, warehouse } from '../../../../test/warehouse.ts';

let it: TestApp;
let main: Caller;
let house: Warehouse;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  house = warehouse(it, main);
});

const historyOf = async (traceable_type: 'Shipment' | 'License', traceable_id: number) => {
  const { data } = await main.ok(api.records.traces, { query: { traceable_type, traceable_id } });
  return data.map(({ subject, array_log }) => [subject, array_log.map(({ newValue }) => newValue)]);
};

test('receipts and what is taken back of them are in the history of a shipment, with item and place', async () => {
  const { id: item, sku } = await house.itemOf({ lot: 1 });
  const { license } = await house.plateNamed();
  const made = await house.shipment('Vendor Order', [item, 10]);
  const { data } = await house.fulfilAt(made, 0, { quantity: 6, license, newLot: { lot: 'L-77' } });
  expect((await historyOf('Shipment', made.id))[0]).toEqual(['Received', [`6 × ${sku} · ${license} · L-77`]]);
  const line = data.shipment_lines[0];
  const params = { id: made.id, lineId: line?.id ?? 0, fulfillId: line?.fulfillments[0]?.id ?? 0 };
  await main.ok(api.shipments.unfulfil, { params });
  expect((await historyOf('Shipment', made.id))[0]).toEqual(['Receipt taken back', [`6 × ${sku}`]]);
});

test('picks are in it, one by one and by quick fulfil', async () => {
  const { id: item, sku } = await house.itemOf({});
  await it.given.stock(item, 10);
  const made = await house.shipment('Customer Order', [item, 5]);
  await house.fulfilAt(made, 0, { quantity: 2 });
  expect((await historyOf('Shipment', made.id))[0]).toEqual(['Picked', [`2 × ${sku}`]]);
  await main.ok(api.shipments.fulfilAll, { params: { id: made.id }, body: {} });
  expect((await historyOf('Shipment', made.id))[0]).toEqual(['Picked', [`3 × ${sku}`]]);
});

test('a put-away and its undoing are in the history of the plate', async () => {
  const { id, license } = await house.plateNamed();
  const [bin] = await it.database.owner<{ id: number; location: string }>('select id, location from locations limit 1');
  await main.ok(api.licenses.move, { body: { license, location: bin?.location ?? '' } });
  expect((await historyOf('License', id))[0]).toEqual(['Put away', [bin?.location]]);
  await main.ok(api.licenses.moveBack, { params: { id }, body: { from_id: bin?.id ?? 0, to_id: null } });
  expect((await historyOf('License', id))[0]).toEqual(['Taken out of its bin', []]);
});
