import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';

const { licenses, locations } = api;
let it: TestApp;
let main: Caller;
beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
});

const make = (location: string) => main.ok(locations.create, { body: { location } });
const plate = (license: string, client_id = 1) => main.ok(licenses.create, { body: { license, client_id, uom_id: 1 } });
const put = (license: string, location: string) => main.ok(licenses.move, { body: { license, location } });

describe('moving all plates of a bin', () => {
  test('moves all of them in one transaction, each with its history', async () => {
    const [from, to] = [await make('M-01-1'), await make('M-01-2')];
    for (const [license, client] of [
      ['MP-1', 1],
      ['MP-2', 2],
    ] as const) {
      await plate(license, client);
      await put(license, 'M-01-1');
    }
    expect((await main.ok(locations.get, { params: { id: from.id } })).license_count).toBe(2);
    const moved = await main.ok(locations.move, { params: { id: from.id, targetId: String(to.id) } });
    expect(moved).toMatchObject({ moved: 2, location: 'M-01-2', location_id: to.id });
    expect(await main.ok(locations.licenses, { params: { id: from.id } })).toEqual([]);
    const there = await main.ok(locations.licenses, { params: { id: to.id } });
    expect(there.map(({ license, client_id, quantity }) => [license, client_id, quantity])).toEqual([
      ['MP-1', 1, 0],
      ['MP-2', 2, 0],
    ]);
    const { locations: history } = await main.ok(licenses.get, { params: { id: there[0]?.id ?? 0 } });
    expect(history.map((at) => [at.location, at.pivot.in_location])).toEqual([
      ['M-01-2', 1],
      ['M-01-1', 0],
    ]);
    expect(await main.ok(locations.move, { params: { id: from.id, targetId: 'm-01-2' } })).toMatchObject({ moved: 0 });
  });

  test('is taken back for the plates that were moved, or not at all once one of them was moved again', async () => {
    const [from, to, elsewhere] = [await make('M-04-1'), await make('M-04-2'), await make('M-04-3')];
    for (const license of ['MB-1', 'MB-2', 'MB-3']) await plate(license);
    await put('MB-1', from.location);
    await put('MB-2', from.location);
    await put('MB-3', to.location);
    const names = async ({ id }: { id: number }) =>
      (await main.ok(locations.licenses, { params: { id } })).map(({ license }) => license);
    const moveAll = () => main.ok(locations.move, { params: { id: from.id, targetId: String(to.id) } });
    const takeBack = ({ location_id, plates }: { location_id: number; plates: number[] }) =>
      main.call(locations.moveBack, { params: { id: from.id }, body: { from_id: location_id, plates } });
    expect((await takeBack(await moveAll())).data).toEqual({ moved: 2 });
    expect([await names(from), await names(to)]).toEqual([['MB-1', 'MB-2'], ['MB-3']]);

    const again = await moveAll();
    await put('MB-2', elsewhere.location);
    const late = await takeBack(again);
    expect([late.status, late.body.keys]).toEqual([422, { plates: ['PlatesWereMovedSince:1'] }]);
    expect([await names(from), await names(to)]).toEqual([[], ['MB-1', 'MB-3']]);
  });

  test.each([
    ['to itself', 'M-02-1', 422, { targetId: ['Cannot move to the same bin'] }],
    ['to itself in small letters', 'm-02-1', 422, { targetId: ['Cannot move to the same bin'] }],
    ['to a bin nobody made', 'M-99', 404, undefined],
  ])('%s', async (_what, targetId, status, errors) => {
    const { records: found } = await main.ok(locations.list, { query: { search: 'M-02-1' } });
    const { id } = found[0] ?? (await make('M-02-1'));
    const reply = await main.call(locations.move, { params: { id, targetId } });
    expect([reply.status, reply.body.errors]).toEqual([status, errors]);
  });

  test('a number is an id unless the caller says it is a name', async () => {
    const from = await make('M-03-1');
    const byId = await make('M-03-2');
    const byName = await make(String(byId.id));
    await plate('MP-3');
    const at = async () => (await main.ok(locations.get, { params: { id: byName.id } })).license_count;
    for (const [query, count] of [
      [{}, 0],
      [{ by: 'name' as const }, 1],
    ] as const) {
      await put('MP-3', 'M-03-1');
      await main.ok(locations.move, { params: { id: from.id, targetId: String(byId.id) }, query });
      expect(await at()).toBe(count);
    }
  });
});
