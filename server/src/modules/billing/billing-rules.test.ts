import { describe, expect, test } from 'vitest';
import { type BilledLine, countLines, type PricedLink, proposeFreight, proposeHandling } from './billing-rules.ts';

const lines: BilledLine[] = [
  { id: 1, sku: 'A', units: 100, uoms: { carton: 24, pallet: 480 } },
  { id: 2, sku: 'B', units: 7, uoms: { carton: 6 } },
  { id: 1, sku: 'A', units: 20, uoms: { carton: 24, pallet: 480 } },
  { id: 3, sku: 'C', units: 0, uoms: {} },
];

test.each([
  ['Order', 1, []],
  ['sku', 2, []],
  ['Unit', 127, []],
  // A: 120 ÷ 24 = 5, B: 7 ÷ 6 → 2.
  ['Carton', 7, []],
  ['CARTON', 7, []],
  ['Pallet', 1, ['B']],
  ['Bag', 0, ['A', 'B']],
])('by %s it counts %d', (uom, counted, without) => {
  const { missing, ...count } = countLines(uom, lines);
  expect(count).toMatchObject({ counted });
  expect(missing.map(({ sku }) => sku)).toEqual(without);
});

const uoms = new Set(['carton', 'pallet']);
const link = (more: Partial<PricedLink>): PricedLink => ({
  activity_id: 1,
  activity: 'Outbound',
  charge: 'Outbound',
  item_id: 1,
  item: 'Pick',
  uom: 'Unit',
  rate: '0.22',
  quantity: '1',
  valid_from: '2026-01-01',
  ...more,
});

describe('handling', () => {
  test('multiplies what is counted by the link, exactly', () => {
    const { proposals, gaps } = proposeHandling([link({ quantity: '0.1' })], lines, uoms);
    expect(proposals).toMatchObject([{ price: '0.22', quantity: '12.7', how: { by: 'Unit', counted: 127 } }]);
    expect(gaps).toEqual([]);
  });

  test('charges what it can count, and reports the rest', () => {
    const pallets = link({ uom: 'Pallet' });
    const { proposals, gaps } = proposeHandling([pallets], lines, uoms);
    expect(proposals).toMatchObject([{ quantity: '1', how: { skus: [{ sku: 'A', units: 120, per: 480, count: 1 }] } }]);
    expect(gaps).toMatchObject([
      { link: pallets, reason: 'no_uom', message: 'SkuHasNoUom:B\tPallet', line: { id: 2 } },
    ]);
  });

  test.each(['', 'Crate'])('by a unit that nobody has (%s) is one gap', (uom) => {
    const { proposals, gaps } = proposeHandling([link({ uom })], lines, uoms);
    expect([proposals, gaps.map(({ reason }) => reason)]).toEqual([[], ['unknown_uom']]);
  });
});

describe('the shipping charge', () => {
  const freight = link({ charge: 'Shipping-Charge', uom: '', rate: '1' });

  test('is the cost with the modifier', () => {
    const { proposals } = proposeFreight([freight], { cost: '10.5', modifier: '0.1', charge: '11.55' });
    expect(proposals).toMatchObject([{ price: '11.55', quantity: '1', how: { cost: '10.5', modifier: '0.1' } }]);
  });

  test('of a shipment without a cost is a gap', () => {
    const { proposals, gaps } = proposeFreight([freight], { cost: '0', modifier: '0', charge: '0' });
    expect([proposals, gaps.map(({ reason }) => reason)]).toEqual([[], ['no_cost']]);
  });
});
