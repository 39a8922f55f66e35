import { AdjustInput, MoveInput } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../platform/http/problem.ts';
import { adjustedStock, decideAdjustment } from './adjust-rules.ts';
import { decideMove, movedStock } from './move-rules.ts';
import type { NamedStock, StockItem } from './named-stock.ts';
import type { StockPlace, Totals } from './posting.ts';
import type { LockedBucket } from './serials/bucket-rules.ts';

const item = { id: 7, client_id: 1, sku: 'TEA', lot: false, serial: false };
const here: StockPlace = { licenseId: 4, lotId: null, quarantine: false, rowId: 40, onHand: 10 };
const totals = { in_stock: 10, reserved: 0, quarantined: 0 };
const bucket = { id: 9, inventory_id: 7, lead: 'S1', units: 3, state: 'in_stock', stock_row_id: 40, place: 'LP-1' };

interface Found {
  item?: Partial<StockItem>;
  totals?: Partial<Totals>;
  lot?: NamedStock['lot'];
  places?: Partial<StockPlace>[];
}
const stock = (found: Found = {}, places = 1): NamedStock => ({
  item: { ...item, ...found.item },
  totals: { ...totals, ...found.totals },
  lot: found.lot ?? null,
  places: Array.from({ length: places }, (_, n) => ({ ...here, ...found.places?.[n] })),
});

/** The sentence and keys of a refusal, or what was decided. */
function outcome<Decision>(decide: () => Decision): Decision | string {
  try {
    return decide();
  } catch (problem) {
    const { keys, error_code } = (problem as Problem).body as { keys?: Record<string, string[]>; error_code?: number };
    return [error_code, ...Object.entries(keys ?? {}).flat(2)].filter(Boolean).join(' ').replaceAll('\t', ' ');
  }
}

describe('an adjustment', () => {
  const decide = (input: object, found: NamedStock | undefined, carried?: Partial<LockedBucket>) =>
    outcome(() =>
      decideAdjustment(
        AdjustInput.parse({ inventory_id: 7, license: 'LP-1', ...input }),
        found,
        carried && ({ ...bucket, ...carried } as LockedBucket),
      ),
    );
  const lots = { lot: true };
  const serials = { serial: true };
  const known = { id: 5, expire_date: '2027-04-18' };

  test.each<[string, object, NamedStock | undefined, string]>([
    ['no such item', { qty: 1 }, undefined, '20001'],
    ['no such plate', { qty: 1 }, stock({ places: [{ licenseId: null }] }), 'license PlateIsUnknown:LP-1'],
    ['no such lot', { qty: 1, lotId: 5 }, stock({ item: lots }), 'lotId LotIsUnknown'],
    ['a lot, of an item without lots', { qty: 1, lotId: 5 }, stock({ lot: known }), 'lotId NotByLots'],
    ['more into quarantine', { qty: 1, quarantine: 1 }, stock(), '20003'],
    ['disposing of more', { qty: 1, is_disposal: 1 }, stock(), 'qty DisposalTakesAway'],
    ['serials without a disposal', { qty: -1, serialId: 9 }, stock({ item: serials }), '20002'],
    ['disposing of serials without a bucket', { qty: -1, is_disposal: 1 }, stock({ item: serials }), '20002'],
    ['a bucket of plain goods', { qty: -1, serialId: 9 }, stock(), '60003 _ NotSerialControlled:TEA'],
    ['more without a lot', { qty: 1 }, stock({ item: lots }), 'lotId LotIsRequired'],
    ['a new lot, of an item without lots', { qty: 1, newLot: { lot: 'L' } }, stock(), 'newLot.lot NotByLots'],
    ['less of a new lot', { qty: -1, newLot: { lot: 'L' } }, stock({ item: lots }), 'newLot.lot LotIsUnknown'],
    [
      'another expiry of a known lot',
      { qty: 1, newLot: { lot: 'L', expire: '2028-01-01' } },
      stock({ item: lots, lot: known }),
      'newLot.expire LotExpires:2027-04-18',
    ],
    ['less than is there', { qty: -11 }, stock(), '40002 _ ShortAtPlace:TEA 11 10'],
    ['less than is available', { qty: -3 }, stock({ totals: { reserved: 8 } }), '40002 _ ShortOfAvailable:TEA 3 2'],
    [
      'less than is there, when even less is available',
      { qty: -11 },
      stock({ totals: { reserved: 8 } }),
      '40002 _ ShortOfAvailable:TEA 11 2',
    ],
    ['more than can be kept', { qty: 1 }, stock({ totals: { in_stock: 2_147_483_647 } }), '_ NumberIsTooLarge'],
  ])('%s is refused', (_name, input, found, refusal) => {
    expect(decide(input, found)).toBe(refusal);
  });

  const disposal = { qty: -3, is_disposal: 1, serialId: 9 };
  test.each<[string, object, Partial<LockedBucket> | undefined, string]>([
    ['no such bucket', disposal, undefined, '60003 _ NoSuchBucket:TEA'],
    ["another item's", disposal, { inventory_id: 8 }, '60003 _ NoSuchBucket:TEA'],
    ['one of other units', { ...disposal, qty: -2 }, {}, '60003 _ BucketHoldsOther:S1 3 2'],
    ['one that is shipped', disposal, { state: 'shipped' }, '40002 _ BucketIsShipped:S1 TEA'],
    ['one on another plate', disposal, { stock_row_id: 41, place: 'LP-2' }, '40002 _ BucketIsOnPlate:S1 TEA LP-2'],
    ['one on no plate', disposal, { stock_row_id: 41, place: '' }, '40002 _ BucketIsOnNoPlate:S1 TEA'],
  ])('a bucket: %s is refused', (_name, input, carried, refusal) => {
    expect(decide(input, stock({ item: serials }), carried)).toBe(refusal);
  });

  test.each<[string, object, NamedStock, object]>([
    ['more', { qty: 5 }, stock(), { kind: 'adjust', totals: { in_stock: 15, available: 15 }, newLot: undefined }],
    ['all that is available', { qty: -2 }, stock({ totals: { reserved: 8 } }), { totals: { available: 0 } }],
    ['a disposal', { qty: -1, is_disposal: 1 }, stock(), { kind: 'dispose', totals: { in_stock: 9 } }],
    [
      'of quarantined stock, whatever is reserved',
      { qty: -4, quarantine: 1 },
      stock({ totals: { reserved: 10, quarantined: 4 }, places: [{ quarantine: true, onHand: 4 }] }),
      { totals: { in_stock: 10, available: 0, quarantined: 0 } },
    ],
    [
      'a new lot, at a place of its own',
      { qty: 5, newLot: { lot: 'L' } },
      stock({ item: lots }),
      { newLot: { lot: 'L' }, line: { quantity: 5, place: { rowId: null, onHand: 0, licenseId: 4 } } },
    ],
    [
      'a known lot by its number',
      { qty: 5, newLot: { lot: 'L' } },
      stock({ item: lots, lot: known, places: [{ lotId: 5 }] }),
      { newLot: undefined, line: { place: { rowId: 40, lotId: 5 } } },
    ],
  ])('%s is decided', (_name, input, found, decision) => {
    expect(decide(input, found)).toMatchObject(decision);
  });

  test('names its lot by id or by number, not by both', () => {
    const input = AdjustInput.parse({ inventory_id: 7, qty: 1, lotId: 5, newLot: { lot: 'L' } });
    expect(adjustedStock(input)).toMatchObject({ lotId: 5, lotNumber: '' });
    expect(adjustedStock({ ...input, lotId: null })).toMatchObject({ lotId: null, lotNumber: 'L' });
  });
});

describe('a move', () => {
  const decide = (input: object, found: Found | undefined) =>
    outcome(() =>
      decideMove(
        MoveInput.parse({ inventory_id: 7, from_lp: 'LP-1', to_lp: 'LP-2', ...input }),
        found && stock(found, 2),
        undefined,
      ),
    );
  const there = { licenseId: 5, rowId: null, onHand: 0 };
  const toThere: Found = { places: [{}, there] };
  const turned: Found = { places: [{}, { rowId: 41, quarantine: true, onHand: 0 }] };

  test.each<[string, object, Found | undefined, string]>([
    ['no such item', { qty: 1 }, undefined, '20001'],
    ['no such plate', { qty: 1 }, { places: [{}, { licenseId: null }] }, 'to_lp PlateIsUnknown:LP-2'],
    ['the same place', { qty: 1 }, {}, 'to_lp SamePlace'],
    ['serials without a bucket', { qty: 1 }, { ...toThere, item: { serial: true } }, '20002'],
    ['more than is there', { qty: 11 }, toThere, '40002 _ ShortAtPlace:TEA 11 10'],
    [
      'reserved units into quarantine',
      { qty: 3, is_to_quarantine: 1 },
      { ...turned, totals: { reserved: 8 } },
      '40002 _ ShortOfAvailable:TEA 3 2',
    ],
  ])('%s is refused', (_name, input, found, refusal) => {
    expect(decide(input, found)).toBe(refusal);
  });

  test.each<[string, object, Found, object]>([
    [
      'of reserved units',
      { qty: 10 },
      { ...toThere, totals: { reserved: 10 } },
      { kind: 'move', totals: { in_stock: 10, available: 0 }, lines: [{ quantity: -10 }, { quantity: 10 }] },
    ],
    [
      'into quarantine on the same plate',
      { qty: 4, is_to_quarantine: 1 },
      turned,
      { kind: 'convert', totals: { in_stock: 6, quarantined: 4 } },
    ],
  ])('%s is decided', (_name, input, found, decision) => {
    expect(decide(input, found)).toMatchObject(decision);
  });

  test('names two places of one lot', () => {
    const input = MoveInput.parse({ inventory_id: 7, from_lp: 'A', to_lp: 'B', qty: 1, is_to_quarantine: 1 });
    expect(movedStock(input).places).toEqual([
      { license: 'A', quarantine: false },
      { license: 'B', quarantine: true },
    ]);
  });
});
