import { api, type Endpoint } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { missingFields } from '../src/platform/http/kept-fields.ts';
import { listEndpoints, resourceOf, shapeOf } from './access/endpoints.ts';
import { targetOf } from './access/target.ts';
import { type Caller, type TestApp, testApp } from './harness.ts';

/** A PUT that is a command, not a record: what it leaves out has no value that could be kept. */
const COMMANDS = new Set([
  'users.setPassword',
  'billingPeriods.close',
  'shipmentBilling.charge',
  'orders.shipPartial',
  'shipments.changeQuantity',
  'shipments.lock',
  'shipments.pack',
  'licenses.break',
  'integrations.answerCancellation',
  'marketplace.fulfil',
  'labels.rates',
  'labels.buy',
]);

type Body = Record<string, unknown>;
type Params = Record<string, number | string>;
type Read = (params: Params) => Promise<Body>;
interface Place {
  params: Params;
  read: Read;
}

let it: TestApp;
let main: Caller;
let target: Awaited<ReturnType<typeof targetOf>>;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  target = await targetOf(it);
});

const found = <Row extends { id: number }>(rows: readonly Row[], id: unknown) =>
  rows.find((row) => row.id === Number(id)) as unknown as Body;

/** Records that no GET of the same path answers. */
const places: Record<string, () => Promise<Place>> = {
  'company.updateCourier': async () => {
    const { id } = await main.ok(api.company.createCourier, { body: { name: 'Kept courier' } });
    return { params: { id }, read: async () => found(await main.ok(api.company.couriers), id) };
  },
  'roles.update': async () => {
    const { id } = await main.ok(api.roles.create, { body: { name: 'Kept role' } });
    return { params: { id }, read: async () => found(await main.ok(api.roles.list), id) };
  },
  'company.updateMessage': async () => {
    const { id } = await main.ok(api.company.createMessage, { body: { title: 'Kept' } });
    return { params: { id }, read: async () => found(await main.ok(api.company.messages), id) };
  },
  'webhooks.update': async () => {
    const params = { id: 1 };
    const { id: hookId } = await main.ok(api.webhooks.create, {
      params,
      body: { endpoint: 'https://hooks.example.com/kept', hash_key: 'a key of some length' },
    });
    const read = async () => found(await main.ok(api.webhooks.list, { params, query: {} as never }), hookId);
    return { params: { ...params, hookId }, read };
  },
  'billingActivities.saveItem': async () => {
    const { id } = await main.ok(api.billingActivities.create, { body: { name: 'Kept links', client_id: 1 } });
    const { id: itemId } = await main.ok(api.billingItems.create, { body: { name: 'Kept link' } });
    await main.ok(api.billingActivities.addItem, { params: { id, itemId }, body: {} });
    const read = async () => {
      const { items } = await main.ok(api.billingActivities.get, { params: { id } });
      return items[0]?.pivot as unknown as Body;
    };
    return { params: { id, itemId }, read };
  },
  'reportSubscriptions.update': async () => {
    const body = { report: 'inventory', clientId: 1, receivers: ['kept@longshore.test'] };
    const { id } = await main.ok(api.reportSubscriptions.create, { body });
    return { params: { id }, read: async () => found(await main.ok(api.reportSubscriptions.list), id) };
  },
  'shipments.setIncoterm': async () => {
    const [row] = await it.database.owner<{ id: number }>(
      `select id from shipments where direction = 'outbound' and status = 'In Warehouse' and voided_at is null order by id limit 1`,
    );
    const params = { id: row?.id ?? 0 };
    return { params, read: async () => (await main.ok(api.shipments.get, { params })) as unknown as Body };
  },
};

/** Rows that can be saved; of other tables the first one of the demo. */
const savable: Record<string, string> = {
  orders: `select id from orders where client_id = 1 and status = 'Open' order by id limit 1`,
  billing_entries: `select id from billing_entries e where deleted_at is null and corrects is null and not exists (
    select from billing_periods p where p.client_id = e.client_id and p.is_closed and p.month = date_trunc('month', e.bill_date)::date)
    order by id desc limit 1`,
  users: `select id from users where email = 'staff@longshore.test'`,
  roles: `select id from roles order by id desc limit 1`,
  relations: `select id from relations where client_id = 1 and not is_system order by id limit 1`,
};

async function placeOf(name: string, endpoint: Endpoint): Promise<Place> {
  const own = places[name];
  if (own) return own();
  const get = listEndpoints(api).find(({ endpoint: e }) => e.method === 'GET' && e.path === endpoint.path);
  if (!get) throw new Error(`${name}: nothing answers the record that it changes; add a place.`);
  const params: Params = {};
  for (const [param, schema] of Object.entries(endpoint.params)) {
    const table = resourceOf(schema) ?? '';
    const statement = savable[table];
    const [row] = statement ? await it.database.owner<{ id: number }>(statement) : [];
    params[param] = row?.id ?? Number((await target.rowOf(table, 'own'))?.id ?? 0);
  }
  // An address belongs to a relation: the first of both may not belong together.
  if (endpoint.params.addrId) {
    const [row] = await it.database.owner<{ id: number; relation_id: number }>(
      'select id, relation_id from addresses where client_id = 1 order by id limit 1',
    );
    Object.assign(params, { id: row?.relation_id, addrId: row?.id });
  }
  return { params, read: async () => (await main.ok(get.endpoint, { params: params as never })) as Body };
}

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  default?: unknown;
  format?: string;
}

/** The values that the shape lists, itself or in one of its choices. */
const choicesOf = (shape: Shape): unknown[] =>
  shape.enum ??
  (shape.anyOf ?? []).flatMap(({ enum: choices, const: only }) => choices ?? (only === undefined ? [] : [only]));

/** Another value than a record has, that the shape of the field takes; undefined when none can be made. */
function other(shape: Shape, value: unknown): unknown {
  const choice = choicesOf(shape).find((each) => each !== value && typeof each !== 'boolean');
  if (choice !== undefined) return choice;
  const types = [shape.type, ...(shape.anyOf ?? []).map(({ type }) => type)].flat();
  if (shape.format === 'date' || shape.anyOf?.some(({ format }) => format === 'date')) return '2031-05-06';
  if (types.includes('object') && shape.properties) return undefined;
  if (types.includes('number') || types.includes('integer')) return Number(value ?? 0) === 1 ? 2 : 1;
  if (types.includes('string'))
    return value === 'US' || String(value).length === 2 ? 'CA' : `Kept ${String(value).slice(0, 8)}`.slice(0, 12);
  return undefined;
}

const lines = listEndpoints(api).filter(
  ({ name, endpoint }) =>
    endpoint.method === 'PUT' &&
    endpoint.body &&
    !COMMANDS.has(name) &&
    missingFields(endpoint.body as unknown as z.ZodType, {}).length > 0,
);

/** What must be sent, as the record has it. */
function requiredOf(endpoint: Endpoint, record: Body): Body {
  const { required = [] } = shapeOf(endpoint.body);
  return Object.fromEntries(required.map((name) => [name, record[name]]));
}

describe.each(lines)('$name', ({ name, endpoint }) => {
  test('keeps every field that is not sent', async () => {
    const { params, read } = await placeOf(name, endpoint);
    const input = (body: Body) => ({ params: params as never, body: body as never });
    const fields = missingFields(endpoint.body as unknown as z.ZodType, {});
    const properties = (shapeOf(endpoint.body).properties ?? {}) as Record<string, Shape>;
    const before = await read(params);
    const tried: string[] = [];
    const refusals: string[] = [];
    for (const field of fields) {
      const value = other(properties[field] ?? {}, before[field]);
      const body = { ...requiredOf(endpoint, await read(params)), [field]: value };
      if (value === undefined) continue;
      const { status, body: refusal } = await main.call(endpoint, input(body));
      if (status !== 200) {
        refusals.push(`${field} = ${JSON.stringify(value)}: ${JSON.stringify(refusal)}`);
        continue;
      }
      const changed = await read(params);
      if (String(changed[field]) === String(before[field])) continue;
      tried.push(field);
      const kept = await main.call(endpoint, input(requiredOf(endpoint, changed)));
      expect([field, kept.status, kept.body]).toMatchObject([field, 200, {}]);
      expect([field, (await read(params))[field]]).toEqual([field, changed[field]]);
      await main.call(endpoint, input({ ...requiredOf(endpoint, changed), [field]: before[field] }));
    }
    // Some values cannot be guessed, and some fields only users of a client have; that many can be makes this test worth something.
    expect(tried.length, `${tried} of ${fields}\n${refusals.join('\n')}`).toBeGreaterThan(fields.length / 3 - 1);
  });
});

test('keeps the fields of a part that is sent, and replaces a value as a whole', async () => {
  const params = { id: 1 };
  const { company, detail, address } = await main.ok(api.clients.get, { params });
  await main.ok(api.clients.update, {
    params,
    body: { company, detail: { ...detail, tax_code: 'A', invoice_term: 'Net 30' } as never, address },
  });
  await main.ok(api.clients.update, { params, body: { company, detail: { tax_code: 'B' } } });
  const saved = await main.ok(api.clients.get, { params });
  expect([saved.detail.tax_code, saved.detail.invoice_term]).toEqual(['B', 'Net 30']);
  expect(saved.address).toEqual(address);
  await main.ok(api.clients.update, { params, body: { company, address: { company: 'Elsewhere' } } });
  expect((await main.ok(api.clients.get, { params })).address).toMatchObject({ company: 'Elsewhere', street1: '' });
});

test('an empty value is a value: it clears the field', async () => {
  const { id } = await main.ok(api.billingItems.create, { body: { name: 'To be cleared', description: 'Old' } });
  const { description } = await main.ok(api.billingItems.update, {
    params: { id },
    body: { name: 'To be cleared', description: '' },
  });
  expect(description).toBe('');
});

test('what cannot be changed is refused with another value, not with its own', async () => {
  const body = { name: 'Stays with its client', client_id: 1 };
  const { id } = await main.ok(api.billingActivities.create, { body });
  const save = (more: object) =>
    main.call(api.billingActivities.update, { params: { id }, body: { name: body.name, ...more } as never });
  expect((await save({ client_id: 1 })).status).toBe(200);
  const { status, body: refusal } = await save({ client_id: 2 });
  expect([status, refusal.keys]).toEqual([422, { client_id: ['CannotBeChanged'] }]);
});
