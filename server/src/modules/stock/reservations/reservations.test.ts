import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { reserveUnits, shipmentLine } from '../../../../test/reserving.ts';
import { type StockFloor, stockFloor } from '../../../../test/stock-floor.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Scope, staffScope } from '../../../platform/database/tx.ts';
import type { Problem } from '../../../platform/http/problem.ts';
import { lockItems } from '../lock-items.ts';
import { stockChecks } from '../stock-checks.ts';
import { lowerReservations } from './reservations.store.ts';
import { release, releaseAll, reserve } from './reserve.ts';

let it: TestApp;
let main: Caller;
let floor: StockFloor;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  floor = stockFloor(it, main);
});

let lines = 1_000;
const newLine = () => shipmentLine(++lines);

async function stocked(quantity: number, clientId = 1) {
  const item = await floor.item({}, clientId);
  await main.ok(api.stock.adjust, { body: { inventory_id: item.id, qty: quantity } });
  return item;
}
const reservedOf = async (id: number) => (await main.ok(api.inventories.get, { params: { id } })).reserved;
const heldOf = async (id: number) => {
  const { records } = await main.ok(api.stock.reservations, { params: { id } });
  return records.map(({ holder, quantity }) => [holder.id, quantity]);
};
const open = <Result>(work: Parameters<typeof it.app.open<Result>>[1], scope: Scope = staffScope) =>
  it.app.open(scope, work);

describe('reserving', () => {
  test('several items at once, each for its holder; the counter is their sum', async () => {
    const [tea, cup] = [await stocked(10), await stocked(5)];
    const [first, second] = [newLine(), newLine()];
    await open((tx) =>
      reserve(tx, 1, [
        { inventoryId: cup.id, holder: first, quantity: 5 },
        { inventoryId: tea.id, holder: first, quantity: 3 },
        { inventoryId: tea.id, holder: second, quantity: 4 },
      ]),
    );
    expect([await reservedOf(tea.id), await reservedOf(cup.id)]).toEqual([7, 5]);
    expect(await heldOf(tea.id)).toEqual([
      [first.id, 3],
      [second.id, 4],
    ]);
    await reserveUnits(it, tea.id, 2, first);
    expect(await heldOf(tea.id)).toContainEqual([first.id, 5]);
    await floor.assertSound();
  });

  test('a shortage of some items refuses all, and lists each with both quantities', async () => {
    const [tea, cup, pot] = [await stocked(3), await stocked(1), await stocked(9)];
    const holder = newLine();
    const wanted = [
      { inventoryId: pot.id, holder, quantity: 9 },
      { inventoryId: cup.id, holder, quantity: 2 },
      { inventoryId: tea.id, holder, quantity: 2 },
      { inventoryId: tea.id, holder: newLine(), quantity: 3 },
    ];
    const refusal = await open((tx) => reserve(tx, 1, wanted)).catch((error: Problem) => error as Problem);
    expect(refusal).toMatchObject({
      body: {
        error_code: 40002,
        keys: { _: [`ShortOfAvailable:${tea.sku}\t5\t3`, `ShortOfAvailable:${cup.sku}\t2\t1`] },
      },
      message: `Insufficient quantity: ${tea.sku}: 5 wanted, 3 available; ${cup.sku}: 2 wanted, 1 available`,
    });
    for (const { id } of [tea, cup, pot]) expect(await reservedOf(id)).toBe(0);
    await floor.assertSound();
  });

  test("another client's item is not found", async () => {
    const theirs = await stocked(5, 2);
    const line = { inventoryId: theirs.id, holder: newLine(), quantity: 1 };
    await expect(open((tx) => reserve(tx, 1, [line]))).rejects.toMatchObject({ body: { error_code: 20001 } });
    expect(await reservedOf(theirs.id)).toBe(0);
  });

  test('ten concurrent calls never reserve more than is available', async () => {
    const [tea, cup] = [await stocked(10), await stocked(10)];
    const attempt = async (turn: number) => {
      const both = [tea, cup].map(({ id }) => ({ inventoryId: id, holder: newLine(), quantity: 3 }));
      return open((tx) => reserve(tx, 1, turn % 2 ? both : both.reverse())).then(
        () => 1,
        (error: Problem) => (error.body.error_code === 40002 ? 0 : Promise.reject(error)),
      );
    };
    const done = await Promise.all(Array.from({ length: 10 }, (_, turn) => attempt(turn)));
    expect(done.reduce((sum, one) => sum + one, 0)).toBe(3);
    expect([await reservedOf(tea.id), await reservedOf(cup.id)]).toEqual([9, 9]);
    await floor.assertSound();
  });

  test('client users, who ship their own orders, reserve their own items and change no other total', async () => {
    const [ours, theirs] = [await stocked(5), await stocked(5, 2)];
    const scope: Scope = { role: 'app_client', clientId: 1, userId: 3 };
    const line = (inventoryId: number) => [{ inventoryId, holder: newLine(), quantity: 2 }];
    await open((tx) => reserve(tx, 1, line(ours.id)), scope);
    expect(await reservedOf(ours.id)).toBe(2);
    await expect(open((tx) => reserve(tx, 2, line(theirs.id)), scope)).rejects.toMatchObject({
      body: { error_code: 20001 },
    });
    for (const column of ['in_stock', 'quarantined'])
      await expect(open((tx) => sql`update item_totals set ${sql.ref(column)} = 9`.execute(tx), scope)).rejects.toThrow(
        /permission denied/,
      );
    await floor.assertSound();
  });
});

describe('a reservation ends once', () => {
  test('released in part, then the rest; a third release is refused', async () => {
    const { id, sku } = await stocked(10);
    const holder = newLine();
    await reserveUnits(it, id, 5, holder);
    await reserveUnits(it, id, -2, holder);
    expect(await heldOf(id)).toEqual([[holder.id, 3]]);
    expect(await open((tx) => releaseAll(tx, 1, [holder]))).toMatchObject([{ inventory_id: id, quantity: 3 }]);
    expect([await heldOf(id), await reservedOf(id)]).toEqual([[], 0]);
    expect(await open((tx) => releaseAll(tx, 1, [holder]))).toEqual([]);
    const again = open((tx) => release(tx, 1, [{ inventoryId: id, holder, quantity: 1 }]));
    await expect(again).rejects.toThrow(`${sku}: 1 wanted, 0 reserved for it`);
    await floor.assertSound();
  });

  test('consumed by shipping, and never by another holder', async () => {
    const { id } = await stocked(10);
    await reserveUnits(it, id, 6, newLine());
    // The floor ships for shipment line 1, which holds nothing of it.
    await expect(floor.ship({ item: id, quantity: 4 })).rejects.toThrow('4 wanted, 0 reserved for it');
    await floor.reserve(id, 4);
    await floor.ship({ item: id, quantity: 3 });
    expect([await reservedOf(id), (await heldOf(id)).at(-1)]).toEqual([7, [1, 1]]);
    await expect(floor.ship({ item: id, quantity: 2 })).rejects.toThrow('2 wanted, 1 reserved for it');
    await floor.reverseShipping({ item: id, quantity: 3 });
    expect([await reservedOf(id), (await heldOf(id)).at(-1)]).toEqual([10, [1, 4]]);
    await floor.reserve(id, -4);
    await floor.assertSound();
  });

  test('of two concurrent releases of the same units one is refused', async () => {
    const { id } = await stocked(4);
    const holder = newLine();
    await reserveUnits(it, id, 4, holder);
    const outcomes = await Promise.allSettled([reserveUnits(it, id, -4, holder), reserveUnits(it, id, -4, holder)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await reservedOf(id)).toBe(0);
    await floor.assertSound();
  });
});

describe('the reservations of an item', () => {
  test('are listed, oldest first, for users who may see the item', async () => {
    const { id } = await stocked(10);
    expect(await main.ok(api.stock.reservations, { params: { id } })).toEqual({ records: [], more: false });
    const holder = newLine();
    await reserveUnits(it, id, 2, holder);
    const client = await it.as('client');
    const { records } = await client.ok(api.stock.reservations, { params: { id } });
    expect(records).toMatchObject([{ holder, quantity: 2 }]);
    const other = await it.signIn('liwei@northfield.test');
    expect((await other.call(api.stock.reservations, { params: { id } })).status).toBe(404);
  });

  test('are compared with the counter by the checks', async () => {
    const { id } = await stocked(10);
    await reserveUnits(it, id, 2, newLine());
    const check = stockChecks.find(({ name }) => name.startsWith('Reserved units'));
    await it.database.owner('update item_totals set reserved = 3 where inventory_id = $1', [id]);
    expect(await open((tx) => check?.broken(tx) ?? Promise.resolve([]))).toEqual([
      `item ${id}: reserved 3, reservations 2`,
    ]);
    await it.database.owner('update item_totals set reserved = 2 where inventory_id = $1', [id]);
    await floor.assertSound();
  });

  test('a counter cannot be lowered without its reservation', async () => {
    const { id } = await stocked(10);
    const held = {
      id: 999_999,
      client_id: 1,
      inventory_id: id,
      holder_kind: 'shipment_line' as const,
      holder_id: 1,
      quantity: 2,
    };
    const lowering = open(async (tx) => {
      await lockItems(tx, [id]);
      lowerReservations(tx, [{ held, quantity: 2 }]);
    });
    await expect(lowering).rejects.toMatchObject({ code: '23502' });
    expect(await reservedOf(id)).toBe(0);
  });
});
