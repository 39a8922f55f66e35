import { api } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';

let it: TestApp;
beforeAll(async () => {
  it = await testApp();
});

const inventories = async (caller: Caller) => (await caller.ok(api.dashboard.get)).inventories;

test("a client user sees how many items and kits its own client has, and nobody else's", async () => {
  const client = await it.as('client');
  const other = await it.signIn('liwei@northfield.test');
  const [before, theirs] = [await inventories(client), await inventories(other)];
  expect(before).toBeGreaterThan(0);
  await it.given.item(client);
  await it.given.item(client, { type: 'Kit', is_active: 0 });
  expect(await inventories(client)).toBe((before ?? 0) + 2);
  expect(await inventories(other)).toBe(theirs);
});

test('a main user sees those of the working client', async () => {
  const { caller } = await it.given.mainUser([], 1);
  expect(await inventories(caller)).toBe(await inventories(await it.as('client')));
  await caller.ok(api.session.switchClient, { params: { id: 2 } });
  expect(await inventories(caller)).toBe(await inventories(await it.signIn('liwei@northfield.test')));
});

test('a main user who works for no client has no figure', async () => {
  const { id, caller } = await it.given.mainUser();
  await it.database.owner('update users set last_working_client = null where id = $1', [id]);
  expect(await inventories(caller)).toBeNull();
});
