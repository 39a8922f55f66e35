import { api, MOVEMENT_PAGE, NO_LICENSE } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../test/harness.ts';
import { reserveUnits } from '../../../test/reserving.ts';
import { sql } from '../../platform/database/sql.ts';
import { staffScope } from '../../platform/database/tx.ts';
import { post } from './ledger.store.ts';
import { lockItems } from './lock-items.ts';
import { emptyPlace } from './posting.ts';
import { stockChecks } from './stock-checks.ts';

let app: TestApp;
let staff: Caller;
let plates: string[];
let made = 0;

beforeAll(async () => {
  app = await testApp();
  staff = await app.as('super');
  plates = ['T-1', 'T-2'];
  for (const plate of plates)
    await app.database.owner(
      'insert into licenses (client_id, license, uom_id) values (1, $1, (select min(id) from uoms))',
      [plate],
    );
});

async function item(fields: { lot?: 1; serial?: 1; is_active?: 0 } = {}) {
  const { lot = 0, serial = 0, is_active = 1 } = fields;
  return staff.ok(api.inventories.create, {
    body: { type: 'Item', sku: `STK-${++made}`, name: 'Counted thing', config: { lot, serial }, is_active },
  });
}

const stockOf = async (id: number) => (await staff.ok(api.inventories.get, { params: { id } })).stock;
const adjust = (inventory_id: number, qty: number, more: Record<string, unknown> = {}) =>
  staff.call(api.stock.adjust, { body: { inventory_id, qty, ...more } });

async function assertSound() {
  for (const check of stockChecks) expect(await app.app.open(staffScope, check.broken), check.name).toEqual([]);
}

describe('adjusting', () => {
  test('first stock, more, less, and the history', async () => {
    const { id } = await item();
    expect((await adjust(id, 10, { license: 'T-1', reference: 'opening' })).data.available).toBe(10);
    expect((await adjust(id, -4, { license: 't-1' })).data.in_stock).toBe(6);
    expect((await adjust(id, 2)).data).toEqual({
      inventory_id: id,
      in_stock: 8,
      reserved: 0,
      available: 8,
      quarantined: 0,
    });
    expect((await stockOf(id)).map(({ license, total }) => [license, total])).toEqual([
      ['T-1', 6],
      [NO_LICENSE, 2],
    ]);
    const { records } = await staff.ok(api.stock.movements, { params: { id } });
    expect(records.map(({ quantity, item_balance, row_balance }) => [quantity, item_balance, row_balance])).toEqual([
      [2, 8, 2],
      [-4, 6, 6],
      [10, 10, 10],
    ]);
    await assertSound();
  });

  test('a balance over the maximum is refused, and nothing has changed', async () => {
    const { id } = await item();
    const most = 1_000_000_000;
    for (const [plate, status] of [
      ['T-1', 200],
      ['T-2', 200],
      ['', 422],
    ] as const) {
      const answer = await adjust(id, most, { license: plate });
      expect([answer.status, answer.body.keys]).toEqual([
        status,
        status === 200 ? undefined : { _: ['NumberIsTooLarge'] },
      ]);
    }
    expect((await stockOf(id)).map(({ total }) => total)).toEqual([most, most]);
    await assertSound();
  });

  test.each([
    ['a disabled item', { is_active: 0 as const }, 5, {}, 20001],
    ['a serial-controlled item', { serial: 1 as const }, 5, {}, 20002],
    ['more into quarantine', {}, 5, { quarantine: 1 }, 20003],
    ['less than nothing', {}, -1, {}, 40002],
    ['less from an empty plate', {}, -1, { license: 'T-2' }, 40002],
  ])('%s is refused and changes nothing', async (_name, fields, qty, more, code) => {
    const { id } = await item(fields);
    const reply = await adjust(id, qty, more);
    expect([reply.status, reply.body.error_code]).toEqual([400, code]);
    expect(await app.database.owner('select from movements where inventory_id = $1', [id])).toHaveLength(0);
    await assertSound();
  });

  test('an unknown plate, a missing lot, an unknown item and a kit are refused with a reason', async () => {
    const kit = await app.given.item(staff, { type: 'Kit' });
    expect((await adjust(kit.id, 5)).body.error_code).toBe(20001);
    expect(
      (await staff.call(api.stock.move, { body: { inventory_id: kit.id, qty: 1, to_lp: 'T-1' } })).body,
    ).toMatchObject({ error_code: 20001 });
    const lotted = await item({ lot: 1 });
    expect((await adjust(lotted.id, 5)).body.keys).toEqual({ lotId: ['LotIsRequired'] });
    expect((await adjust(lotted.id, 5, { license: 'nowhere', newLot: { lot: 'L1' } })).body.keys).toEqual({
      license: ['PlateIsUnknown:nowhere'],
    });
    expect((await adjust(2_000_000_000, 5)).body.error_code).toBe(20001);
    await adjust(lotted.id, 5, { newLot: { lot: 'L1', expire: '2027-04-18' } });
    expect((await stockOf(lotted.id))[0]).toMatchObject({ lot_number: 'L1', expire_date: '2027-04-18', total: 5 });
    await adjust(lotted.id, 3, { newLot: { lot: 'l1' } });
    expect(await stockOf(lotted.id)).toHaveLength(1);
  });

  test('reserved units cannot be removed', async () => {
    const { id } = await item();
    await adjust(id, 10);
    await reserveUnits(app, id, 8);
    await expect(reserveUnits(app, id, 3)).rejects.toThrow('3 wanted, 2 available');
    const refusal = await adjust(id, -3);
    expect(refusal.body.message).toContain('3 wanted, 2 available');
    expect((await adjust(id, -1, { license: 'T-1' })).body.message).toContain('1 wanted, 0 there');
    expect((await adjust(id, -2)).data.available).toBe(0);
    await assertSound();
  });
});

describe('moving', () => {
  const move = (inventory_id: number, qty: number, more: Record<string, unknown>) =>
    staff.call(api.stock.move, { body: { inventory_id, qty, ...more } });

  test('between plates everything may move, reserved or not', async () => {
    const { id } = await item();
    await adjust(id, 10, { license: 'T-1' });
    await reserveUnits(app, id, 10);
    const { data } = await move(id, 10, { from_lp: 'T-1', to_lp: 'T-2' });
    expect([data.in_stock, data.reserved]).toEqual([10, 10]);
    expect((await stockOf(id)).map((row) => row.license)).toEqual(['T-2']);
    expect((await move(id, 1, { from_lp: 'T-2', to_lp: 'T-2' })).body.keys).toEqual({ to_lp: ['SamePlace'] });
    expect((await move(id, 11, { from_lp: 'T-2', to_lp: 'T-1' })).body.error_code).toBe(40002);
    // Reserved units cannot go into quarantine.
    expect((await move(id, 1, { from_lp: 'T-2', to_lp: 'T-2', is_to_quarantine: 1 })).body.error_code).toBe(40002);
    await assertSound();
  });

  test('into quarantine and back, and disposed of', async () => {
    const { id } = await item();
    await adjust(id, 10, { license: 'T-1' });
    const quarantined = (await move(id, 4, { from_lp: 'T-1', to_lp: 'T-1', is_to_quarantine: 1 })).data;
    expect([quarantined.in_stock, quarantined.quarantined]).toEqual([6, 4]);
    await move(id, 1, { from_lp: 'T-1', to_lp: 'T-1', is_from_quarantine: 1 });
    const { data } = await adjust(id, -3, { license: 'T-1', quarantine: 1, is_disposal: 1 });
    expect([data.in_stock, data.quarantined]).toEqual([7, 0]);
    const { records } = await staff.ok(api.stock.movements, { params: { id } });
    expect(records.map(({ kind, quantity, item_balance }) => [kind, quantity, item_balance])).toEqual([
      ['dispose', -3, 7],
      ['convert', 1, 7],
      ['convert', -1, 6],
      ['convert', 4, 6],
      ['convert', -4, 6],
      ['adjust', 10, 10],
    ]);
    await assertSound();
  });
});

test('a user who may only move between plates cannot change what is available', async () => {
  const { id } = await item();
  await adjust(id, 10, { license: 'T-1' });
  await adjust(id, 2, { license: 'T-2' });
  const { caller: carrier } = await app.given.mainUser(['move_between_license']);
  const { caller: adjuster } = await app.given.mainUser(['adjust_inventory']);
  const turn = (as: Caller, into: 0 | 1) =>
    as.call(api.stock.move, {
      body: {
        inventory_id: id,
        qty: 1,
        from_lp: 'T-1',
        to_lp: 'T-1',
        is_from_quarantine: into ? 0 : 1,
        is_to_quarantine: into,
      },
    });
  expect((await turn(carrier, 1)).status).toBe(403);
  expect((await turn(adjuster, 1)).status).toBe(200);
  expect((await turn(carrier, 0)).status).toBe(403);
  const carried = { inventory_id: id, qty: 1, from_lp: 'T-1', to_lp: 'T-2' };
  for (const quarantine of [0, 1] as const)
    expect(
      (
        await carrier.call(api.stock.move, {
          body: { ...carried, is_from_quarantine: quarantine, is_to_quarantine: quarantine },
        })
      ).status,
    ).toBe(200);
  const inventory = await staff.ok(api.inventories.get, { params: { id } });
  expect(inventory).toMatchObject({ in_stock: 11, quarantined: 1 });
  await assertSound();
});

/** Until somebody waits for a row that another transaction holds. */
const somebodyWaits = () =>
  eventually(async () => {
    const waiting = await app.database.owner(
      "select from pg_locks where locktype = 'tuple' and database = (select oid from pg_database where datname = current_database())",
    );
    return waiting.length ? waiting : undefined;
  });

test('an item to which stock is being posted can no longer be disabled', async () => {
  const { id, updated_at: _, ...fields } = await item();
  const reply = await app.app.open(staffScope, async (tx) => {
    await lockItems(tx, [id]);
    const disabling = staff.call(api.inventories.update, {
      params: { id },
      body: { ...fields, is_active: 0 } as never,
    });
    await somebodyWaits();
    const line = { place: emptyPlace({ licenseId: null, lotId: null, quarantine: false }), quantity: 5 };
    const by = { id: null, name: 'Test' };
    post(tx, { kind: 'adjust', reference: '', cause: '', by }, [{ item: { id, client_id: 1 }, lines: [line] }]);
    return { disabling };
  });
  expect((await reply.disabling).body.keys).toEqual({ is_active: ['HasStock:5'] });
});

test('an item that is being disabled accepts no stock', async () => {
  const { id } = await item();
  const reply = await app.app.open(staffScope, async (tx) => {
    await lockItems(tx, [id]);
    const adjusting = adjust(id, 5);
    // It waits for this transaction, which disables the item.
    await somebodyWaits();
    await sql`update inventories set is_active = false where id = ${id}`.execute(tx);
    return { adjusting };
  });
  expect((await reply.adjusting).body.error_code).toBe(20001);
  const inventory = await staff.ok(api.inventories.get, { params: { id } });
  expect(inventory).toMatchObject({ in_stock: 0, has_moved: 0, stock: [] });
  await assertSound();
});

test('the history of an item is read page by page, newest first, each movement once', async () => {
  const { id } = await item();
  for (let step = 1; step <= MOVEMENT_PAGE + 3; step++) await adjust(id, 1, { reference: `step ${step}` });
  const read = (before?: number) =>
    staff.ok(api.stock.movements, { params: { id }, query: before === undefined ? {} : { before } });
  const first = await read();
  expect([first.records.length, first.more]).toEqual([MOVEMENT_PAGE, true]);
  const second = await read(first.records.at(-1)?.id);
  expect([second.records.length, second.more]).toEqual([3, false]);
  const shown = [...first.records, ...second.records].map(({ reference, item_balance }) => [reference, item_balance]);
  expect(shown).toEqual(shown.map((_, index) => [`step ${shown.length - index}`, shown.length - index]));
});

test('stock at any moment, and day by day', async () => {
  const { id } = await item();
  await adjust(id, 10, { license: 'T-1' });
  const between = new Date(Date.now() + 5).toISOString();
  await new Promise((resolve) => setTimeout(resolve, 20));
  await adjust(id, -4, { license: 'T-1' });
  expect(await staff.ok(api.stock.asOf, { params: { id }, query: { at: between } })).toMatchObject([
    { license: 'T-1', quantity: 10 },
  ]);
  const { days } = await staff.ok(api.stock.history, { params: { id }, query: { days: '2' } as never });
  expect(days.map((day) => day.in_stock)).toEqual([0, 0, 6]);
});

test('a lot is corrected, but not to the number of another', async () => {
  const { id } = await item({ lot: 1 });
  await adjust(id, 1, { newLot: { lot: 'A' } });
  await adjust(id, 1, { newLot: { lot: 'B' } });
  const lot = (await stockOf(id)).find((row) => row.lot_number === 'B')?.lot_id ?? 0;
  const update = (number: string) =>
    staff.call(api.stock.updateLot, { body: { id: lot, inventory_id: id, lot: number, expire: '2028-01-31' } });
  expect((await update('a')).body.keys).toEqual({ lot: ['LotIsTaken'] });
  expect((await update('C')).data.stock.find((row) => row.lot_id === lot)).toMatchObject({
    lot_number: 'C',
    expire_date: '2028-01-31',
  });
});

test('the ledger is append-only', async () => {
  for (const text of ['update movements set quantity = 1', 'delete from movements', 'truncate movements'])
    await expect(app.app.open(staffScope, (tx) => sql.raw(text).execute(tx))).rejects.toThrow(/permission denied/);
});

test('the checks report violations', async () => {
  const { id } = await item();
  await adjust(id, 5);
  await app.database.owner('update stock_rows set quantity = 6 where inventory_id = $1', [id]);
  const found = await Promise.all(stockChecks.map((check) => app.app.open(staffScope, check.broken)));
  expect(found[0]?.[0]).toContain(`item ${id}, plate , lot , pristine: balance 6, ledger 5`);
  expect(found[1]?.[0]).toContain(`item ${id}: in stock 5, rows 6`);
  await app.database.owner('update stock_rows set quantity = 5 where inventory_id = $1', [id]);
});
