import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

const { company } = api;
let it: TestApp;
let admin: Caller;
let client: Caller;

beforeAll(async () => {
  it = await testApp();
  client = await it.as('client');
  admin = (
    await it.given.mainUser([
      'create_general',
      'update_general',
      'delete_general',
      'create_courier',
      'update_courier',
      'delete_courier',
      'trace_history',
    ])
  ).caller;
});

const newestTrace = async () =>
  (await admin.ok(api.records.traces, { query: { traceable_type: 'Company', traceable_id: 1 } })).data[0];

describe('couriers', () => {
  test('are added, saved and deleted, each with an entry in the company’s history', async () => {
    const made = await admin.ok(company.createCourier, { body: { name: 'Bike', shippo_id: 'sh_1', status: 0 } });
    expect(made).toMatchObject({ name: 'Bike', client_id: null, is_active: 0, status: 0, shippo_id: 'sh_1' });
    expect(await newestTrace()).toMatchObject({ subject: 'Courier added' });
    const body = { ...made, payment_method: 'collect' as const, status: 1 as const };
    expect(await admin.ok(company.updateCourier, { params: { id: made.id }, body })).toMatchObject({
      is_active: 1,
      status: 1,
    });
    expect(await newestTrace()).toMatchObject({
      array_log: [
        { field: 'courier', newValue: 'Bike' },
        { field: 'courier.payment_method', newValue: 'collect' },
        { field: 'courier.is_active', newValue: '1' },
      ],
    });
    await admin.ok(company.deleteCourier, { params: { id: made.id } });
    expect((await admin.ok(company.couriers)).some(({ id }) => id === made.id)).toBe(false);
    expect(await newestTrace()).toMatchObject({ subject: 'Courier deleted' });
  });

  test('one of a client is offered to that client only, and is in boot at once', async () => {
    const mine = await admin.ok(company.createCourier, { body: { name: 'Own van', client_id: 1 } });
    const theirs = await admin.ok(company.createCourier, { body: { name: 'Own van', client_id: 2 } });
    const seen = (await client.ok(api.session.boot)).resources.couriers.map(({ id }) => id);
    expect(seen).toContain(mine.id);
    expect(seen).not.toContain(theirs.id);
  });

  test.each([
    [{ name: 'ups ground' }, { name: ['NameIsTaken'] }],
    [{ name: '' }, { name: ['CourierNameIsRequired'] }],
    [{ name: 'Nobody’s', client_id: 999_999 }, { client_id: ['ClientIsRequired'] }],
  ])('%j is refused', async (body, keys) => {
    const reply = await admin.call(company.createCourier, { body });
    expect([reply.status, reply.body.keys]).toEqual([422, keys]);
  });

  test('one that a relation uses can be disabled, but not deleted or made a client’s own', async () => {
    const courier = await admin.ok(company.createCourier, { body: { name: 'Tram' } });
    await it.given.relation(client, { default_courier: courier.id });
    const params = { id: courier.id };
    expect((await admin.call(company.deleteCourier, { params })).body.keys).toEqual({ id: ['InUse'] });
    const disabled = await admin.ok(company.updateCourier, { params, body: { name: 'Tram', is_active: 0 } });
    expect(disabled.status).toBe(0);
    const taken = await admin.call(company.updateCourier, { params, body: { name: 'Tram', client_id: 2 } });
    expect(taken.body.keys).toEqual({ client_id: ['CourierIsShared'] });
    expect((await admin.call(company.updateCourier, { params, body: { name: 'Tram', client_id: 1 } })).status).toBe(
      200,
    );
  });
});

describe('settings', () => {
  test.each([
    ['tax', 'taxes', { name: 'Quebec QST', rate: 0.09975 }],
    ['TERM', 'terms', { name: 'Net 7', description: 'A week' }],
    ['Package', 'packages', { name: 'Tube', length: 90, width: 8, height: 8.5, weight: 0.1 }],
    ['uom', 'uoms', { name: 'Drum' }],
  ] as const)('%s: added, saved and deleted; each save answers the whole list', async (word, list, fields) => {
    const kind = word.toLowerCase() as 'tax';
    const made = await admin.ok(company.createSetting, { params: { kind: word as 'tax' }, body: fields });
    expect(made).toMatchObject({ ...fields, is_active: 1 });
    const whole = (await admin.ok(company.settings))[list];
    expect((made as unknown as Record<string, unknown>)[list]).toEqual(whole);
    const params = { id: made.id, kind };
    const saved = await admin.ok(company.updateSetting, { params, body: { ...fields, is_active: 0 } });
    expect(saved.is_active).toBe(0);
    expect(await newestTrace()).toMatchObject({ subject: expect.stringMatching(/^(Tax|Term|Package|Unit) saved$/) });
    await admin.ok(company.updateSetting, { params, body: { ...fields, is_active: 0 } });
    await admin.ok(company.deleteSetting, { params });
    expect((await admin.call(company.deleteSetting, { params })).status).toBe(404);
    expect((await client.ok(api.session.boot)).resources[list].some(({ id }) => id === made.id)).toBe(false);
  });

  test('names are unique ignoring case, and a body is validated for its kind', async () => {
    const add = (kind: 'tax' | 'uom', body: object) =>
      admin.call(company.createSetting, { params: { kind }, body: { ...body } });
    expect((await add('uom', { name: 'PALLET' })).body.keys).toEqual({ name: ['NameIsTaken'] });
    expect((await add('tax', { name: 'X', rate: 'much' })).body.keys).toEqual({ rate: ['TaxRateIsNotANumber'] });
  });

  test('a term that relations use cannot be deleted; renaming it updates them', async () => {
    const term = await admin.ok(company.createSetting, { params: { kind: 'term' }, body: { name: 'Net 45' } });
    const relation = await it.given.relation(client, { default_term: 'net 45' });
    const params = { id: term.id, kind: 'term' as const };
    expect((await admin.call(company.deleteSetting, { params })).body.keys).toEqual({ id: ['InUse'] });
    await admin.ok(company.updateSetting, { params, body: { name: 'Net 45 days' } });
    const now = await client.ok(api.relations.get, { params: { id: relation.id } });
    expect(now).toMatchObject({ default_term: 'Net 45 days', updated_at: relation.updated_at });
    expect((await admin.call(company.deleteSetting, { params })).status).toBe(422);
  });

  test('a term that a client’s invoices use cannot be deleted; renaming it updates the client', async () => {
    const boss = await it.as('super');
    const term = await admin.ok(company.createSetting, { params: { kind: 'term' }, body: { name: 'Net 50' } });
    const made = await boss.ok(api.clients.create, {
      body: { company: 'Fifty Days', detail: { invoice_term: 'net 50' } as never },
    });
    const params = { id: term.id, kind: 'term' as const };
    const refused = await admin.call(company.deleteSetting, { params });
    expect([refused.status, refused.body.keys]).toEqual([422, { id: ['InUse'] }]);
    await admin.ok(company.updateSetting, { params, body: { name: 'Net 50 days' } });
    const now = await boss.ok(api.clients.get, { params: { id: made.id } });
    expect(now.detail.invoice_term).toBe('Net 50 days');
    expect((await admin.call(company.deleteSetting, { params })).status).toBe(422);
  });
});
