import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { drawSpreadsheet } from '../../documents/spreadsheet.ts';

const { licenses, locations, records } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

const make = (location: string) => main.ok(locations.create, { body: { location } });
const plate = (license: string, client_id = 1) => main.ok(licenses.create, { body: { license, client_id, uom_id: 1 } });
const put = (license: string, location: string) => main.ok(licenses.move, { body: { license, location } });

describe('a bin', () => {
  test('has a name of its own, whatever the case', async () => {
    const made = await make('Q-02-1');
    const other = await make('Q-02-2');
    const again = await main.call(locations.create, { body: { location: 'q-02-1' } });
    expect([again.status, again.body.error_code, again.body.message]).toEqual([400, 10002, 'Duplicated location']);
    const renamed = await main.call(locations.update, { params: { id: other.id }, body: { location: ' q-02-1' } });
    expect(renamed.body.error_code).toBe(10002);
    await main.ok(locations.update, { params: { id: made.id }, body: { location: 'q-02-1' } });
  });

  test('can be deleted only while no plate ever stood there', async () => {
    const [unused, used, next] = [await make('Q-03-1'), await make('Q-03-2'), await make('Q-03-3')];
    expect(await main.ok(locations.remove, { params: { id: unused.id } })).toBe(true);
    expect((await main.call(locations.get, { params: { id: unused.id } })).status).toBe(404);
    await plate('QP-3');
    await put('QP-3', 'Q-03-2');
    const refusedNow = await main.call(locations.remove, { params: { id: used.id } });
    expect([refusedNow.status, refusedNow.body.keys]).toEqual([422, { id: ['LocationIsUsed'] }]);
    await put('QP-3', 'Q-03-3');
    for (const { id } of [used, next]) expect((await main.call(locations.remove, { params: { id } })).status).toBe(422);
  });
});

test('a sheet makes bins and reports those that are there', async () => {
  const file = await drawSpreadsheet({
    name: 'Location',
    columns: ['Location', 'Type', 'BillingCategory'].map((heading) => ({ heading })),
    rows: [
      ['X-01-1', 'picking', 'Shelf bin'],
      ['X-01-2', '', ''],
      ['x-01-1', 'P', ''],
      ['', 'S', ''],
      ['X-01-3', 'Z', ''],
    ],
  });
  const { data } = await main.upload(records.importExcel, { params: { type: 'Location' }, file });
  expect(data.success).toBe(2);
  expect(data.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
    [4, '', 'Duplicated location'],
    [5, 'Location', 'Location is required'],
    [6, 'Type', 'Choose one of: P, S'],
  ]);
  const { records: made } = await main.ok(locations.list, { query: { search: 'X-01' } });
  expect(made.map((row) => [row.location, row.type, row.billing_category])).toEqual([
    ['X-01-1', 'P', 'Shelf bin'],
    ['X-01-2', 'S', ''],
  ]);
});
