import type { Charge, SnapshotItem } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import {
  addDays,
  chargeCount,
  chargeStock,
  type DayLink,
  daysSharingSnapshots,
  intersectDays,
  type Stock,
  stockOf,
} from './accrual-rules.ts';
import { type ComputedEntry, compareEntries, lossesOf, type WrittenEntry } from './entry-changes.ts';

const link = (charge: Charge, more: Partial<DayLink> = {}): DayLink => ({
  client_id: 1,
  activity_id: 1,
  activity: 'Storage',
  charge,
  item_id: 1,
  item: 'Storage',
  uom: 'Carton',
  rate: '0.35',
  quantity: '1',
  valid_from: '2024-01-01',
  minimum_charge: '0',
  minimum_quantity: '0',
  ...more,
});

const item = (id: number, units: number, volume: number | null, uoms: Record<string, number>): SnapshotItem => ({
  id,
  sku: `S${id}`,
  units,
  volume,
  uoms,
});
const place = (id: number, category: string) => ({ id, location: `A-${id}`, category });

/** 127 units of three SKUs, one without sizes and cartons, in four bins of two categories. */
const stock: Stock = {
  units: 127,
  volume: '1.2346',
  unplaced: 0,
  off_pallets: 0,
  pallets: 3,
  items: [
    item(1, 100, 0.01, { carton: 24, each: 1 }),
    item(2, 20, 0.0117, { carton: 6 }),
    item(3, 7, null, { each: 1 }),
  ],
  places: [place(1, 'Pallet rack'), place(2, 'PALLET RACK'), place(3, 'Bulk floor'), place(4, '')],
};
const known = { uoms: new Set(['carton', 'each', 'bag', 'pallet']), categories: new Set(['pallet rack', 'empty']) };

describe('when a charge is due, and which stock it counts', () => {
  test.each<[Charge, string, 'end' | 'start' | undefined]>([
    ['Daily-Cubic', '2024-05-15', 'end'],
    ['Daily-Location', '2024-05-15', 'end'],
    ['Month-End', '2024-02-28', undefined],
    ['Month-End', '2024-02-29', 'end'],
    ['Month-End', '2023-02-28', 'end'],
    ['Month-End', '2024-12-31', 'end'],
    ['Month-Begin', '2024-03-01', 'start'],
    ['Month-Begin', '2024-02-29', undefined],
    ['Week-End', '2024-03-10', 'end'],
    ['Week-End', '2024-03-11', undefined],
    ['Week-Beg', '2024-03-11', 'start'],
    ['Week-Beg', '2024-03-10', undefined],
    ['Manual', '2024-03-01', undefined],
    ['Count', '2024-03-01', undefined],
  ])('%s on %s: %s', (charge, day, expected) => {
    expect(stockOf(charge, day)).toBe(expected);
  });

  test.each([
    ['2024-02-28', 1, '2024-02-29'],
    ['2024-12-31', 1, '2025-01-01'],
    ['2024-03-01', -1, '2024-02-29'],
    ['0001-01-01', 365, '0002-01-01'],
  ])('%s and %d days is %s', (day, days, expected) => {
    expect(addDays(day, days)).toBe(expected);
  });

  test.each([
    // Wednesday to Thursday: nothing else counts their stock.
    ['2024-05-15', '2024-05-16', '2024-05-15', '2024-05-16'],
    // A Monday counts Sunday's stock; a Sunday's stock is counted on Monday.
    ['2024-05-13', '2024-05-15', '2024-05-12', '2024-05-15'],
    ['2024-05-15', '2024-05-19', '2024-05-15', '2024-05-20'],
    ['2024-05-01', '2024-05-31', '2024-04-30', '2024-06-01'],
  ])('from %s to %s all days from %s to %s are charged', (from, to, first, last) => {
    expect(daysSharingSnapshots(from, to)).toEqual({ from: first, to: last });
  });

  test('only days between the first movement and yesterday are charged', () => {
    const span = { from: '2024-04-30', to: '2024-06-01' };
    expect(intersectDays(span, '2024-05-02', '2024-05-31')).toEqual({ from: '2024-05-02', to: '2024-05-31' });
    expect(intersectDays(span, '2023-01-01', '2025-01-01')).toEqual(span);
  });
});

describe('stock by a unit', () => {
  const skus = [{ id: 3, sku: 'S3', units: 7 }];
  test.each<[string, Partial<DayLink>, object | undefined, object[]]>([
    // 100 ÷ 24 → 5, 20 ÷ 6 → 4; the third SKU has no carton.
    ['Carton', {}, { price: '0.35', quantity: '9' }, [{ reason: 'no_uom', details: { uom: 'Carton', skus } }]],
    ['carton', { quantity: '0.125' }, { quantity: '1.125' }, [{ reason: 'no_uom' }]],
    ['Unit', { rate: '0.0001', quantity: '0.3' }, { price: '0.0001', quantity: '38.1' }, []],
    ['SKU', {}, { quantity: '3' }, []],
    ['Order', {}, { quantity: '1' }, []],
    ['Pallet', { rate: '14.5' }, { price: '14.5', quantity: '3' }, []],
    ['Crate', {}, undefined, [{ reason: 'unknown_uom', details: { uom: 'Crate' } }]],
    ['', {}, undefined, [{ reason: 'unknown_uom', details: { uom: '' } }]],
    ['Bag', {}, undefined, [{ reason: 'no_uom' }]],
    ['Unit', { quantity: '0' }, undefined, []],
  ])('%s %o', (uom, more, charge, gaps) => {
    const outcome = chargeStock(link('Month-End', { uom, ...more }), stock, known);
    expect(outcome.gaps).toMatchObject(gaps);
    expect(outcome.gaps).toHaveLength(gaps.length);
    if (charge) expect(outcome.charge).toMatchObject(charge);
    else expect(outcome.charge).toBeUndefined();
  });

  test('says what was counted at which rate', () => {
    const { charge } = chargeStock(link('Week-End', { uom: 'Sku' }), stock, known);
    expect(charge?.how).toEqual({
      charge: 'Week-End',
      by: 'Sku',
      counted: 3,
      skus: [],
      link_quantity: '1',
      rate: '0.35',
      valid_from: '2024-01-01',
    });
  });

  test('names twenty SKUs and counts the rest', () => {
    const items = Array.from({ length: 23 }, (_, n) => item(n + 1, 1, null, {}));
    const [gap] = chargeStock(link('Month-End'), { ...stock, items }, known).gaps;
    expect([gap?.details.skus?.length, gap?.details.more]).toEqual([20, 3]);
  });
});

describe('volume', () => {
  test.each([
    ['1.2346', '1', '1.2346'],
    // Rounded half up to four decimals.
    ['1.2345', '0.5', '0.6173'],
    ['0.0001', '3', '0.0003'],
    ['12345678901.2345', '1', '12345678901.2345'],
  ])('%s times %s is %s', (volume, quantity, expected) => {
    const { charge, gaps } = chargeStock(
      link('Daily-Cubic', { quantity, uom: 'nothing' }),
      { ...stock, volume },
      known,
    );
    expect(charge).toMatchObject({ price: '0.35', quantity: expected, how: { by: 'Volume', counted: Number(volume) } });
    expect(gaps).toMatchObject([{ reason: 'no_size', details: { skus: [{ sku: 'S3', units: 7 }] } }]);
  });

  test('of items without sizes is not charged', () => {
    const { charge } = chargeStock(link('Daily-Cubic'), { ...stock, volume: '0.0000' }, known);
    expect(charge).toBeUndefined();
  });
});

describe('locations', () => {
  const of = (more: Partial<DayLink>, there: Partial<Stock> = {}) =>
    chargeStock(link('Daily-Location', { rate: '0.18', ...more }), { ...stock, ...there }, known);

  test.each<[Partial<DayLink>, object]>([
    [{}, { price: '0.18', quantity: '4' }],
    [{ quantity: '2.5' }, { price: '0.18', quantity: '10' }],
    [{ item: 'Pallet rack' }, { price: '0.18', quantity: '2', how: { counted: 2, category: 'Pallet rack' } }],
    // Category that holds nothing today, with a minimum that is charged on every day with stock.
    [
      { item: 'Empty', minimum_quantity: '3' },
      { quantity: '3', how: { counted: 0, minimum: 'quantity' } },
    ],
    [{ minimum_quantity: '10' }, { price: '0.18', quantity: '10', how: { minimum: 'quantity' } }],
    [{ minimum_quantity: '4' }, { quantity: '4' }],
    // 0.18 × 4 = 0.72.
    [{ minimum_charge: '0.72' }, { price: '0.18', quantity: '4' }],
    [{ minimum_charge: '0.7201' }, { price: '0.7201', quantity: '1', how: { counted: 4, minimum: 'charge' } }],
    // The larger of both: 0.18 × 30 = 5.4.
    [
      { minimum_quantity: '30', minimum_charge: '5' },
      { price: '0.18', quantity: '30', how: { minimum: 'quantity' } },
    ],
    [
      { minimum_quantity: '20', minimum_charge: '5' },
      { price: '5', quantity: '1', how: { minimum: 'charge' } },
    ],
  ])('%o', (more, charge) => {
    expect(of(more).charge).toMatchObject(charge);
  });

  test('no minimum is named when none was needed', () => {
    expect(of({ minimum_quantity: '4', minimum_charge: '0.72' }).charge?.how.minimum).toBeUndefined();
  });

  test('an empty category without a minimum is not charged', () => {
    expect(of({ item: 'Empty' })).toEqual({ gaps: [] });
  });

  test('units at no location are a gap of the activity, besides the charge', () => {
    const { charge, gaps } = of({}, { unplaced: 12 });
    expect(charge?.quantity).toBe('4');
    expect(gaps).toEqual([{ reason: 'no_location', details: { units: 12 }, isOfItem: false }]);
  });

  test('a day without stock has no minimum', () => {
    const empty = { units: 0, volume: '0', unplaced: 0, items: [], places: [], pallets: 0 };
    expect(of({ minimum_charge: '5', minimum_quantity: '2' }, empty)).toEqual({ gaps: [] });
  });
});

test('a count is charged by its counted lines', () => {
  const { charge } = chargeCount(link('Count', { rate: '0.4', quantity: '1.5' }), 31);
  expect(charge).toMatchObject({ price: '0.4', quantity: '46.5', how: { by: 'Line', counted: 31 } });
});

test('an amount with too many digits is a gap, not an error that stops everybody', () => {
  const huge = { rate: '99999999999', quantity: '99999999999' };
  expect(chargeCount(link('Count', huge), 2).gaps).toMatchObject([{ reason: 'no_rate', isOfItem: true }]);
  expect(chargeStock(link('Month-End', { ...huge, uom: 'Order' }), stock, known).charge).toBeUndefined();
});

describe('what a run changes', () => {
  const DAY = '2024-05-31';
  const computed = (more: Partial<ComputedEntry> = {}): ComputedEntry => ({
    link: link('Month-End'),
    billable: { type: 'snapshot', id: 7 },
    reference: 'Storage',
    price: '2',
    quantity: '3',
    how: {} as ComputedEntry['how'],
    ...more,
  });
  const written = (more: Partial<WrittenEntry> = {}): WrittenEntry => ({
    id: 1,
    client_id: 1,
    activity_id: 1,
    item_id: 1,
    activity: 'Storage',
    item: 'Pallet',
    bill_date: DAY,
    billable_type: 'snapshot',
    billable_id: 7,
    charge_day: DAY,
    price: '2',
    quantity: '3',
    touched: false,
    is_deleted: false,
    is_closed: false,
    is_corrected: false,
    ...more,
  });
  const sizes = (now: ComputedEntry[], before: WrittenEntry[]) => {
    const { add, replace, same, remove, kept } = compareEntries(DAY, now, before);
    return { add: add.length, replace: replace.length, same: same.length, remove: remove.length, kept: kept.length };
  };
  const none = { add: 0, replace: 0, same: 0, remove: 0, kept: 0 };

  test.each<[string, ComputedEntry[], WrittenEntry[], Partial<typeof none>]>([
    ['a new charge is added', [computed()], [], { add: 1 }],
    ['the same amount stays', [computed()], [written()], { same: 1 }],
    ['another amount is replaced', [computed({ price: '2.5' })], [written()], { replace: 1 }],
    ['one that is gone is removed', [], [written()], { remove: 1 }],
    ['one that is back replaces the removed one', [computed()], [written({ is_deleted: true })], { replace: 1 }],
    ['one that stays removed', [], [written({ is_deleted: true })], {}],
    ['touched and different is kept', [computed({ quantity: '4' })], [written({ touched: true })], { kept: 1 }],
    ['touched and the same is nothing', [computed()], [written({ touched: true })], {}],
    ['touched and gone is kept', [], [written({ touched: true })], { kept: 1 }],
    ['deleted by a person is kept', [computed()], [written({ touched: true, is_deleted: true })], { kept: 1 }],
    ['different in a closed month is kept', [computed({ price: '9' })], [written({ is_closed: true })], { kept: 1 }],
    ['gone in a closed month is kept', [], [written({ is_closed: true })], { kept: 1 }],
    [
      'charged for the same stock on another day',
      [computed()],
      [written({ charge_day: '2024-06-01', price: '9' })],
      { kept: 1 },
    ],
    ['of another day and not of this one', [], [written({ charge_day: '2024-06-01' })], {}],
  ])('%s', (_, now, before, expected) => {
    expect(sizes(now, before)).toEqual({ ...none, ...expected });
  });

  test.each<[string, ComputedEntry[], WrittenEntry[], [before: string, after: string][]]>([
    ['a removed entry', [], [written()], [['6', '0']]],
    ['a lower amount', [computed({ price: '1.5' })], [written()], [['6', '4.5']]],
    ['a higher amount', [computed({ price: '2.5' })], [written()], []],
    ['one that comes back', [computed({ price: '1' })], [written({ is_deleted: true })], []],
  ])('is named when it charges less: %s', (_, now, before, expected) => {
    const losses = lossesOf(compareEntries(DAY, now, before));
    expect(losses.map((loss) => [String(loss.before), String(loss.after)])).toEqual(expected);
  });
});
