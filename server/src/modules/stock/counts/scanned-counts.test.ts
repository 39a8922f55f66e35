import { api, type Count, type CountFigureInput } from '@longshore/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Counting, counting, minutesAgo } from '../../../../test/counting.ts';
import { type Caller, type TestApp, testApp } from '../../../../test/harness.ts';
import { readSpreadsheet } from '../../../documents/spreadsheet.ts';

let app: TestApp;
let staff: Caller;
let it: Counting;
/** Two more people who count. */
let dana: { id: number; caller: Caller };
let tom: { id: number; caller: Caller };

beforeAll(async () => {
  app = await testApp();
  staff = await app.as('super');
  it = counting(app, staff);
  dana = await app.given.mainUser(['adjust_inventory']);
  tom = await app.given.mainUser(['adjust_inventory']);
});

type Figure = Partial<CountFigureInput> & { inventory_id: number; counted: number };
const record = (who: Caller, count: Count, body: Figure) =>
  who.call(api.counts.record, { params: { id: count.id }, body });
const recorded = (who: Caller, count: Count, body: Figure) =>
  who.ok(api.counts.record, { params: { id: count.id }, body });
const plateId = async (license: string) =>
  (await staff.ok(api.licenses.list, { query: { filter_by: { license: [license] } } })).records[0]?.id ?? 0;

let bins = 0;
/** A plate with stock in a bin of its own, and a count of it. */
async function shelf(quantity: number) {
  const license = await it.plate();
  const location = `SCAN-BIN-${++bins}`;
  await staff.ok(api.locations.create, { body: { location, type: 'P' } });
  await staff.ok(api.licenses.move, { body: { license, location } });
  const { id, sku } = await it.item(quantity, { plate: license });
  return { id, sku, license, location, license_id: await plateId(license), count: await it.make({ item: sku }) };
}

describe('counting by scanning', () => {
  test('a bin shows its rows, and a figure has its variance at once', async () => {
    const { id, sku, license, location, license_id, count } = await shelf(10);
    const query = { location: location.toLowerCase(), license: '' };
    const place = await staff.ok(api.counts.place, { params: { id: count.id }, query });
    expect(place).toMatchObject({ location: { location }, plates: [{ id: license_id, license }], more: false });
    expect(place.lines).toMatchObject([
      { codes: [sku], sku, license, expected: 10, counted: null, status: 'uncounted' },
    ]);
    const line = await recorded(dana.caller, count, { inventory_id: id, license_id, counted: 8 });
    expect(line).toMatchObject({ counted: 8, balance: 10, variance: -2, status: 'short', is_listed: true });
    expect(line.counted_by).toMatch(/^Given/);
    expect((await staff.ok(api.counts.get, { params: { id: count.id } })).figures).toMatchObject({
      counted: 1,
      differing: 1,
    });
    await it.post(count.id);
    expect(await it.inStock(id)).toBe(8);
    await it.assertSound();
  });

  test('a plate and goods without a plate are places too; what is unknown says so', async () => {
    const { id, license, location, count } = await shelf(4);
    const at = (location: string, license: string) =>
      staff.call(api.counts.place, { params: { id: count.id }, query: { location, license } });
    expect((await at('', license)).data).toMatchObject({ location: { location }, lines: [{ inventory_id: id }] });
    expect((await at('', '')).data).toMatchObject({ location: null, plates: [], lines: [] });
    expect(await at('NOWHERE', '')).toMatchObject({ status: 422, body: { keys: { location: ['NoSuchBin:NOWHERE'] } } });
    expect(await at('', 'NO-LP')).toMatchObject({ status: 422, body: { keys: { license: ['PlateIsUnknown:NO-LP'] } } });
  });

  test('the variance is against the ledger when it was counted', async () => {
    const { id, license, license_id, count } = await shelf(10);
    await it.movedAgo(id, 60);
    await it.sheetAgo(count.id, 50);
    await it.adjust(id, -3, license);
    const figure = { inventory_id: id, license_id, counted: 10 };
    const early = await recorded(dana.caller, count, { ...figure, counted_at: minutesAgo(30) });
    expect(early).toMatchObject({ balance: 10, variance: 0, on_hand: 7, status: 'same' });
    expect(await recorded(dana.caller, count, figure)).toMatchObject({ balance: 7, variance: 3, status: 'over' });
    expect((await record(dana.caller, count, { ...figure, counted_at: minutesAgo(-5) })).body).toMatchObject({
      keys: { counted_at: ['CountedAtIsAhead'] },
    });
    expect((await record(dana.caller, count, { ...figure, counted_at: minutesAgo(40 * 1440) })).body).toMatchObject({
      keys: { counted_at: ['CountedAtIsOld:31'] },
    });
    // A clock that is a few seconds fast is taken as now.
    expect((await recorded(dana.caller, count, { ...figure, counted_at: minutesAgo(-0.5) })).variance).toBe(3);
  });

  test('goods that are not on the sheet get a row of their own; undo removes it again', async () => {
    const { license_id, count } = await shelf(5);
    const found = await it.item(0);
    const line = await recorded(tom.caller, count, { inventory_id: found.id, license_id, counted: 2 });
    expect(line).toMatchObject({ is_listed: false, expected: null, counted: 2, variance: 2, status: 'over' });
    const undo = (who: Caller, uploaded_at: string) =>
      who.call(api.counts.undo, { params: { id: line.id }, body: { uploaded_at } });
    expect(await undo(dana.caller, line.uploaded_at ?? '')).toMatchObject({ status: 422 });
    expect(await undo(tom.caller, line.uploaded_at ?? '')).toMatchObject({ status: 200, data: null });
    expect(await it.lines(count.id)).toHaveLength(1);
    expect(await undo(tom.caller, line.uploaded_at ?? '')).toMatchObject({ status: 404 });
  });

  test('lots: of the item only, and required for what is not listed', async () => {
    const { license_id, count } = await shelf(5);
    const lotted = await it.item(0, { lot: 1 });
    const at = (lot_id: number | null) =>
      record(dana.caller, count, { inventory_id: lotted.id, license_id, lot_id, counted: 1 });
    expect((await at(null)).body).toMatchObject({ keys: { lot_id: ['LotIsMissing'] } });
    expect((await at(1)).body).toMatchObject({ keys: { lot_id: ['LotIsUnknown'] } });
  });

  test('bad figures are refused and change nothing', async () => {
    const { id, license_id, count } = await shelf(5);
    const refused = async (body: Figure) => (await record(dana.caller, count, body)).status;
    expect(await refused({ inventory_id: id, license_id, counted: -1 })).toBe(422);
    expect(await refused({ inventory_id: id, license_id, counted: 1.5 })).toBe(422);
    expect(await refused({ inventory_id: 999_999, license_id, counted: 1 })).toBe(400);
    expect(await refused({ inventory_id: id, license_id: 999_999, counted: 1 })).toBe(422);
    expect(await it.lines(count.id)).toMatchObject([{ counted: null }]);
    await staff.ok(api.counts.cancel, { params: { id: count.id } });
    expect(await record(dana.caller, count, { inventory_id: id, license_id, counted: 5 })).toMatchObject({
      status: 422,
      body: { keys: { state: ['CountIsCancelled'] } },
    });
  });
});

describe('several people on one count', () => {
  test('two figures of one row at the same moment: one is kept, the other is refused with who counted', async () => {
    const { id, license_id, count } = await shelf(10);
    const figure = { inventory_id: id, license_id };
    const answers = await Promise.all([
      record(dana.caller, count, { ...figure, counted: 9 }),
      record(tom.caller, count, { ...figure, counted: 7 }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const won = answers.findIndex(({ status }) => status === 200);
    const refused = answers[1 - won];
    const kept = won === 0 ? 9 : 7;
    expect(refused?.body).toMatchObject({ keys: { counted: [expect.stringContaining(`\t${kept}`)] } });
    expect(await it.lines(count.id)).toMatchObject([{ counted: kept }]);
    // On request it is replaced, and undo restores what the other one counted.
    const loser = won === 0 ? tom : dana;
    const winner = won === 0 ? dana : tom;
    const replaced = await recorded(loser.caller, count, { ...figure, counted: 8, replace: 1 });
    expect(replaced).toMatchObject({ counted: 8, variance: -2 });
    const restored = await loser.caller.ok(api.counts.undo, {
      params: { id: replaced.id },
      body: { uploaded_at: replaced.uploaded_at ?? '' },
    });
    expect(restored).toMatchObject({ counted: kept, counted_by: expect.stringMatching(/^Given/) });
    expect((await recorded(winner.caller, count, { ...figure, counted: 10 })).variance).toBe(0);
  });

  test('twenty rows by two people at once; a repeated call counts once', async () => {
    const license = await it.plate();
    const license_id = await plateId(license);
    const items = await Promise.all(Array.from({ length: 20 }, () => it.item(3, { plate: license })));
    const count = await it.make({});
    await Promise.all(
      items.map(({ id }, n) =>
        recorded((n % 2 ? dana : tom).caller, count, { inventory_id: id, license_id, counted: 2 }),
      ),
    );
    const [first] = items;
    const input = { params: { id: count.id }, body: { inventory_id: first?.id ?? 0, license_id, counted: 1 } };
    const headers = { 'idempotency-key': 'scan-1' };
    const twice = [
      await tom.caller.ok(api.counts.record, { ...input, headers }),
      await tom.caller.ok(api.counts.record, { ...input, headers }),
    ];
    expect(twice[1]).toEqual(twice[0]);
    const line = twice[0];
    const undone = await tom.caller.ok(api.counts.undo, {
      params: { id: line?.id ?? 0 },
      body: { uploaded_at: line?.uploaded_at ?? '' },
    });
    expect(undone).toMatchObject({ counted: 2 });
    const cleared = await tom.caller.ok(api.counts.undo, {
      params: { id: line?.id ?? 0 },
      body: { uploaded_at: undone?.uploaded_at ?? '' },
    });
    expect(cleared).toMatchObject({ counted: null, counted_at: null, counted_by: '', status: 'uncounted' });
    expect((await staff.ok(api.counts.get, { params: { id: count.id } })).figures).toMatchObject({ counted: 19 });
    await it.post(count.id);
    expect(await it.inStock(items[1]?.id ?? 0)).toBe(2);
    expect(await it.inStock(first?.id ?? 0)).toBe(3);
    await it.assertSound();
  });

  test('posting and counting at the same time: a figure is posted or refused, never lost', async () => {
    const { id, license_id, count } = await shelf(10);
    const other = await it.item(0);
    await recorded(tom.caller, count, { inventory_id: other.id, license_id, counted: 1 });
    const [posted, figure] = await Promise.all([
      staff.call(api.counts.post, { params: { id: count.id } }),
      record(dana.caller, count, { inventory_id: id, license_id, counted: 4 }),
    ]);
    expect(posted.status).toBe(200);
    expect(await it.inStock(id)).toBe(figure.status === 200 ? 4 : 10);
    if (figure.status !== 200)
      expect(figure.body).toMatchObject({ keys: { state: [expect.stringMatching(/^CountIs/)] } });
    await it.assertSound();
  });
});

describe('a blind count', () => {
  const QUANTITIES = ['expected', 'balance', 'variance', 'on_hand'] as const;

  test('does not tell people who count what is expected, by any call; its maker and super users see it', async () => {
    const { id, sku, license, location, license_id } = await shelf(17);
    const count = await tom.caller.ok(api.counts.create, { body: { client_id: 1, item: sku, blind: 1 } });
    expect(count).toMatchObject({ blind: 1, may_review: true });
    const line = await recorded(dana.caller, count, { inventory_id: id, license_id, counted: 12 });
    const lines = (who: Caller, more: object = {}) =>
      who.ok(api.counts.lines, { query: { filter_by: { count_id: [String(count.id)], ...more } } });
    const place = await dana.caller.ok(api.counts.place, {
      params: { id: count.id },
      query: { location, license: '' },
    });
    const byVariance = await dana.caller.ok(api.counts.lines, {
      query: { filter_by: { count_id: [String(count.id)] }, order_by: { variance: 'asc' } },
    });
    for (const seen of [line, place.lines[0], (await lines(dana.caller)).records[0], byVariance.records[0]]) {
      expect(seen).toMatchObject({ license, counted: 12, status: 'counted', problem: '', is_listed: true });
      for (const field of QUANTITIES) expect(seen?.[field], field).toBeNull();
    }
    expect((await lines(dana.caller, { status: ['short'] })).records).toEqual([]);
    expect((await lines(dana.caller, { status: ['counted'] })).records).toHaveLength(1);
    expect(await dana.caller.ok(api.counts.get, { params: { id: count.id } })).toMatchObject({
      may_review: false,
      figures: { lines: 1, counted: 1, same: 0, differing: 0, units_over: 0, units_short: 0 },
    });
    const sheets = await Promise.all(
      [dana.caller, tom.caller].map((who) => who.call(api.counts.sheet, { params: { id: count.id }, query: {} })),
    );
    const quantities = await Promise.all(
      sheets.map(async ({ bytes }) => {
        const { headings, rows } = await readSpreadsheet(bytes, 10);
        return rows[0]?.[headings.indexOf('Quantity')] ?? '';
      }),
    );
    expect(quantities).toEqual(['', '17']);
    for (const who of [tom.caller, staff])
      expect((await lines(who)).records).toMatchObject([{ expected: 17, variance: -5, status: 'short' }]);
    expect(await dana.caller.call(api.counts.post, { params: { id: count.id } })).toMatchObject({
      status: 422,
      body: { keys: { state: [expect.stringMatching(/^CountIsBlind:/)] } },
    });
    await tom.caller.ok(api.counts.post, { params: { id: count.id } });
    // Posted, it is no longer blind.
    expect((await lines(dana.caller)).records).toMatchObject([{ expected: 17, variance: -5, status: 'posted' }]);
  });
});
