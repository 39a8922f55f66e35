import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { stockFloor } from '../../../test/stock-floor.ts';

const { floor, licenses, locations } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

const bin = (location: string, given: object = {}) => main.ok(locations.create, { body: { location, ...given } });
const put = (license: string, location: string) => main.ok(licenses.move, { body: { license, location } });
const plate = (license: string, sizes: object = {}) =>
  main.ok(licenses.create, { body: { license, client_id: 1, uom_id: 1, ...sizes } });
const proposals = async (license: string) =>
  (await main.ok(floor.putAway, { query: { license } })).map(({ location, reason_key, units }) => [
    location,
    reason_key,
    units,
  ]);

test('a plate is proposed the bins that hold its item and have room, then empty ones beside them', async () => {
  const goods = stockFloor(it, main);
  const item = await it.given.item(main, { sku: 'PUT-1' });
  for (const name of ['ZA-01-1', 'ZA-01-2', 'ZA-02-1']) await bin(name);
  await bin('ZA-03-1', { type: 'P' });
  await bin('ZB-01-1', { capacity_plates: 1 });
  await bin('ZC-01-1', { capacity_volume: 1 });
  const size = { length: 100, width: 100, height: 80 };
  for (const [license, at, units] of [
    ['PA-1', 'ZA-01-1', 10],
    ['PA-2', 'ZB-01-1', 30],
    ['PA-3', 'ZC-01-1', 20],
    ['PA-4', 'ZA-03-1', 5],
  ] as const) {
    const { id } = await plate(license, size);
    await goods.receive({ item: item.id, quantity: units, plate: id });
    await put(license, at);
  }
  const { id } = await plate('PA-9', size);
  expect(await proposals('PA-9')).toEqual([]);
  await goods.receive({ item: item.id, quantity: 8, plate: id });
  // ZB has its one plate, and ZC no room for another 0.8 m³.
  expect(await proposals('pa-9')).toEqual([
    ['ZA-03-1', 'PutAwayPickingBin', 5],
    ['ZA-01-1', 'PutAwaySameItem', 10],
    ['ZA-01-2', 'PutAwayNearItem', 0],
  ]);
  await put('PA-9', 'ZA-03-1');
  expect((await proposals('PA-9')).map(([location]) => location)).toEqual(['ZA-01-1', 'ZA-01-2', 'ZA-02-1']);
});

test('an unknown plate is named', async () => {
  const reply = await main.call(floor.putAway, { query: { license: 'NO-SUCH' } });
  expect([reply.status, reply.body.keys]).toEqual([422, { license: ['PlateIsUnknown:NO-SUCH'] }]);
});
