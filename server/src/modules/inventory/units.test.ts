import { api, type Inventory, type UomInput } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { givenItems } from '../../../test/items.ts';

const { inventories } = api;
const { it, staff, client, other, item, kit, tracesOf, reserve } = await givenItems();

const BAG = 3;
const CARTON = 4;
const PALLET = 5;
const add = (id: number, body: Partial<UomInput>, as = client) =>
  as.call(inventories.addUom, { params: { id }, body: body as never });

describe('units', () => {
  test('are linked, changed and unlinked, each with a trace', async () => {
    const { id } = await item();
    await add(id, { uom_id: BAG, is_base: 1, weight: 0.27, length: 18, width: 9, height: 6 });
    const { data } = await add(id, { uom_id: CARTON, qty_per_base: 12 });
    expect([data.base_uom, data.uoms]).toEqual([
      'Bag',
      [
        { id: BAG, name: 'Bag', pivot: { is_base: 1, qty_per_base: 1, weight: 0.27, length: 18, width: 9, height: 6 } },
        {
          id: CARTON,
          name: 'Carton',
          pivot: { is_base: 0, qty_per_base: 12, weight: 1, length: 1, width: 1, height: 1 },
        },
      ],
    ]);
    const changed = await add(id, { uom_id: CARTON, qty_per_base: 24, weight: '3.5' as never });
    expect(changed.data.uoms[1]?.pivot).toMatchObject({ qty_per_base: 24, weight: 3.5 });
    expect((await add(id, { uom_id: CARTON, qty_per_base: 24, weight: 3.5 })).data.updated_at).toBe(
      changed.data.updated_at,
    );
    expect(await client.ok(inventories.removeUom, { params: { id, uomId: CARTON } })).toBe(true);
    const left = await client.ok(inventories.get, { params: { id } });
    expect(left.uoms.map(({ name }) => name)).toEqual(['Bag']);
    expect((await client.call(inventories.removeUom, { params: { id, uomId: CARTON } })).status).toBe(404);
    const traces = await tracesOf(id);
    expect(traces.map(({ subject }) => subject)).toEqual([
      'UOM removed',
      'UOM updated',
      'UOM added',
      'UOM added',
      'Created',
    ]);
    expect(traces[1]?.array_log).toEqual([
      { field: 'uom', newValue: 'Carton' },
      { field: 'qty_per_base', newValue: '24' },
      { field: 'weight', newValue: '3.5' },
    ]);
  });

  test('tell what an item or a kit weighs, for who may read it', async () => {
    const [light, heavy, unknown] = [await item(), await item(), await item()];
    await add(light.id, { uom_id: BAG, is_base: 1, weight: 0.27 });
    await add(light.id, { uom_id: CARTON, qty_per_base: 12, weight: 4 });
    await add(heavy.id, { uom_id: BAG, is_base: 1, weight: 1, length: 18 });
    await add(unknown.id, { uom_id: BAG, is_base: 1 });
    const kitOf = async (...parts: [itemId: number, qty: number][]) => {
      const made = await kit();
      for (const [itemId, qty] of parts)
        await client.ok(inventories.addComponent, { params: { id: made.id }, body: { itemId, qty } });
      return made.id;
    };
    const ids = [
      light.id,
      heavy.id,
      unknown.id,
      await kitOf([light.id, 2], [heavy.id, 3]),
      await kitOf([light.id, 2], [unknown.id, 1]),
      await kitOf(),
    ];
    const weights = await client.ok(inventories.weights, { body: { ids: ids.toReversed() } });
    expect(weights.map(({ id }) => id)).toEqual(ids);
    expect(weights.map(({ weight }) => weight)).toEqual([0.27, 1, null, 3.54, null, null]);
    expect(await other.ok(inventories.weights, { body: { ids } })).toEqual([]);
    expect(await staff.ok(inventories.weights, { body: { ids } })).toEqual(weights);
  });

  test.each([
    ['no unit', {}, { uom_id: ['UOM is required'] }],
    ['an unknown unit', { uom_id: 2_000_000_000 }, { uom_id: ['UOM is required'] }],
    [
      'a base of twelve',
      { uom_id: CARTON, is_base: 1, qty_per_base: 12 },
      { qty_per_base: ['# of Base Unit should be 1'] },
    ],
    ['a second base', { uom_id: CARTON, is_base: 1 }, { is_base: ['Only 1 Base UOM is allowed'] }],
    [
      'a weight of 0',
      { uom_id: CARTON, weight: 0 },
      { weight: ['Length, width, height and weight should be numbers'] },
    ],
    [
      'a length in words',
      { uom_id: CARTON, length: 'long' },
      { length: ['Length, width, height and weight should be numbers'] },
    ],
    ['half a unit', { uom_id: CARTON, qty_per_base: 1.5 }, { qty_per_base: ['Must be a whole number'] }],
    ['none of a unit', { uom_id: CARTON, qty_per_base: 0 }, { qty_per_base: ['Must be at least 1'] }],
  ])('refuses %s', async (_what, body, errors) => {
    const { id } = await item();
    await add(id, { uom_id: BAG, is_base: 1 });
    const refused = await add(id, body as never);
    expect([refused.status, refused.body.errors]).toEqual([422, errors]);
  });

  test('a unit that is no longer used cannot be linked anew', async () => {
    const [row] = await it.database.owner<{ id: number }>(
      "insert into uoms (name, is_active) values ('Barrel', false) returning id",
    );
    const { id } = await item();
    expect((await add(id, { uom_id: row?.id ?? 0 })).body.keys).toEqual({ uom_id: ['UomIsRequired'] });
  });

  test('client users set them until the first receipt, then the warehouse does', async () => {
    const { id } = await item();
    await add(id, { uom_id: BAG, is_base: 1 });
    await it.given.stock(id, 5);
    const fixed = { uom_id: ['UomsAreMainUsers'] };
    expect((await add(id, { uom_id: CARTON, qty_per_base: 12 })).body.keys).toEqual(fixed);
    expect((await add(id, { uom_id: BAG, is_base: 1, weight: 2 })).body.keys).toEqual(fixed);
    expect((await client.call(inventories.removeUom, { params: { id, uomId: BAG } })).body.keys).toEqual(fixed);
    expect((await add(id, { uom_id: CARTON, qty_per_base: 12 }, staff)).status).toBe(200);
    expect((await client.ok(inventories.get, { params: { id } })).has_moved).toBe(1);
  });

  test('the base stays while there is stock', async () => {
    const { id } = await item();
    await add(id, { uom_id: BAG, is_base: 1 });
    await it.given.stock(id, 5);
    const fixed = { is_base: ['BaseUomIsFixed'] };
    expect((await add(id, { uom_id: BAG, is_base: 0 }, staff)).body.keys).toEqual(fixed);
    expect((await staff.call(inventories.removeUom, { params: { id, uomId: BAG } })).body.keys).toEqual(fixed);
    expect((await add(id, { uom_id: BAG, is_base: 1, weight: 2 }, staff)).status).toBe(200);
    await it.database.owner('update item_totals set in_stock = 0 where inventory_id = $1', [id]);
    await staff.ok(inventories.removeUom, { params: { id, uomId: BAG } });
    expect((await staff.ok(inventories.get, { params: { id } })).base_uom).toBe('');
  });

  test('two bases at once: one is made', async () => {
    const { id } = await item();
    const answers = await Promise.all([BAG, CARTON, PALLET].map((uom_id) => add(id, { uom_id, is_base: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  });

  test('a unit that items use cannot be deleted, and their sizes fix the measuring system', async () => {
    const root = await it.as('super');
    expect((await root.call(api.company.deleteSetting, { params: { kind: 'uom', id: BAG } })).body.keys).toEqual({
      id: ['InUse'],
    });
  });
});

describe('units saved with the item', () => {
  const unit = (uom_id: number, fields: Partial<UomInput> = {}) => ({ uom_id, ...fields }) as UomInput;
  const create = (sku: string, units: UomInput[]) =>
    client.call(inventories.create, { body: { sku, name: sku, config: { lot: 1 }, units } as never });
  const save = (record: Inventory, units: UomInput[] | undefined, as = client) =>
    as.call(inventories.update, { params: { id: record.id }, body: { ...record, units } as never });

  test('are created, changed, swapped and removed in one call, each with a trace', async () => {
    const { data: made } = await create('WITH-UNITS', [unit(BAG, { is_base: 1 }), unit(CARTON, { qty_per_base: 12 })]);
    expect([made.base_uom, made.uoms.map(({ name }) => name)]).toEqual(['Bag', ['Bag', 'Carton']]);
    // Without units in the body they stay.
    const { data: renamed } = await save({ ...made, name: 'Renamed' }, undefined);
    expect([renamed.name, renamed.uoms.length]).toEqual(['Renamed', 2]);
    const { data: swapped } = await save(renamed, [unit(CARTON, { is_base: 1 }), unit(PALLET, { qty_per_base: 40 })]);
    expect([swapped.base_uom, swapped.uoms.map(({ name }) => name)]).toEqual(['Carton', ['Carton', 'Pallet']]);
    const { data: same } = await save(
      swapped,
      swapped.uoms.map(({ id, pivot }) => unit(id, pivot)),
    );
    expect(same.updated_at).toBe(swapped.updated_at);
    const subjects = (await tracesOf(made.id)).map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(
      ['Created', 'UOM added', 'UOM added', 'Updated', 'UOM removed', 'UOM updated', 'UOM added'].toSorted(),
    );
  });

  test.each([
    ['two bases', [unit(BAG, { is_base: 1 }), unit(CARTON, { is_base: 1 })], { 'units.1.is_base': ['OnlyOneBaseUom'] }],
    ['a unit twice', [unit(BAG), unit(BAG)], { 'units.1.uom_id': ['UomAppearsTwice'] }],
    ['no such unit', [unit(BAG), unit(2_000_000_000)], { 'units.1.uom_id': ['UomIsRequired'] }],
    ['a base of twelve', [unit(BAG, { is_base: 1, qty_per_base: 12 })], { 'units.0.qty_per_base': ['BaseUomIsOne'] }],
  ])('refuses %s beside the row, and saves no item', async (what, units, keys) => {
    const sku = `REFUSED-${what}`;
    const refused = await create(sku, units);
    expect([refused.status, refused.body.keys]).toEqual([422, keys]);
    const found = await client.ok(inventories.list, { query: { search: sku } });
    expect(found.total).toBe(0);
  });

  test('stay as they are once goods have come in, except for the warehouse; the base stays with stock', async () => {
    const { data: made } = await create('WITH-STOCK', [unit(BAG, { is_base: 1 })]);
    await it.given.stock(made.id, 5);
    const record = await client.ok(inventories.get, { params: { id: made.id } });
    const more = [unit(BAG, { is_base: 1 }), unit(CARTON, { qty_per_base: 12 })];
    expect((await save(record, more)).body.keys).toEqual({ units: ['UomsAreMainUsers'] });
    // The form sends the units along with other changes.
    expect((await save({ ...record, name: 'Other' }, [unit(BAG, { is_base: 1 })])).status).toBe(200);
    const { data: grown } = await save({ ...record, updated_at: undefined as never }, more, staff);
    expect(grown.uoms.length).toBe(2);
    expect((await save(grown, [unit(CARTON, { is_base: 1 })], staff)).body.keys).toEqual({ units: ['BaseUomIsFixed'] });
  });
});

describe('kits', () => {
  test('hold items of the same client; as many are available as the scarcest allows', async () => {
    const [one, two, box] = [await item(), await item(), await kit()];
    await it.given.stock(one.id, 20);
    await reserve(one.id, 3);
    await it.given.stock(two.id, 9);
    const put = (itemId: number, qty: number) =>
      client.ok(inventories.addComponent, { params: { id: box.id }, body: { itemId, qty } });
    expect(await put(one.id, 1)).toMatchObject({ available: 17 });
    expect(await put(two.id, 4)).toMatchObject({ available: 2 });
    expect(await put(one.id, 10)).toMatchObject({
      available: 1,
      kits: [
        { id: one.id, sku: one.sku, available: 17, pivot: { item_qty: 10 } },
        { id: two.id, sku: two.sku, available: 9, pivot: { item_qty: 4 } },
      ],
    });
    const gone = { params: { id: box.id, itemId: one.id } };
    expect(await client.ok(inventories.removeComponent, gone)).toBe(true);
    expect((await client.call(inventories.removeComponent, gone)).status).toBe(404);
    const left = await client.ok(inventories.get, { params: { id: box.id } });
    expect([left.available, left.kits.length]).toEqual([2, 1]);
    expect((await tracesOf(box.id)).map(({ subject }) => subject)).toEqual([
      'Component removed',
      'Component updated',
      'Component added',
      'Component added',
      'Created',
    ]);
  });

  test('refuse kits, unknown items and items of others; an item holds nothing', async () => {
    const [box, inner, one, theirs] = [await kit(), await kit(), await item(), await item({}, other)];
    const put = (id: number, itemId: number, as = client) =>
      as.call(inventories.addComponent, { params: { id }, body: { itemId, qty: 1 } });
    expect((await put(box.id, inner.id)).body.keys).toEqual({ itemId: ['KitHoldsItems'] });
    expect((await put(box.id, box.id)).body.keys).toEqual({ itemId: ['KitHoldsItems'] });
    expect((await put(one.id, one.id)).body.keys).toEqual({ itemId: ['KitHoldsItems'] });
    for (const as of [client, staff])
      for (const id of [theirs.id, 2_000_000_000])
        expect((await put(box.id, id, as)).body).toMatchObject({
          error_code: 30002,
          message: 'Invalid item identifier',
        });
    expect((await client.ok(inventories.get, { params: { id: box.id } })).kits).toEqual([]);
  });
});
