import { type CountPlace, type CountPlaceLine, type Inventory, ownCode } from '@longshore/contract';
import { describe, expect, test } from 'vitest';
import { chosenBy, readQuantity, targetsForFound, targetsOnSheet, withLine, withoutLine } from './count-scans.ts';

const line = (id: number, more: Partial<CountPlaceLine> = {}) =>
  ({
    id,
    inventory_id: 7,
    sku: 'KC-1',
    name: 'Coffee',
    license_id: 1,
    license: 'LP-1',
    lot_id: null,
    lot_number: '',
    quarantine: 0,
    counted: null,
    codes: ['KC-1', '036000291452'],
    ...more,
  }) as CountPlaceLine;

const place = (
  lines: CountPlaceLine[],
  plates: CountPlace['plates'] = [{ id: 1, license: 'LP-1', sscc: '' }],
): CountPlace => ({
  location: { id: 3, location: 'A-01-1' },
  plates,
  lines,
  more: false,
  at: '2026-11-15T10:00:00.000Z',
});

describe('what a scan of an item counts', () => {
  const lots = [line(1, { lot_id: 1, lot_number: 'L1' }), line(2, { lot_id: 2, lot_number: 'L2' })];

  test('its row; with several, a plate, a lot or the lot in the barcode chooses', () => {
    expect(targetsOnSheet(place([line(1), line(2, { inventory_id: 8, codes: ['OAK'] })]), 'KC-1')).toHaveLength(1);
    const several = targetsOnSheet(place(lots), 'KC-1');
    expect(several).toHaveLength(2);
    expect(chosenBy(several, 'l2')).toMatchObject([{ lot_id: 2 }]);
    expect(chosenBy(several, 'LP-1')).toHaveLength(2);
    expect(targetsOnSheet(place(lots), ']C1010003600029145210L1')).toMatchObject([{ lot_id: 1 }]);
    expect(targetsOnSheet(place(lots), 'OAK')).toEqual([]);
  });

  test.each([
    ['its SSCC as GS1 data', ']C100095212340000000013', [2]],
    ['its SSCC as 18 digits', '095212340000000013', [2]],
    ['its label', ownCode('license', 'LP-2') ?? '', [2]],
    ['the SSCC of a plate that is not here', ']C100095212340000000020', []],
  ])('of one item on two plates of a bin the plate chooses, by %s', (_what, code, expected) => {
    const plates = [
      { id: 1, license: 'LP-1', sscc: '' },
      { id: 2, license: 'LP-2', sscc: '095212340000000013' },
    ];
    const here = place([line(1), line(2, { license_id: 2, license: 'LP-2' })], plates);
    const found = chosenBy(targetsOnSheet(here, 'KC-1'), code, here);
    expect(found.map(({ license_id }) => license_id)).toEqual(expected);
  });

  test('goods that are not on the sheet: each plate of the bin, each lot of the item', () => {
    const item = (lot: 0 | 1) =>
      ({ id: 9, sku: 'OAK', name: 'Oak', config: { lot }, lot_qty: [{ lot_id: 4, lot_number: 'L4' }] }) as Inventory;
    const two = [
      { id: 1, license: 'LP-1', sscc: '' },
      { id: 2, license: 'LP-2', sscc: '' },
    ];
    expect(targetsForFound(place([]), item(0), 'OAK')).toMatchObject([
      { license_id: 1, lot_id: null, line: undefined },
    ]);
    expect(targetsForFound(place([], two), item(1), 'OAK')).toMatchObject([
      { license_id: 1, lot_id: 4 },
      { license_id: 2, lot_id: 4 },
    ]);
    expect(targetsForFound(place([], []), item(0), 'OAK')).toEqual([]);
    expect(targetsForFound({ ...place([], []), location: null }, item(0), 'OAK')).toMatchObject([{ license_id: null }]);
  });
});

test('an answer replaces its row, or adds it; undo removes an added one', () => {
  const before = place([line(1)]);
  expect(withLine(before, line(1, { counted: 5 })).lines).toMatchObject([
    { counted: 5, codes: ['KC-1', '036000291452'] },
  ]);
  const added = withLine(before, line(2, { inventory_id: 8, sku: 'OAK', counted: 1 }));
  expect(added.lines).toHaveLength(2);
  expect(withoutLine(added, 2).lines).toHaveLength(1);
  expect(withLine(before, line(3, { inventory_id: 8, license_id: 99 }))).toBe(before);
});

test.each([
  ['0', 0],
  [' 12 ', 12],
  ['', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1234567890', undefined],
])('"%s" is the quantity %s', (text, quantity) => {
  expect(readQuantity(text)).toBe(quantity);
});
