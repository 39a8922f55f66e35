import { api } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { type StockFloor, stockFloor } from '../../../../test/stock-floor.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import { stockChecks } from '../stock-checks.ts';
import { assignBuckets } from './spread-buckets.ts';

let it: TestApp;
let main: Caller;
let floor: StockFloor;

beforeAll(async () => {
  it = await testApp();
  main = await it.as('super');
  floor = stockFloor(it, main);
});

/** A bucket of an item of its own on a plate. */
async function given(units = 4) {
  const [{ id: item }, plate] = [await floor.item({ serial: 1 }), await floor.plate()];
  const { id: bucket } = await floor.bucket(item, units);
  await floor.receive({ item, quantity: units, bucket, plate: plate.id });
  return { item, bucket, plate, units };
}
const place = async (id: number) => {
  const { state, place } = await main.ok(api.serials.get, { params: { id } });
  return [state, place?.license ?? null];
};
const move = (body: Record<string, unknown>) => main.call(api.stock.move, { body: body as never });
const adjust = (body: Record<string, unknown>) => main.call(api.stock.adjust, { body: body as never });

describe('moving a bucket', () => {
  test('between plates, into quarantine and out again', async () => {
    const { item, bucket, plate, units } = await given();
    const target = await floor.plate();
    const whole = { inventory_id: item, qty: units, serialId: bucket };
    expect((await move({ ...whole, from_lp: plate.license, to_lp: target.license })).status).toBe(200);
    expect(await place(bucket)).toEqual(['in_stock', target.license]);
    const stays = { from_lp: target.license, to_lp: target.license };
    const { data } = await move({ ...whole, ...stays, is_to_quarantine: 1 });
    expect([data.in_stock, data.quarantined]).toEqual([0, 4]);
    expect(await place(bucket)).toEqual(['quarantined', target.license]);
    await move({ ...whole, ...stays, is_from_quarantine: 1 });
    expect(await place(bucket)).toEqual(['in_stock', target.license]);
    const way = await main.ok(api.serials.movements, { params: { id: bucket } });
    expect(way.map(({ kind, quantity, license }) => [kind, quantity, license === plate.license])).toEqual([
      ['convert', 4, false],
      ['convert', -4, false],
      ['convert', 4, false],
      ['convert', -4, false],
      ['move', 4, false],
      ['move', -4, true],
      ['receive', 4, true],
    ]);
    const { records } = await main.ok(api.stock.movements, { params: { id: item } });
    expect(new Set(records.map(({ lead }) => lead))).toEqual(new Set([way[0]?.lead]));
    await floor.assertSound();
  });

  test.each([
    ['no bucket', { serialId: null }, 20002, 'serial control'],
    ['a part of it', { qty: 3 }, 60003, 'holds 4, not 3; split it first'],
    ['from where it is not', { from_lp: '' }, 40002, 'is on'],
    ['out of quarantine', { is_from_quarantine: 1 }, 40002, 'is in stock'],
    ['a bucket that is not there', { serialId: 2_000_000_000 }, 60003, 'no such serial bucket'],
  ])('%s is refused', async (_name, changed, code, says) => {
    const { item, bucket, plate, units } = await given();
    const { license: to_lp } = await floor.plate();
    const body = { inventory_id: item, qty: units, serialId: bucket, from_lp: plate.license, to_lp };
    const reply = await move({ ...body, ...changed });
    expect([reply.status, reply.body.error_code]).toEqual([400, code]);
    expect(reply.body.message).toContain(says);
    expect(await place(bucket)).toEqual(['in_stock', plate.license]);
    await floor.assertSound();
  });

  test('other goods have no bucket', async () => {
    const { bucket } = await given();
    const { id } = await floor.item();
    await adjust({ inventory_id: id, qty: 4 });
    const { license: to_lp } = await floor.plate();
    for (const reply of [
      await move({ inventory_id: id, qty: 4, to_lp, serialId: bucket }),
      await adjust({ inventory_id: id, qty: -4, is_disposal: 1, serialId: bucket }),
      await adjust({ inventory_id: id, qty: 4, serialId: bucket }),
    ])
      expect([reply.body.error_code, reply.body.message]).toEqual([
        60003,
        expect.stringContaining('not serial-controlled'),
      ]);
  });
});

describe('disposing of a bucket', () => {
  test('removes it from stock permanently', async () => {
    const { item, bucket, plate, units } = await given();
    const body = { inventory_id: item, license: plate.license, qty: -units, serialId: bucket };
    for (const [changed, code] of [
      [{}, 20002],
      [{ qty: units }, 20002],
      [{ serialId: null, is_disposal: 1 }, 20002],
      [{ qty: -1, is_disposal: 1 }, 60003],
      [{ license: '', is_disposal: 1 }, 40002],
      [{ quarantine: 1, is_disposal: 1 }, 40002],
    ] as const)
      expect((await adjust({ ...body, ...changed })).body.error_code).toBe(code);
    const { data } = await adjust({ ...body, is_disposal: 1 });
    expect([data.in_stock, await place(bucket)]).toEqual([0, ['disposed', null]]);
    expect((await adjust({ ...body, is_disposal: 1 })).body.message).toContain('is disposed of');
    await floor.assertSound();
  });

  test('out of quarantine, but not what is reserved', async () => {
    const { item, bucket, plate, units } = await given();
    await floor.reserve(item, 1);
    const body = { inventory_id: item, license: plate.license, qty: -units, serialId: bucket, is_disposal: 1 };
    expect((await adjust(body)).body.message).toContain('4 wanted, 3 available');
    await floor.reserve(item, -1);
    const stays = { from_lp: plate.license, to_lp: plate.license, is_to_quarantine: 1 };
    await move({ inventory_id: item, qty: units, serialId: bucket, ...stays });
    expect((await adjust({ ...body, quarantine: 1 })).data.quarantined).toBe(0);
    expect(await place(bucket)).toEqual(['disposed', null]);
    await floor.assertSound();
  });
});

describe('a break', () => {
  test.each<[string, number[], number, number[][]]>([
    ['one each', [5, 5], 2, [[5], [5]]],
    ['the rest stays', [5, 5, 5], 2, [[5], [5]]],
    [
      'the largest to the lightest',
      [9, 7, 4, 2],
      2,
      [
        [9, 2],
        [7, 4],
      ],
    ],
    [
      'the smallest stay',
      [1, 8, 2, 9, 3],
      2,
      [
        [9, 2],
        [8, 3],
      ],
    ],
    ['fewer than plates', [5], 2, [[], []]],
    ['none', [], 3, [[], [], []]],
  ])('deals buckets: %s', (_name, units, parts, expected) => {
    const dealt = assignBuckets(
      units.map((each, id) => ({ id, units: each })),
      parts,
    );
    const plates = Array.from({ length: parts }, (_, part) =>
      dealt.filter((one) => one.part === part).map(({ bucket }) => bucket.units),
    );
    expect(plates).toEqual(expected);
  });

  test('distributes complete buckets over the new plates and leaves the remainder', async () => {
    const { item, plate, bucket: first } = await given(6);
    const rest = [await floor.bucket(item, 5), await floor.bucket(item, 2), await floor.bucket(item, 1)];
    const waiting = rest[2]?.id ?? 0;
    for (const { id, units } of rest)
      await floor.receive({ item, quantity: units, bucket: id, plate: plate.id, quarantine: id === waiting });
    const divide = (count: number) =>
      main.call(api.licenses.break, { params: { id: plate.id }, body: { count, uom_id: 1 } });
    // Fourteen units, but three buckets: no plate is made to stay empty.
    expect((await divide(4)).body.keys).toEqual({ count: ['MorePlatesThanBuckets:3'] });
    expect((await divide(2)).status).toBe(200);
    const places = await Promise.all([first, ...rest.map(({ id }) => id)].map(place));
    expect(places).toEqual([
      ['in_stock', `${plate.license}-1`],
      ['in_stock', `${plate.license}-2`],
      ['in_stock', plate.license],
      ['quarantined', plate.license],
    ]);
    const [latest] = await main.ok(api.serials.movements, { params: { id: first } });
    expect(latest).toMatchObject({ kind: 'break', quantity: 6, reference: plate.license });
    await floor.assertSound();
  });
});

describe('the checks report a bucket', () => {
  const names = stockChecks.map(({ name }) => name);
  /** What each check finds while something is broken, and that it finds nothing afterwards. */
  async function found(part: string, breaks: string, mends: string) {
    const check = stockChecks.find(({ name }) => name.includes(part));
    expect(check, names.join('; ')).toBeDefined();
    await it.database.owner(breaks);
    const problems = await it.app.open(staffScope, (tx) => check?.broken(tx) ?? Promise.resolve([]));
    await it.database.owner(mends);
    await floor.assertSound();
    return problems;
  }

  test('on a row of another item, or of the wrong state', async () => {
    const [one, other] = [await given(), await given()];
    const rowOf = `(select stock_row_id from serial_buckets where id = `;
    const [row] = await it.database.owner<{ id: number }>(
      `select stock_row_id as id from serial_buckets where id = ${one.bucket}`,
    );
    const back = `update serial_buckets set stock_row_id = ${row?.id}, state = 'in_stock' where id = ${one.bucket}`;
    const moved = `update serial_buckets set stock_row_id = ${rowOf}${other.bucket}) where id = ${one.bucket}`;
    expect((await found('is on a stock row', moved, back))[0]).toContain(`bucket ${one.bucket} `);
    const state = `update serial_buckets set state = 'quarantined' where id = ${one.bucket}`;
    expect((await found('is on a stock row', state, back))[0]).toContain('quarantined, row');
  });

  test('on hand without a place, or gone and still at a place', async () => {
    const { bucket } = await given();
    const [row] = await it.database.owner<{ id: number }>(
      `select stock_row_id as id from serial_buckets where id = ${bucket}`,
    );
    await it.database.owner('alter table serial_buckets drop constraint serial_buckets_on_one_row');
    const back = `update serial_buckets set stock_row_id = ${row?.id}, state = 'in_stock' where id = ${bucket}`;
    const nowhere = `update serial_buckets set stock_row_id = null where id = ${bucket}`;
    expect((await found('is on a stock row', nowhere, back))[0]).toContain('row none');
    const gone = `update serial_buckets set state = 'shipped' where id = ${bucket}`;
    expect((await found('is on a stock row', gone, back))[0]).toContain('shipped, row');
  });

  test('whose units are not the stock row, or not its serials', async () => {
    const { bucket } = await given();
    const more = (units: number) => `update serial_buckets set units = ${units} where id = ${bucket}`;
    expect((await found('holds the units', more(5), more(4)))[0]).toContain('quantity 4, buckets 5');
    expect((await found('as many units as serials', more(5), more(4)))[0]).toContain('units 5, serials 4');
    const away = `update serial_buckets set state = 'disposed', stock_row_id = null where id = ${bucket}`;
    const [row] = await it.database.owner<{ id: number }>(
      `select stock_row_id as id from serial_buckets where id = ${bucket}`,
    );
    const back = `update serial_buckets set stock_row_id = ${row?.id}, state = 'in_stock' where id = ${bucket}`;
    expect((await found('holds the units', away, back))[0]).toContain('quantity 4, buckets 0');
  });
});
