import { api, type ListQuery } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Caller } from '../../../test/harness.ts';
import { givenItems } from '../../../test/items.ts';

const { inventories } = api;
const { it, staff, client, other, item, kit, reserve } = await givenItems();

describe('stock on the page', () => {
  test('comes by plate, bin, lot and state, pristine and earliest expiry first', async () => {
    const clientId = await it.given.client();
    const { caller: reader } = await it.given.clientUser(clientId);
    const { id } = await item({ config: { lot: 1, serial: 0 } }, reader);
    const one = async (text: string, values: unknown[] = []) =>
      (await it.database.owner<{ id: number }>(text, values))[0]?.id ?? 0;
    const bin = await one(
      "insert into locations (location, type, billing_category) values ('ZZ-01', 'P', 'Rack') returning id",
    );
    const plate = await one(
      "insert into licenses (client_id, license, uom_id, location_id) values ($2, 'LP-INV-1', 5, $1) returning id",
      [bin, clientId],
    );
    const lotOf = (number: string, day: string) =>
      one('insert into lots (client_id, inventory_id, lot_number, expire_date) values ($4, $1, $2, $3) returning id', [
        id,
        number,
        day,
        clientId,
      ]);
    const [late, early] = [await lotOf('L-LATE', '2028-01-31'), await lotOf('L-EARLY', '2027-01-31')];
    await it.given.stock(id, 10, { lot: late, plate });
    await it.given.stock(id, 4, { lot: early });
    await it.given.stock(id, 2, { lot: early, quarantine: true });
    await reserve(id, 3);
    const read = await reader.ok(inventories.get, { params: { id } });
    expect(read).toMatchObject({ in_stock: 14, reserved: 3, available: 11, quarantined: 2 });
    const none = { license: '_SystemNoLicense', license_id: null, locations: [] };
    expect(read.stock).toMatchObject([
      { ...none, total: 4, quarantine: 0, lot_number: 'L-EARLY', expire_date: '2027-01-31' },
      {
        license: 'LP-INV-1',
        total: 10,
        locations: [{ location: 'ZZ-01', type: 'P', billing_category: 'Rack' }],
        lot_number: 'L-LATE',
      },
      { ...none, total: 2, quarantine: 1, lot_number: 'L-EARLY' },
    ]);
    expect(read.lot_qty).toEqual([
      { lot_id: early, lot_number: 'L-EARLY', expire_date: '2027-01-31', quantity: 4, quarantined: 2 },
      { lot_id: late, lot_number: 'L-LATE', expire_date: '2028-01-31', quantity: 10, quarantined: 0 },
    ]);
    expect(read.picking_locations).toEqual([
      { id: bin, location: 'ZZ-01', type: 'P', billing_category: 'Rack', quantity: 10 },
    ]);
    const [option] = await reader.ok(inventories.selector, { body: { search: read.sku } });
    expect(option?.inventory).toEqual(read);
    const found = async (relation: string, field: string, operator: string, value: string) =>
      (
        await reader.ok(inventories.list, { query: { query: [{ relation, field, operator, value, join: 'AND' }] } })
      ).records.map((row) => row.id);
    expect(await found('lots', 'lot_number', '=', 'l-early')).toEqual([id]);
    expect(await found('lots', 'expire_date', '=', '2027-01-31')).toEqual([id]);
    expect(await found('lots', 'expire_date', '>', '2028-01-31')).toEqual([]);
    expect(await found('licenses', 'license', 'contain', 'lp-inv')).toEqual([id]);
    expect(await found('', 'available', '=', '11')).toEqual([id]);
    await it.database.owner('update stock_rows set quantity = 0 where license_id = $1', [plate]);
    expect((await reader.ok(inventories.get, { params: { id } })).stock).toHaveLength(2);
    expect(await found('licenses', 'license', '=', 'LP-INV-1')).toEqual([]);
  });
});

describe('lists sorted by stock', () => {
  let reader: Caller;
  beforeAll(async () => {
    const clientId = await it.given.client();
    reader = (await it.given.clientUser(clientId)).caller;
    for (const [sku, units] of [
      ['A', 5],
      ['B', 0],
      ['C', 9],
      ['D', 5],
      ['E', 1],
    ] as const) {
      const { id } = await item({ sku }, reader);
      if (units) await it.given.stock(id, units);
    }
    for (const sku of ['K1', 'K2']) await item({ sku, type: 'Kit' }, reader);
  });
  const skus = async (query: ListQuery) => (await reader.ok(inventories.list, { query })).records.map((row) => row.sku);

  test.each([
    ['asc', 'B E A D C K1 K2'],
    ['desc', 'C D A E B K2 K1'],
  ] as const)('%s: kits come after all items, on whatever page', async (direction, order) => {
    for (const field of ['in_stock', 'available']) {
      const order_by = { [field]: direction };
      expect((await skus({ order_by })).join(' ')).toBe(order);
      for (const per_page of [1, 2, 3, 4, 5, 6]) {
        const pages: string[] = [];
        for (let on_page = 1; on_page <= Math.ceil(7 / per_page) + 1; on_page++)
          pages.push(...(await skus({ order_by, per_page, on_page })));
        expect(pages.join(' ')).toBe(order);
      }
    }
  });

  test('kits say nothing about stock; filters and search hold in every order', async () => {
    const { records, total } = await reader.ok(inventories.list, { query: { order_by: { reserved: 'asc' } } });
    expect(total).toBe(7);
    expect(records.at(-1)).toMatchObject({ type: 'Kit', in_stock: null, reserved: null, available: null });
    expect(await skus({ order_by: { available: 'asc' }, filter_by: { type: ['Kit'] } })).toEqual(['K1', 'K2']);
    expect(await skus({ order_by: { available: 'asc' }, search: 'K' })).toEqual(['K1', 'K2']);
    const refused = await reader.call(inventories.quickList, { query: { order_by: { available: 'asc' } } });
    expect(refused.body.keys).toEqual({ 'order_by.available': ['UnknownSort:available'] });
  });
});

describe('the selector', () => {
  const find = async (search: string, more: object = {}, as = client) =>
    (await as.ok(inventories.selector, { body: { search, ...more } })).map(({ title }) => title);

  test('finds active ones by a fragment or a whole code, codes first, at most five', async () => {
    for (const n of [1, 2, 3, 4, 5, 6])
      await item({ sku: `ZQ-00${n}`, name: `Zanzibar ${n}`, upc: `77700${n}`, barcode_2: n === 6 ? 'X9' : '' });
    expect(await find('zanzi')).toEqual(['ZQ-001', 'ZQ-002', 'ZQ-003', 'ZQ-004', 'ZQ-005']);
    expect(await find('777006')).toEqual(['ZQ-006']);
    expect(await find('x9')).toEqual(['ZQ-006']);
    expect(await find('za')).toEqual([]);
    expect(await find('')).toEqual([]);
    const one = (await client.ok(inventories.selector, { body: { search: 'ZQ-002' } }))[0];
    expect(one).toMatchObject({ title: 'ZQ-002', description: 'Zanzibar 2 · 777002', available: 0 });
    expect(await find('zanzi', { excepts: [one?.inventory.id] })).not.toContain('ZQ-002');
    await client.ok(inventories.update, {
      params: { id: one?.inventory.id ?? 0 },
      body: { sku: 'ZQ-002', name: 'Zanzibar', is_active: 0 },
    });
    expect(await find('ZQ-002')).toEqual([]);
  });

  test('kits only when wanted; of a named client only for main users', async () => {
    await kit({ sku: 'KIT-SELECT' });
    expect(await find('kit-sel')).toEqual(['KIT-SELECT']);
    expect(await find('kit-sel', { canSearchKit: 0 })).toEqual([]);
    expect(await find('kit-sel', {}, other)).toEqual([]);
    await item({ sku: 'THEIRS-1' }, other);
    expect(await find('theirs', { cid: 2 }, staff)).toEqual(['THEIRS-1']);
    expect(await find('theirs', { cid: 2 })).toEqual([]);
    const report = await staff.ok(inventories.reportSelector, { body: { search: 'theirs', cid: 2 } });
    expect(report.map(({ title }) => title)).toEqual(['THEIRS-1']);
  });

  test('the palette finds by SKU, UPC, barcode and name, disabled ones too', async () => {
    const { id } = await item({ sku: 'PAL-1', name: 'Palette thing', upc: '90017', barcode_1: 'BC-PAL', is_active: 0 });
    for (const search of ['pal-1', '90017', 'bc-pal', 'palette th'])
      expect(await client.ok(api.records.search, { body: { search } })).toContainEqual({
        kind: 'item',
        id,
        title: 'PAL-1',
        description: 'Palette thing · 90017',
        path: `/inventories/${id}/action/view`,
        quantity: 0,
        // One of its codes as a whole.
        ...(search === 'palette th' ? {} : { is_exact: true }),
      });
  });
});
