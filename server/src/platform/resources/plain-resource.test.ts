import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

// Bins represent all plain resources.
const { locations, records } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

const make = (location: string, more: { type?: 'P' | 'S'; billing_category?: string } = {}) =>
  main.ok(locations.create, { body: { location, ...more } });

test('is made with its defaults, saved and read again', async () => {
  const made = await make('  Q-01-1 ');
  expect(made).toMatchObject({ location: 'Q-01-1', type: 'S', billing_category: '', license_count: 0 });
  const body = { location: 'Q-01-2', type: 'P' as const, billing_category: 'Shelf bin' };
  const saved = await main.ok(locations.update, { params: { id: made.id }, body });
  expect(saved).toMatchObject(body);
  expect(await main.ok(locations.get, { params: { id: made.id } })).toEqual(saved);
});

test('what is not there can be neither saved nor deleted', async () => {
  const params = { id: 2_000_000_000 };
  expect((await main.call(locations.update, { params, body: { location: 'Nowhere' } })).status).toBe(404);
  expect((await main.call(locations.remove, { params })).status).toBe(404);
});

test('a save and a deletion are sent to live screens', async () => {
  const { id } = await make('Q-09-1');
  await main.ok(locations.update, { params: { id }, body: { location: 'Q-09-2' } });
  await main.ok(locations.remove, { params: { id } });
  const recorded = await it.database.owner("select from events where kind = 'location.saved' and subject_id = $1", [
    id,
  ]);
  expect(recorded).toHaveLength(3);
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

test('the palette finds bins for those who may see them', async () => {
  const { id } = await make('PAL-77');
  const find = (caller: Caller) => caller.ok(records.search, { body: { search: 'pal-7' } });
  expect(await find(main)).toMatchObject([{ kind: 'location', title: 'PAL-77', path: `/locations/${id}/action/view` }]);
  expect(await find((await it.given.mainUser()).caller)).toEqual([]);
  expect(await find(await it.as('client'))).toEqual([]);
});
