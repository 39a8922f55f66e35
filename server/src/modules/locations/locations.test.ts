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

const make = (location: string, more: { type?: 'P' | 'S'; billing_category?: string } = {}) =>
  main.ok(locations.create, { body: { location, ...more } });
const plate = (license: string, client_id = 1) => main.ok(licenses.create, { body: { license, client_id, uom_id: 1 } });
const put = (license: string, location: string) => main.ok(licenses.move, { body: { license, location } });

describe('a bin', () => {
  test('is made with its defaults, saved and read again', async () => {
    const made = await make('  Q-01-1 ');
    expect(made).toMatchObject({ location: 'Q-01-1', type: 'S', billing_category: '', license_count: 0 });
    const body = { location: 'Q-01-2', type: 'P' as const, billing_category: 'Shelf bin' };
    const saved = await main.ok(locations.update, { params: { id: made.id }, body });
    expect(saved).toMatchObject(body);
    expect(await main.ok(locations.get, { params: { id: made.id } })).toEqual(saved);
  });

  test('has a name of its own, whatever the case', async () => {
    const made = await make('Q-02-1');
    const other = await make('Q-02-2');
    const again = await main.call(locations.create, { body: { location: 'q-02-1' } });
    expect([again.status, again.body.error_code, again.body.message]).toEqual([400, 10002, 'Duplicated location']);
    const renamed = await main.call(locations.update, { params: { id: other.id }, body: { location: ' q-02-1' } });
    expect(renamed.body.error_code).toBe(10002);
    await main.ok(locations.update, { params: { id: made.id }, body: { location: 'q-02-1' } });
  });

  test('needs a name', async () => {
    const { status, body } = await main.call(locations.create, { body: { location: ' ' } });
    expect([status, body.errors]).toEqual([422, { location: ['Location is required'] }]);
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

test('the list is searched by name and filtered by type', async () => {
  await make('ZZ-01-1', { type: 'P' });
  await make('ZZ-01-2');
  const names = async (query: Parameters<typeof main.ok<typeof locations.list>>[1]) =>
    (await main.ok(locations.list, query)).records.map((row) => row.location);
  expect(await names({ query: { search: 'z-01' } })).toEqual(['ZZ-01-1', 'ZZ-01-2']);
  expect(await names({ query: { search: 'zz' } })).toEqual(['ZZ-01-1', 'ZZ-01-2']);
  expect(await names({ query: { search: 'ZZ-0', filter_by: { type: ['P'] } } })).toEqual(['ZZ-01-1']);
  expect(await names({ query: { search: 'ZZ-0', order_by: { location: 'desc' } } })).toEqual(['ZZ-01-2', 'ZZ-01-1']);
});

describe('moving all plates of a bin', () => {
  test('is one step for all of them, each with its history', async () => {
    const [from, to] = [await make('M-01-1'), await make('M-01-2')];
    for (const [license, client] of [
      ['MP-1', 1],
      ['MP-2', 2],
    ] as const) {
      await plate(license, client);
      await put(license, 'M-01-1');
    }
    expect((await main.ok(locations.get, { params: { id: from.id } })).license_count).toBe(2);
    const moved = await main.ok(locations.move, { params: { id: from.id, targetId: String(to.id) } });
    expect(moved).toEqual({ moved: 2, location: 'M-01-2' });
    expect(await main.ok(locations.licenses, { params: { id: from.id } })).toEqual([]);
    const there = await main.ok(locations.licenses, { params: { id: to.id } });
    expect(there.map(({ license, client_id, quantity }) => [license, client_id, quantity])).toEqual([
      ['MP-1', 1, 0],
      ['MP-2', 2, 0],
    ]);
    const { locations: history } = await main.ok(licenses.get, { params: { id: there[0]?.id ?? 0 } });
    expect(history.map((at) => [at.location, at.pivot.in_location])).toEqual([
      ['M-01-2', 1],
      ['M-01-1', 0],
    ]);
    expect(await main.ok(locations.move, { params: { id: from.id, targetId: 'm-01-2' } })).toMatchObject({ moved: 0 });
  });

  test.each([
    ['to itself', 'M-02-1', 422, { targetId: ['Cannot move to the same bin'] }],
    ['to itself in small letters', 'm-02-1', 422, { targetId: ['Cannot move to the same bin'] }],
    ['to a bin nobody made', 'M-99', 404, undefined],
  ])('%s', async (_what, targetId, status, errors) => {
    const { records: found } = await main.ok(locations.list, { query: { search: 'M-02-1' } });
    const { id } = found[0] ?? (await make('M-02-1'));
    const reply = await main.call(locations.move, { params: { id, targetId } });
    expect([reply.status, reply.body.errors]).toEqual([status, errors]);
  });

  test('a number is an id unless it is said to be a name', async () => {
    const from = await make('M-03-1');
    const byId = await make('M-03-2');
    const byName = await make(String(byId.id));
    await plate('MP-3');
    const at = async () => (await main.ok(locations.get, { params: { id: byName.id } })).license_count;
    for (const [query, count] of [
      [{}, 0],
      [{ by: 'name' as const }, 1],
    ] as const) {
      await put('MP-3', 'M-03-1');
      await main.ok(locations.move, { params: { id: from.id, targetId: String(byId.id) }, query });
      expect(await at()).toBe(count);
    }
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

test('the palette finds bins for those who may see them', async () => {
  await make('PAL-77');
  const find = (caller: Caller) => caller.ok(records.search, { body: { search: 'pal-7' } });
  expect(await find(main)).toMatchObject([{ kind: 'location', title: 'PAL-77', path: '/locations/search%3DPAL-77' }]);
  expect(await find((await it.given.mainUser()).caller)).toEqual([]);
  expect(await find(await it.as('client'))).toEqual([]);
});
