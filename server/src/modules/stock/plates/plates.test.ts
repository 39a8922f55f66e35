import { api, type License, type LicenseInput } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { drawSpreadsheet } from '../../../documents/spreadsheet.ts';
import { stockChecks } from '../index.ts';

const { company, licenses, locations, records, stock } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  for (const location of ['PB-1', 'PB-2', 'PB-3'])
    await main.ok(locations.create, { body: { location, billing_category: `Rack of ${location}` } });
});

const make = (license: string, more: Partial<LicenseInput> = {}) =>
  main.ok(licenses.create, { body: { license, client_id: 1, uom_id: 1, ...more } });
const put = (license: string, location: string) => main.ok(licenses.move, { body: { license, location } });
const get = (id: number) => main.ok(licenses.get, { params: { id } });
const items = (id: number) => main.ok(licenses.inventories, { params: { id } });

/** Items of the first client that are plain: neither lots nor serials. */
async function plainItems(count: number): Promise<number[]> {
  const rows = await it.database.owner<{ id: number }>(
    `select id from inventories where client_id = 1 and type = 'Item' and is_active and not lot and not serial order by id limit ${count}`,
    [],
  );
  return rows.map((row) => row.id);
}
const stockOn = (license: string, inventory_id: number, qty: number) =>
  main.ok(stock.adjust, { body: { inventory_id, client_id: 1, license, qty, reference: 'test' } as never });

describe('a plate', () => {
  test('is created, saved and read', async () => {
    const made = await make(' PL-1 ', { length: 120, width: 80.5 });
    expect(made).toMatchObject({ license: 'PL-1', length: 120, width: 80.5, height: 1, weight: 1, locations: [] });
    expect(made).toMatchObject({ client: { id: 1 }, fulfillments_count: 0 });
    const body = { license: 'PL-1b', client_id: 2, uom_id: 2, length: 1, width: 2, height: 3, weight: 4.25 };
    expect(await main.ok(licenses.update, { params: { id: made.id }, body })).toMatchObject(body);
  });

  const historyOf = async (id: number) => {
    const query = { traceable_type: 'License' as const, traceable_id: id };
    return (await main.ok(records.traces, { query })).data.map(({ subject, array_log }) => [
      subject,
      Object.fromEntries(array_log.map(({ field, newValue }) => [field, newValue])),
    ]);
  };
  const form = ({ license, client_id, uom_id, length, width, height, weight, updated_at }: License) => ({
    license,
    client_id,
    uom_id,
    length,
    width,
    height,
    weight,
    updated_at,
  });

  test('refuses a save over a newer one', async () => {
    const made = await make('PL-STALE');
    const first = await main.ok(licenses.update, { params: { id: made.id }, body: { ...form(made), weight: 20 } });
    const late = await main.call(licenses.update, { params: { id: made.id }, body: { ...form(made), weight: 30 } });
    expect(late.status).toBe(409);
    expect((await get(made.id)).weight).toBe(20);
    // Carrying it to a bin is no edit of the plate.
    await put('PL-STALE', 'PB-1');
    await main.ok(licenses.update, { params: { id: made.id }, body: { ...form(first), weight: 30 } });
  });

  test('has a history that names its unit and its client', async () => {
    const { id, ...made } = await make('PL-HISTORY', { weight: 3 });
    const body = { ...form({ id, ...made }), uom_id: 2, client_id: 2, weight: 4 };
    const saved = await main.ok(licenses.update, { params: { id }, body });
    // Nothing changed leaves no trace and no new stamp.
    const same = await main.ok(licenses.update, { params: { id }, body: form(saved) });
    expect(same.updated_at).toBe(saved.updated_at);
    expect(await historyOf(id)).toEqual([
      ['Updated', { client_id: saved.client.company, uom_id: saved.uom, weight: '4' }],
      ['Created', expect.objectContaining({ license: 'PL-HISTORY', uom_id: made.uom, client_id: made.client.company })],
    ]);
    const [first, second] = await main.ok(licenses.batch, {
      body: { start: 'PL-H1', count: 2, client_id: 1, uom_id: 1 },
    });
    expect(await historyOf(first?.id ?? 0)).toMatchObject([['Created', { license: 'PL-H1' }]]);
    expect(await historyOf(second?.id ?? 0)).toMatchObject([['Created', { license: 'PL-H2' }]]);
  });

  test('needs a number, a client and a unit', async () => {
    const { status, body } = await main.call(licenses.create, {
      body: { license: '', client_id: 0, uom_id: 0, length: 0 } as never,
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        license: ['License number is required'],
        client_id: ['Client is required'],
        uom_id: ['Uom name is required'],
        length: ['Length, width, height and weight should be numbers'],
      },
    ]);
    for (const [field, value] of Object.entries({ client_id: 999_999, uom_id: 999_999 })) {
      const reply = await main.call(licenses.create, {
        body: { license: 'PL-2', client_id: 1, uom_id: 1, [field]: value },
      });
      expect([reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([422, [field]]);
    }
  });

  test('has a unique number among all clients, ignoring case', async () => {
    await make('PL-3');
    const other = await make('PL-4');
    const again = await main.call(licenses.create, { body: { license: 'pl-3', client_id: 2, uom_id: 1 } });
    expect([again.status, again.body.error_code]).toEqual([400, 60002]);
    const body = { license: 'pl-3', client_id: 1, uom_id: 1 };
    expect((await main.call(licenses.update, { params: { id: other.id }, body })).body.error_code).toBe(60002);
    await main.ok(licenses.update, { params: { id: other.id }, body: { ...body, license: 'pl-4' } });
  });

  test('cannot change its client or be deleted once it had stock', async () => {
    const { id } = await make('PL-5');
    const [item = 0] = await plainItems(1);
    await stockOn('PL-5', item, 4);
    const body = { license: 'PL-5', client_id: 2, uom_id: 1 };
    for (const qty of [0, -4]) {
      if (qty) await stockOn('PL-5', item, qty);
      const moved = await main.call(licenses.update, { params: { id }, body });
      expect([moved.status, moved.body.keys]).toEqual([422, { client_id: ['PlateHasStock'] }]);
      const gone = await main.call(licenses.remove, { params: { id } });
      expect([gone.status, gone.body.error_code]).toEqual([400, 60001]);
    }
    expect((await get(id)).fulfillments_count).toBe(2);
  });

  test('can be deleted if it never had stock, also from a bin', async () => {
    const { id } = await make('PL-6');
    await put('PL-6', 'PB-1');
    expect(await main.ok(licenses.remove, { params: { id } })).toBe(true);
    expect((await main.call(licenses.get, { params: { id } })).status).toBe(404);
  });

  test('keeps its unit of measure from being deleted', async () => {
    const uom = await main.ok(company.createSetting, { params: { kind: 'uom' }, body: { name: 'Roll cage' } as never });
    const { id } = uom as { id: number };
    await make('PL-7', { uom_id: id });
    const reply = await main.call(company.deleteSetting, { params: { id, kind: 'uom' } });
    expect(reply.body.keys).toEqual({ id: ['InUse'] });
  });
});

test('the list shows all clients, or the selected ones', async () => {
  const [unit, carton] = await it.database.owner<{ id: number }>(
    "select id from uoms where name in ('Unit', 'Carton') order by name desc",
  );
  await make('LL-1', { uom_id: unit?.id ?? 0 });
  await make('LL-2', { client_id: 2, uom_id: carton?.id ?? 0 });
  await put('LL-2', 'PB-3');
  const [item = 0] = await plainItems(1);
  await stockOn('LL-1', item, 1);
  const rows = async (filter_by: Record<string, string[]>) =>
    (await main.ok(licenses.list, { query: { search: 'LL-', filter_by } })).records.map((row) => [
      row.license,
      row.client,
      row.company,
      row.uom,
      row.location,
      row.locations.map((at) => [at.location, at.type, at.billing_category, at.pivot.in_location]),
      row.fulfillments_count,
    ]);
  const [ours, theirs] = await it.database.owner<{ id: number; company: string }>(
    'select id, company from clients where id in (1, 2) order by id',
  );
  const [second, first] = [
    ['LL-2', theirs, theirs?.company, 'Carton', 'PB-3', [['PB-3', 'S', 'Rack of PB-3', 1]], 0],
    ['LL-1', ours, ours?.company, 'Unit', '', [], 1],
  ];
  expect(await rows({})).toEqual([second, first]);
  expect(await rows({ client_id: ['1'] })).toEqual([first]);
  const { status, body } = await main.call(licenses.list, { query: { filter_by: { client_id: ['1', 'x'] } } });
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining('UnknownFilterValue:x')]);
});

describe('a batch', () => {
  const batch = (start: string, count: number) =>
    main.call(licenses.batch, { body: { start, count, client_id: 1, uom_id: 1, weight: 12 } });
  test('continues the numbers from its start', async () => {
    const { data } = await batch('BT-0098', 3);
    expect(data.map(({ license, weight }) => [license, weight])).toEqual([
      ['BT-0098', 12],
      ['BT-0099', 12],
      ['BT-0100', 12],
    ]);
  });
  test('is refused completely when one number is taken', async () => {
    await make('BX-3');
    const refused = await batch('bx-1', 5);
    expect([refused.status, refused.body.error_code]).toEqual([400, 60002]);
    expect(refused.body.message).toContain('BX-3');
    expect((await main.ok(licenses.list, { query: { search: 'BX-' } })).total).toBe(1);
  });
  test.each([
    ['', 1, 'start', 'Start license number is required'],
    ['BZ-1', 0, 'count', 'Number of licenses is required'],
    ['BZ-1', 1001, 'count', 'Must be at most 1000'],
    ['9'.repeat(64), 2, 'start', 'Use at most 64 characters'],
  ])('from %j, %i', async (start, count, field, message) => {
    const { status, body } = await batch(start, count);
    expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
  });
});

describe('put-away', () => {
  test('moves a plate by names and records where it was', async () => {
    const { id } = await make('PA-1');
    for (const location of ['pb-1', 'PB-2', 'PB-2', 'PB-3', 'PB-1']) await put('pa-1', location);
    expect((await get(id)).locations.map((at) => [at.location, at.pivot.in_location])).toEqual([
      ['PB-1', 1],
      ['PB-3', 0],
      ['PB-2', 0],
    ]);
    const [{ n } = { n: 0 }] = await it.database.owner<{ n: number }>(
      'select count(*)::int as n from license_locations where license_id = $1',
      [id],
    );
    expect(n).toBe(4);
  });
  test('is undone: back to the bin where the plate was, or to none, unless it was moved again', async () => {
    const { id } = await make('PA-UNDO');
    const [first, second, third] = [
      await put('PA-UNDO', 'PB-1'),
      await put('PA-UNDO', 'PB-2'),
      await put('PA-UNDO', 'pb-2'),
    ];
    expect([first, second, third].map(({ has_moved }) => has_moved)).toEqual([true, true, false]);
    expect([first, second, third].map(({ moved_from }) => moved_from?.location)).toEqual([
      undefined,
      'PB-1',
      undefined,
    ]);
    const binOf = ({ locations }: License) => locations.find(({ pivot }) => pivot.in_location)?.location;
    const undo = (put: License, to_id: number | null) =>
      main.call(licenses.moveBack, { params: { id }, body: { from_id: put.locations[0]?.id ?? 0, to_id } });
    const late = await undo(first, null);
    expect([late.status, late.body.message]).toEqual([422, expect.any(String)]);
    expect(late.body.errors?.from_id).toEqual(['PA-UNDO has been moved again since, so it stays where it is']);
    expect((await undo(second, 2_000_000)).status).toBe(422);
    expect(binOf((await undo(second, second.moved_from?.id ?? 0)).data)).toBe('PB-1');
    expect(binOf((await undo(first, null)).data)).toBeUndefined();
    expect((await get(id)).locations.map(({ location }) => location)).toEqual(['PB-2', 'PB-1']);
  });
  test('notifies the screens of the plate, of the bin and of the items on it, once', async () => {
    await make('PA-TOLD');
    const kinds = async () =>
      (await it.database.owner<{ kind: string }>('select kind from events order by id')).map(({ kind }) => kind);
    const before = (await kinds()).length;
    for (let turn = 0; turn < 2; turn++) await put('PA-TOLD', 'PB-1');
    expect((await kinds()).slice(before)).toEqual(['license.saved', 'location.saved', 'inventory.moved']);
  });
  test.each([
    ['PA-1', 'Nowhere', 'location', 'Cannot move bin location. Is the new location correctly spelled?'],
    ['PA-9', 'PB-1', 'license', 'There is no such license plate: PA-9'],
    ['', 'PB-1', 'license', 'License number is required'],
    ['PA-1', ' ', 'location', 'Location is required'],
  ])('of %j to %j', async (license, location, field, message) => {
    const { status, body } = await main.call(licenses.move, { body: { license, location } });
    expect([status, body.errors]).toEqual([422, { [field]: [message] }]);
  });
  test('by a sheet', async () => {
    const blank = await main.call(records.importTemplate, { params: { type: 'PutAway' } });
    expect(blank.headers['content-disposition']).toContain('Putaway.xlsx');
    const { id } = await make('PA-2');
    const file = await drawSpreadsheet({
      name: 'PutAway',
      columns: [{ heading: 'License' }, { heading: 'Location' }],
      rows: [
        ['pa-2', 'PB-2'],
        ['PA-77', 'PB-2'],
        ['PA-2', ''],
      ],
    });
    const { data } = await main.upload(records.importExcel, { params: { type: 'PutAway' }, file });
    expect(data.success).toBe(1);
    expect(data.errors.map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, 'License', 'There is no such license plate: PA-77'],
      [4, 'Location', 'Location is required'],
    ]);
    expect((await get(id)).locations[0]?.location).toBe('PB-2');
  });
});

describe('a break', () => {
  const breakUp = (id: number, count: number) =>
    main.call(licenses.break, { params: { id }, body: { count, uom_id: 2, height: 30 } });
  const quantities = async (id: number) => (await items(id)).map((row) => row.qty_left).sort();

  test('distributes every row evenly, keeps the remainder, and continues the numbers', async () => {
    const { id } = await make('BR-1');
    await put('BR-1', 'PB-2');
    const [one = 0, two = 0] = await plainItems(2);
    await stockOn('BR-1', one, 10);
    await stockOn('BR-1', two, 2);
    const { data: parts } = await breakUp(id, 3);
    expect(parts.map((part) => [part.license, part.uom_id, part.height, part.locations[0]?.location])).toEqual([
      ['BR-1-1', 2, 30, 'PB-2'],
      ['BR-1-2', 2, 30, 'PB-2'],
      ['BR-1-3', 2, 30, 'PB-2'],
    ]);
    expect(await quantities(id)).toEqual([1, 2]);
    for (const part of parts) expect(await quantities(part.id)).toEqual([3]);
    await stockOn('BR-1', one, 5);
    const again = await breakUp(id, 2);
    expect(again.data.map((part) => part.license)).toEqual(['BR-1-4', 'BR-1-5']);
    const movements = await it.database.owner<{ kind: string; n: number; total: number }>(
      "select kind, count(*)::int as n, sum(quantity)::int as total from movements where reference = 'BR-1' group by kind",
      [],
    );
    // Two items in the second: three units of one and one of the other for each of the two.
    expect(movements).toEqual([{ kind: 'break', n: 4 + 3 + 3, total: 0 }]);
  });

  test('creates no more plates than there are units', async () => {
    const { id } = await make('BR-2');
    const [one = 0, two = 0] = await plainItems(2);
    for (const [inventory, qty, units] of [
      [0, 0, 0],
      [one, 3, 3],
      [two, 2, 3],
    ] as const) {
      if (qty) await stockOn('BR-2', inventory, qty);
      const { status, body } = await breakUp(id, 4);
      expect([status, body.errors]).toEqual([422, { count: [`More plates than units: there are only ${units}`] }]);
    }
  });

  test('does not exceed the maximum length of a plate number', async () => {
    const license = `BR-${'7'.repeat(60)}`;
    const { id } = await make(license);
    const [one = 0] = await plainItems(1);
    await stockOn(license, one, 4);
    const { status, body } = await breakUp(id, 2);
    expect([status, body.keys]).toEqual([422, { count: ['PartNumbersTooLong:64'] }]);
    expect(await quantities(id)).toEqual([4]);
  });

  test('continues after its own parts, whatever its number looks like', async () => {
    const [odd, other] = [await make('BR_5%'), await make('BRx5y')];
    await make('BRx5y-7');
    const [one = 0] = await plainItems(1);
    await stockOn('BR_5%', one, 1);
    expect((await breakUp(odd.id, 1)).data.map((part) => part.license)).toEqual(['BR_5%-1']);
    expect(other.license).toBe('BRx5y');
  });

  const everyBalanceIsRight = async () => {
    for (const check of stockChecks)
      expect(
        await it.app.open({ role: 'app_staff', clientId: null, userId: 1 }, (tx) => check.broken(tx)),
        check.name,
      ).toEqual([]);
  };

  test('over many plates, concurrently with that of another plate, leaves every balance right', async () => {
    const [one = 0] = await plainItems(1);
    const plates = [await make('BR-3'), await make('BR-4')];
    for (const { license } of plates) await stockOn(license, one, 250);
    const [first, second] = await Promise.all(plates.map(({ id }, at) => breakUp(id, at ? 7 : 120)));
    expect([first?.status, second?.status]).toEqual([200, 200]);
    expect([first?.data.length, second?.data.length]).toEqual([120, 7]);
    expect(await Promise.all(plates.map(({ id }) => quantities(id)))).toEqual([[10], [5]]);
    await everyBalanceIsRight();
  });

  test('concurrently with another one of the same plate, distributes what that one left', async () => {
    const { id } = await make('BR-6');
    const [one = 0] = await plainItems(1);
    await stockOn('BR-6', one, 250);
    const [large, small] = await Promise.all([breakUp(id, 120), breakUp(id, 7)]);
    // Either may come first: of what seven leave, there is none for a hundred and twenty.
    const isSmallFirst = large?.status === 422;
    if (isSmallFirst) expect(large?.body.errors).toEqual({ count: ['More plates than units: there are only 5'] });
    else expect(large?.status).toBe(200);
    expect(small?.status).toBe(200);
    const numbers = [...(isSmallFirst ? [] : (large?.data ?? [])), ...(small?.data ?? [])].map(
      ({ license }) => license,
    );
    expect(new Set(numbers).size).toBe(isSmallFirst ? 7 : 127);
    expect(await quantities(id)).toEqual([isSmallFirst ? 5 : 3]);
    await everyBalanceIsRight();
  });
});

test('the list finds one plate by its number and nothing that only contains it', async () => {
  for (const license of ['EXACT-1', 'EXACT-12', 'AN EXACT-1', 'EXACT-1,EXACT-12']) await make(license);
  const found = async (license: string) =>
    (await main.ok(licenses.list, { query: { filter_by: { license: [license] } } })).records.map((row) => row.license);
  expect(await found('exact-1')).toEqual(['EXACT-1']);
  expect(await found('EXACT-1,exact-12')).toEqual(['EXACT-1,EXACT-12']);
  for (const nothing of ['EXACT', 'EXACT-1,', '%']) expect(await found(nothing)).toEqual([]);
});
