import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { checks } from './access/checks.ts';
import { listEndpoints } from './access/endpoints.ts';
import { CLIENT, targetOf } from './access/target.ts';
import type { Target } from './access/test-request.ts';
import { type Caller, type TestApp, testApp } from './harness.ts';

/**
 * Clients are separated twice: by conditions in our queries and by row-level security below them. Here the second is
 * disabled, so that the first has to be sufficient. That the second is sufficient is tested in raw SQL by
 * catalogue.test.ts.
 */
let it: TestApp;
let target: Target;
let client: Caller;
const others: Record<string, number> = {};

beforeAll(async () => {
  it = await testApp();
  const guarded = await it.database.owner<{ name: string }>(
    "select oid::regclass::text as name from pg_class where relrowsecurity and relnamespace = 'public'::regnamespace",
  );
  expect(guarded.length).toBeGreaterThan(25);
  for (const { name } of guarded) await it.database.owner(`alter table ${name} disable row level security`);
  target = await targetOf(it);
  client = (await it.given.clientUser(CLIENT)).caller;
  for (const table of ['relations', 'inventories', 'categories', 'comments', 'couriers', 'imports']) {
    if (table === 'couriers')
      await it.database.owner("insert into couriers (client_id, name) values (2, 'Only of the second client')");
    const [row] = await it.database.owner<{ id: number }>(`select id from ${table} where client_id = 2 order by id`);
    others[table] = row?.id ?? 0;
  }
});

const isolation = ["hides other clients' rows", "lists its own client's rows only"] as const;

describe.each(listEndpoints(api))('$name', ({ endpoint }) => {
  test.each(isolation)('%s', async (name) => {
    expect(await checks[name]?.(target, endpoint)).toEqual([]);
  });
});

const kinds = [
  ['Relation', 'relations'],
  ['Inventory', 'inventories'],
] as const;

describe("another client's id", () => {
  test.each(kinds)('of a %s has no comments, files or categories', async (type, table) => {
    const id = others[table] as number;
    const { status: comments } = await client.call(api.panels.comments, {
      query: { commentable_type: type, commentable_id: id },
    });
    const { status: files } = await client.call(api.panels.files, { query: { filable_type: type, filable_id: id } });
    const { status: categories } = await client.call(api.panels.categories, {
      params: { type },
      query: { resource_id: id },
    });
    expect([comments, files, categories]).toEqual([404, 404, 404]);
  });

  test.each(kinds)('of a %s gets no comment and no category', async (type, table) => {
    const id = others[table] as number;
    const count = () =>
      it.database.owner(
        'select (select count(*)::int from comments) as comments, (select count(*)::int from categorized) as categorized',
      );
    const before = await count();
    const comment = await client.call(api.panels.addComment, {
      body: { commentable_type: type, commentable_id: id, comment: 'Mine', internal: 0 },
    });
    const category = await client.call(api.panels.attachCategory, {
      body: { resource: type, resourceId: id, name: 'Mine' },
    });
    expect([comment.status, category.status]).toEqual([400, 422]);
    expect(await count()).toEqual(before);
  });

  test('cannot be put into a kit', async () => {
    const [kit] = await it.database.owner<{ id: number }>(
      "select id from inventories where client_id = 1 and type = 'Kit' limit 1",
    );
    const { status } = await client.call(api.inventories.addComponent, {
      params: { id: kit?.id ?? 0 },
      body: { itemId: others.inventories as number, qty: 1 },
    });
    expect(status).toBe(400);
  });

  test('cannot be selected, not even by naming the other client', async () => {
    const [other] = await it.database.owner<{ sku: string }>('select sku from inventories where id = $1', [
      others.inventories,
    ]);
    const body = { search: other?.sku ?? '', cid: 2, excepts: [], canSearchKit: 1 as const };
    const found = await client.ok(api.inventories.selector, { body });
    expect(found.filter(({ inventory }) => inventory.client_id !== CLIENT)).toEqual([]);
  });

  test('of a courier is not offered', async () => {
    const couriers = await client.ok(api.company.couriers);
    expect(couriers.length).toBeGreaterThan(0);
    expect(couriers.filter((courier) => courier.client_id !== null && courier.client_id !== CLIENT)).toEqual([]);
  });
});
