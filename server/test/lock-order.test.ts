import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sql } from '../src/platform/database/sql.ts';
import { staffScope, type Tx } from '../src/platform/database/tx.ts';
import { testApp } from './harness.ts';
import { LOCK_ORDER, LockRecorder, locksOf } from './lock-order.ts';

describe('what a statement locks', () => {
  test.each([
    ['select from item_totals where inventory_id = $1 for no key update', ['item_totals']],
    ['select b.id from serial_buckets b where b.id = $1 for no key update of b', ['serial_buckets']],
    ['select id from "inventories" where id = $1 for share', ['inventories']],
    ['select guarded.hold_item($1::int)', ['item_totals']],
    ['with n as (select guarded.take_picking_number($1)) insert into shipments (id) select 1 from n', ['clients']],
    ['update "licenses" set license = $1', ['licenses']],
    ['delete from reservations where id = $1', ['reservations']],
    ['insert into lots (id) values (1) on conflict (id) do update set id = 1', ['lots']],
    [
      'with t as (update item_totals set x = 1 returning 1)\n update stock_rows set y = 2',
      ['item_totals', 'stock_rows'],
    ],
    ['select in_stock from item_totals', []],
    ['update users set name = $1', []],
  ])('%s', (text, tables) => {
    expect(locksOf(text).map(({ table }) => table)).toEqual(tables);
  });
});

describe('the recorder', async () => {
  const it = await testApp();
  async function violationsOf(...statements: string[]): Promise<string[]> {
    const recorder = new LockRecorder().start();
    const work = async (tx: Tx) => {
      for (const text of statements) await sql.raw(text).execute(tx);
    };
    await it.app.open(staffScope, work);
    recorder.stop();
    // The harness observes this transaction too, and must forget the planted violation.
    it.locks.violations.length = 0;
    return recorder.violations;
  }
  const total = 'select from item_totals where inventory_id = 1 for no key update';
  const item = 'select from inventories where id = 1 for share';
  const changed = 'update item_totals set in_stock = in_stock where inventory_id = 1';
  const row = 'update stock_rows set quantity = quantity where inventory_id = 1';

  test('finds an item that is locked before its totals', async () => {
    expect(await violationsOf(item, total)).toEqual(['item_totals after inventories']);
    expect(await violationsOf(total, item)).toEqual([]);
  });

  test('finds items that are locked after the stock of others', async () => {
    expect(await violationsOf(total, row, total)).toEqual(['item_totals after stock_rows']);
    expect(await violationsOf(row, changed)).toEqual(['item_totals after stock_rows']);
    expect(await violationsOf(total, row, changed)).toEqual([]);
  });
});

test('the order in docs/architecture/requests.md is the one that is checked, of tables that exist', () => {
  const root = join(import.meta.dirname, '../..');
  const folder = join(root, 'server/migrations');
  const schema = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  for (const table of LOCK_ORDER.flat()) expect(schema.join('\n')).toContain(`create table ${table} (`);
  const section =
    readFileSync(join(root, 'docs/architecture/requests.md'), 'utf8').split('## Locks')[1]?.split('Counters')[0] ?? '';
  expect([...section.matchAll(/`(\w+)`/g)].map(([, table]) => table)).toEqual(LOCK_ORDER.flat());
});
