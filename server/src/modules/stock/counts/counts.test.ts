import { api, type CountLine } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Counting, counting, type Filled, minutesAgo } from '../../../../test/counting.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { reserveUnits } from '../../../../test/reserving.ts';

let app: TestApp;
let staff: Caller;
let it: Counting;

beforeAll(async () => {
  app = await testApp();
  staff = await app.as('super');
  it = counting(app, staff);
});

describe('a shelf that is picked from while it is counted', () => {
  /** 100 at 9:00, 5 picked at 9:30, 3 picked at 11:00; uploaded at 12:00. */
  async function morning(figure: Filled) {
    const { id, sku } = await it.item(100);
    await it.movedAgo(id, 200);
    const count = await it.make({ item: sku });
    await it.sheetAgo(count.id, 180);
    await it.adjust(id, -5);
    await it.movedAgo(id, 150);
    await it.adjust(id, -3);
    await it.movedAgo(id, 60);
    await it.upload([{ Count: count.id, IID: id, ...figure }]);
    const [line] = await it.lines(count.id);
    return { id, count, line };
  }

  test('95 counted at 10:30 is right: 92 stays 92', async () => {
    const { id, count, line } = await morning({ Counted: 95, 'Counted at': minutesAgo(90) });
    expect(line).toMatchObject({ expected: 100, counted: 95, balance: 95, variance: 0, on_hand: 92, status: 'same' });
    expect((await it.post(count.id)).figures).toMatchObject({ same: 1, differing: 0, done: 1 });
    expect(await it.inStock(id)).toBe(92);
    expect(await it.lines(count.id)).toMatchObject([{ status: 'same', balance: 95, variance: 0 }]);
  });

  test('90 counted at 10:30 is five short: 92 becomes 87', async () => {
    const { id, count, line } = await morning({ Counted: 90, 'Counted at': minutesAgo(90) });
    expect(line).toMatchObject({ balance: 95, variance: -5, status: 'short' });
    expect((await it.post(count.id)).figures).toMatchObject({ differing: 1, units_short: 5, units_over: 0 });
    expect(await it.inStock(id)).toBe(87);
    const { records } = await staff.ok(api.stock.movements, { params: { id } });
    expect(records[0]).toMatchObject({ kind: 'count', quantity: -5, reference: `Count ${count.id}` });
    expect(records[0]).toMatchObject({ cause: `count ${count.id}`, row_balance: 87, item_balance: 87 });
    await it.assertSound();
  });

  test('95 without a time is not posted and needs a recount', async () => {
    const { id, count, line } = await morning({ Counted: 95 });
    expect(line).toMatchObject({
      status: 'recount',
      variance: null,
      problem: 'Moved while counted: recount',
      problem_key: 'MovedWhileCounted',
    });
    expect((await it.post(count.id)).figures).toMatchObject({ recount: 1, differing: 0 });
    expect(await it.inStock(id)).toBe(92);
    expect(await it.lines(count.id)).toMatchObject([{ status: 'recount', problem: 'Moved while counted: recount' }]);
  });
});

describe('without a time', () => {
  test('a row without movements is corrected, whatever moved elsewhere and afterwards', async () => {
    const { id, sku } = await it.item(10);
    const plate = await it.plate();
    await it.adjust(id, 4, plate);
    const count = await it.make({ item: sku });
    await it.adjust(id, 6, plate);
    await it.upload([{ Count: count.id, SKU: sku, Counted: 12 }]);
    await it.adjust(id, -1);
    const line = (await it.lines(count.id)).find(({ license }) => !license);
    expect(line).toMatchObject({ expected: 10, balance: 10, variance: 2, on_hand: 9, status: 'over' });
    await it.post(count.id);
    expect(await it.inStock(id)).toBe(21);
  });

  test('a movement that was uncommitted while the sheet was made counts as one', async () => {
    const { id, sku } = await it.item(10);
    const count = await it.make({ item: sku });
    // Its time is before the sheet's, but the sheet did not see it.
    await it.adjust(id, -2);
    await it.movedAgo(id, 5);
    await it.upload([{ Count: count.id, SKU: sku, Counted: 8 }]);
    expect(await it.lines(count.id)).toMatchObject([{ expected: 10, status: 'recount' }]);
  });

  test('goods at an unexpected place', async () => {
    const { id, sku } = await it.item(10);
    const plate = await it.plate();
    const count = await it.make({ item: sku });
    await it.upload([
      { Count: count.id, SKU: sku, License: plate.toLowerCase(), Counted: 3 },
      { Count: count.id, SKU: sku, License: plate, Quarantine: 'Y', Counted: 2 },
    ]);
    const added = (await it.lines(count.id)).filter(({ expected }) => expected === null);
    expect(added.map(({ license, quarantine, variance }) => [license, quarantine, variance])).toEqual([
      [plate, 0, 3],
      [plate, 1, 2],
    ]);
    expect((await it.post(count.id)).figures).toMatchObject({ lines: 3, counted: 2, differing: 2, units_over: 5 });
    expect(await it.inStock(id)).toBe(13);
    await it.assertSound();
  });
});

test('the same goods are not corrected by two counts', async () => {
  const { id, sku } = await it.item(10);
  await it.movedAgo(id, 60);
  const [first, second] = [await it.make({ item: sku }), await it.make({ item: sku })];
  for (const count of [first, second]) {
    await it.sheetAgo(count.id, 50);
    await it.upload([{ Count: count.id, SKU: sku, Counted: 7, 'Counted at': minutesAgo(30) }]);
  }
  await it.post(first.id);
  expect(await it.lines(second.id)).toMatchObject([
    { status: 'recount', problem: 'Corrected by another count meanwhile: recount' },
  ]);
  await it.post(second.id);
  expect(await it.inStock(id)).toBe(7);
});

describe('posting', () => {
  test('lines that would take reserved units are shown before posting, and no others are refused', async () => {
    const plates = [await it.plate(), await it.plate(), await it.plate(), await it.plate()];
    const { id, sku } = await it.item(10);
    for (const plate of plates) await it.adjust(id, 10, plate);
    await reserveUnits(app, id, 47);
    const count = await it.make({ item: sku });
    // What is over comes first, then the smaller shortages: 3 + 2 - 1 - 3 leaves 1 available.
    const found = { '': 9, [plates[0] ?? '']: 12, [plates[1] ?? '']: 6, [plates[2] ?? '']: 7, [plates[3] ?? '']: 4 };
    const figures = Object.entries(found).map(([License, Counted]) => ({
      Count: count.id,
      SKU: sku,
      License,
      Counted,
    }));
    // Quarantined units are never reserved.
    await it.upload([...figures, { Count: count.id, SKU: sku, Quarantine: 'Y', Counted: 0 }]);
    const linesOf = async () =>
      (await it.lines(count.id)).map(({ license, quarantine, variance, problem }) => [
        license || quarantine,
        variance,
        problem,
      ]);
    const preview = await linesOf();
    expect(Object.fromEntries(preview.map(([place, ...figures]) => [place, figures]))).toEqual({
      0: [-1, ''],
      1: [0, ''],
      [plates[0] ?? '']: [2, ''],
      [plates[1] ?? '']: [-4, `Insufficient quantity: ${sku}: 4 wanted, 1 available`],
      [plates[2] ?? '']: [-3, ''],
      [plates[3] ?? '']: [-6, `Insufficient quantity: ${sku}: 6 wanted, 1 available`],
    });
    const shown = { same: 1, differing: 3, refused: 2, units_over: 2, units_short: 4 };
    expect((await staff.ok(api.counts.get, { params: { id: count.id } })).figures).toMatchObject(shown);
    const refused = { filter_by: { count_id: [String(count.id)], status: ['refused'] } };
    expect((await staff.ok(api.counts.lines, { query: refused })).total).toBe(2);
    expect((await it.post(count.id)).figures).toMatchObject(shown);
    expect(await linesOf()).toEqual(preview);
    expect(await it.inStock(id)).toBe(48);
    await it.assertSound();
  });

  test('an item that was disabled meanwhile is refused, as previewed', async () => {
    const { id, sku } = await it.item(0);
    const anchor = await it.item(1);
    const count = await it.make({ item: anchor.sku });
    await it.upload([{ Count: count.id, SKU: sku, Counted: 2 }]);
    await app.database.owner('update inventories set is_active = false where id = $1', [id]);
    const line = async () => (await it.lines(count.id)).find((each) => each.sku === sku);
    const refused = { status: 'refused', problem: 'Inactive item or item not found' };
    expect(await line()).toMatchObject(refused);
    await it.post(count.id);
    expect(await line()).toMatchObject(refused);
  });

  test('lines that cannot be posted are refused with a reason, the others are posted', async () => {
    const plate = await it.plate();
    const reserved = await it.item(10);
    await reserveUnits(app, reserved.id, 9);
    const shipped = await it.item(10, { plate });
    const good = await it.item(10);
    const count = await it.make({ item: 'CNT-' });
    const row = (sku: string, counted: number) => ({ Count: count.id, SKU: sku, Counted: counted });
    await it.upload([row(reserved.sku, 7), { ...row(shipped.sku, 8), License: plate }, row(good.sku, 12)]);
    // Only one is left when the two that are missing are to be taken.
    await it.adjust(shipped.id, -9, plate);
    expect((await it.post(count.id)).figures).toMatchObject({ counted: 3, differing: 1, refused: 2, done: 3 });
    const lines = await it.lines(count.id);
    const of = ({ sku }: { sku: string }) => lines.find((line: CountLine) => line.sku === sku);
    expect(of(reserved)).toMatchObject({
      status: 'refused',
      variance: -3,
      problem: `Insufficient quantity: ${reserved.sku}: 3 wanted, 1 available`,
      problem_key: `40002:ShortOfAvailable:${reserved.sku}\t3\t1`,
    });
    expect(of(shipped)?.problem).toBe(`Insufficient quantity: ${shipped.sku}: 2 wanted, 1 there`);
    expect(of(good)).toMatchObject({ status: 'posted', variance: 2, problem: '' });
    expect([await it.inStock(reserved.id), await it.inStock(shipped.id), await it.inStock(good.id)]).toEqual([
      10, 1, 12,
    ]);
    await it.assertSound();
  });

  test('a count cannot correct serial-controlled stock, but can confirm it', async () => {
    const right = await it.item(0, { serial: 1 });
    const wrong = await it.item(0, { serial: 1 });
    const anchor = await it.item(1);
    const count = await it.make({ item: anchor.sku });
    await it.upload([
      { Count: count.id, SKU: right.sku, Counted: 0 },
      { Count: count.id, SKU: wrong.sku, Counted: 2 },
    ]);
    const preview = (await it.lines(count.id)).filter(({ expected }) => expected === null);
    expect(preview.map(({ status }) => status)).toEqual(['same', 'refused']);
    expect(preview[1]?.problem).toMatch(/serial control/);
    await it.post(count.id);
    expect(await it.inStock(wrong.id)).toBe(0);
    await it.assertSound();
  });

  test('twice posts once', async () => {
    const { id, sku } = await it.item(10);
    const count = await it.counted(sku, { Counted: 13 });
    const [one, other] = await Promise.all(
      [it.post(count.id), it.post(count.id)].map((each) => each.catch(() => null)),
    );
    expect([one, other].some((each) => each?.state === 'posted')).toBe(true);
    expect(await it.post(count.id)).toMatchObject({ state: 'posted', figures: { units_over: 3 } });
    expect(await it.inStock(id)).toBe(13);
    await it.assertSound();
  });

  test('of nothing is refused', async () => {
    const { sku } = await it.item(10);
    const { id } = await it.make({ item: sku });
    const reply = await staff.call(api.counts.post, { params: { id } });
    expect([reply.status, reply.body.keys]).toEqual([422, { state: ['NothingCounted'] }]);
  });
});

describe('afterwards', () => {
  test('the rows that were not posted are recounted, on a new sheet', async () => {
    const [moved, still] = [await it.item(10), await it.item(10)];
    const count = await it.make({ item: 'CNT-' });
    await it.adjust(moved.id, -4);
    await it.upload([
      { Count: count.id, SKU: moved.sku, Counted: 6 },
      { Count: count.id, SKU: still.sku, Counted: 9 },
    ]);
    const early = await staff.call(api.counts.recount, { params: { id: count.id } });
    expect(early.body.keys).toEqual({ state: ['CountIsOpen'] });
    await it.post(count.id);
    const again = await staff.ok(api.counts.recount, { params: { id: count.id } });
    expect(again).toMatchObject({ recount_of: count.id, state: 'open', figures: { lines: 1, counted: 0 } });
    expect(await it.lines(again.id)).toMatchObject([{ sku: moved.sku, expected: 6, status: 'uncounted' }]);
    expect(await staff.ok(api.counts.get, { params: { id: count.id } })).toMatchObject({ recounted_by: again.id });
    const twice = await staff.call(api.counts.recount, { params: { id: count.id } });
    expect(twice.body.keys).toEqual({ state: [`RecountedAlready:${again.id}`] });
    await staff.ok(api.counts.cancel, { params: { id: again.id } });
    expect((await staff.ok(api.counts.recount, { params: { id: count.id } })).id).toBeGreaterThan(again.id);
  });

  test('a count without open rows has nothing to recount', async () => {
    const { sku } = await it.item(10);
    const { id } = await it.counted(sku, { Counted: 10 });
    await it.post(id);
    const reply = await staff.call(api.counts.recount, { params: { id } });
    expect(reply.body.keys).toEqual({ state: ['NothingToRecount'] });
  });

  test('a posted or cancelled count accepts no quantities and cannot be cancelled', async () => {
    const { sku } = await it.item(10);
    const posted = await it.counted(sku, { Counted: 10 });
    await it.post(posted.id);
    const cancelled = await it.make({ item: sku });
    expect(await staff.ok(api.counts.cancel, { params: { id: cancelled.id } })).toBe(true);
    const { data } = await it.upload([
      { Count: posted.id, SKU: sku, Counted: 1 },
      { Count: cancelled.id, SKU: sku, Counted: 1 },
    ]);
    expect(data).toMatchObject({
      success: 0,
      errors: [
        { column: 'Count', message: 'This count is posted and takes no more figures' },
        { column: 'Count', message: 'This count was cancelled' },
      ],
    });
    for (const { id } of [posted, cancelled])
      expect((await staff.call(api.counts.cancel, { params: { id } })).status).toBe(422);
    expect((await staff.call(api.counts.post, { params: { id: cancelled.id } })).body.keys).toEqual({
      state: ['CountIsCancelled'],
    });
  });

  test('a plate in a count cannot be deleted', async () => {
    const { sku } = await it.item(1);
    const license = await it.plate();
    const count = await it.make({ item: sku });
    await it.upload([{ Count: count.id, SKU: sku, License: license, Counted: 0 }]);
    const [plate] = await app.database.owner<{ id: number }>('select id from licenses where license = $1', [license]);
    const reply = await staff.call(api.licenses.remove, { params: { id: plate?.id ?? 0 } });
    expect([reply.status, reply.body.error_code]).toEqual([400, 60001]);
  });
});

test('the list shows how far each count is, by client and state', async () => {
  const { sku } = await it.item(3);
  const count = await it.counted(sku, { Counted: 3 });
  const query = { filter_by: { client_id: ['1'], state: ['open'] }, order_by: { id: 'desc' as const } };
  const { records } = await staff.ok(api.counts.list, { query });
  expect(records[0]).toMatchObject({ id: count.id, client_id: 1, state: 'open', lines: 1, counted: 1 });
  expect(new Set(records.map(({ state }) => state))).toEqual(new Set(['open']));
  const lines = (status: 'same' | 'short') =>
    staff.ok(api.counts.lines, { query: { filter_by: { count_id: [String(count.id)], status: [status] } } });
  expect([(await lines('same')).total, (await lines('short')).total]).toEqual([1, 0]);
});

test.each([
  ['by status', { filter_by: { status: ['short'] } }],
  ['at all', {}],
  ['of none', { filter_by: { count_id: [] } }],
  ['of several', { filter_by: { count_id: ['1', '2'] } }],
])('lines are those of one count: asked %s they are refused', async (_how, query) => {
  const reply = await staff.call(api.counts.lines, { query });
  expect([reply.status, reply.body.keys]).toEqual([422, { 'filter_by.count_id': ['FilterNamesOne:count_id'] }]);
});
