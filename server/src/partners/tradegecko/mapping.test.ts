import { describe, expect, test } from 'vitest';
import { orderOf, placeOf, stateOf } from './mapping.ts';
import { TgAddressShape, TgLineShape, TgOrderShape, TgVariantShape } from './shapes.ts';

const order = (given: object = {}) =>
  TgOrderShape.parse({
    id: 9,
    order_number: 'SO9',
    status: 'finalized',
    shipping_address_id: 1,
    billing_address_id: 2,
    stock_location_id: 21,
    updated_at: '2026-11-14T10:00:00.000Z',
    ...given,
  });
const references = (lines: object[] = [], addresses: object[] = []) => ({
  lines: lines.map((line) => TgLineShape.parse({ id: 90, variant_id: 7, quantity: '2.0', price: '4.50', ...line })),
  variants: new Map([['7', TgVariantShape.parse({ id: 7, sku: 'A-1', product_name: 'Mug' })]]),
  addresses: new Map(
    addresses.map((address, at) => [String(at + 1), TgAddressShape.parse({ id: at + 1, ...address })]),
  ),
});

test.each([
  ['draft', 'waiting'],
  ['active', 'waiting'],
  ['finalized', 'open'],
  ['fulfilled', 'shipped'],
  ['void', 'cancelled'],
  ['deleted', 'cancelled'],
  ['unheard', 'waiting'],
])('an order that is %s is %s', (status, state) => {
  expect(stateOf(status)).toBe(state);
});

test.each([
  ['texts as quantities', [{ quantity: '2.0' }], [['A-1', 2, 4.5]]],
  ['numbers', [{ quantity: 3, price: 4 }], [['A-1', 3, 4]]],
  ['quantity 0', [{ quantity: '0.0' }], []],
  ['an unknown variant', [{ variant_id: 8 }], [['', 2, 4.5]]],
  ['a line in words', [{ variant_id: null, label: 'Gift wrap' }], []],
  ['no lines', [], []],
])('lines: %s', (_what, lines, expected) => {
  const mapped = orderOf(order(), references(lines));
  expect(mapped.lines.map(({ sku, quantity, price }) => [sku, quantity, price])).toEqual(expected);
});

describe('addresses', () => {
  const ship = { first_name: 'Ann', last_name: 'Lee', address1: '1 Pier', city: 'Boston', country: 'us' };

  test.each([
    [
      'both',
      [ship, { company_name: 'Co' }],
      { shipTo: { name: 'Ann Lee', countryCode: 'US' }, billTo: { company: 'Co' } },
    ],
    ['only that of the bill', [{}, ship], { shipTo: { name: 'Ann Lee' }, billTo: { name: 'Ann Lee' } }],
    ['a country in words', [{ ...ship, country: 'Singapore' }], { shipTo: { countryCode: '' } }],
    ['none', [], { shipTo: null, billTo: null, customer: { name: '' } }],
  ])('%s', (_what, addresses, expected) => {
    expect(orderOf(order(), references([], addresses))).toMatchObject(expected);
  });
});

test('the first line in words is the shipping method', () => {
  expect(orderOf(order(), references([{ variant_id: null, label: 'Express' }])).shippingMethod).toBe('Express');
});

test.each([
  [
    { id: '21', label: 'Here', status: 'active' },
    { id: '21', name: 'Here', isActive: true },
  ],
  [
    { id: '22', label: '', status: 'archived' },
    { id: '22', name: '22', isActive: false },
  ],
  [
    { id: '23', label: 'There', status: '' },
    { id: '23', name: 'There', isActive: true },
  ],
])('the location %o is a place', (location, place) => {
  expect(placeOf(location)).toEqual(place);
});
