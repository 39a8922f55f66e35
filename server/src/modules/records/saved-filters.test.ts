import { api, queryOfSaved } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { records } = api;
let it: TestApp;
let one: Caller;
let two: Caller;
beforeAll(async () => {
  it = await testApp();
  [one, two] = [(await it.given.clientUser(1)).caller, (await it.given.clientUser(1)).caller];
});

const param = {
  per_page: 30,
  search: 'abc',
  order_by: { name: 'desc' as const },
  filter_by: { is_active: ['1', '0'] },
  query: [{ relation: 'addresses', field: 'city', operator: '=', value: 'Oslo', join: 'AND' as const }],
  advanced: true,
};
const answered = { ...param, filter_by: { is_active: '1,0' } };
const mine = (caller: Caller) => caller.ok(records.savedFilters, { params: { page: 'Relation' }, query: { v: '0' } });

test('a filter is saved, listed by name, replaced under the same name and deleted', async () => {
  const made = await one.ok(records.saveFilter, { body: { name: 'Zulu', page: 'Relation', param } });
  expect(made).toMatchObject({ name: 'Zulu', page: 'Relation', param: answered });
  await one.ok(records.saveFilter, { body: { name: 'alpha', page: 'Relation', param: {} } });
  await one.ok(records.saveFilter, { body: { name: 'elsewhere', page: 'Order', param: {} } });
  expect((await mine(one)).map((filter) => filter.name)).toEqual(['alpha', 'Zulu']);
  const again = await one.ok(records.saveFilter, {
    body: { name: 'ZULU', page: 'Relation', param: { search: 'new' } },
  });
  const renewed = { search: 'new' };
  expect(again).toEqual({ id: made.id, name: 'ZULU', page: 'Relation', param: renewed, value: renewed });
  expect(await one.ok(records.deleteFilter, { params: { id: made.id } })).toBe(true);
  expect((await mine(one)).map((filter) => filter.name)).toEqual(['alpha']);
  expect((await one.call(records.deleteFilter, { params: { id: made.id } })).status).toBe(404);
});

test('takes the list query as lists take it, and answers it as param and as value', async () => {
  const query = {
    per_page: 50,
    on_page: 3,
    filter_by: { is_active: '1,0', type: 'customer' },
    order_by: { name: 'desc' },
  };
  const asText = { ...query, on_page: '3', per_page: '50', order_by: { name: 'DESC' }, advanced: 'yes' };
  const made = await one.ok(records.saveFilter, {
    body: { name: 'As lists', page: 'Relation', param: asText as never },
  });
  expect(made.param).toEqual({ ...query, advanced: true });
  expect(made.value).toEqual(made.param);
  expect((await mine(one)).find(({ id }) => id === made.id)).toEqual(made);
  const page = await one.ok(api.relations.list, { query: { ...queryOfSaved(made.value), on_page: 1 } });
  expect(page.per_page).toBe(50);
});

test('one saved by an earlier version, with lists of values, is answered comma-joined', async () => {
  await it.database.owner(
    `insert into saved_filters (client_id, user_id, page, name, param)
     select client_id, id, 'Shipment', 'Earlier', '{"filter_by":{"status":["Ready","Finished"]}}' from users where email = $1`,
    [one.email],
  );
  const [found] = await one.ok(records.savedFilters, { params: { page: 'Shipment' }, query: { v: '0' } });
  expect(found?.value).toEqual({ filter_by: { status: 'Ready,Finished' } });
});

test.each([
  ['order_by.name', { order_by: { name: 'up' } }],
  ['on_page', { on_page: 0 }],
  ['on_page', { on_page: '1.5' }],
  ['filter_by.type', { filter_by: { type: 7 } }],
])('refuses %s of %j', async (field, wrong) => {
  const { status, body } = await one.call(records.saveFilter, {
    body: { name: 'Wrong', page: 'Relation', param: wrong as never },
  });
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [`param.${field}`]]);
});

test("are each user's own, also between colleagues", async () => {
  const made = await one.ok(records.saveFilter, { body: { name: 'Private', page: 'Relation', param } });
  expect(await mine(two)).toEqual([]);
  for (const other of [two, await it.as('super')])
    expect((await other.call(records.deleteFilter, { params: { id: made.id } })).status).toBe(404);
  await two.ok(records.saveFilter, { body: { name: 'Private', page: 'Relation', param: {} } });
  expect((await mine(one)).find((filter) => filter.name === 'Private')?.param).toEqual(answered);
});

test('needs a name, a known page and a list query', async () => {
  const { status, body } = await one.call(records.saveFilter, {
    body: { name: ' ', page: 'Nowhere', param: { per_page: 1000 } } as never,
  });
  expect(status).toBe(422);
  expect(body.errors).toMatchObject({ name: ['Give the filter a name'] });
  expect(Object.keys(body.errors ?? {})).toEqual(['name', 'page', 'param.per_page']);
});

test('the palette finds relations by fragment, prefix or scan, of the own client only', async () => {
  const made = await it.given.relation(one, { name: 'Quayside 100% Tea', account: 'QT-9', type: 'vendor' });
  const find = (search: string, caller = one) => caller.ok(records.search, { body: { search } });
  for (const search of ['quayside', '100%', 'QT-9', 'Qu'])
    expect(await find(search)).toContainEqual({
      kind: 'vendor',
      id: made.id,
      title: 'Quayside 100% Tea',
      description: 'QT-9',
      path: `/relations/vendor/${made.id}/action/view`,
      ...(search === 'QT-9' ? { is_exact: true } : {}),
    });
  expect(await find('side_100')).toEqual([]);
  expect(await find('uay')).toHaveLength(1);
  expect(await find('ua')).toEqual([]);
  expect(await find('')).toEqual([]);
  expect(await find('quayside', await it.signIn('liwei@northfield.test'))).toEqual([]);
});
