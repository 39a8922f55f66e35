import { readFileSync } from 'node:fs';
import { api, COMPANY_ID, type Traceable } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

let it: TestApp;
let boss: Caller;
let client: Caller;
beforeAll(async () => {
  it = await testApp();
  [boss, client] = [await it.as('super'), await it.as('client')];
});

const newest = async (type: Traceable, id: number) => {
  const { data } = await boss.ok(api.records.traces, { query: { traceable_type: type, traceable_id: id } });
  const [trace] = data;
  return trace && { subject: trace.subject, changes: trace.array_log.map((each) => [each.field, each.newValue]) };
};

describe('a reference is traced by the name it had', () => {
  test("a relation's courier, by the contract's name of the field", async () => {
    const courier = await it.given.courierOf(1, 'Harbour Express');
    const relation = await it.given.relation(client);
    await client.ok(api.relations.update, {
      params: { id: relation.id },
      body: { name: relation.name, default_courier: courier },
    });
    await it.database.owner("update couriers set name = 'Renamed since' where id = $1", [courier]);
    expect(await newest('Relation', relation.id)).toEqual({
      subject: 'Updated',
      changes: [['default_courier', 'Harbour Express']],
    });
    await client.ok(api.relations.update, {
      params: { id: relation.id },
      body: { name: relation.name, default_courier: 0 },
    });
    expect(await newest('Relation', relation.id)).toMatchObject({ changes: [['default_courier', '']] });
  });

  test('another courier of the same name is a change too', async () => {
    const [one, two] = [await it.given.courierOf(null, 'Twin'), await it.given.courierOf(1, 'Twin')];
    const relation = await it.given.relation(client, { default_courier: one });
    const body = { name: relation.name, default_courier: two };
    const saved = await client.ok(api.relations.update, { params: { id: relation.id }, body });
    expect(saved.default_courier).toBe(two);
    expect(await newest('Relation', relation.id)).toMatchObject({ changes: [['default_courier', 'Twin']] });
  });

  test("a user's role and client, and a courier's client", async () => {
    const body = { name: 'Ana', email: 'ana@traces.test', client_id: 1 };
    const user = await boss.ok(api.users.create, { body });
    expect((await newest('User', user.id))?.changes).toContainEqual(['client_id', 'Kestrel Coffee Roasters']);
    const role = await boss.ok(api.roles.create, { body: { name: 'Night shift', access: {} } });
    const main = { name: 'Ben', email: 'ben@traces.test', is_main_user: 1 as const, role_id: role.id };
    const made = await boss.ok(api.users.create, { body: main });
    expect((await newest('User', made.id))?.changes).toContainEqual(['role_id', 'Night shift']);
    await boss.ok(api.company.createCourier, { body: { name: 'Own bike', client_id: 1 } });
    const trace = await newest('Company', COMPANY_ID);
    expect(trace?.subject).toBe('Courier added');
    expect(trace?.changes[0]).toEqual(['courier', 'Own bike']);
    expect(trace?.changes).toContainEqual(['courier.client_id', 'Kestrel Coffee Roasters']);
  });
});

test('a part of a record is traced under its name in the contract', async () => {
  const relation = await it.given.relation(client);
  const params = { id: relation.id };
  const address = await client.ok(api.relations.createAddress, { params, body: { company: 'Pier 4', city: 'Oslo' } });
  const addrParams = { ...params, addrId: address.id };
  await client.ok(api.relations.updateAddress, {
    params: addrParams,
    body: { ...address, city: 'Bergen' },
  });
  expect(await newest('Relation', relation.id)).toEqual({
    subject: 'Address updated',
    changes: [
      ['address', 'Pier 4'],
      ['address.city', 'Bergen'],
    ],
  });
  const item = await it.given.item(client);
  const update = { sku: item.sku, name: item.name, config: { lot: 1 as const, serial: 0 as const } };
  await client.ok(api.inventories.update, {
    params: { id: item.id },
    body: { ...update, international: { hs_code: '0902', custom_value: '0', origin: '', composition: '' } },
  });
  expect((await newest('Inventory', item.id))?.changes.sort()).toEqual([
    ['config.lot', '1'],
    ['international.hs_code', '0902'],
  ]);
});

describe('traces of earlier versions are rewritten by the migration', () => {
  const migration = readFileSync(
    new URL('../../../migrations/0017-traces-in-the-words-of-the-contract.sql', import.meta.url),
    'utf8',
  );
  const cases: [
    kind: Traceable,
    subject: string,
    old: [string, string][],
    now: [string, string][],
    newSubject?: string,
  ][] = [
    ['Relation', 'Updated', [['courier_id', '$courier']], [['default_courier', 'Old Courier']]],
    ['Relation', 'Created', [['courier_id', '999999']], [['default_courier', '999999']]],
    ['Relation', 'Created', [['type', 'vendor']], [['type', 'vendor']]],
    ['Relation', 'Address added', [['type', 'Both']], [['address.type', 'Both']]],
    ['Relation', 'Address deleted', [['company', 'Pier 1']], [['address', 'Pier 1']]],
    [
      'Inventory',
      'Created',
      [
        ['sku', 'A'],
        ['lot', '1'],
        ['hs_code', '0902'],
      ],
      [
        ['sku', 'A'],
        ['config.lot', '1'],
        ['international.hs_code', '0902'],
      ],
    ],
    [
      'Inventory',
      'UOMs imported',
      [
        ['Carton', '12, 1 × 1 × 1, 2'],
        ['Bag', ''],
      ],
      [
        ['uom', 'Carton: 12, 1 × 1 × 1, 2'],
        ['uom', 'Bag: –'],
      ],
    ],
    ['Inventory', 'UOM added', [['uom', 'Carton']], [['uom', 'Carton']]],
    [
      'Client',
      'Updated',
      [
        ['company', 'X'],
        ['tax_rate', '0.2'],
        ['address.city', 'Y'],
      ],
      [
        ['company', 'X'],
        ['detail.tax_rate', '0.2'],
        ['address.city', 'Y'],
      ],
    ],
    [
      'Client',
      'Webhook added',
      [
        ['trigger', '1'],
        ['ftp_path', '/in'],
      ],
      [
        ['webhook.trigger', '1'],
        ['webhook.ftp_config.path', '/in'],
      ],
    ],
    ['User', 'Updated', [['role_id', '$role']], [['role_id', 'Old Role']]],
    ['User', 'Created', [['client_id', '1']], [['client_id', 'Kestrel Coffee Roasters']]],
    [
      'Company',
      'couriers saved',
      [['couriers.UPS Ground', '{"saved":{"account":"4R8","client_id":"1"}}']],
      [
        ['courier', 'UPS Ground'],
        ['courier.account', '4R8'],
        ['courier.client_id', 'Kestrel Coffee Roasters'],
      ],
      'Courier saved',
    ],
    ['Company', 'taxes deleted', [['taxes.GST', '{"deleted":{}}']], [['tax', 'GST']], 'Tax deleted'],
    ['Company', 'Updated', [['name', 'Harrow']], [['name', 'Harrow']]],
  ];

  test('each in the words of the contract', async () => {
    const courier = await it.given.courierOf(null, 'Old Courier');
    const [role] = await it.database.owner<{ id: number }>("insert into roles (name) values ('Old Role') returning id");
    const ids = { $courier: String(courier), $role: String(role?.id) } as Record<string, string>;
    const FIRST = 900_000;
    for (const [at, [kind, subject, old]] of cases.entries()) {
      const changes = old.map(([field, value]) => ({ field, newValue: ids[value] ?? value }));
      await it.database.owner(
        `insert into traces (traceable_type, traceable_id, user_name, subject, changes) values ($1, $2, 'Dana', $3, $4)`,
        [kind, FIRST + at, subject, JSON.stringify(changes)],
      );
    }
    await it.database.owner(migration);
    for (const [at, [kind, subject, , now, newSubject = subject]] of cases.entries())
      expect(await newest(kind, FIRST + at)).toEqual({ subject: newSubject, changes: now });
  });
});
