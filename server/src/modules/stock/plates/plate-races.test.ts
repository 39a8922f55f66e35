import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type Reply, type TestApp, testApp } from '../../../../test/harness.ts';
import { untilWaiting } from '../../../../test/waiting.ts';
import { sql } from '../../../platform/database/sql.ts';
import { staffScope, type Tx } from '../../../platform/database/tx.ts';
import { post } from '../ledger.store.ts';
import { emptyPlace } from '../posting.ts';
import { stockChecks } from '../stock-checks.ts';

const { inventories, licenses, stock } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

let made = 0;
const plate = () => main.ok(licenses.create, { body: { license: `RACE-${++made}`, client_id: 1, uom_id: 1 } });
const item = () => it.given.item(main);
const change = { client_id: 1, reference: 'test' };

/**
 * What a call answers that came while another transaction held the lock; that one commits as soon as the call waits.
 */
async function answered(work: (tx: Tx) => Promise<unknown>, call: () => Promise<Reply>): Promise<Reply> {
  const { reply } = await it.app.open(staffScope, async (tx) => {
    await work(tx);
    const reply = call();
    await untilWaiting(it.database, 1, [reply]);
    return { reply };
  });
  return reply;
}

const refusalOf = ({ status, body: { error_code, message, keys } }: Reply) => ({ status, error_code, message, keys });
const gone = {
  status: 422,
  error_code: undefined,
  message: 'The license plate was just deleted or assigned to another client; choose another one',
  keys: { _: ['PlateIsGone'] },
};

describe.each([
  ['deleted', (id: number) => sql`delete from licenses where id = ${id}`],
  ['given to another client', (id: number) => sql`update licenses set client_id = 2 where id = ${id}`],
])('a plate that is being %s', (_what, taking) => {
  test('accepts no stock, and says why', async () => {
    const [{ id: inventory_id }, { id, license }] = [await item(), await plate()];
    const reply = await answered(
      (tx) => taking(id).execute(tx),
      () => main.call(stock.adjust, { body: { ...change, inventory_id, license, qty: 5 } }),
    );
    expect(refusalOf(reply)).toEqual(gone);
    expect(await main.ok(inventories.get, { params: { id: inventory_id } })).toMatchObject({ in_stock: 0 });
  });

  test('cannot be the target of a move', async () => {
    const [{ id: inventory_id }, { id, license }] = [await item(), await plate()];
    await main.ok(stock.adjust, { body: { ...change, inventory_id, qty: 5 } });
    const reply = await answered(
      (tx) => taking(id).execute(tx),
      () => main.call(stock.move, { body: { ...change, inventory_id, qty: 2, to_lp: license } }),
    );
    expect(refusalOf(reply)).toEqual(gone);
    for (const check of stockChecks) expect(await it.app.open(staffScope, check.broken), check.name).toEqual([]);
  });
});

describe('a plate to which stock is being posted', () => {
  async function posting() {
    const [{ id: inventoryId }, { id, license }] = [await item(), await plate()];
    const place = emptyPlace({ licenseId: id, lotId: null, quarantine: false });
    const by = { id: null, name: 'Test' };
    const reason = { kind: 'adjust' as const, reference: '', cause: '', by };
    const work = async (tx: Tx) => {
      post(tx, reason, [{ item: { id: inventoryId, client_id: 1 }, lines: [{ place, quantity: 5 }] }]);
      // Sent, and not with the commit only.
      await sql`select 1`.execute(tx);
    };
    return { id, license, work };
  }

  test('can no longer be deleted', async () => {
    const { id, license, work } = await posting();
    const reply = await answered(work, () => main.call(licenses.remove, { params: { id } }));
    expect(refusalOf(reply)).toMatchObject({
      status: 400,
      error_code: 60001,
      message: `Cannot delete used license plate(s): ${license}`,
    });
  });

  test('cannot change its client', async () => {
    const { id, license, work } = await posting();
    const body = { license, client_id: 2, uom_id: 1 };
    const reply = await answered(work, () => main.call(licenses.update, { params: { id }, body }));
    expect(refusalOf(reply)).toMatchObject({ status: 422, keys: { client_id: ['PlateHasStock'] } });
  });
});
