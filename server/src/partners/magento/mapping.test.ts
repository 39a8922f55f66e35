import { describe, expect, test } from 'vitest';
import type { ReportedShipment } from '../../modules/channels/index.ts';
import { errorText, problemOfAnswer, searchQuery, shopAddress, storeAddress } from './client.ts';
import {
  type BundleTypes,
  bundleTypeOf,
  carrierCode,
  orderOf,
  shipmentThere,
  shipPlan,
  statusesOf,
  stockPlan,
  utcText,
} from './mapping.ts';
import { OrderShape, ProductShape, ShipmentShape } from './shapes.ts';

const ANN = {
  firstname: 'Ann',
  lastname: 'Lee',
  street: ['1 Pier', 'Floor 2', 'Door 3'],
  city: 'Boston',
  region: 'Massachusetts',
  region_code: 'MA',
  postcode: '02110',
  country_id: 'US',
  telephone: '555',
};
const MUG = { item_id: 7, product_type: 'simple', sku: 'A-1', name: 'Mug', price: 4.5, qty_ordered: 2, is_virtual: 0 };
const answered = (given: object = {}) => ({
  entity_id: 3,
  increment_id: '000000003',
  state: 'processing',
  status: 'processing',
  created_at: '2026-11-14 09:00:00',
  updated_at: '2026-11-14 10:00:00',
  order_currency_code: 'USD',
  shipping_description: 'Flat Rate - Fixed',
  customer_email: 'a@b.test',
  customer_firstname: 'Ann',
  customer_lastname: 'Lee',
  customer_note: 'Ring twice',
  billing_address: ANN,
  items: [MUG],
  extension_attributes: {
    shipping_assignments: [{ shipping: { method: 'flatrate_flatrate', address: { ...ANN, firstname: 'Bob' } } }],
  },
  ...given,
});
const TOGETHER: BundleTypes = new Map([['50', 'together']]);
const SEPARATELY: BundleTypes = new Map([['50', 'separately']]);
const read = (given: object = {}, bundles: BundleTypes = new Map(), statuses = ['processing']) =>
  orderOf(OrderShape.parse(answered(given)), statuses, bundles);

const SHIRT = [
  { ...MUG, item_id: 7, product_type: 'configurable', sku: 'SHIRT-RED', name: 'Shirt', price: 9 },
  { ...MUG, item_id: 8, parent_item_id: 7, sku: 'SHIRT-RED', name: 'Shirt red', price: 0 },
];
const SET = [
  { ...MUG, item_id: 20, product_id: 50, product_type: 'bundle', sku: 'SET-A-B', name: 'Set', price: 20 },
  { ...MUG, item_id: 21, parent_item_id: 20, sku: 'A-1', qty_ordered: 6 },
  { ...MUG, item_id: 22, parent_item_id: 20, sku: 'B-2', qty_ordered: 2 },
];

describe('an order', () => {
  test('has everything', () => {
    expect(read()).toEqual({
      id: '3',
      number: '000000003',
      state: 'open',
      rawStatus: 'processing',
      updatedAt: new Date('2026-11-14T10:00:00Z'),
      placedAt: new Date('2026-11-14T09:00:00Z'),
      customer: { name: 'Ann Lee', company: '', email: 'a@b.test', phone: '555' },
      shipTo: {
        name: 'Bob Lee',
        company: '',
        street1: '1 Pier',
        street2: 'Floor 2, Door 3',
        city: 'Boston',
        state: 'Massachusetts',
        stateCode: 'MA',
        postalCode: '02110',
        countryCode: 'US',
        phone: '555',
        email: 'a@b.test',
      },
      billTo: expect.objectContaining({ name: 'Ann Lee' }),
      shippingMethod: 'Flat Rate - Fixed',
      note: 'Ring twice',
      currency: 'USD',
      lines: [{ id: '7', sku: 'A-1', name: 'Mug', quantity: 2, price: 4.5 }],
    });
  });

  test.each<[string, object, string[], string]>([
    ['in a status that is taken', {}, ['processing'], 'open'],
    ['in another one', {}, ['pending'], 'waiting'],
    ['in a status of the shop', { status: 'Pick_Me' }, ['pick_me'], 'open'],
    ['held', { state: 'holded', status: 'holded' }, ['holded'], 'waiting'],
    ['under review', { state: 'payment_review', status: 'processing' }, ['processing'], 'waiting'],
    ['cancelled', { state: 'canceled', status: 'processing' }, ['processing'], 'cancelled'],
    ['refunded', { state: 'closed', status: 'closed' }, ['closed'], 'cancelled'],
    ['complete', { state: 'complete', status: 'complete' }, ['complete'], 'shipped'],
    ['shipped and not paid', { items: [{ ...MUG, qty_shipped: 2 }] }, ['processing'], 'shipped'],
    ['of downloads', { items: [{ ...MUG, product_type: 'downloadable' }] }, ['processing'], 'shipped'],
  ])('%s', (_what, given, statuses, state) => expect(read(given, new Map(), statuses).state).toBe(state));

  test.each<[string, object[], BundleTypes, string[]]>([
    ['a variant: one line with the price of the parent', SHIRT, new Map(), ['7 SHIRT-RED×2@9']],
    ['a bundle that ships together', SET, TOGETHER, ['20.21 A-1×6@4.5', '20.22 B-2×2@4.5']],
    ['a bundle of a product that is gone', SET, new Map(), ['20.21 A-1×6@4.5', '20.22 B-2×2@4.5']],
    ['a bundle that ships separately', SET, SEPARATELY, ['21 A-1×6@4.5', '22 B-2×2@4.5']],
    [
      'what is shipped, refunded and cancelled',
      [{ ...MUG, qty_ordered: 9, qty_shipped: 1, qty_refunded: 2, qty_canceled: 3 }],
      new Map(),
      ['7 A-1×3@4.5'],
    ],
    ['quantities as texts', [{ ...MUG, qty_ordered: '2.0000', price: '4.5000' }], new Map(), ['7 A-1×2@4.5']],
    ['virtual rows', [MUG, { ...MUG, item_id: 9, product_type: 'virtual', is_virtual: 1 }], new Map(), ['7 A-1×2@4.5']],
    ['a variant that is virtual', [{ ...SHIRT[0] }, { ...SHIRT[1], is_virtual: 1 }], new Map(), []],
    ['no SKU, no price', [{ ...MUG, sku: null, price: null }], new Map(), ['7 ×2@null']],
    ['no lines', [], new Map(), []],
  ])('with %s', (_what, items, bundles, lines) =>
    expect(
      read({ items }, bundles).lines.map(({ id, sku, quantity, price }) => `${id} ${sku}×${quantity}@${price}`),
    ).toEqual(lines),
  );

  test.each<[string, object, string | undefined]>([
    ['no extension', { extension_attributes: undefined }, undefined],
    ['no assignment', { extension_attributes: { shipping_assignments: [] } }, undefined],
    [
      'an assignment without an address',
      { extension_attributes: { shipping_assignments: [{ shipping: {} }] } },
      undefined,
    ],
    ['an address', {}, 'Bob Lee'],
  ])('with %s', (_what, given, name) => expect(read(given).shipTo?.name).toBe(name));
});

test.each([
  ['pending, processing', ['pending', 'processing']],
  ['Pending;processing\npaid', ['pending', 'processing', 'paid']],
  ['', []],
])('statuses: %s', (text, statuses) => expect(statusesOf(text)).toEqual(statuses));

test('times are UTC', () => expect(utcText(new Date('2026-11-14T10:00:00.900Z'))).toBe('2026-11-14 10:00:00'));

const shipment = (given: Partial<ReportedShipment> = {}): ReportedShipment => ({
  key: 'longshore-1-9',
  orderId: '3',
  orderNumber: '000000003',
  carrier: 'UPS Ground',
  trackingNumbers: ['1Z9', '1Z8'],
  trackingUrl: '',
  shippedAt: new Date(0),
  lines: [{ lineId: '7', sku: 'A-1', quantity: 2, unitIds: [] }],
  completesOrder: true,
  ...given,
});
const lines = (...given: [string, number][]) =>
  given.map(([lineId, quantity]) => ({ lineId, sku: '', quantity, unitIds: [] }));

describe('what is told of a shipment', () => {
  const plan = (given: object, bundles: BundleTypes, sent: Partial<ReportedShipment>, place = '') =>
    shipPlan(shipment(sent), OrderShape.parse(answered(given)), bundles, place);

  test('has every part', () => {
    expect(plan({}, new Map(), {}, 'ls_bos')).toEqual({
      body: {
        items: [{ order_item_id: 7, qty: 2 }],
        notify: true,
        appendComment: false,
        comment: { comment: 'Longshore: longshore-1-9', is_visible_on_front: 0 },
        tracks: [
          { track_number: '1Z9', title: 'UPS Ground', carrier_code: 'ups' },
          { track_number: '1Z8', title: 'UPS Ground', carrier_code: 'ups' },
        ],
        arguments: { extension_attributes: { source_code: 'ls_bos' } },
      },
      rejected: [],
    });
  });

  test.each<[string, object[], BundleTypes, [string, number][], boolean, string[], string[]]>([
    ['a part', [MUG], new Map(), [['7', 1]], false, ['7×1'], []],
    ['more than is left', [MUG], new Map(), [['7', 5]], true, ['7×2'], ['7']],
    [
      'a line twice',
      [MUG],
      new Map(),
      [
        ['7', 1],
        ['7', 1],
      ],
      true,
      ['7×2'],
      [],
    ],
    ['what was shipped already', [{ ...MUG, qty_shipped: 2 }], new Map(), [['7', 1]], true, [], ['7']],
    ['a line that is gone', [MUG], new Map(), [['99', 1]], true, [], ['99']],
    ['a variant', SHIRT, new Map(), [['7', 2]], true, ['7×2'], []],
    [
      'a bundle together',
      SET,
      TOGETHER,
      [
        ['20.21', 6],
        ['20.22', 2],
      ],
      true,
      ['20×2'],
      [],
    ],
    [
      'one of two bundles',
      SET,
      TOGETHER,
      [
        ['20.21', 3],
        ['20.22', 1],
      ],
      false,
      ['20×1'],
      [],
    ],
    ['a part of a bundle, not the last', SET, TOGETHER, [['20.21', 6]], false, [], ['20.21']],
    ['the last part of a bundle', SET, TOGETHER, [['20.22', 2]], true, ['20×2'], []],
    ['a bundle separately', SET, SEPARATELY, [['21', 6]], false, ['21×6'], []],
  ])('%s', (_what, items, bundles, sent, completesOrder, told, rejected) => {
    const made = plan({ items }, bundles, { lines: lines(...sent), completesOrder });
    const body = made.body as { items: { order_item_id: number; qty: number }[] } | undefined;
    expect((body?.items ?? []).map(({ order_item_id, qty }) => `${order_item_id}×${qty}`)).toEqual(told);
    expect(made.rejected.map(({ lineId }) => lineId)).toEqual(rejected);
  });

  test.each([
    ['UPS', 'ups'],
    ['FedEx 2Day', 'fedex'],
    ['usps priority', 'usps'],
    ['DHL Express', 'dhl'],
    ['Supsco', 'custom'],
    ['', 'custom'],
  ])('%s is %s', (name, code) => expect(carrierCode(name)).toBe(code));
});

test.each<[string, object, string | undefined]>([
  ['our comment', { comments: [{ comment: 'Longshore: longshore-1-9' }] }, '5'],
  ['the comment of another shipment', { comments: [{ comment: 'Longshore: longshore-1-99' }] }, undefined],
  [
    'all numbers',
    {
      tracks: [
        { entity_id: 1, track_number: '1Z8' },
        { entity_id: 2, track_number: '1Z9' },
      ],
    },
    '5',
  ],
  ['one of two numbers', { tracks: [{ entity_id: 1, track_number: '1Z8' }] }, undefined],
])('a shipment with %s is the same or not', (_what, given, id) =>
  expect(shipmentThere(shipment(), [ShipmentShape.parse({ entity_id: 5, ...given })])?.entity_id).toBe(id),
);

test('without numbers no shipment is the same by chance', () =>
  expect(shipmentThere(shipment({ trackingNumbers: [] }), [ShipmentShape.parse({ entity_id: 5 })])).toBeUndefined());

test.each([
  ['0', 'together'],
  ['1', 'separately'],
  [1, 'separately'],
])('shipment_type %s is %s', (value, type) => {
  const product = { id: 50, sku: 'SET', custom_attributes: [{ attribute_code: 'shipment_type', value }] };
  expect(bundleTypeOf(ProductShape.parse(product))).toBe(type);
});

test('stock is that of products that are counted', () => {
  const products = [
    { id: 1, sku: 'A-1', type_id: 'simple' },
    { id: 2, sku: 'SHIRT', type_id: 'configurable' },
    { id: 3, sku: 'b-2', type_id: 'simple' },
  ].map((product) => ProductShape.parse(product));
  const levels = [
    { sku: 'A-1', quantity: 0 },
    { sku: 'SHIRT', quantity: 4 },
    { sku: 'B-2', quantity: 5 },
  ];
  const { sourceItems, rejected } = stockPlan(levels, products, '');
  expect(sourceItems).toEqual([{ sku: 'A-1', source_code: 'default', quantity: 0, status: 0 }]);
  expect(rejected.map(({ sku }) => sku)).toEqual(['SHIRT', 'B-2']);
});

test.each([
  ['https://shop.example', 'https://shop.example', 'all'],
  ['shop.example/', 'https://shop.example', 'all'],
  ['http://localhost:8080/magento/', 'http://localhost:8080/magento', 'all'],
  ['https://shop.example/rest/de', 'https://shop.example', 'de'],
  ['https://shop.example/rest/de/V1/', 'https://shop.example', 'de'],
  ['https://shop.example/rest/V1', 'https://shop.example', 'all'],
  ['https://shop.example/index.php/rest/all', 'https://shop.example', 'all'],
  ['https://shop.example/admin/dashboard', 'https://shop.example', 'all'],
  ['https://u:p@shop.example/restaurant', 'https://shop.example/restaurant', 'all'],
])('the shop of %s', (text, url, view) => expect(storeAddress(text)).toEqual({ url, view }));

test('what is no address is refused, and is no link', () => {
  expect(() => storeAddress('ftp://shop.example')).toThrow('NoShopAddress:ftp://shop.example');
  expect(shopAddress('ftp://shop.example')).toBe('');
});

test('a search names a size, a direction and its groups', () => {
  const filter = { field: 'sku', value: 'A,1', condition: 'eq' } as const;
  expect(searchQuery({ groups: [[filter, filter], [filter]], sortBy: 'entity_id', size: 5 })).toMatchObject({
    'searchCriteria[filter_groups][0][filters][1][value]': 'A,1',
    'searchCriteria[filter_groups][1][filters][0][condition_type]': 'eq',
    'searchCriteria[sortOrders][0][direction]': 'ASC',
    'searchCriteria[pageSize]': '5',
  });
});

test.each<[string, unknown, string | undefined]>([
  ['numbers', { message: 'No %2 of %1', parameters: ['a', 'b'] }, 'No b of a'],
  ['names', { message: '"%fieldName" is required.', parameters: { fieldName: 'sku' } }, '"sku" is required.'],
  ['no values', { message: '100% of %1' }, '100% of %1'],
  ['values that are missing', { message: '%1 %2', parameters: ['a'] }, 'a %2'],
  ['a name of every object', { message: '%toString', parameters: {} }, '%toString'],
  ['more errors', { message: 'Failed', errors: [{ message: '%1!', parameters: ['a'] }] }, 'Failed a!'],
  ['data', { items: [] }, undefined],
])('a message with %s', (_what, json, text) => expect(errorText(json)).toBe(text));

test.each<[string, number, string, boolean, string | undefined]>([
  ['data', 200, '{"items":[]}', false, undefined],
  ['a bare number', 200, '12', true, undefined],
  ['an order that has a message', 200, '{"message":"Hi","entity_id":3}', false, undefined],
  ['a message in 200', 200, '{"message":"Could not save"}', true, 'refused'],
  ['a page in 200', 200, '<b>Fatal error</b>', false, 'unavailable'],
  ['a page in 200 of a write', 200, '<b>Fatal error</b>', true, 'unknownOutcome'],
  ['a page in 500', 500, '<b>Fatal error</b>', false, 'unavailable'],
  ['maintenance', 503, '<h1>503</h1>', true, 'unavailable'],
  ['401', 401, '{"message":"not authorized"}', false, 'auth'],
  ['a missing order', 404, '{"message":"The entity does not exist."}', false, 'notFound'],
  ['a missing route', 404, '{"message":"Request does not match any route."}', false, 'refused'],
  ['another address', 302, '', false, 'refused'],
  ['too many', 429, '<h1>Slow down</h1>', true, 'rateLimited'],
])('%s', (_what, status, text, writes, kind) =>
  expect(problemOfAnswer({ status, headers: {}, text }, writes, new Date(0))?.kind).toBe(kind),
);
