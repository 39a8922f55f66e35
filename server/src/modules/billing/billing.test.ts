import { type Activity, api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { billingActivities: activities, billingEntries: entries, billingItems: items, clients, records } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

const makeItem = (name: string, more: object = {}) => main.ok(items.create, { body: { name, ...more } });
const makeActivity = (name: string, more: object = {}) =>
  main.ok(activities.create, { body: { name, client_id: 1, ...more } });
const link = (activity: { id: number }, item: { id: number }, body: object = {}) =>
  main.ok(activities.addItem, { params: { id: activity.id, itemId: item.id }, body });
const ratesOf = ({ items: linked }: Activity) => linked.map(({ name, pivot }) => [name, pivot.rate]);
const dayFrom = async (days: number) => {
  const [row] = await it.database.owner<{ day: string }>(
    "select to_char((now() at time zone timezone)::date + $1::int, 'YYYY-MM-DD') as day from company",
    [days],
  );
  return row?.day ?? '';
};

describe('a billing item', () => {
  test('has a unique name, ignoring case, and amounts of four decimals', async () => {
    const made = await makeItem('Pallet storage', { rate: '12.3456', uom: 'Pallet', internal: 1 });
    expect(made).toMatchObject({ rate: 12.3456, uom: 'Pallet', internal: 1, is_active: 1, report_breakdown: 0 });
    const again = await main.call(items.create, { body: { name: 'PALLET STORAGE' } });
    expect([again.status, again.body.error_code, again.body.message]).toEqual([400, 50001, 'Name already exists']);
    const bad = await main.call(items.create, { body: { name: ' ', rate: '1.23456' } });
    expect([bad.status, bad.body.keys]).toEqual([
      422,
      { name: ['CompanyNameIsRequired'], rate: ['MoneyHasTooManyDigits'] },
    ]);
  });

  test('is saved with a history, and not over a newer save', async () => {
    const made = await makeItem('Labelling', { rate: 2 });
    const save = (body: object) =>
      main.call(items.update, { params: { id: made.id }, body: { name: 'Labelling', rate: '2.00', ...body } });
    const same = await save({ updated_at: made.updated_at });
    expect(same.data.updated_at).toBe(made.updated_at);
    const saved = await save({ rate: 2.5, is_active: 0, updated_at: made.updated_at });
    expect(saved.data).toMatchObject({ rate: 2.5, is_active: 0 });
    expect((await save({ rate: 3, updated_at: made.updated_at })).status).toBe(409);
    const { data } = await main.ok(records.traces, {
      query: { traceable_type: 'BillingItem', traceable_id: made.id },
    });
    expect(data[0]?.array_log).toEqual([
      { field: 'rate', newValue: '2.5' },
      { field: 'is_active', newValue: 'false' },
    ]);
  });

  test('is found by a part of its name, unless it is there already or disabled', async () => {
    const [one, two] = [await makeItem('Bundling of pallets'), await makeItem('Bundling of gifts')];
    await makeItem('Bundling of old', { is_active: 0 });
    const found = await main.ok(items.selector, { body: { search: 'undling', excepts: [one.id] } });
    expect(found.map(({ id }) => id)).toEqual([two.id]);
  });
});

describe('an activity', () => {
  test('belongs to a client, and its name is unique there', async () => {
    const made = await makeActivity('Receiving', { charge: 'Inbound' });
    expect(made).toMatchObject({ charge: 'Inbound', client_id: 1, is_active: 1, items: [] });
    expect((await main.call(activities.create, { body: { name: 'receiving', client_id: 1 } })).body.error_code).toBe(
      50001,
    );
    await makeActivity('Receiving', { client_id: 2 });
    const bad = await main.call(activities.create, { body: { name: '', client_id: 0 } });
    expect(bad.body.keys).toEqual({ name: ['ActivityNameIsRequired'], client_id: ['ClientIsRequired'] });
    expect((await main.call(activities.create, { body: { name: 'Nobody', client_id: 999_999 } })).status).toBe(422);
  });

  test('has an item once, and loses it with a rate of 0', async () => {
    const [activity, item] = [await makeActivity('Outbound'), await makeItem('Pick fee')];
    expect(ratesOf(await link(activity, item))).toEqual([['Pick fee', 1]]);
    const params = { id: activity.id, itemId: item.id };
    const twice = await main.call(activities.addItem, { params, body: { rate: 3 } });
    expect([twice.status, twice.body.error_code]).toEqual([400, 50003]);
    expect(ratesOf(await main.ok(activities.saveItem, { params, body: { rate: '0.75' } }))).toEqual([
      ['Pick fee', 0.75],
    ]);
    expect(ratesOf(await main.ok(activities.saveItem, { params, body: { rate: 0 } }))).toEqual([]);
    expect((await main.call(activities.saveItem, { params, body: { rate: 1 } })).body.error_code).toBe(50004);
    expect(ratesOf(await link(activity, item, { rate: 2 }))).toEqual([['Pick fee', 2]]);
  });

  test('keeps what an item cost on earlier days, and what it will cost', async () => {
    const [activity, item] = [await makeActivity('Storage', { charge: 'Month-End' }), await makeItem('Bin')];
    const [past, future] = [await dayFrom(-30), await dayFrom(10)];
    await link(activity, item, { rate: 4, valid_from: past });
    const params = { id: activity.id, itemId: item.id };
    const after = await main.ok(activities.saveItem, { params, body: { rate: 5, valid_from: future } });
    expect(ratesOf(after)).toEqual([['Bin', 4]]);
    expect(after.items[0]?.history.map(({ rate, valid_from }) => [rate, valid_from])).toEqual([
      [5, future],
      [4, past],
    ]);
  });

  test('names the first day of an item that starts later, when it is changed before', async () => {
    const [activity, item, day] = [await makeActivity('Later'), await makeItem('Later work'), await dayFrom(10)];
    await link(activity, item, { rate: 4, valid_from: day });
    const params = { id: activity.id, itemId: item.id };
    const early = await main.call(activities.saveItem, { params, body: { rate: 0 } });
    expect([early.body.error_code, JSON.stringify(early.body)]).toEqual([50004, expect.stringContaining(day)]);
    expect(ratesOf(await main.ok(activities.saveItem, { params, body: { rate: 0, valid_from: day } }))).toEqual([]);
  });

  test('is loaded with its items for entries, unless it is disabled', async () => {
    await makeActivity('Old work', { client_id: 3, is_active: 0 });
    const activity = await makeActivity('Work', { client_id: 3 });
    await link(activity, await makeItem('Hour of counting'), { rate: 45 });
    const loaded = await main.ok(activities.load, { params: { clientId: 3 } });
    expect(loaded.find(({ id }) => id === activity.id)?.items.map(({ pivot }) => pivot.rate)).toEqual([45]);
    expect(loaded.map(({ name }) => name)).not.toContain('Old work');
  });
});

describe('entries', () => {
  const enter = (activity: { id: number }, lines: object[], more: object = {}) =>
    main.call(entries.create, {
      body: {
        client_id: 1,
        billing_activity_id: activity.id,
        bill_date: '2026-03-31',
        reference: 'INV-1',
        entries: lines as never,
        ...more,
      },
    });
  const priced = async (name: string, rate: string) => {
    const [activity, item] = [await makeActivity(`Act ${name}`), await makeItem(name, { uom: 'Order' })];
    await link(activity, item, { rate, valid_from: '2026-01-01' });
    return { activity, item };
  };

  test('take price, name and unit from the activity and the item, and keep four decimals of the total', async () => {
    const { activity, item } = await priced('Rush', '3.3350');
    const { data } = await enter(activity, [{ billing_item_id: item.id, quantity: '3' }]);
    expect(data).toMatchObject([
      { price: 3.335, quantity: 3, total: 10.005, meta_name: 'Rush', meta_uom: 'Order', activity: 'Act Rush' },
    ]);
    const before = await main.ok(clients.statistics, { params: { id: 1 } });
    await enter(activity, [{ billing_item_id: item.id, price: 9, quantity: 2 }]);
    const after = await main.ok(clients.statistics, { params: { id: 1 } });
    expect(after.entries_count).toBe(before.entries_count + 1);
  });

  test('are refused whole for a foreign activity, an item that is not in it, or a missing field', async () => {
    const { activity, item } = await priced('Tape', '1');
    const line = { billing_item_id: item.id, quantity: 1 };
    expect((await enter(activity, [line], { client_id: 2 })).body.error_code).toBe(50002);
    const loose = await makeItem('Loose');
    expect((await enter(activity, [line, { billing_item_id: loose.id }])).body.error_code).toBe(50004);
    // Before its first day the item is not in the activity.
    expect((await enter(activity, [line], { bill_date: '2025-12-31' })).body.error_code).toBe(50004);
    const bad = await enter(activity, [], { client_id: 0, reference: '', bill_date: '' });
    expect(bad.body.keys).toEqual({
      client_id: ['ClientIsRequired'],
      bill_date: ['DateIsReuqired'],
      reference: ['ReferenceIsRequired'],
      entries: ['AtLeastOneItemIsRequired'],
    });
    const { records: found } = await main.ok(entries.list, {
      query: { query: [{ relation: '', field: 'meta_name', operator: 'contain', value: 'Tape', join: 'AND' }] },
    });
    expect(found).toEqual([]);
  });

  test('are corrected, and removed with a quantity of 0 by those who may', async () => {
    const { activity, item } = await priced('Photo', '2');
    const [entry] = (await enter(activity, [{ billing_item_id: item.id }])).data;
    const id = entry?.id ?? 0;
    const body = { bill_date: '2026-04-01', reference: 'INV-2', quantity: '1.5', price: 3, note: 'agreed' };
    const saved = await main.ok(entries.update, { params: { id }, body });
    expect(saved).toMatchObject({ bill_date: '2026-04-01', reference: 'INV-2', quantity: 1.5, total: 4.5 });
    const { caller } = await it.given.mainUser(['update_entry_model', 'view_entry_list']);
    const removal = { params: { id }, body: { ...body, quantity: 0 } };
    expect((await caller.call(entries.update, removal)).status).toBe(403);
    expect(await main.ok(entries.update, removal)).toBe(true);
    expect((await main.call(entries.get, { params: { id } })).status).toBe(404);
    expect((await main.call(entries.update, removal)).status).toBe(404);
  });

  test('are searched by client, newest day first', async () => {
    const activity = await makeActivity('Search', { client_id: 2 });
    const item = await makeItem('Searched');
    await link(activity, item, { valid_from: '2026-01-01' });
    for (const bill_date of ['2026-02-01', '2026-02-03', '2026-02-02'])
      await enter(activity, [{ billing_item_id: item.id }], { client_id: 2, bill_date });
    const { records: found } = await main.ok(entries.list, {
      query: {
        search: 'northfield',
        query: [{ relation: '', field: 'meta_name', operator: 'contain', value: 'Searched', join: 'AND' }],
      },
    });
    expect(found.map(({ bill_date }) => bill_date)).toEqual(['2026-02-03', '2026-02-02', '2026-02-01']);
  });
});

test('the palette finds activities and the last statement for those who may open them', async () => {
  const clientId = await it.given.client('Palette Freight');
  await main.ok(api.billingActivities.create, { body: { name: 'Palette work', client_id: clientId } });
  const kinds = async (caller: Caller) => {
    const hits = await caller.ok(api.records.search, { body: { search: 'palette' } });
    return hits.map(({ kind, path }) => [kind, path.replace(/\d{4}-\d{2}$/, 'month')]);
  };
  expect(await kinds(main)).toEqual([
    ['client', `/clients/${clientId}/action/view`],
    ['activity', expect.stringMatching(/^\/billing\/activities\/\d+\/action\/view$/)],
    ['statement', `/billing/statements/${clientId}/month`],
  ]);
  expect(await kinds(await it.as('client'))).toEqual([]);
});
