import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { type StockFloor, stockFloor } from '../../../../test/stock-floor.ts';

let app: TestApp;
let staff: Caller;
let it: StockFloor;

beforeAll(async () => {
  app = await testApp();
  staff = await app.as('super');
  it = stockFloor(app, staff);
});

const bin = (location: string, type: 'P' | 'S' = 'S') => staff.ok(api.locations.create, { body: { location, type } });
const putAway = (license: string, location: string) => staff.ok(api.licenses.move, { body: { license, location } });
const adjust = (inventory_id: number, qty: number, license: string) =>
  staff.ok(api.stock.adjust, { body: { inventory_id, qty, license } });

describe('the page of a plate', () => {
  test('movements of its goods, newest first, page by page', async () => {
    const { id, license } = await it.plate();
    const [one, two] = [await it.item(), await it.item()];
    for (let step = 1; step <= 32; step++) await adjust(step % 2 ? one.id : two.id, 1, license);
    await adjust(one.id, 5, '');
    const page = await staff.ok(api.licenses.movements, { params: { id } });
    expect(page.records).toHaveLength(30);
    expect(page.more).toBe(true);
    expect(page.records[0]).toMatchObject({
      sku: two.sku,
      inventory_id: two.id,
      license,
      quantity: 1,
      row_balance: 16,
    });
    const rest = await staff.ok(api.licenses.movements, {
      params: { id },
      query: { before: page.records.at(-1)?.id ?? 0 },
    });
    expect(rest.more).toBe(false);
    expect(rest.records.map(({ sku }) => sku)).toEqual([two.sku, one.sku]);
  });

  test('the bins it was put into, with who did it', async () => {
    const { id, license } = await it.plate();
    expect(await staff.ok(api.licenses.places, { params: { id } })).toEqual([]);
    const [first, second] = [await bin('PG-1'), await bin('PG-2')];
    for (const { location } of [first, second, first]) await putAway(license, location);
    const places = await staff.ok(api.licenses.places, { params: { id } });
    expect(places.map(({ location_id, location }) => [location_id, location])).toEqual([
      [first.id, 'PG-1'],
      [second.id, 'PG-2'],
      [first.id, 'PG-1'],
    ]);
    expect(places[0]).toMatchObject({ user: 'Marta Oliveira' });
  });

  test('the palette opens the pages', async () => {
    const { id, license } = await it.plate();
    const place = await bin('PALETTE-BIN');
    const found = (q: string) => staff.ok(api.records.search, { body: { search: q } });
    await putAway(license, 'PALETTE-BIN');
    expect(JSON.stringify(await found(license))).toContain(`/licenses/${id}/action/view`);
    expect(JSON.stringify(await found(license))).toContain('PALETTE-BIN');
    const client = await app.as('client');
    expect(await client.ok(api.records.search, { body: { search: license } })).toEqual([]);
    expect(JSON.stringify(await found('PALETTE-BIN'))).toContain(`/locations/${place.id}/action/view`);
  });
});

describe('the page of a bin', () => {
  test('its goods by plate, and the plates that came and went', async () => {
    const [here, there] = [await bin('VISIT-1'), await bin('VISIT-2')];
    const [left, kept] = [await it.plate(), await it.plate()];
    const item = await it.item();
    await adjust(item.id, 7, kept.license);
    await adjust(item.id, 2, left.license);
    await putAway(left.license, 'VISIT-1');
    await putAway(kept.license, 'VISIT-1');
    await putAway(left.license, 'VISIT-2');
    const contents = await staff.ok(api.locations.contents, { params: { id: here.id } });
    expect(contents).toMatchObject({ more: false, records: [{ license: kept.license, sku: item.sku, quantity: 7 }] });
    const visits = await staff.ok(api.locations.visits, { params: { id: here.id } });
    expect(visits.records).toMatchObject([
      { license: kept.license, left_at: null, left_for: null, user: 'Marta Oliveira' },
      { license: left.license, left_for: { id: there.id, location: 'VISIT-2' } },
    ]);
    expect(visits.records[1]?.left_at).not.toBeNull();
    const older = await staff.ok(api.locations.visits, {
      params: { id: here.id },
      query: { before: visits.records[0]?.id ?? 0 },
    });
    expect(older.records.map(({ license }) => license)).toEqual([left.license]);
  });

  test('the map of its aisle: bay, level, plates and units of each bin', async () => {
    await Promise.all(['MAP-10-1', 'MAP-2-2', 'map-2-1', 'MAPLE-1-1', 'MAP2-1-1'].map((name) => bin(name)));
    const here = await bin('MAP-1-1', 'P');
    const item = await it.item();
    const [full, empty] = [await it.plate(), await it.plate()];
    await adjust(item.id, 12, full.license);
    await putAway(full.license, 'MAP-1-1');
    await putAway(empty.license, 'MAP-2-2');
    const { aisle, bins, more } = await staff.ok(api.locations.aisle, { params: { id: here.id } });
    expect([aisle, more]).toEqual(['MAP', false]);
    expect(bins.map((each) => [each.location, each.bay, each.level, each.license_count, each.units])).toEqual([
      ['MAP-1-1', '1', '1', 1, 12],
      ['map-2-1', '2', '1', 0, 0],
      ['MAP-2-2', '2', '2', 1, 0],
      ['MAP-10-1', '10', '1', 0, 0],
    ]);
  });

  /** A bin, another one, and whether both are in one aisle. */
  test.each([
    ['W1-A-01-1', 'W1-A-02-3', true],
    ['W1-B-01-1', 'W1-C-01-1', false],
    ['TWO-01', 'TWO-02', true],
    ['FLAT0101', 'FLAT0203', true],
    ['STAGE', 'STAGING', false],
    ['90210', '90211', false],
    ['X.01.2', 'X.02.1', true],
    ['Halle 3 01', 'Halle 4 02', true],
  ])('%s and %s', async (one, other, together) => {
    const { id } = await bin(one);
    await bin(other);
    const { bins } = await staff.ok(api.locations.aisle, { params: { id } });
    expect(bins.map(({ location }) => location)).toEqual(together ? [one, other] : [one]);
  });

  test('of ten thousand bins in one aisle, those nearest to the bin', async () => {
    const { owner } = app.database;
    await owner(
      `insert into locations (location) select format('HUGE-%s-%s', n / 10, n % 10) from generate_series(10, 10009) n`,
    );
    const [middle] = await owner<{ id: number }>(`select id from locations where location = 'HUGE-500-5'`);
    const { bins, more } = await staff.ok(api.locations.aisle, { params: { id: middle?.id ?? 0 } });
    expect(more).toBe(true);
    expect(bins).toHaveLength(600);
    expect(bins.findIndex(({ location }) => location === 'HUGE-500-5')).toBe(299);
    await owner(`delete from locations where location like 'HUGE-%'`);
  });
});
