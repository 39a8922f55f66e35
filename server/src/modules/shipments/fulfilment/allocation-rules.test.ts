import { describe, expect, test } from 'vitest';
import {
  allocationAfterPicks,
  choosePicks,
  type LineToPick,
  type PickableRow,
  refreshStored,
  StockPool,
  type StoredPick,
} from './allocation-rules.ts';

let made = 0;
/** A place: `P`, `S` or no bin, and its units; on a plate of its own unless the plate holds more. */
const row = (location_type: 'P' | 'S' | '', quantity: number, more: Partial<PickableRow> = {}): PickableRow => {
  const row_id = ++made;
  return {
    row_id,
    inventory_id: 1,
    license_id: row_id,
    license: `LP-${row_id}`,
    location: `B-${row_id}`,
    location_type,
    lot_id: null,
    lot: '',
    expire: null,
    quantity,
    plate_units: quantity,
    since: '2026-01-01T00:00:00.000',
    ...more,
  };
};
const line = (left: number, more: Partial<LineToPick> = {}): LineToPick => ({
  id: 1,
  item: { id: 1, lot: false },
  left,
  shipDate: '2026-11-16',
  ...more,
});
const lotted = (expire: string | null) => ({ expire, lot_id: 7, lot: 'L' });

interface Case {
  rows: PickableRow[];
  left: number;
  /** Which row is taken, by its place in `rows`, and how many units, in order. */
  expected: [place: number, units: number][];
  reason?: string;
  short?: number;
}
const partOf = (units: number) => ({ plate_units: units + 50 });

const cases: Record<string, Case> = {
  'what expires first': {
    rows: [row('P', 9, lotted('2027-06-01')), row('S', 9, lotted('2027-01-01'))],
    left: 5,
    expected: [[1, 5]],
    reason: 'PickFirstToExpire',
  },
  'what expires before what keeps': {
    rows: [row('P', 9, lotted(null)), row('', 9, lotted('2030-01-01'))],
    left: 5,
    expected: [[1, 5]],
  },
  'never what has expired on the ship date, though on that day it still ships': {
    rows: [row('P', 9, lotted('2026-11-15')), row('S', 3, lotted('2026-11-16'))],
    left: 5,
    expected: [[1, 3]],
    short: 2,
  },
  'a whole plate of storage when the quantity fills it, then the picking location': {
    rows: [row('P', 100), row('S', 8)],
    left: 10,
    expected: [
      [1, 8],
      [0, 2],
    ],
    reason: 'PickWholePlate',
  },
  'no plate that holds other goods too as a whole one': {
    rows: [row('S', 8, partOf(8)), row('P', 100)],
    left: 10,
    expected: [[1, 10]],
    reason: 'PickFace',
  },
  'no whole plate of a lot that expires later': {
    rows: [row('S', 8, lotted('2028-01-01')), row('P', 100, lotted('2027-01-01'))],
    left: 10,
    expected: [[1, 10]],
  },
  'picking before storage, no location last': {
    rows: [row('', 4, partOf(4)), row('S', 4, partOf(4)), row('P', 4, partOf(4))],
    left: 9,
    expected: [
      [2, 4],
      [1, 4],
      [0, 1],
    ],
    reason: 'PickFace',
  },
  'the oldest stock': {
    rows: [row('S', 9, { since: '2026-05-01T00:00:00.000' }), row('S', 9, { since: '2026-02-01T00:00:00.000' })],
    left: 5,
    expected: [[1, 5]],
    reason: 'PickStorage',
  },
  'a row that is emptied, of two that are equal': {
    rows: [row('S', 9, partOf(9)), row('S', 5, partOf(5))],
    left: 5,
    expected: [[1, 5]],
  },
  'units on no plate like any place': {
    rows: [row('', 5, { license_id: null, license: '', location: '' })],
    left: 5,
    expected: [[0, 5]],
    reason: 'PickOnlyPlace',
  },
};

describe('choosing places takes', () => {
  test.each(Object.entries(cases))('%s', (_name, { rows, left, expected, reason, short }) => {
    const chosen = choosePicks([line(left)], new StockPool(rows));
    expect(chosen.choices.map((choice) => [rows.indexOf(choice.row), choice.quantity])).toEqual(expected);
    expect(chosen.short).toEqual(short ? [{ lineId: 1, quantity: short }] : []);
    if (reason) expect(chosen.choices[0]?.reason.split(':')[0]).toBe(reason);
  });

  test('nothing twice: lines of one item share its places', () => {
    const rows = [row('P', 6, partOf(6)), row('S', 6, partOf(6))];
    const chosen = choosePicks([line(4), line(5, { id: 2 })], new StockPool(rows));
    expect(chosen.choices.map(({ lineId, row, quantity }) => [lineId, rows.indexOf(row), quantity])).toEqual([
      [1, 0, 4],
      [2, 0, 2],
      [2, 1, 3],
    ]);
  });

  test('only units with a lot of a lot-controlled item', () => {
    const chosen = choosePicks([line(4, { item: { id: 1, lot: true } })], new StockPool([row('P', 9)]));
    expect([chosen.choices, chosen.short]).toEqual([[], [{ lineId: 1, quantity: 4 }]]);
  });
});

const stored = (id: number, of: PickableRow, quantity: number): StoredPick => ({
  id,
  shipment_id: 1,
  shipment_line_id: 1,
  license_id: of.license_id,
  lot_id: of.lot_id,
  quantity,
  reason: 'PickOnlyPlace',
  created_at: '',
});

describe('a stored allocation', () => {
  test('is kept where it holds, and chosen again where the goods are gone', () => {
    const [kept, lowered, fresh] = [row('S', 9, partOf(9)), row('S', 2, partOf(2)), row('P', 50)];
    const gone = row('P', 0);
    const chosen = refreshStored(
      [line(10)],
      [stored(1, kept, 3), stored(2, lowered, 4), stored(3, gone, 3)],
      new StockPool([kept, lowered, fresh]),
    );
    expect(chosen.choices.map((choice) => [choice.row.row_id, choice.quantity])).toEqual([
      [kept.row_id, 3],
      [lowered.row_id, 2],
      [fresh.row_id, 5],
    ]);
  });

  test.each([
    ['where it says', 0, 4, [{ id: 1, quantity: 1 }]],
    ['all of it there', 0, 5, [{ id: 1, quantity: 0 }]],
    ['elsewhere: the last choice is not needed any more', 2, 4, [{ id: 2, quantity: 1 }]],
    [
      'more than it says: the rest comes off the others',
      0,
      7,
      [
        { id: 1, quantity: 0 },
        { id: 2, quantity: 3 },
      ],
    ],
  ])('is used up by a pick %s', (_name, place, quantity, expected) => {
    const rows = [row('P', 9), row('S', 9), row('S', 9)];
    const picked = rows[place] as PickableRow;
    const pick = { licenseId: picked.license_id, lotId: null, quarantine: false, rowId: picked.row_id, onHand: 9 };
    const parts = [stored(1, rows[0] as PickableRow, 5), stored(2, rows[1] as PickableRow, 5)];
    expect(
      allocationAfterPicks(
        parts,
        [{ id: 1, quantity: 10, fulfilled: 0 }],
        [{ line: { id: 1 }, quantity, place: pick }],
      ),
    ).toEqual(expected);
  });
});
