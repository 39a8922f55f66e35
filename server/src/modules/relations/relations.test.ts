import { api, outcome, type Relation, type RelationInput } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { relations } = api;
let it: TestApp;
let staff: Caller;
let client: Caller;
let other: Caller;
let tracer: Caller;

beforeAll(async () => {
  it = await testApp();
  [staff, client] = [await it.as('staff'), await it.as('client')];
  other = await it.signIn('liwei@northfield.test');
  tracer = (await it.given.mainUser(['trace_history'])).caller;
});

const tracesOf = async (id: number) =>
  (await tracer.ok(api.records.traces, { query: { traceable_type: 'Relation', traceable_id: id } })).data;
const count = async (table: string) =>
  (await it.database.owner<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;
const formOf = (relation: Relation) => {
  const { id: _, client_id: __, addresses: ___, is_system: ____, created_at: _____, ...form } = relation;
  return form;
};

const full: RelationInput = {
  type: 'vendor',
  name: 'Øre & Søn 你好',
  account: 'A-1',
  email: 'post@ore.example',
  phone: '+45 1',
  is_active: 0,
  default_term: 'Net 30',
  default_tax_rate: 0.0725,
  default_instruction: 'Ring the bell.',
  print_instruction: 1,
  default_courier: 3,
  default_courier_account: '4R8',
  default_collect_postal: '9000',
  default_collect_country: 'DK',
  default_shipping_payment: 'collect',
};

describe('creating', () => {
  test('saves every field, answers the record, and leaves a trace and an event', async () => {
    const made = await client.ok(relations.create, { body: full });
    expect(made).toMatchObject({ ...full, client_id: 1, is_system: false, addresses: [] });
    expect(await client.ok(relations.get, { params: { id: made.id } })).toEqual(made);
    const [trace] = await tracesOf(made.id);
    expect(trace).toMatchObject({ user: 'Priya Nair', subject: 'Created' });
    expect(trace?.array_log).toContainEqual({ field: 'name', newValue: 'Øre & Søn 你好' });
    const events = await it.database.owner('select kind, client_id from events where subject_id = $1', [made.id]);
    expect(events).toEqual([{ kind: 'relation.saved', client_id: 1 }]);
  });

  test('fills in defaults', async () => {
    const made = await client.ok(relations.create, { body: { type: 'customer', name: '  Plain  ' } });
    expect(made).toMatchObject({
      name: 'Plain',
      is_active: 1,
      default_term: 'NA',
      default_shipping_payment: 'prepaid',
    });
    expect(made).toMatchObject({ default_tax_rate: 0, default_courier: 0, default_collect_country: '' });
  });

  test.each([
    [{ name: ' ' }, { name: ['Company name is required'] }],
    [{ email: 'nobody' }, { email: ['Email address is invalid'] }],
    [
      { default_tax_rate: 13 },
      { default_tax_rate: ['Tax rate is a decimal between 0 and 1, for example 0.13 for 13 %'] },
    ],
    [{ default_term: 'Net 999' }, { default_term: ['No such payment term'] }],
    [
      { name: '', email: 'x', default_collect_country: 'USA' },
      {
        name: ['Company name is required'],
        email: ['Email address is invalid'],
        default_collect_country: ['Country code has 2 characters, for example US'],
      },
    ],
  ])('refuses %j by field and writes nothing', async (fields, errors) => {
    const before = [await count('relations'), await count('traces'), await count('events')];
    const { status, body } = await client.call(relations.create, { body: { ...full, ...fields } });
    expect([status, body.errors]).toEqual([422, errors]);
    expect([await count('relations'), await count('traces'), await count('events')]).toEqual(before);
  });

  test('refuses the courier of another client with 30006, and writes nothing', async () => {
    const [mine, theirs] = [await it.given.courierOf(1), await it.given.courierOf(2)];
    const before = [await count('relations'), await count('traces')];
    for (const caller of [client, staff])
      for (const courier of [theirs, 2_000_000_000]) {
        const { status, body } = await caller.call(relations.create, { body: { ...full, default_courier: courier } });
        expect([status, body.error_code]).toEqual([400, 30006]);
      }
    expect([await count('relations'), await count('traces')]).toEqual(before);
    expect(await it.given.relation(client, { default_courier: mine })).toMatchObject({ default_courier: mine });
  });

  test('a client user creates its own client’s; a main user those of its working client or the named one', async () => {
    expect(await it.given.relation(client, { client_id: 2 })).toMatchObject({ client_id: 1 });
    expect(await it.given.relation(staff)).toMatchObject({ client_id: 1 });
    expect(await it.given.relation(staff, { client_id: 2 })).toMatchObject({ client_id: 2 });
    const unknown = await staff.call(relations.create, { body: { ...full, client_id: 2_000_000_000 } });
    expect([unknown.status, unknown.body.keys]).toEqual([422, { client_id: ['ClientIsRequired'] }]);
  });
});

describe('saving', () => {
  test('changes what is new and traces only that', async () => {
    const made = await it.given.relation(client, full);
    const saved = await client.ok(relations.update, {
      params: { id: made.id },
      body: { ...formOf(made), phone: '+45 2', is_active: 1 },
    });
    expect(saved).toMatchObject({ ...full, phone: '+45 2', is_active: 1 });
    const [trace] = await tracesOf(made.id);
    expect(trace?.subject).toBe('Updated');
    expect(trace?.array_log).toEqual([
      { field: 'phone', newValue: '+45 2' },
      { field: 'is_active', newValue: '1' },
    ]);
  });

  test('a save without changes leaves no trace and no new timestamp', async () => {
    const made = await it.given.relation(client, full);
    const saved = await client.ok(relations.update, { params: { id: made.id }, body: formOf(made) });
    expect(saved.updated_at).toBe(made.updated_at);
    expect(await tracesOf(made.id)).toHaveLength(1);
  });

  test('a stale form is 409 and changes nothing; without a timestamp the last save wins', async () => {
    const made = await it.given.relation(client, full);
    const params = { id: made.id };
    await client.ok(relations.update, { params, body: { ...formOf(made), phone: 'first' } });
    const late = await staff.call(relations.update, { params, body: { ...formOf(made), phone: 'second' } });
    expect([late.status, late.body.message]).toEqual([409, outcome.stale]);
    expect(late.body.reference).toBe(late.headers['x-request-id']);
    expect((await client.ok(relations.get, { params })).phone).toBe('first');
    const { updated_at: _, ...unstamped } = formOf(made);
    expect(await staff.ok(relations.update, { params, body: { ...unstamped, phone: 'third' } })).toMatchObject({
      phone: 'third',
    });
  });

  test('the system relations are neither listed, found, edited nor given addresses', async () => {
    const rows = await it.database.owner<{ id: number; name: string }>(
      'select id, name from relations where client_id = 1 and is_system order by id',
    );
    expect(rows.map((row) => row.name)).toEqual([
      '__CustomerByWebService',
      '__VendorByWebService',
      '__InventoryAdjustment',
    ]);
    const newClient = await it.given.client();
    const made = await it.database.owner('select from relations where client_id = $1 and is_system', [newClient]);
    expect(made).toHaveLength(3);
    const params = { id: rows[0]?.id ?? 0 };
    expect((await client.ok(relations.get, { params })).is_system).toBe(true);
    expect((await client.call(relations.update, { params, body: { name: 'Mine' } })).body.keys).toEqual({
      name: ['SystemRecord'],
    });
    expect((await client.call(relations.createAddress, { params, body: { company: 'x' } })).status).toBe(422);
    expect((await client.ok(relations.list, { query: { search: '__Cust' } })).total).toBe(0);
    expect(await client.ok(relations.selector, { body: { type: 'customer', search: '__' } })).toEqual([]);
    expect(await client.ok(api.records.search, { body: { search: '__Inventory' } })).toEqual([]);
  });
});

describe('visibility', () => {
  test('a client user only its own; a main user any by id, and lists those of its working client', async () => {
    const mine = await it.given.relation(client);
    const params = { id: mine.id };
    expect((await other.call(relations.get, { params })).status).toBe(404);
    expect((await other.call(relations.update, { params, body: { name: 'Stolen' } })).status).toBe(404);
    expect(await staff.ok(relations.get, { params })).toEqual(mine);
    const { caller: second } = await it.given.mainUser([], 2);
    expect(await second.ok(relations.get, { params })).toEqual(mine);
    const listed = await second.ok(relations.list, { query: { per_page: 100 } });
    expect(new Set(listed.records.map((row) => row.client_id))).toEqual(new Set([2]));
    const nowhere = await it.given.mainUser();
    await it.database.owner('update users set last_working_client = null where id = $1', [nowhere.id]);
    expect((await nowhere.caller.ok(relations.list)).total).toBe(0);
    expect((await nowhere.caller.call(relations.create, { body: full })).body.keys).toEqual({
      client_id: ['ClientIsRequired'],
    });
  });

  test('the selector finds active ones of the type by name, account or e-mail', async () => {
    const made = await it.given.relation(client, { ...full, name: 'Zebra Crossing', account: 'ZC-77', is_active: 1 });
    const find = (search: string, type: 'customer' | 'vendor' = 'vendor', as = client) =>
      as.ok(relations.selector, { body: { type, search } });
    for (const search of ['zebra', 'BRA CRO', 'zc-7', 'Ze'])
      expect((await find(search))[0]).toMatchObject({
        id: made.id,
        title: 'Zebra Crossing',
        description: 'ZC-77 · post@ore.example',
      });
    expect((await find('zebra'))[0]?.relation).toEqual(made);
    expect(await find('zebra', 'customer')).toEqual([]);
    expect(await find('zebra', 'vendor', other)).toEqual([]);
    // A main user may name the client, as a form of another client's order does; nobody else can.
    const named = (cid: number, as: Caller) =>
      as.ok(relations.selector, { body: { type: 'vendor', search: 'zebra', cid } });
    const away = await it.given.mainUser();
    await it.database.owner('update users set last_working_client = 2 where id = $1', [away.id]);
    expect(await find('zebra', 'vendor', away.caller)).toEqual([]);
    expect(await named(made.client_id, away.caller)).toMatchObject([{ id: made.id }]);
    expect(await named(made.client_id, other)).toEqual([]);
    await client.ok(relations.update, { params: { id: made.id }, body: { ...formOf(made), is_active: 0 } });
    expect(await find('zebra')).toEqual([]);
  });
});

describe('addresses', () => {
  test.each([
    [{}, { country: 'United States', country_code: 'US' }],
    [
      { country: '', country_code: '' },
      { country: 'United States', country_code: 'US' },
    ],
    [
      { country: 'Canada', country_code: 'CA' },
      { country: 'Canada', country_code: 'CA' },
    ],
    [{ country_code: 'mx' }, { country: '', country_code: 'MX' }],
    [{ country: 'Sweden' }, { country: 'Sweden', country_code: '' }],
  ])('a new one with %j is in %j', async (given, expected) => {
    const { id } = await it.given.relation(client);
    const body = { company: 'Somewhere', ...given };
    expect(await client.ok(relations.createAddress, { params: { id }, body })).toMatchObject(expected);
  });

  test('are added, read, saved and deleted, each with a trace and a new timestamp', async () => {
    const { id, updated_at: before } = await it.given.relation(client);
    const body = { company: 'Dock 4', city: 'Oslo', country_code: 'no', type: 'Shipping' } as const;
    const made = await client.ok(relations.createAddress, { params: { id }, body });
    expect(made).toMatchObject({ ...body, country_code: 'NO' });
    const params = { id, addrId: made.id };
    expect(await client.ok(relations.address, { params })).toEqual(made);
    expect(await client.ok(relations.addresses, { params: { id } })).toEqual([made]);
    const read = await client.ok(relations.get, { params: { id } });
    expect(read.addresses).toEqual([made]);
    expect(read.updated_at > before).toBe(true);
    expect(await client.ok(relations.updateAddress, { params, body: { ...body, city: 'Bergen' } })).toMatchObject({
      city: 'Bergen',
    });
    expect(await client.ok(relations.deleteAddress, { params })).toBe(true);
    expect((await client.call(relations.address, { params })).status).toBe(404);
    expect((await client.call(relations.deleteAddress, { params })).status).toBe(404);
    expect((await tracesOf(id)).map((trace) => trace.subject)).toEqual([
      'Address deleted',
      'Address updated',
      'Address added',
      'Created',
    ]);
    const refused = await client.call(relations.createAddress, { params: { id }, body: { company: '' } });
    expect(refused.body.errors).toEqual({ company: ['Company is required'] });
  });

  test('belong to their relation: under another one they are 404', async () => {
    const [one, two] = [await it.given.relation(client), await it.given.relation(client)];
    const { id } = await client.ok(relations.createAddress, { params: { id: one.id }, body: { company: 'x' } });
    const params = { id: two.id, addrId: id };
    expect((await client.call(relations.address, { params })).status).toBe(404);
    expect((await client.call(relations.updateAddress, { params, body: { company: 'y' } })).status).toBe(404);
    expect((await client.call(relations.deleteAddress, { params })).status).toBe(404);
    expect(await client.ok(relations.addresses, { params: { id: one.id } })).toHaveLength(1);
  });
});

test('traces come in pages, newest first', async () => {
  const made = await it.given.relation(client, full);
  for (let turn = 0; turn < 16; turn++)
    await client.ok(relations.update, { params: { id: made.id }, body: { name: `Turn ${turn}` } });
  const query = { traceable_type: 'Relation', traceable_id: made.id } as const;
  const first = await tracer.ok(api.records.traces, { query });
  expect([first.data.length, first.current_page, first.last_page]).toEqual([15, 1, 2]);
  expect(first.data[0]?.array_log).toContainEqual({ field: 'name', newValue: 'Turn 15' });
  const second = await tracer.ok(api.records.traces, { query: { ...query, page: 2 } });
  expect(second.data.map((trace) => trace.subject)).toEqual(['Updated', 'Created']);
});
