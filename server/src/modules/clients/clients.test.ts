import { api, type Client, type ClientInput, outcome } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { clients } = api;
let it: TestApp;
let boss: Caller;

beforeAll(async () => {
  it = await testApp();
  boss = await it.as('super');
});

const address = {
  company: 'Øre & Søn',
  contact: 'Anna',
  phone: '+45 1',
  street1: 'Gade 1',
  street2: '',
  street3: '',
  city: 'Århus',
  state: '',
  state_code: '',
  postal_code: '8000',
  country_code: 'DK',
};
const detail = {
  invoice_prefix: 'ØS-',
  next_inv_num: 2000,
  packing_slip_prefix: 'P-',
  next_picking_num: 3000,
  logo_uri: 'https://ore.example/logo.svg',
  qb_mapping_name: 'Oere',
  invoice_term: 'Net 30',
  due_date: 30,
  use_ship_station: 1,
  ss_warehouse: 'West',
  shipping_charge_modify: -0.125,
  order_notification: 'Created',
  order_notification_email: 'a@ore.example',
  tax_code: 'T1',
  tax_rate: 0.08875,
  email_upon_receiving: 1,
  email_upon_shipping: 0,
  receiving_notification_emails: ['a@ore.example', 'b@ore.example'],
  shipping_notification_emails: [],
} as const;
const full = {
  company: 'Øre & Søn 你好',
  email: 'post@ore.example',
  account: 'ØS-1',
  is_active: 1,
  is_fba: 0,
  custom_1: '1',
  custom_2: '2',
  custom_3: '3',
  custom_4: '4',
  custom_5: '5',
  address,
  detail: { ...detail, receiving_notification_emails: [...detail.receiving_notification_emails] },
} as unknown as ClientInput;

const make = (fields: object = {}) =>
  boss.ok(clients.create, { body: { company: `Client ${Math.random()}`, ...fields } as ClientInput });
const formOf = ({ id: _, categories: __, webhooks: ___, created_at: ____, ...form }: Client) => form;
const tracesOf = async (id: number) =>
  (await boss.ok(api.records.traces, { query: { traceable_type: 'Client', traceable_id: id } })).data;
const save = (caller: Caller, client: Client, changes: object) =>
  caller.call(clients.update, { params: { id: client.id }, body: { ...formOf(client), ...changes } as never });

describe('creating', () => {
  test('saves every field, answers the record, and leaves a trace and an event', async () => {
    const made = await boss.ok(clients.create, { body: full });
    expect(made).toMatchObject({ ...full, detail, categories: [], webhooks: [] });
    expect(await boss.ok(clients.get, { params: { id: made.id } })).toEqual(made);
    const [trace] = await tracesOf(made.id);
    expect(trace).toMatchObject({ user: 'Marta Oliveira', subject: 'Created' });
    expect(trace?.array_log).toContainEqual({ field: 'address.city', newValue: 'Århus' });
    const events = await it.database.owner(
      "select kind, client_id from events where kind like 'client.%' and subject_id = $1",
      [made.id],
    );
    expect(events).toEqual([{ kind: 'client.saved', client_id: made.id }]);
  });

  test('fills in defaults', async () => {
    const made = await boss.ok(clients.create, { body: { company: '  Plain  ' } });
    expect(made).toMatchObject({
      company: 'Plain',
      email: '',
      is_active: 1,
      address: { company: '', country_code: '' },
      detail: { next_inv_num: 1000, next_picking_num: 1000, order_notification: 'None', tax_rate: 0 },
    });
  });

  test.each<[string, object, Record<string, string>]>([
    ['no company', { company: ' ' }, { company: 'Company name is required' }],
    ['a wrong e-mail', { email: 'nobody' }, { email: 'Email address is invalid' }],
    [
      'a wrong country',
      { address: { country_code: 'USA' } },
      { 'address.country_code': 'Country code has 2 characters, for example US' },
    ],
    [
      'numbers of nothing',
      { detail: { next_inv_num: 0, next_picking_num: -1 } },
      {
        'detail.next_inv_num': 'Invalid number format',
        'detail.next_picking_num': 'Invalid number format',
      },
    ],
    ['half a number', { detail: { next_inv_num: 1.5 } }, { 'detail.next_inv_num': 'Invalid number format' }],
    ['a logo that is no address', { detail: { logo_uri: 'logo.png' } }, { 'detail.logo_uri': 'Invalid logo URL' }],
    ['a logo that runs', { detail: { logo_uri: 'javascript:alert(1)' } }, { 'detail.logo_uri': 'Invalid logo URL' }],
    [
      'a station without a warehouse',
      { detail: { use_ship_station: 1 } },
      { 'detail.ss_warehouse': 'Choose the ShipStation warehouse of this client' },
    ],
    [
      'mail to nobody',
      { detail: { email_upon_receiving: 1, email_upon_shipping: true } },
      {
        'detail.receiving_notification_emails': 'Give at least one e-mail address to notify',
        'detail.shipping_notification_emails': 'Give at least one e-mail address to notify',
      },
    ],
    [
      'mail to something else',
      { detail: { email_upon_shipping: 1, shipping_notification_emails: ['ok@a.example', 'x'] } },
      { 'detail.shipping_notification_emails.1': 'Email address is invalid' },
    ],
    [
      'a notice to nobody',
      { detail: { order_notification: 'Created' } },
      { 'detail.order_notification_email': 'Email address is invalid' },
    ],
    [
      'a modifier beyond',
      { detail: { shipping_charge_modify: 5.1 } },
      { 'detail.shipping_charge_modify': 'The modifier is a decimal between -1 and 5' },
    ],
    [
      'a modifier too fine',
      { detail: { shipping_charge_modify: 0.00001 } },
      { 'detail.shipping_charge_modify': 'The modifier is a decimal between -1 and 5' },
    ],
    [
      'a tax in percent',
      { detail: { tax_rate: 13 } },
      { 'detail.tax_rate': 'Tax rate is a decimal between 0 and 1, for example 0.13 for 13 %' },
    ],
  ])('refuses %s', async (_, fields, expected) => {
    const refused = await boss.call(clients.create, { body: { company: 'x', ...fields } as never });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual(
      Object.fromEntries(Object.entries(expected).map(([field, sentence]) => [field, [sentence]])),
    );
  });
});

describe('saving', () => {
  test('keeps parts that are not sent and traces what changed', async () => {
    const made = await boss.ok(clients.create, { body: full });
    const saved = await boss.ok(clients.update, { params: { id: made.id }, body: { company: 'Other' } });
    expect(saved).toMatchObject({ company: 'Other', custom_1: full.custom_1, address, detail });
    await save(boss, saved, { address: { ...address, city: 'Odense' }, detail: { ...saved.detail, tax_rate: 0.25 } });
    const [trace] = await tracesOf(made.id);
    expect(trace?.array_log).toEqual([
      { field: 'address.city', newValue: 'Odense' },
      { field: 'detail.tax_rate', newValue: '0.25' },
    ]);
    const before = (await tracesOf(made.id)).length;
    const now = await boss.ok(clients.get, { params: { id: made.id } });
    expect((await save(boss, now, {})).data).toEqual(now);
    expect(await tracesOf(made.id)).toHaveLength(before);
  });

  test('over a newer save is 409 and changes nothing', async () => {
    const made = await make();
    await save(boss, made, { company: 'First' });
    const late = await save(boss, made, { company: 'Second' });
    expect([late.status, late.body.message]).toEqual([409, outcome.stale]);
    expect((await boss.ok(clients.get, { params: { id: made.id } })).company).toBe('First');
  });

  test('raises the next numbers, never lowers them; not sent they are unchanged', async () => {
    const made = await make();
    const raised = (await save(boss, made, { detail: { next_inv_num: 1200 } })).data;
    expect(raised.detail).toMatchObject({ next_inv_num: 1200, next_picking_num: 1000 });
    const refused = await save(boss, raised, { detail: { next_inv_num: 1199, next_picking_num: 999 } });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        'detail.next_inv_num': ['Numbers only rise: the next one is already 1200'],
        'detail.next_picking_num': ['Numbers only rise: the next one is already 1000'],
      },
    ]);
    const kept = (await save(boss, raised, { detail: { invoice_prefix: 'X' } })).data;
    expect(kept.detail).toMatchObject({ invoice_prefix: 'X', next_inv_num: 1200 });
  });

  test.each([
    ['update_client_model', { company: 'New' }, { address: { city: 'X' } }],
    ['update_client_address', { address: { city: 'X' } }, { detail: { tax_rate: 0.1 } }],
    ['update_client_detail', { detail: { tax_rate: 0.1 } }, { custom_3: 'x' }],
  ] as const)('with %s alone changes its own part and no other', async (key, may, mayNot) => {
    const caller = (await it.given.mainUser([key])).caller;
    const made = await make();
    const refused = await save(caller, made, mayNot);
    expect([refused.status, refused.body.message]).toEqual([403, outcome.forbidden]);
    expect((await save(caller, made, { ...may, ...mayNot })).status).toBe(403);
    expect(await boss.ok(clients.get, { params: { id: made.id } })).toEqual(made);
    expect((await save(caller, made, may)).status).toBe(200);
  });
});

describe('listing', () => {
  test('finds by company or e-mail, sorts, and hides disabled ones by default', async () => {
    await make({ company: 'Zebra Storage', email: 'stripes@zoo.example', account: 'A-1' });
    await make({ company: 'zebra Old', email: 'old@zoo.example', account: 'B-1', is_active: 0 });
    const names = async (query: object) =>
      (await boss.ok(clients.list, { query: { filter_by: { is_active: ['1', '0'] }, ...query } })).records.map(
        ({ company }) => company,
      );
    expect(await names({ search: 'ZEBRA' })).toEqual(['zebra Old', 'Zebra Storage']);
    expect(await names({ search: 'stripes@' })).toEqual(['Zebra Storage']);
    expect(await names({ search: 'zoo.example', order_by: { account: 'desc' } })).toEqual([
      'zebra Old',
      'Zebra Storage',
    ]);
    expect((await boss.ok(clients.list, { query: { search: 'zebra' } })).records).toHaveLength(1);
    expect(await names({ search: '100%' })).toEqual([]);
  });

  test('the palette shows clients to those who may open them, and never to client users', async () => {
    const hits = async (caller: Caller) =>
      (await caller.ok(api.records.search, { body: { search: 'northfield' } })).filter(({ kind }) => kind === 'client');
    expect(await hits(boss)).toEqual([
      expect.objectContaining({ title: 'Northfield Outdoor', path: '/clients/2/action/view' }),
    ]);
    expect(await hits((await it.given.mainUser([])).caller)).toEqual([]);
    expect(await hits(await it.as('client'))).toEqual([]);
  });
});

test('statistics count what the client has', async () => {
  const made = await make();
  const count = () => boss.ok(clients.statistics, { params: { id: made.id } });
  expect(await count()).toEqual({ inventory_count: 0, order_count: 0, relation_count: 0, entries_count: 0 });
  await it.given.manyRelations(made.id, 3, 'R');
  expect(await count()).toMatchObject({ relation_count: 3 });
  expect((await boss.call(clients.statistics, { params: { id: 2_000_000 } })).status).toBe(404);
});

test('the page shows categories of the client, and nothing of another', async () => {
  const made = await make();
  await boss.ok(api.panels.attachCategory, { body: { name: 'Fragile', resource: 'Client', resourceId: made.id } });
  const read = await boss.ok(clients.get, { params: { id: made.id } });
  expect(read.categories).toEqual([{ id: expect.any(Number), name: 'Fragile', tag: 'Fragile' }]);
  await boss.ok(api.panels.deleteCategory, { params: { id: read.categories[0]?.id ?? 0 } });
  expect((await boss.ok(clients.get, { params: { id: made.id } })).categories).toEqual([]);
});

test('users of a disabled client are refused at their next call, and accepted again once it is enabled', async () => {
  const made = await make();
  const user = (await it.given.clientUser(made.id)).caller;
  expect((await user.call(api.relations.list)).status).toBe(200);
  const off = (await save(boss, made, { is_active: 0 })).data;
  expect((await user.call(api.relations.list)).status).toBe(403);
  expect(
    (await it.guest.call(api.session.login, { body: { email: user.email, password: 'longshore-demo' } })).status,
  ).not.toBe(200);
  await save(boss, off, { is_active: 1 });
  expect((await user.call(api.relations.list)).status).toBe(200);
});
