import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../test/harness.ts';
import { type Cell, drawSpreadsheet } from '../../documents/spreadsheet.ts';

const { records, inventories } = api;
let it: TestApp;
let client: Caller;
let staff: Caller;

beforeAll(async () => {
  it = await testApp();
  [client, staff] = [await it.as('client'), await it.as('staff')];
});

type Type = 'Inventory' | 'InventoryUom';

async function upload(type: Type, rows: Record<string, Cell>[], as = client) {
  const headings = [...new Set(rows.flatMap(Object.keys))];
  const file = await drawSpreadsheet({
    name: type,
    columns: headings.map((heading) => ({ heading })),
    rows: rows.map((row) => headings.map((heading) => row[heading] ?? '')),
  });
  return (await as.upload(records.importExcel, { params: { type }, file })).data;
}

async function bySku(sku: string) {
  const [row] = await it.database.owner<{ id: number }>('select id from inventories where client_id = 1 and sku = $1', [
    sku,
  ]);
  return client.ok(inventories.get, { params: { id: row?.id ?? 0 } });
}

describe('items', () => {
  test('are made, and an existing SKU is updated', async () => {
    const made = await upload('Inventory', [
      { SKU: 'IMP-1', Name: 'Imported', Cost: 5.25, HSCode: '0901.21', Origin: 'Kenya', Lot: 1, Status: '' },
      { SKU: 'IMP-2', Name: 'Second', Type: 'item', Status: 0 },
    ]);
    expect(made).toMatchObject({ success: 2, errors: [] });
    const first = await bySku('IMP-1');
    expect(first).toMatchObject({ cost: 5.25, is_active: 1, config: { lot: 1 }, international: { origin: 'Kenya' } });
    expect(await bySku('IMP-2')).toMatchObject({ type: 'Item', is_active: 0 });
    expect(await upload('Inventory', [{ SKU: 'imp-1', Name: 'Renamed', Lot: 1 }])).toMatchObject({ success: 1 });
    expect(await bySku('imp-1')).toMatchObject({ id: first.id, name: 'Renamed' });
  });

  test('what the sheet has no column for stays as it is; an empty cell empties', async () => {
    const whole = {
      SKU: 'STAY',
      Name: 'Stays',
      UPC: '0012',
      Cost: 5.25,
      Barcode1: 'B',
      Origin: 'Kenya',
      Lot: 1,
      Status: 0,
    };
    await upload('Inventory', [whole]);
    const before = await bySku('STAY');
    await upload('Inventory', [{ SKU: 'stay', Name: 'New name', Selling: 7, Barcode1: '' }]);
    const { updated_at: _, ...after } = await bySku('stay');
    const changed = { sku: 'stay', name: 'New name', selling: 7, barcode_1: '' };
    expect(after).toEqual({ ...before, ...changed, updated_at: undefined });
  });

  test('a kit stays a kit in a sheet that does not say so', async () => {
    await upload('Inventory', [
      { SKU: 'STAY-P', Name: 'Part' },
      { SKU: 'STAY-K', Name: 'Kit', Type: 'Kit', Components: 'STAY-P*2' },
    ]);
    expect(await upload('Inventory', [{ SKU: 'STAY-K', Name: 'Renamed kit' }])).toMatchObject({ success: 1 });
    expect(await bySku('STAY-K')).toMatchObject({ type: 'Kit', name: 'Renamed kit', kits: [{ sku: 'STAY-P' }] });
  });

  test('what stock fixes is refused in its own column', async () => {
    await upload('Inventory', [{ SKU: 'FIXED', Name: 'x' }]);
    await it.given.stock((await bySku('FIXED')).id, 3);
    const { errors } = await upload('Inventory', [{ SKU: 'FIXED', Name: 'x', Lot: 1, Status: 0 }]);
    expect(errors.map(({ column, value }) => [column, value])).toEqual([
      ['Lot', '1'],
      ['Status', '0'],
    ]);
  });

  test('the template holds no row that could be imported', async () => {
    for (const type of ['Inventory', 'InventoryUom'] as const) {
      const blank = await client.call(records.importTemplate, { params: { type } });
      const { data } = await client.upload(records.importExcel, { params: { type }, file: blank.bytes });
      expect(data).toMatchObject({ rows: 0, success: 0, errors: [] });
    }
  });

  test('kits come with their components', async () => {
    await upload('Inventory', [
      { SKU: 'PART-1', Name: 'Part' },
      { SKU: 'PART-2', Name: 'Part' },
    ]);
    const run = await upload('Inventory', [
      { SKU: 'KITTED', Name: 'Kit', Type: 'kit', Components: 'part-1*2, PART-2 * 3' },
      { SKU: 'EMPTY', Name: 'Kit', Type: 'Kit', Components: '' },
      { SKU: 'WRONG', Name: 'Kit', Type: 'Kit', Components: 'PART-1' },
      { SKU: 'LOST', Name: 'Kit', Type: 'Kit', Components: 'NO-SUCH*1' },
      { SKU: 'PART-1', Name: 'Part', Type: 'Kit', Components: 'PART-2*1' },
    ]);
    expect(run.success).toBe(1);
    expect(run.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, '', 'Duplicated SKU or inventory ID, or kit without components'],
      [4, 'Components', 'Write it as SKU*quantity: PART-1'],
      [5, 'Components', 'There is no item with this SKU: NO-SUCH'],
      [6, 'Type', 'It already exists, and its type cannot change: Item'],
    ]);
    const parts = async () => (await bySku('KITTED')).kits.map(({ sku, pivot }) => [sku, pivot.item_qty]);
    expect(await parts()).toEqual([
      ['PART-1', 2],
      ['PART-2', 3],
    ]);
    await upload('Inventory', [{ SKU: 'KITTED', Name: 'Kit 2', Type: 'Kit', Components: '' }]);
    expect(await parts()).toHaveLength(2);
    const before = await bySku('KITTED');
    await upload('Inventory', [{ SKU: 'KITTED', Name: 'Kit 2', Type: 'Kit', Components: 'PART-2*3; part-1*2' }]);
    expect(await bySku('KITTED')).toEqual(before);
    await upload('Inventory', [{ SKU: 'KITTED', Name: 'Kit 2', Type: 'Kit', Components: 'PART-2*1' }]);
    expect(await parts()).toEqual([['PART-2', 1]]);
  });

  test('a SKU that appears in the file twice is refused, each of its rows by name', async () => {
    const run = await upload('Inventory', [
      { SKU: 'TWICE', Name: 'One' },
      { SKU: 'ONCE', Name: 'Other' },
      { SKU: ' twice', Name: 'Two' },
      { SKU: '', Name: 'Nameless' },
    ]);
    expect([run.success, run.rows]).toEqual([1, 4]);
    expect(run.errors.map(({ row, message }) => [row, message])).toEqual([
      [2, 'Duplicated SKU or inventory ID, or kit without components'],
      [4, 'Not saved, because another row with this SKU was not'],
      [5, 'Row is missing IID or SKU field'],
    ]);
  });
});

describe('an item named by its IID', () => {
  const problemsOf = (run: Awaited<ReturnType<typeof upload>>) =>
    run.errors.map(({ row, column, value, message }) => [row, column, value, message]);
  const made = async (...skus: string[]) => {
    await upload(
      'Inventory',
      skus.map((SKU) => ({ SKU, Name: SKU, UPC: '0012' })),
    );
    return Promise.all(skus.map(async (sku) => (await bySku(sku)).id));
  };

  test('is updated and takes a SKU that nobody has; without a SKU it keeps its own', async () => {
    const [a = 0, b = 0] = await made('IID-A', 'IID-B');
    const run = await upload('Inventory', [
      { IID: a, SKU: 'IID-A2', Name: 'Renamed' },
      { IID: `0${b}`, SKU: '', Name: 'Kept' },
    ]);
    expect(run).toMatchObject({ success: 2, errors: [] });
    expect(await bySku('IID-A2')).toMatchObject({ id: a, name: 'Renamed', upc: '0012' });
    expect(await bySku('IID-B')).toMatchObject({ id: b, name: 'Kept', upc: '0012' });
    expect(await upload('Inventory', [{ IID: a, Name: 'No column for the SKU' }])).toMatchObject({ success: 1 });
    expect(await bySku('IID-A2')).toMatchObject({ id: a, name: 'No column for the SKU' });
  });

  test('must be there, be of the client, and be the one its SKU names', async () => {
    const [c = 0, d = 0] = await made('IID-C', 'IID-D');
    const [foreign] = await it.database.owner<{ id: number }>('select id from inventories where client_id = 2 limit 1');
    const before = [await bySku('IID-C'), await bySku('IID-D')];
    const run = await upload(
      'Inventory',
      [
        { IID: 999999999, SKU: '', Name: 'x' },
        { IID: foreign?.id ?? 0, SKU: '', Name: 'x' },
        { IID: c, SKU: 'IID-D', Name: 'x' },
        { IID: 'seven', SKU: '', Name: 'x' },
        { IID: '', SKU: '', Name: 'x' },
      ],
      staff,
    );
    expect(run.success).toBe(0);
    expect(problemsOf(run)).toEqual([
      [2, 'IID', '999999999', 'There is no item with this IID: 999999999'],
      [3, 'IID', String(foreign?.id), `There is no item with this IID: ${foreign?.id}`],
      [4, 'SKU', 'IID-D', 'IID and SKU name different items; the IID is IID-C'],
      [5, 'IID', 'seven', 'IID is the number of an item, as exports show it'],
      [6, 'SKU', '', 'Row is missing IID or SKU field'],
    ]);
    expect([await bySku('IID-C'), await bySku('IID-D')]).toEqual(before);
    expect(d).toBe(before[1]?.id);
  });

  test('may appear in the file once, in whichever way its rows name it', async () => {
    const [e = 0, f = 0, g = 0] = await made('IID-E', 'IID-F', 'IID-G');
    const run = await upload('Inventory', [
      { IID: e, SKU: '', Name: 'By its IID' },
      { IID: f, SKU: 'IID-F2', Name: 'Renamed' },
      { IID: '', SKU: 'iid-e', Name: 'By its SKU' },
      { IID: '', SKU: 'IID-F2', Name: 'By the new SKU' },
      { IID: g, SKU: '', Name: 'Once' },
    ]);
    expect(run.success).toBe(1);
    const twice = 'Duplicated SKU or inventory ID, or kit without components';
    expect(run.errors.map(({ row, message }) => [row, message])).toEqual([
      [2, twice],
      [4, 'Not saved, because another row with this SKU was not'],
      [3, twice],
      [5, 'Not saved, because another row with this SKU was not'],
    ]);
    expect((await bySku('IID-G')).name).toBe('Once');
    const [h = 0] = await made('IID-H');
    const byId = await upload('Inventory', [
      { IID: h, Name: 'One' },
      { IID: h, Name: 'Two' },
    ]);
    expect(byId.errors.map(({ row, message }) => [row, message])).toEqual([
      [2, twice],
      [3, 'Not saved, because another row with this IID was not'],
    ]);
  });

  test('has the units of all its rows, in whichever way they name it', async () => {
    const [k = 0, l = 0] = await made('IID-K', 'IID-L');
    const units = async (sku: string) => (await bySku(sku)).uoms.map(({ name }) => name);
    const run = await upload('InventoryUom', [
      { IID: k, SKU: '', UOM: 'Bag', BaseUOM: 1 },
      { IID: '', SKU: 'iid-k', UOM: 'Carton', QtyPerBase: 6 },
      { IID: l, SKU: 'IID-L', UOM: 'Unit', BaseUOM: 1 },
    ]);
    expect(run).toMatchObject({ success: 3, errors: [] });
    expect([await units('IID-K'), await units('IID-L')]).toEqual([['Bag', 'Carton'], ['Unit']]);
    const bad = await upload('InventoryUom', [
      { IID: k, SKU: 'IID-K', UOM: 'Bag', BaseUOM: 1 },
      { IID: k, SKU: 'IID-L', UOM: 'Pack', QtyPerBase: 6 },
      { IID: 999999999, SKU: '', UOM: 'Bag' },
      { IID: '', SKU: '', UOM: 'Bag' },
      { IID: k, SKU: 'IID-NONE', UOM: 'Bag' },
    ]);
    expect(problemsOf(bad).slice(0, 1)).toEqual([
      [3, 'SKU', 'IID-L', 'IID and SKU name different items; the IID is IID-K'],
    ]);
    expect(problemsOf(bad).slice(-2)).toEqual([
      [4, 'IID', '999999999', 'There is no item with this IID: 999999999'],
      [5, 'SKU', '', 'Row is missing IID or SKU field'],
    ]);
    expect(await units('IID-K')).toEqual(['Bag', 'Carton']);
  });
});

describe('units', () => {
  const unit = (SKU: string, UOM: string, BaseUOM: Cell, QtyPerBase: Cell, more = {}) => ({
    SKU,
    UOM,
    BaseUOM,
    QtyPerBase,
    ...more,
  });
  const namesOf = async (sku: string) =>
    (await bySku(sku)).uoms.map(({ name, pivot }) => `${name} ${pivot.qty_per_base}`);

  test('all units of a SKU are made anew, wherever its rows are', async () => {
    await upload('Inventory', [
      { SKU: 'U-1', Name: 'x' },
      { SKU: 'U-2', Name: 'y' },
    ]);
    const run = await upload('InventoryUom', [
      unit('U-1', 'bag', 1, 1, { Weight: 0.27 }),
      unit('U-2', 'Unit', 1, ''),
      unit('u-1', 'Carton', 0, 12),
    ]);
    expect(run).toMatchObject({ success: 3, errors: [] });
    expect(await namesOf('U-1')).toEqual(['Bag 1', 'Carton 12']);
    expect((await bySku('U-1')).uoms[0]?.pivot).toMatchObject({ is_base: 1, weight: 0.27, height: 1 });
    await upload('InventoryUom', [unit('U-1', 'Bag', 1, 1), unit('U-1', 'Pallet', 0, 864)]);
    expect([await namesOf('U-1'), await namesOf('U-2')]).toEqual([['Bag 1', 'Pallet 864'], ['Unit 1']]);
  });

  test('one bad row keeps the SKU as it was', async () => {
    await upload('Inventory', [{ SKU: 'U-3', Name: 'x' }]);
    await upload('InventoryUom', [unit('U-3', 'Unit', 1, 1)]);
    const run = await upload('InventoryUom', [
      unit('U-3', 'Bag', 1, 1),
      unit('U-3', 'Crate', 0, 4),
      unit('', 'Bag', 1, 1),
      unit('NO-SUCH', 'Bag', 1, 1),
      unit('U-4', 'Bag', 1, 12),
      unit('U-5', '', 2, 0, { Weight: 0 }),
    ]);
    expect(run.success).toBe(0);
    expect(run.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, 'UOM', 'There is no such unit of measure: Crate'],
      [2, '', 'Not saved, because another row with this SKU was not'],
      [4, 'SKU', 'Row is missing IID or SKU field'],
      [5, '', 'Invalid item identifier'],
      [6, 'QtyPerBase', '# of Base Unit should be 1'],
      [7, 'UOM', 'UOM is required'],
      [7, 'BaseUOM', 'This value has the wrong type'],
      [7, 'QtyPerBase', 'Must be at least 1'],
      [7, 'Weight', 'Length, width, height and weight should be numbers'],
    ]);
    expect(await namesOf('U-3')).toEqual(['Unit 1']);
    const bases = await upload('InventoryUom', [unit('U-3', 'Bag', 1, 1), unit('U-3', 'Pack', 1, 1)]);
    expect(bases.errors[0]).toMatchObject({ row: 3, column: 'BaseUOM', message: 'Only 1 Base UOM is allowed' });
  });

  test('the rules of the page hold: the first receipt, and the base while there is stock', async () => {
    await upload('Inventory', [{ SKU: 'U-6', Name: 'x' }]);
    await upload('InventoryUom', [unit('U-6', 'Unit', 1, 1)]);
    const { id } = await bySku('U-6');
    await it.database.owner(
      `insert into movements (client_id, inventory_id, quarantine, quantity, row_balance, item_balance, kind, user_name, at)
       values (1, $1, false, 3, 3, 3, 'receive', 'Test', now())`,
      [id],
    );
    await it.database.owner('update item_totals set in_stock = 3 where inventory_id = $1', [id]);
    const messages = async (as: Caller, rows: Record<string, Cell>[]) =>
      (await upload('InventoryUom', rows, as)).errors.map(({ message }) => message);
    expect(await messages(client, [unit('U-6', 'Unit', 1, 1)])).toEqual([
      'After the first receipt only the warehouse changes units and sizes',
    ]);
    expect(await messages(staff, [unit('U-6', 'Bag', 1, 1)])).toEqual([
      'The base unit is fixed while the item has stock or is in open orders',
    ]);
    expect(await messages(staff, [unit('U-6', 'Unit', 1, 1), unit('U-6', 'Carton', 0, 6)])).toEqual([]);
  });
});
