import { api, outcome } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { batchObservers } from '../../platform/database/pipelined-connection.ts';

/** The key is claimed in the batch that locks and reads; whatever the adjustment needs, it is posted once. */
let it: TestApp;
let staff: Caller;
let made = 0;
beforeAll(async () => {
  it = await testApp();
  staff = await it.as('super');
});

const item = (lot: 0 | 1 = 0) =>
  staff.ok(api.inventories.create, {
    body: { type: 'Item', sku: `KEY-${++made}`, name: 'Kept once', config: { lot, serial: 0 } },
  });
const adjust = (inventory_id: number, qty: number, key: string, more: object = {}) =>
  staff.call(api.stock.adjust, { body: { inventory_id, qty, ...more }, headers: { 'idempotency-key': key } });
const movements = async (id: number) => (await staff.ok(api.stock.movements, { params: { id } })).records.length;
const keys = async (key: string) =>
  (await it.database.owner('select 1 from idempotency_keys where key = $1', [key])).length;

const ways = [
  ['of plain goods', 0, {}],
  ['of a new lot', 1, { newLot: { lot: 'L-1' } }],
] as const;

test.each(ways)('%s: the same call twice is one posting and one answer', async (_, lot, more) => {
  const { id } = await item(lot);
  const first = await adjust(id, 5, `twice ${id}`, more);
  expect(first.data).toMatchObject({ inventory_id: id, in_stock: 5 });
  await adjust(id, 2, `between ${id}`, more);
  const second = await adjust(id, 5, `twice ${id}`, more);
  expect([second.status, second.data]).toEqual([200, first.data]);
  expect(await movements(id)).toBe(2);
});

test.each(ways)('%s: ten at once are one posting, and all get its answer', async (_, lot, more) => {
  const { id } = await item(lot);
  const replies = await Promise.all(Array.from({ length: 10 }, () => adjust(id, 3, `race ${id}`, more)));
  for (const { status, data } of replies) expect([status, data]).toEqual([200, replies[0]?.data]);
  expect(await movements(id)).toBe(1);
});

test.each(ways)('%s: another body under the same key is 409 and posts nothing', async (_, lot, more) => {
  const { id } = await item(lot);
  await adjust(id, 3, `body ${id}`, more);
  const { status, body } = await adjust(id, 4, `body ${id}`, more);
  expect([status, body.message]).toEqual([409, outcome.keyReused]);
  expect(await movements(id)).toBe(1);
});

test.each(ways)('%s: after two days the key is free again', async (_, lot, more) => {
  const { id } = await item(lot);
  await adjust(id, 3, `day ${id}`, more);
  await it.database.owner("update idempotency_keys set created_at = created_at - interval '49 hours' where key = $1", [
    `day ${id}`,
  ]);
  expect((await adjust(id, 4, `day ${id}`, more)).data.in_stock).toBe(7);
  expect((await adjust(id, 4, `day ${id}`, more)).data.in_stock).toBe(7);
  expect(await movements(id)).toBe(2);
});

test('a refused call does not use up its key: corrected, it succeeds with the same key', async () => {
  const { id } = await item();
  const key = `refused ${id}`;
  expect((await adjust(id, -1, key)).status).toBe(400);
  expect((await adjust(id, 1, key, { license: 'NO-SUCH-PLATE' })).status).not.toBe(200);
  expect(await keys(key)).toBe(0);
  expect((await adjust(id, 1, key)).data.in_stock).toBe(1);
  expect(await keys(key)).toBe(1);
});

test('when the answer cannot be stored the posting is rolled back', async () => {
  const { id } = await item();
  await it.database.owner(`
    create function refuse_answer() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
    create trigger refuse_answer before update on idempotency_keys for each row execute function refuse_answer()`);
  const { status } = await adjust(id, 1, 'cannot keep');
  await it.database.owner('drop trigger refuse_answer on idempotency_keys');
  expect([status, await movements(id), await keys('cannot keep')]).toEqual([500, 0, 0]);
});

test('an adjustment and a move under a key take two round trips: lock and read, post and commit', async () => {
  const { id } = await item();
  const batches: (readonly string[])[] = [];
  const observe = (_transaction: object, texts: readonly string[]) => batches.push(texts);
  const seen = async (call: () => Promise<{ status: number }>) => {
    batches.length = 0;
    batchObservers.add(observe);
    expect((await call()).status).toBe(200);
    batchObservers.delete(observe);
    return batches.map((texts) => [texts[0], texts.at(-1)]);
  };
  const expected = [
    ['begin', expect.stringMatching(/^\s*select .* from inventories/s)],
    [expect.stringMatching(/insert into movements/), 'commit'],
  ];
  expect(await seen(() => adjust(id, 5, `trips ${id}`))).toEqual(expected);
  const body = { inventory_id: id, qty: 2, is_to_quarantine: 1 as const };
  const headers = { 'idempotency-key': `move trips ${id}` };
  expect(await seen(() => staff.call(api.stock.move, { body, headers }))).toEqual(expected);
});
