import { describe, expect, test } from 'vitest';
import type { ReportedShipment } from '../../modules/channels/index.ts';
import { problemOfAnswer, storeUrl } from './client.ts';
import {
  fulfilmentOf,
  fulfilmentPlan,
  missingNumbers,
  noteOf,
  noteText,
  orderOf,
  stateOf,
  stockChanges,
  trackingBody,
  wholeOrdersOnly,
} from './mapping.ts';
import { WooFulfilmentShape, WooOrderShape, WooProductShape, WooRefundShape } from './shapes.ts';

const ANN = {
  first_name: 'Ann',
  last_name: 'Lee',
  address_1: '1 Pier',
  city: 'Boston',
  state: 'MA',
  postcode: '02110',
  country: 'US',
};
const EMPTY = {
  first_name: '',
  last_name: '',
  company: '',
  address_1: '',
  address_2: '',
  city: '',
  state: '',
  postcode: '',
  country: '',
};
const MUG = { id: 31, product_id: 5, variation_id: 0, sku: 'A-1', name: 'Mug', quantity: 2, price: 4.5, meta_data: [] };
const answered = (given: object = {}) => ({
  id: 727,
  number: '1001',
  status: 'processing',
  currency: 'USD',
  date_created_gmt: '2026-11-14T09:00:00',
  date_modified_gmt: '2026-11-14T10:00:00',
  customer_note: 'Ring twice',
  billing: { ...ANN, email: 'a@b.test', phone: '555' },
  shipping: { ...ANN, first_name: 'Bob' },
  shipping_lines: [{ method_title: 'Flat rate' }],
  line_items: [MUG],
  refunds: [],
  ...given,
});
const read = (given: object = {}, refunds: readonly object[] = []) =>
  orderOf(
    WooOrderShape.parse(answered(given)),
    refunds.map((refund) => WooRefundShape.parse(refund)),
  );

describe('an order', () => {
  test('has everything', () => {
    expect(read()).toEqual({
      id: '727',
      number: '1001',
      state: 'open',
      rawStatus: 'processing',
      updatedAt: new Date('2026-11-14T10:00:00Z'),
      placedAt: new Date('2026-11-14T09:00:00Z'),
      customer: { name: 'Ann Lee', company: '', email: 'a@b.test', phone: '555' },
      shipTo: {
        name: 'Bob Lee',
        company: '',
        street1: '1 Pier',
        street2: '',
        city: 'Boston',
        state: 'MA',
        stateCode: 'MA',
        postalCode: '02110',
        countryCode: 'US',
        phone: '555',
        email: 'a@b.test',
      },
      billTo: expect.objectContaining({ name: 'Ann Lee' }),
      shippingMethod: 'Flat rate',
      note: 'Ring twice',
      currency: 'USD',
      lines: [{ id: '31', sku: 'A-1', name: 'Mug', quantity: 2, price: 4.5 }],
    });
  });

  test.each([
    ['processing', 'open'],
    ['pending', 'waiting'],
    ['on-hold', 'waiting'],
    ['failed', 'waiting'],
    ['checkout-draft', 'waiting'],
    ['completed', 'shipped'],
    ['cancelled', 'cancelled'],
    ['refunded', 'cancelled'],
    ['trash', 'cancelled'],
    ['wc-processing', 'open'],
    ['partially-shipped', 'waiting'],
    ['toString', 'waiting'],
  ])('%s is %s', (status, state) => expect(stateOf(status)).toBe(state));

  test.each([
    ['an empty shipping block', { shipping: EMPTY }, 'Ann Lee'],
    ['no shipping block', { shipping: undefined }, 'Ann Lee'],
    ['only a country', { shipping: { ...EMPTY, country: 'US' } }, 'Ann Lee'],
    ['neither', { shipping: EMPTY, billing: EMPTY }, undefined],
  ])('with %s goes to %s', (_what, given, name) => expect(read(given).shipTo?.name).toBe(name));

  test.each<[string, object[], object[], string[]]>([
    ['a price as text', [{ ...MUG, price: '4.50' }], [], ['A-1×2@4.5']],
    ['no price', [{ ...MUG, price: '' }], [], ['A-1×2@null']],
    ['no SKU', [{ ...MUG, sku: null }], [], ['×2@4.5']],
    ['quantity 0', [{ ...MUG, quantity: 0 }], [], []],
    ['no lines', [], [], []],
    [
      'a bundle: its products',
      [
        { ...MUG, id: 40, sku: 'SET', price: 20, bundled_items: [41, 42] },
        { ...MUG, id: 41, price: 0, bundled_by: 40, bundled_items: [] },
        { ...MUG, id: 42, sku: 'B-2', price: 0, bundled_by: '40' },
      ],
      [],
      ['A-1×2@0', 'B-2×2@0'],
    ],
    ['a bundle without rows of its products', [{ ...MUG, sku: 'SET', bundled_items: [] }], [], ['SET×2@4.5']],
    [
      'a bundle told by meta data',
      [
        { ...MUG, id: 40, sku: 'SET', meta_data: [{ key: '_bundled_items', value: ['x'] }] },
        { ...MUG, id: 41, meta_data: [{ key: '_bundled_by', value: 'y' }] },
      ],
      [],
      ['A-1×2@4.5'],
    ],
    [
      'a refund of one',
      [MUG],
      [{ line_items: [{ quantity: -1, meta_data: [{ key: '_refunded_item_id', value: '31' }] }] }],
      ['A-1×1@4.5'],
    ],
    ['a refund of money only', [MUG], [{ line_items: [] }], ['A-1×2@4.5']],
  ])('with %s', (_what, line_items, refunds, lines) => {
    expect(
      read({ line_items }, refunds).lines.map(({ sku, quantity, price }) => `${sku}×${quantity}@${price}`),
    ).toEqual(lines);
  });
});

const shipment = (given: Partial<ReportedShipment> = {}): ReportedShipment => ({
  key: 'shipment-9',
  orderId: '727',
  orderNumber: '1001',
  carrier: 'UPS',
  trackingNumbers: ['1Z9'],
  trackingUrl: 'https://t.test/1Z9',
  shippedAt: new Date('2026-11-14T10:00:00Z'),
  lines: [{ lineId: '31', sku: 'A-1', quantity: 2, unitIds: [] }],
  completesOrder: true,
  ...given,
});
const fulfilment = (meta: Readonly<Record<string, unknown>>) =>
  WooFulfilmentShape.parse({
    id: 12,
    status: 'fulfilled',
    meta_data: Object.entries(meta).map(([key, value]) => ({ key, value })),
  });

describe('a shipment', () => {
  test('is a fulfilment with integers for items', () => {
    expect(fulfilmentPlan(shipment(), read(), [])).toEqual({
      body: {
        status: 'fulfilled',
        notify_customer: true,
        meta_data: [
          { key: '_items', value: [{ item_id: 31, qty: 2 }] },
          { key: '_tracking_number', value: '1Z9' },
          { key: '_shipping_provider', value: 'ups' },
          { key: '_tracking_url', value: 'https://t.test/1Z9' },
          { key: '_longshore_shipment', value: 'shipment-9' },
        ],
      },
      rejected: [],
    });
  });

  test.each([
    ['nothing shipped yet', {}, 2, 0],
    ['one shipped already', { _items: [{ item_id: 31, qty: 1 }] }, 1, 1],
    ['all shipped already', { _items: [{ item_id: 31, qty: 2 }] }, 0, 1],
    ['items as an object', { _items: { 0: { item_id: '31', qty: '1' } } }, 1, 1],
  ])('with %s', (_what, meta, quantity, rejected) => {
    const plan = fulfilmentPlan(shipment(), read(), [fulfilment(meta)]);
    const body = plan.body as { meta_data: { value: { qty: number }[] }[] } | undefined;
    expect([body?.meta_data[0]?.value[0]?.qty ?? 0, plan.rejected.length]).toEqual([quantity, rejected]);
  });

  test.each([
    ['by our key', { _longshore_shipment: 'shipment-9' }, true],
    ['by its tracking number', { _tracking_number: '1Z9' }, true],
    ['not by another number', { _tracking_number: '1Z8', _longshore_shipment: 'shipment-8' }, false],
  ])('is recognised %s', (_what, meta, isSame) => {
    expect(fulfilmentOf(shipment(), [fulfilment(meta)]) !== undefined).toBe(isSame);
  });

  test.each([
    [['UPS', 'USPS'], 'ups', { tracking_provider: 'UPS', tracking_number: '1Z9', date_shipped: '2026-11-14' }],
    [
      ['DHL', 'DHL US'],
      'DHL US Ground',
      { tracking_provider: 'DHL US', tracking_number: '1Z9', date_shipped: '2026-11-14' },
    ],
    [
      ['USPS'],
      'My van',
      {
        custom_tracking_provider: 'My van',
        custom_tracking_link: 'https://t.test/1Z9',
        tracking_number: '1Z9',
        date_shipped: '2026-11-14',
      },
    ],
  ])('among the providers %j', (providers, carrier, body) => {
    expect(trackingBody(shipment({ carrier }), '1Z9', providers, 'America/New_York')).toEqual(body);
  });

  test('is told once, by any of the three ways', () => {
    expect(
      missingNumbers(shipment({ trackingNumbers: ['1', '2'] }), [{ tracking_id: 'a', tracking_number: '1' }]),
    ).toEqual(['2']);
    expect(noteText(shipment())).toBe('Your order was shipped with UPS. Tracking number: 1Z9. https://t.test/1Z9');
    expect(noteOf(shipment(), [{ id: '5', note: 'Sent: 1Z9' }])?.id).toBe('5');
    expect(noteOf(shipment(), [{ id: '5', note: 'Thank you' }])).toBeUndefined();
    expect(wholeOrdersOnly(shipment())).toEqual([]);
    expect(wholeOrdersOnly(shipment({ completesOrder: false }))).toMatchObject([{ lineId: '31' }]);
  });
});

test('stock is set where it differs', () => {
  const product = (given: object) =>
    WooProductShape.parse({ id: 5, type: 'simple', parent_id: 0, manage_stock: true, stock_quantity: 7, ...given });
  const products = [
    product({ sku: 'same' }),
    product({ sku: 'other', id: 6, stock_quantity: 1 }),
    product({ sku: 'unmanaged', id: 7, manage_stock: false, stock_quantity: null }),
    product({ sku: 'red', id: 8, type: 'variation', parent_id: 3, manage_stock: 'parent' }),
  ];
  const levels = ['same', 'other', 'unmanaged', 'red', 'none'].map((sku) => ({ sku, quantity: 7 }));
  const { changes, rejected } = stockChanges(levels, products);
  expect(changes.map(({ sku, parentId, update }) => [sku, parentId, update.id])).toEqual([
    ['other', 0, 6],
    ['unmanaged', 0, 7],
    ['red', 3, 8],
  ]);
  expect(rejected).toEqual([{ sku: 'none', reason: 'NoProductOfSku' }]);
});

test.each([
  ['https://shop.test/', 'https://shop.test'],
  ['shop.test', 'https://shop.test'],
  ['http://shop.test:8080/store/', 'http://shop.test:8080/store'],
  ['https://shop.test/wp-json/wc/v3/', 'https://shop.test'],
  ['https://user:password@shop.test', 'https://shop.test'],
  ['ftp://shop.test', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
])('the shop of %j is %j', (text, store) => {
  if (store) expect(storeUrl(text)).toBe(store);
  else expect(() => storeUrl(text)).toThrow(`NoShopAddress:${text}`);
});

const refusal = (code: string, message: string) => JSON.stringify({ code, message, data: { status: 400 } });
test.each<[number, string, boolean, string | undefined]>([
  [200, '[]', false, undefined],
  [200, '<html>', false, 'unavailable'],
  [200, '<html>', true, 'unknownOutcome'],
  [301, '', false, 'refused'],
  [401, refusal('woocommerce_rest_authentication_error', 'Consumer key is invalid.'), false, 'auth'],
  [
    401,
    refusal('woocommerce_rest_authentication_error', 'The API key provided does not have write permissions.'),
    true,
    'refused',
  ],
  [403, refusal('woocommerce_rest_cannot_edit', 'Sorry'), true, 'refused'],
  [403, '<html>firewall', false, 'unavailable'],
  [404, refusal('rest_no_route', 'No route'), false, 'notFound'],
  [404, '<html>', false, 'unavailable'],
  [400, refusal('rest_invalid_param', 'Invalid'), false, 'refused'],
  [429, '<html>', true, 'rateLimited'],
  [500, refusal('internal', 'Oh'), false, 'unavailable'],
  [500, refusal('internal', 'Oh'), true, 'unknownOutcome'],
  [502, '<html>', true, 'unknownOutcome'],
  [503, '<html>', true, 'unavailable'],
])('status %d with %s (writes: %s) is %s', (status, text, writes, kind) => {
  expect(problemOfAnswer({ status, headers: {}, text }, writes, new Date(0))?.kind).toBe(kind);
});
