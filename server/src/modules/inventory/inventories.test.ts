import { api, type Inventory, outcome } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { givenItems } from '../../../test/items.ts';
import { untilWaiting, whileHeld } from '../../../test/waiting.ts';

const { inventories } = api;
const { it, staff, client, other, item, kit, tracesOf } = await givenItems();

const count = async (table: string) =>
  (await it.database.owner<{ n: number }>(`select count(*)::int as n from ${table}`))[0]?.n;
const written = async () => [await count('inventories'), await count('traces'), await count('events')];
const form = ({ id: _, client_id: __, type: ___, created_at: ____, ...rest }: Inventory) => rest;

const full = {
  type: 'Item',
  sku: ' FULL-1 ',
  name: 'Full 你好',
  upc: '0852116004421',
  description: 'All of it',
  cost: '5.1000',
  selling: 9.4,
  msrp: '14.5',
  barcode_1: 'B-1',
  barcode_2: 'B-2',
  custom_1: 'one',
  custom_2: 'two',
  custom_3: 'three',
  international: { hs_code: '0901.21', custom_value: '5.1', origin: 'Ethiopia', composition: 'Coffee' },
  config: { lot: 1, serial: true },
  is_active: 1,
} as const;

describe('creating', () => {
  test('saves every field, answers the record, and leaves a trace and an event', async () => {
    const saved = await client.ok(inventories.create, { body: full });
    expect(saved).toMatchObject({
      ...full,
      sku: 'FULL-1',
      cost: 5.1,
      selling: 9.4,
      msrp: 14.5,
      client_id: 1,
      international: { ...full.international, custom_value: 5.1 },
      config: { lot: 1, serial: 1 },
      in_stock: 0,
      reserved: 0,
      available: 0,
      quarantined: 0,
      has_moved: 0,
      base_uom: '',
      uoms: [],
      kits: [],
      categories: [],
      stock: [],
      lot_qty: [],
      picking_locations: [],
    });
    expect(await client.ok(inventories.get, { params: { id: saved.id } })).toEqual(saved);
    const [trace] = await tracesOf(saved.id);
    expect(trace).toMatchObject({ user: 'Priya Nair', subject: 'Created' });
    expect(trace?.array_log).toContainEqual({ field: 'cost', newValue: '5.1' });
    const events = await it.database.owner(
      "select client_id from events where kind = 'inventory.saved' and subject_id = $1",
      [saved.id],
    );
    expect(events).toEqual([{ client_id: 1 }]);
  });

  test.each(['99999999999.9999', '12345678901.2345', '0.0001', '33333333333.3333', '90071992547.4099'])(
    'keeps every digit of %s: in the answer, in the database, in the export and in the history',
    async (amount) => {
      const sku = `EXACT-${amount}`;
      const made = await client.ok(inventories.create, { body: { ...full, sku, cost: amount, msrp: Number(amount) } });
      expect([String(made.cost), String(made.msrp)]).toEqual([amount, amount]);
      const [row] = await it.database.owner<{ cost: string; msrp: string }>(
        'select trim_scale(cost)::text as cost, trim_scale(msrp)::text as msrp from inventories where id = $1',
        [made.id],
      );
      expect(row).toEqual({ cost: amount, msrp: amount });
      const answer = await client.call(inventories.list, { query: { search: sku } });
      expect(answer.data.records[0]).toMatchObject({ cost: Number(amount), currency: 'USD' });
      const again = await client.ok(inventories.update, { params: { id: made.id }, body: { ...made, name: 'Again' } });
      expect(String(again.cost)).toBe(amount);
      const traces = await (await it.as('super')).ok(api.records.traces, {
        query: { traceable_type: 'Inventory', traceable_id: made.id },
      });
      expect(traces.data[0]?.array_log).toEqual([{ field: 'name', newValue: 'Again' }]);
    },
  );

  test('a kit has no stock and no control of its own', async () => {
    expect(await kit({ config: { lot: 1, serial: 1 } })).toMatchObject({
      type: 'Kit',
      config: { lot: 0, serial: 0 },
      in_stock: null,
      reserved: null,
      available: 0,
    });
  });

  const tooManyDigits = 'An amount has at most 11 digits before the decimal point and 4 after it';
  test.each([
    [{ sku: ' ' }, { sku: ['SKU is required'] }],
    [{ name: '' }, { name: ['Name is required'] }],
    [{ cost: -1 }, { cost: ['An amount cannot be below 0'] }],
    [{ cost: 'cheap' }, { cost: ['This is not a number; write an amount such as 12.50'] }],
    [{ cost: '1.23456' }, { cost: [tooManyDigits] }],
    [{ msrp: '123456789012' }, { msrp: [tooManyDigits] }],
    [{ type: 'Box' }, { type: ['Choose one of: Item, Kit'] }],
    [
      { sku: '', name: '', upc: 'x'.repeat(65) },
      { sku: ['SKU is required'], name: ['Name is required'], upc: ['Use at most 64 characters'] },
    ],
  ])('refuses %j by field and writes nothing', async (fields, errors) => {
    const before = await written();
    const { status, body } = await client.call(inventories.create, { body: { ...full, ...fields } as never });
    expect([status, body.errors]).toEqual([422, errors]);
    expect(await written()).toEqual(before);
  });

  test('a SKU is there once per client, in whatever case', async () => {
    const { sku } = await item();
    const before = await written();
    for (const again of [sku, sku.toLowerCase(), ` ${sku} `]) {
      const { status, body } = await client.call(inventories.create, { body: { sku: again, name: 'Again' } });
      expect([status, body.error_code, body.message]).toEqual([400, 30001, 'Duplicated SKU']);
    }
    expect(await written()).toEqual(before);
    expect(await item({ sku }, other)).toMatchObject({ sku, client_id: 2 });
  });

  test('two at once: one is created, the other refused', async () => {
    const body = { sku: 'AT-ONCE', name: 'At once' };
    const answers = await Promise.all([1, 2, 3].map(() => client.call(inventories.create, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.map(({ body: { error_code } }) => error_code).filter(Boolean)).toEqual([30001, 30001]);
  });
});

describe('saving', () => {
  test('changes what is new and traces only that; the type stays', async () => {
    const before = await item({ ...full, sku: 'SAVE-1' });
    const body = {
      ...form(before),
      cost: '5.10',
      upc: '1',
      international: { ...before.international, origin: 'Kenya' },
    };
    const kit = { ...body, type: 'Kit' };
    const refused = await client.call(inventories.update, { params: { id: before.id }, body: kit });
    expect([refused.status, refused.body.keys]).toEqual([422, { type: ['CannotBeChanged'] }]);
    const saved = await client.ok(inventories.update, { params: { id: before.id }, body });
    expect(saved).toMatchObject({
      type: 'Item',
      upc: '1',
      cost: 5.1,
      international: { origin: 'Kenya', hs_code: '0901.21' },
    });
    expect((await tracesOf(before.id))[0]?.array_log).toEqual([
      { field: 'upc', newValue: '1' },
      { field: 'international.origin', newValue: 'Kenya' },
    ]);
    const again = await client.ok(inventories.update, { params: { id: before.id }, body: form(saved) });
    expect(again.updated_at).toBe(saved.updated_at);
    expect(await tracesOf(before.id)).toHaveLength(2);
  });

  test('a stale form is 409, a taken SKU 30001, and neither changes anything', async () => {
    const [one, two] = [await item(), await item()];
    const params = { id: one.id };
    await client.ok(inventories.update, { params, body: { ...form(one), upc: 'first' } });
    const late = await staff.call(inventories.update, { params, body: { ...form(one), upc: 'second' } });
    expect([late.status, late.body.message]).toEqual([409, outcome.stale]);
    const taken = await staff.call(inventories.update, { params, body: { sku: two.sku.toLowerCase(), name: 'x' } });
    expect([taken.status, taken.body.error_code]).toEqual([400, 30001]);
    expect(await client.ok(inventories.get, { params })).toMatchObject({ upc: 'first', sku: one.sku });
    const own = await staff.ok(inventories.update, { params, body: { sku: one.sku.toLowerCase(), name: 'x' } });
    expect(own.sku).toBe(one.sku.toLowerCase());
  });

  test.each([
    ['lot control', { config: { lot: 1, serial: 0 } }, { 'config.lot': ['ControlIsFixed'] }],
    ['serial control', { config: { lot: 0, serial: 1 } }, { 'config.serial': ['ControlIsFixed'] }],
    ['being active', { is_active: 0 }, { is_active: ['HasStock:7'] }],
    [
      'all of them',
      { is_active: 0, config: { lot: 1, serial: 1 } },
      { 'config.lot': ['ControlIsFixed'], 'config.serial': ['ControlIsFixed'], is_active: ['HasStock:7'] },
    ],
  ])('stock fixes %s, pristine or quarantined', async (_what, fields, keys) => {
    for (const quarantine of [false, true]) {
      const { id, sku } = await item();
      await it.given.stock(id, 7, { quarantine });
      const body = { sku, name: 'New name', ...fields } as never;
      const refused = await staff.call(inventories.update, { params: { id }, body });
      expect([refused.status, refused.body.keys]).toEqual([422, keys]);
      await it.database.owner('update stock_rows set quantity = 0 where inventory_id = $1', [id]);
      await it.database.owner('update item_totals set in_stock = 0, quarantined = 0 where inventory_id = $1', [id]);
      await staff.ok(inventories.update, { params: { id }, body });
    }
  });
});

describe('serial control', () => {
  const save = (id: number, sku: string, serial: 0 | 1) =>
    client.call(inventories.update, { params: { id }, body: { sku, name: 'Numbered', config: { lot: 0, serial } } });
  const bucket = async (inventory_id: number, serial: string) =>
    (await it.as('super')).call(api.serials.create, {
      body: { inventory_id, lead: '', increment: 1, units: 1, serials: [serial] },
    });

  test('stays while buckets wait for their goods; deleted ones and those of the past do not hold it', async () => {
    const { id, sku } = await item({ config: { lot: 0, serial: 1 } });
    const [one, two] = [(await bucket(id, 'W-1')).data, (await bucket(id, 'W-2')).data];
    const refused = await save(id, sku, 0);
    expect([refused.status, refused.body.keys]).toEqual([422, { 'config.serial': ['BucketsWait:2'] }]);
    expect((await client.ok(inventories.get, { params: { id } })).config.serial).toBe(1);
    await (await it.as('super')).ok(api.serials.remove, { params: { id: one.id } });
    expect((await save(id, sku, 0)).body.keys).toEqual({ 'config.serial': ['BucketsWait:1'] });
    await it.database.owner("update serial_buckets set state = 'shipped', used = true where id = $1", [two.id]);
    expect((await save(id, sku, 0)).data.config.serial).toBe(0);
    expect((await bucket(id, 'W-3')).body.keys).toEqual({ inventory_id: [`ItemHasNoSerials:${sku}`] });
  });

  test('is not turned off while a bucket is being made', async () => {
    const { id, sku } = await item({ config: { lot: 0, serial: 1 } });
    // The bucket has locked its item and waits for nothing but its serial numbers.
    const serials = { text: 'lock table serials in share row exclusive mode' };
    const { off, made } = await whileHeld(it.database, serials, async () => {
      const made = bucket(id, 'R-1');
      await untilWaiting(it.database, 1, [made]);
      const off = save(id, sku, 0);
      await untilWaiting(it.database, 2, [made, off]);
      return { off, made };
    });
    expect((await made).status).toBe(200);
    expect((await off).body.keys).toEqual({ 'config.serial': ['BucketsWait:1'] });
  });

  test('that is being turned off takes no bucket', async () => {
    const { id, sku } = await item({ config: { lot: 0, serial: 1 } });
    // The save has looked for buckets and changed the item, and waits for nothing but its trace.
    const traces = { text: 'lock table traces in share row exclusive mode' };
    const { off, made } = await whileHeld(it.database, traces, async () => {
      const off = save(id, sku, 0);
      await untilWaiting(it.database, 1, [off]);
      const made = bucket(id, 'R-2');
      await untilWaiting(it.database, 2, [off, made]);
      return { off, made };
    });
    expect((await off).data.config.serial).toBe(0);
    expect((await made).body.keys).toEqual({ inventory_id: [`ItemHasNoSerials:${sku}`] });
  });
});

describe('who sees what', () => {
  test('a client user only its own; a main user any by id, and lists those of its working client', async () => {
    const mine = await item();
    const params = { id: mine.id };
    expect((await other.call(inventories.get, { params })).status).toBe(404);
    expect((await other.call(inventories.update, { params, body: { sku: 'x', name: 'y' } })).status).toBe(404);
    expect((await other.call(inventories.addUom, { params, body: { uom_id: 1 } })).status).toBe(404);
    expect(await staff.ok(inventories.get, { params })).toEqual(mine);
    const { caller: second } = await it.given.mainUser([], 2);
    expect(await second.ok(inventories.get, { params })).toEqual(mine);
    const listed = await second.ok(inventories.list, { query: { per_page: 100 } });
    expect(new Set(listed.records.map((row) => row.client_id))).toEqual(new Set([2]));
    expect(await item({ client_id: 2 })).toMatchObject({ client_id: 1 });
    expect(await item({ client_id: 2 }, staff)).toMatchObject({ client_id: 2 });
  });

  test("an item has comments, files and categories, and its client's page counts it", async () => {
    const { id } = await item();
    const body = { resource: 'Inventory', resourceId: id, name: 'Fragile' } as const;
    await client.ok(api.panels.attachCategory, { body });
    const read = await client.ok(inventories.get, { params: { id } });
    expect(read.categories).toMatchObject([{ name: 'Fragile' }]);
    expect((await other.call(api.panels.attachCategory, { body })).status).toBe(422);
    const query = [{ relation: 'categories', field: 'name', operator: '=', value: 'fragile', join: 'AND' as const }];
    expect((await client.ok(inventories.list, { query: { query } })).records.map((row) => row.id)).toEqual([id]);
    const statistics = await (await it.as('super')).ok(api.clients.statistics, { params: { id: 1 } });
    expect(statistics.inventory_count).toBe(
      (await it.database.owner<{ n: number }>('select count(*)::int as n from inventories where client_id = 1'))[0]?.n,
    );
  });
});
