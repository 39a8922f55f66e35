import { createHash } from 'node:crypto';
import { api, type Order } from '@longshore/contract';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { givenOrders } from '../../../test/orders.ts';
import { drawSpreadsheet } from '../../documents/spreadsheet.ts';
import type { Actor } from '../../platform/auth/actor.ts';
import { actorScope } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import { failedRows } from '../../platform/imports/import-files.ts';
import type { ImportSheet } from '../../platform/imports/import-sheet.ts';
import { continueImport, startImport } from '../../platform/imports/run-import.ts';
import { makeOrderSheet, orders as ordersModule } from './index.ts';

const { orders } = api;
const { it, main, clientId, client, reader, courierId, to, item } = await givenOrders();
const tea = await item({ sku: 'IMP-TEA', upc: '0777001' });
const cup = await item({ sku: 'IMP-CUP', selling: '3' });

const actorOf = async (email: string): Promise<Actor> => {
  const [user] = await it.database.owner<{ id: number; name: string; order_controller: boolean }>(
    'select id, name, order_controller from users where email = $1',
    [email],
  );
  return {
    id: user?.id ?? 0,
    name: user?.name ?? '',
    email,
    clientId,
    workingClientId: null,
    lang: 'en',
    order_controller: user?.order_controller ?? false,
    statement_reader: false,
    is_su: false,
    is_main_user: false,
    access: {},
    sessionId: null,
    isReadOnly: false,
  };
};
const actor = await actorOf(client.email);
const importer = { open: it.app.open, actor, constraints: ordersModule.constraints ?? {} };

/** Marks the order as processed; references that begin with NO cannot be. */
const process = async (tx: Tx, _actor: Actor, id: number) => {
  await sql`update orders set status = 'Processed' where id = ${id} and client_id = ${clientId}`.execute(tx);
  const { rows } = await sql<{ reference: string }>`
    select reference from orders where id = ${id} and client_id = ${clientId}`.execute(tx);
  if (rows[0]?.reference.startsWith('NO')) throw refused(40002, 'ShortOfAvailable:IMP-TEA\t5\t0');
};
const sheet = makeOrderSheet(process);

type Row = Record<string, string | number>;
const usual: Row = { Type: 'Customer Order', Relation: 'Harbor Cafe', Courier: 'Swift Parcel', Sku: 'IMP-TEA', Qty: 1 };
async function fileOf(rows: Row[]) {
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const bytes = Buffer.from(
    await drawSpreadsheet({
      name: 'Order',
      columns: headings.map((heading) => ({ heading })),
      rows: rows.map((row) => headings.map((heading) => row[heading] ?? '')),
    }),
  );
  return { name: 'orders.xlsx', bytes, digest: createHash('sha256').update(bytes).digest() };
}
const upload = async (file: Awaited<ReturnType<typeof fileOf>>, as = importer, using: ImportSheet = sheet) =>
  startImport(as, { sheet: using, file, options: {}, idempotencyKey: undefined }, pino({ level: 'silent' }));
const imported = async (...rows: Row[]) => upload(await fileOf(rows));
const withReference = async (reference: string): Promise<Order[]> => {
  const rows = await it.database.owner<{ id: number }>(
    'select id from orders where client_id = $1 and lower(reference) = lower($2) order by id',
    [clientId, reference],
  );
  return Promise.all(rows.map(({ id }) => main.ok(orders.get, { params: { id } })));
};

describe('an order sheet', () => {
  test('groups rows by reference and type; later rows need no header', async () => {
    const run = await imported(
      { ...usual, Reference: 'IMP-1', PO: 'P1', Qty: 2, Price: '1.5', LineComment: 'soft', TaxRate: '0.1' },
      { Reference: 'imp-1', Sku: 'imp-cup', Qty: 3 },
      { ...usual, Type: 'customer return', Reference: 'IMP-1', Sku: '0777001', Payment: 'collect', Account: 'A1' },
      { Reference: 'IMP-1', Sku: String(cup.id), Qty: 4 },
    );
    expect(run).toMatchObject({ success: 4, errors: [], state: 'done' });
    const [order, returned, ...others] = await withReference('IMP-1');
    expect(others).toEqual([]);
    expect(order).toMatchObject({
      type: 'Customer Order',
      po: 'P1',
      status: 'Open',
      source: { source: 'Excel' },
      web_origin: false,
      relation_id: to.id,
      shipping_address_id: to.addressId,
      accounting: { tax_rate: 0.1 },
      lines: [
        { inventory_id: tea.id, quantity: 2, price: 1.5, comment: 'soft' },
        { inventory_id: cup.id, quantity: 3, price: 3 },
      ],
    });
    expect(returned).toMatchObject({
      type: 'Customer Return',
      shipping: { courier_id: courierId, payment: 'collect', collect_account: { account: 'A1' } },
      lines: [
        { inventory_id: tea.id, quantity: 1 },
        { inventory_id: cup.id, quantity: 4 },
      ],
    });
  });

  test('refuses an order as a whole, naming the row and the column', async () => {
    const run = await imported(
      { ...usual, Reference: 'BAD-1', PO: 'one' },
      { Reference: 'BAD-1', PO: 'two', Sku: 'IMP-CUP', Qty: 1 },
      { ...usual, Reference: 'BAD-2', Sku: 'NOBODY' },
      { ...usual, Reference: 'BAD-3', Qty: '1.5' },
      { ...usual, Reference: 'BAD-4', Courier: 'Nobody' },
      { ...usual, Reference: 'BAD-5', Relation: 'Nobody at all' },
      {
        ...usual,
        Type: 'Vendor Order',
        Reference: 'BAD-6',
        Relation: 'New vendor',
        ShipToCompany: 'X',
        ShipToCity: 'Y',
      },
      { ...usual, Reference: 'BAD-7', Term: 'Net 999' },
      { ...usual, Reference: 'BAD-8' },
      { Reference: 'BAD-8', Sku: 'imp-tea', Qty: 1 },
      { ...usual, Type: 'Something', Reference: 'BAD-9' },
      { ...usual, Reference: 'GOOD-1' },
    );
    expect(run.success).toBe(1);
    expect(run.errors.map(({ row, column, key }) => [row, column, key])).toEqual([
      [3, 'PO', 'HeaderDiffers:one'],
      [2, '', 'NotSavedAlone:Reference'],
      [4, 'Sku', '30004'],
      [5, 'Qty', 'NotAWholeNumber'],
      [6, 'Courier', '30006'],
      [7, 'Relation', '30005'],
      [8, 'Relation', '30005'],
      [9, 'Term', 'TermIsUnknown'],
      [11, 'Sku', 'ItemTwice:imp-tea'],
      [10, '', 'NotSavedAlone:Reference'],
      [12, 'Type', 'NotAChoice:Customer Order, Vendor Order, Customer Return, Vendor Return'],
    ]);
    for (const n of [1, 2, 8]) expect(await withReference(`BAD-${n}`)).toEqual([]);
  });

  test('creates an unknown customer with the address, once; bill-to is ship-to when it is empty', async () => {
    const ship = { ShipToCompany: 'New Shore', ShipToStreet1: '2 Quay', ShipToCity: 'Bend', ShipToCountryCode: 'ca' };
    const row = { ...usual, Relation: 'New Shore', ...ship };
    const run = await imported(
      { ...row, Reference: 'NEW-1' },
      { ...row, Reference: 'NEW-2', BillToCompany: 'Office', BillToCity: 'Salem' },
    );
    expect(run).toMatchObject({ success: 2, errors: [] });
    const [[first], [second]] = [await withReference('NEW-1'), await withReference('NEW-2')];
    const address = { company: 'New Shore', street1: '2 Quay', city: 'Bend', country_code: 'CA' };
    expect(first).toMatchObject({
      shipping_address: address,
      billing_address: address,
      relation: { name: 'New Shore' },
    });
    expect(second).toMatchObject({
      relation_id: first?.relation_id,
      billing_address: { company: 'Office', city: 'Salem' },
    });
    const relation = await client.ok(api.relations.get, { params: { id: first?.relation_id ?? 0 } });
    expect(relation.addresses).toMatchObject([address]);
  });

  test('a prepaid order has no account, whatever the relation or the row has; others have the defaults', async () => {
    const fields = { default_courier_account: 'R-1', default_collect_postal: '97201', default_collect_country: 'US' };
    const relation = { ...fields, default_shipping_payment: 'collect' } as const;
    const { name } = await it.given.relationWithAddress(client, relation);
    const run = await imported(
      { ...usual, Relation: name, Reference: 'PAY-1' },
      { ...usual, Relation: name, Reference: 'PAY-2', Payment: 'prepaid' },
      { ...usual, Relation: name, Reference: 'PAY-3', Payment: 'prepaid', Account: 'A1' },
      { ...usual, Relation: name, Reference: 'PAY-4', Payment: 'third', Account: 'A1' },
    );
    expect(run).toMatchObject({ success: 4, errors: [] });
    const own = { collect_zip_code: '97201', collect_country_code: 'US' };
    const none = { account: '', collect_zip_code: '', collect_country_code: '' };
    const expected = [{ account: 'R-1', ...own }, none, none, { account: 'A1', ...own }];
    for (const [index, collect_account] of expected.entries())
      expect((await withReference(`PAY-${index + 1}`))[0]?.shipping.collect_account).toEqual(collect_account);
  });

  test('AutoProcess ships what it can; what cannot be shipped is saved open and reported, not to be sent again', async () => {
    const run = await imported(
      { ...usual, Reference: 'YES-1', AutoProcess: 'y' },
      { ...usual, Reference: 'NO-1', AutoProcess: 'Y' },
      { ...usual, Reference: 'YES-2', AutoProcess: 'N' },
    );
    expect(run).toMatchObject({
      success: 3,
      errors: [
        {
          row: 3,
          column: 'AutoProcess',
          value: 'Y',
          is_saved: true,
          message: 'saved, not processed: Insufficient quantity: IMP-TEA: 5 wanted, 0 available',
        },
      ],
    });
    const statuses = await Promise.all(
      ['YES-1', 'NO-1', 'YES-2'].map(async (it) => (await withReference(it))[0]?.status),
    );
    expect(statuses).toEqual(['Processed', 'Open', 'Open']);
    const problems = await it.app.open(actorScope(actor), async (tx) => failedRows(tx, actor, run.import_id));
    const { readSpreadsheet } = await import('../../documents/spreadsheet.ts');
    expect((await readSpreadsheet(Buffer.from(await problems.draw()), 100, actor.id)).rows).toEqual([]);
  });

  test('the same file again is reported and makes no second order; one with other rows does', async () => {
    const file = await fileOf([{ ...usual, Reference: 'SAME-1' }]);
    expect(await upload(file)).toMatchObject({ success: 1, errors: [] });
    expect(await upload(file)).toMatchObject({
      success: 0,
      errors: [{ row: 2, column: 'Reference', value: 'SAME-1', key: 'AlreadyImported' }],
    });
    expect(await withReference('SAME-1')).toHaveLength(1);
    expect(await imported({ ...usual, Reference: 'SAME-1', Qty: 2 })).toMatchObject({ success: 1 });
    expect(await withReference('SAME-1')).toHaveLength(2);
  });

  test('is for users who may write orders', async () => {
    const asReader = { ...importer, actor: await actorOf(reader.email) };
    const file = await fileOf([{ ...usual, Reference: 'READ-1' }]);
    await expect(upload(file, asReader)).rejects.toMatchObject({ status: 403 });
  });

  test('refuses an order of more rows than an order has lines, and goes on with the next', async () => {
    const rows = Array.from({ length: 1001 }, (): Row => ({ ...usual, Reference: 'LONG-1' }));
    const started = await upload(await fileOf([...rows, { ...usual, Reference: 'AFTER-LONG' }]));
    await continueImport(importer, sheet, started.import_id);
    const run = await client.ok(api.records.importRun, { params: { id: started.import_id } });
    expect(run).toMatchObject({ state: 'done', success: 1 });
    expect(run.errors[0]).toMatchObject({ row: 2, column: 'Reference', key: 'TooManyLines:1000' });
  });

  test('goes on after a crash from where it stopped, shows its progress, and repeats nothing', async () => {
    const rows = Array.from({ length: 251 }, (_, n): Row[] => [
      { ...usual, Reference: `CRASH-${n}` },
      { Reference: `CRASH-${n}`, Sku: 'IMP-CUP', Qty: 1 },
    ]);
    const started = await upload(await fileOf(rows.flat()));
    expect(started).toMatchObject({ state: 'running', rows: 502, done: 0 });
    let saved = 0;
    // The process dies in the middle of the 51st order.
    const dying: ImportSheet = {
      ...sheet,
      save: async (...all) => {
        const order = await sheet.save(...all);
        if (++saved > 50) throw new Error('killed');
        return order;
      },
    };
    await expect(continueImport(importer, dying, started.import_id)).rejects.toThrow('killed');
    const params = { id: started.import_id };
    expect(await client.ok(api.records.importRun, { params })).toMatchObject({
      state: 'running',
      done: 100,
      success: 100,
    });
    // Two workers race for the rest.
    await Promise.all([1, 2].map(() => continueImport(importer, sheet, started.import_id)));
    expect(await client.ok(api.records.importRun, { params })).toMatchObject({
      state: 'done',
      done: 502,
      success: 502,
      errors: [],
    });
    const [count] = await it.database.owner<{ orders: number; lines: number }>(
      `select count(distinct o.id)::int as orders, count(*)::int as lines from orders o join order_lines l on l.order_id = o.id
       where o.reference like 'CRASH-%'`,
    );
    expect(count).toEqual({ orders: 251, lines: 502 });
  }, 120_000);
});

test('finds SKUs among thousands of items, where PostgreSQL looks up ids in their index', async () => {
  await it.database.owner(
    "insert into inventories (client_id, type, sku, name) select $1, 'Item', 'MANY-' || n, 'One of many' from generate_series(1, 3000) n",
    [clientId],
  );
  await it.database.owner('analyze inventories');
  const { bytes } = await fileOf([{ ...usual, Reference: 'IMP-MANY', Sku: 'MANY-7' }]);
  const params = { type: 'Order' as const };
  const fields = { client_id: String(clientId) };
  const { data } = await main.upload(api.records.importExcel, { params, file: bytes, fields });
  expect(data).toMatchObject({ success: 1, errors: [], state: 'done' });
});

describe('as the form does', () => {
  test('a relation with one address uses it for both', async () => {
    const { addressId } = await it.given.relationWithAddress(client, { name: 'Billing Only Ltd' });
    await it.database.owner("update addresses set type = 'Billing' where id = $1", [addressId]);
    const run = await imported({ ...usual, Relation: 'Billing Only Ltd', Reference: 'IMP-ONE' });
    expect(run).toMatchObject({ success: 1, errors: [] });
    const [order] = await withReference('IMP-ONE');
    expect([order?.shipping_address_id, order?.billing_address_id]).toEqual([addressId, addressId]);
  });

  test('everything that is wrong with an order is said at once, with the courier that was meant', async () => {
    const run = await imported(
      { ...usual, Reference: 'IMP-WRONG', Courier: 'Swift Parcle', Relation: 'Nobody', Sku: 'NO-SUCH-1' },
      { Reference: 'IMP-WRONG', Sku: 'NO-SUCH-2', Qty: 1 },
    );
    expect(run.success).toBe(0);
    expect(run.errors.map(({ row, column }) => [row, column])).toEqual([
      [2, 'Relation'],
      [2, 'Courier'],
      [2, 'Sku'],
      [3, 'Sku'],
    ]);
    expect(run.errors[1]?.message).toContain('Did you mean Swift Parcel?');
  });

  test('a cell that cannot be read hides nothing of what is wrong with the rest of its order', async () => {
    const gone = await item({ sku: 'IMP-GONE' });
    await it.database.owner('update inventories set is_active = false where id = $1', [gone.id]);
    const run = await imported(
      { ...usual, Reference: 'IMP-CELL', Qty: '1.5', Courier: 'Swift Parcle', Relation: 'Nobody', Term: 'Net 999' },
      { Reference: 'IMP-CELL', Sku: 'NO-SUCH-1', Qty: 1, PO: 'one' },
      { Reference: 'IMP-CELL', Sku: 'IMP-CUP', Qty: 1, PO: 'two', Price: 'dear' },
      { Reference: 'IMP-CELL', Sku: 'imp-cup', Qty: 1 },
      { Reference: 'IMP-CELL', Sku: 'IMP-GONE', Qty: 1 },
      // A type that cannot be read does not say which kind of relation is meant.
      { ...usual, Type: 'Something', Reference: 'IMP-TYPE', Sku: 'NO-SUCH-2', Relation: 'Nobody' },
      { ...usual, Reference: 'IMP-NONE', Courier: '', Relation: '', Qty: 0 },
    );
    expect(run.success).toBe(0);
    expect(run.errors.map(({ row, column, key }) => [row, column, key.split(':')[0]])).toEqual([
      [2, 'Qty', 'NotAWholeNumber'],
      [4, 'Price', 'MoneyIsNotANumber'],
      [4, 'PO', 'HeaderDiffers'],
      [2, 'Relation', '30005'],
      [2, 'Courier', '30006'],
      [2, 'Term', 'TermIsUnknown'],
      [3, 'Sku', '30004'],
      [5, 'Sku', 'ItemTwice'],
      [6, 'Sku', '30004'],
      [7, 'Type', 'NotAChoice'],
      [7, 'Sku', '30004'],
      [8, 'Qty', 'TooSmall'],
      [8, 'Relation', 'RelationIsRequired'],
    ]);
    expect(await withReference('IMP-CELL')).toEqual([]);
  });
});

test('the result counts the orders, not only the rows', async () => {
  const run = await imported(
    { ...usual, Reference: 'IMP-COUNT-1' },
    { Reference: 'IMP-COUNT-1', Sku: 'IMP-CUP', Qty: 1 },
    { ...usual, Reference: 'IMP-COUNT-2' },
    { ...usual, Reference: 'IMP-COUNT-3', Qty: 'x' },
  );
  expect(run).toMatchObject({ rows: 4, success: 3, record_count: 2 });
});
