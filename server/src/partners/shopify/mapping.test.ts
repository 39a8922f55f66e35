import { describe, expect, test } from 'vitest';
import type { ReportedShipment } from '../../modules/channels/index.ts';
import { shopHost, throttledMs } from './client.ts';
import {
  candidatesOf,
  changedBetween,
  type Fulfilled,
  idOf,
  isSameShipment,
  orderOf,
  planOf,
  skuQuery,
  trackingCompany,
  trackingOf,
  workableOf,
} from './mapping.ts';
import {
  type ShopifyFulfilment,
  type ShopifyFulfilmentOrder,
  ShopifyFulfilmentOrderShape,
  ShopifyOrderShape,
} from './operations.ts';

interface LineOf {
  line: number;
  left: number;
  total?: number;
  sku?: string | null;
  ships?: boolean;
}
interface FulfilmentOrderOf {
  id?: number;
  status?: string;
  request?: string;
  location?: number | null;
  isService?: boolean;
  lines?: readonly LineOf[];
}

const page = { hasNextPage: false, endCursor: null };
const fulfilmentOrder = (given: FulfilmentOrderOf = {}) => ({
  id: `gid://shopify/FulfillmentOrder/${given.id ?? 7}`,
  status: given.status ?? 'OPEN',
  requestStatus: given.request ?? 'UNSUBMITTED',
  assignedLocation: {
    location:
      given.location === null
        ? null
        : { id: `gid://shopify/Location/${given.location ?? 1}`, isFulfillmentService: given.isService ?? false },
  },
  lineItems: {
    nodes: (given.lines ?? [{ line: 31, left: 2 }]).map(({ line, left, total = left, sku = 'A-1', ships = true }) => ({
      id: `gid://shopify/FulfillmentOrderLineItem/${given.id ?? 7}${line}`,
      remainingQuantity: left,
      totalQuantity: total,
      requiresShipping: ships,
      sku,
      lineItem: {
        id: `gid://shopify/LineItem/${line}`,
        name: 'Mug - red',
        sku,
        discountedUnitPriceSet: { shopMoney: { amount: '4.50' } },
      },
    })),
    pageInfo: page,
  },
});

const ADDRESS = {
  name: 'Ann Lee',
  company: null,
  address1: '1 Pier',
  address2: null,
  city: 'Boston',
  province: 'Massachusetts',
  provinceCode: 'MA',
  zip: '02110',
  countryCodeV2: 'US',
  phone: null,
};
const answered = (given: object = {}, fulfilmentOrders: readonly FulfilmentOrderOf[] = [{}]) => ({
  id: 'gid://shopify/Order/450789469',
  name: '#1001',
  createdAt: '2026-11-14T09:00:00Z',
  updatedAt: '2026-11-14T10:00:00Z',
  cancelledAt: null,
  email: 'ann@example.test',
  phone: null,
  note: null,
  currencyCode: 'USD',
  requiresShipping: true,
  displayFulfillmentStatus: 'UNFULFILLED',
  shippingAddress: ADDRESS,
  billingAddress: ADDRESS,
  shippingLine: { title: 'Express' },
  fulfillmentOrders: { nodes: fulfilmentOrders.map(fulfilmentOrder), pageInfo: page },
  ...given,
});
const read = (
  given: object = {},
  fulfilmentOrders?: readonly FulfilmentOrderOf[],
  locationIds: readonly string[] = [],
) => orderOf(ShopifyOrderShape.parse(answered(given, fulfilmentOrders)), { locationIds });

describe('an order', () => {
  test('has what people know it by, whole', () => {
    expect(read()).toEqual({
      id: '450789469',
      number: '#1001',
      state: 'open',
      rawStatus: 'OPEN',
      updatedAt: new Date('2026-11-14T10:00:00Z'),
      placedAt: new Date('2026-11-14T09:00:00Z'),
      customer: { name: 'Ann Lee', company: '', email: 'ann@example.test', phone: '' },
      shipTo: {
        name: 'Ann Lee',
        company: '',
        street1: '1 Pier',
        street2: '',
        city: 'Boston',
        state: 'Massachusetts',
        stateCode: 'MA',
        postalCode: '02110',
        countryCode: 'US',
        phone: '',
        email: 'ann@example.test',
      },
      billTo: expect.objectContaining({ name: 'Ann Lee' }),
      shippingMethod: 'Express',
      note: '',
      currency: 'USD',
      lines: [{ id: '31', sku: 'A-1', name: 'Mug - red', quantity: 2, price: 4.5 }],
    });
  });

  test.each<[string, object, readonly FulfilmentOrderOf[], readonly string[], string, string, number]>([
    ['open at a location of the merchant', {}, [{}], [], 'open', 'OPEN', 2],
    ['in progress', {}, [{ status: 'IN_PROGRESS' }], [], 'open', 'IN_PROGRESS', 2],
    ['cancelled', { cancelledAt: '2026-11-14T10:00:00Z' }, [{}], [], 'cancelled', 'CANCELLED', 0],
    ['not routed yet', {}, [], [], 'waiting', 'NOT_ROUTED', 0],
    ['fulfilled without any', { displayFulfillmentStatus: 'FULFILLED' }, [], [], 'shipped', 'FULFILLED', 0],
    ['nothing to send', { requiresShipping: false }, [{}], [], 'shipped', 'NO_SHIPPING', 0],
    ['on hold', {}, [{ status: 'ON_HOLD' }], [], 'waiting', 'ON_HOLD', 2],
    ['scheduled', {}, [{ status: 'SCHEDULED' }], [], 'waiting', 'SCHEDULED', 2],
    [
      'one on hold, one open',
      {},
      [{ status: 'ON_HOLD' }, { id: 8, lines: [{ line: 32, left: 1 }] }],
      [],
      'open',
      'OPEN',
      1,
    ],
    ['all shipped', {}, [{ status: 'CLOSED', lines: [{ line: 31, left: 0, total: 2 }] }], [], 'shipped', 'CLOSED', 0],
    ['moved away', {}, [{ status: 'CLOSED', lines: [] }], [], 'cancelled', 'CLOSED', 0],
    ['at another location', {}, [{ location: 2 }], ['1'], 'cancelled', 'ASSIGNED_ELSEWHERE', 0],
    ['at ours and another', {}, [{}, { id: 8, location: 2, lines: [{ line: 32, left: 5 }] }], ['1'], 'open', 'OPEN', 2],
    [
      'at a service that is not ours',
      {},
      [{ isService: true, request: 'ACCEPTED' }],
      [],
      'cancelled',
      'ASSIGNED_ELSEWHERE',
      0,
    ],
    ['at a location that is gone', {}, [{ location: null }], ['1'], 'cancelled', 'ASSIGNED_ELSEWHERE', 0],
    ['at our service, unsubmitted', {}, [{ isService: true }], ['1'], 'waiting', 'UNSUBMITTED', 2],
    ['at our service, submitted', {}, [{ isService: true, request: 'SUBMITTED' }], ['1'], 'open', 'OPEN', 2],
    [
      'to be cancelled',
      {},
      [{ isService: true, status: 'IN_PROGRESS', request: 'CANCELLATION_REQUESTED' }],
      ['1'],
      'waiting',
      'CANCELLATION_REQUESTED',
      2,
    ],
    [
      'cancelled at our service',
      {},
      [{ isService: true, request: 'CANCELLATION_ACCEPTED' }],
      ['1'],
      'cancelled',
      'CLOSED',
      0,
    ],
    ['two of one location', {}, [{}, { id: 8 }], [], 'open', 'OPEN', 4],
    [
      'refunded in part',
      {},
      [
        {
          lines: [
            { line: 31, left: 1, total: 2 },
            { line: 32, left: 0, total: 1 },
          ],
        },
      ],
      [],
      'open',
      'OPEN',
      1,
    ],
    [
      'with a gift card',
      {},
      [
        {
          lines: [
            { line: 31, left: 1 },
            { line: 32, left: 1, ships: false },
          ],
        },
      ],
      [],
      'open',
      'OPEN',
      1,
    ],
  ])('%s', (_what, order, fulfilmentOrders, locations, state, rawStatus, units) => {
    const mapped = read(order, fulfilmentOrders, locations);
    expect([mapped.state, mapped.rawStatus]).toEqual([state, rawStatus]);
    expect(mapped.lines.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(units);
  });

  test.each([
    ['SUBMITTED', 'fulfilment'],
    ['CANCELLATION_REQUESTED', 'cancellation'],
    ['ACCEPTED', undefined],
  ])('says that the merchant waits: %s', (request, asked) => {
    expect(read({}, [{ isService: true, request }], ['1']).request).toBe(asked);
  });

  test('without the approval for protected data has no address', () => {
    const nothing = { shippingAddress: null, billingAddress: null, email: null };
    expect(read(nothing)).toMatchObject({ shipTo: null, billTo: null, customer: { name: '', email: '' } });
  });

  test('keeps emoji, long names and a missing SKU', () => {
    const name = `${'x'.repeat(4096)}🎁`;
    expect(
      read({ shippingAddress: { ...ADDRESS, name } }, [{ lines: [{ line: 31, left: 1, sku: null }] }]),
    ).toMatchObject({
      shipTo: { name },
      lines: [{ sku: '' }],
    });
  });
});

test.each([
  ['OPEN', 'UNSUBMITTED', false, 'now'],
  ['OPEN', 'UNSUBMITTED', true, 'later'],
  ['OPEN', 'SUBMITTED', true, 'now'],
  ['IN_PROGRESS', 'ACCEPTED', true, 'now'],
  ['IN_PROGRESS', 'CANCELLATION_REQUESTED', true, 'later'],
  ['IN_PROGRESS', 'CANCELLATION_REJECTED', true, 'now'],
  ['OPEN', 'REJECTED', true, 'never'],
  ['ON_HOLD', 'ACCEPTED', true, 'later'],
  ['INCOMPLETE', 'CLOSED', true, 'never'],
  ['CLOSED', 'CLOSED', false, 'never'],
  ['CANCELLED', 'UNSUBMITTED', false, 'never'],
])('a fulfilment order %s and %s (service: %s) is worked on %s', (status, request, isService, workable) => {
  expect(workableOf(ShopifyFulfilmentOrderShape.parse(fulfilmentOrder({ status, request, isService })))).toBe(workable);
});

const shipment = (given: Partial<ReportedShipment> = {}): ReportedShipment => ({
  key: 'shipment-9',
  orderId: '1',
  orderNumber: '#1001',
  carrier: 'UPS',
  trackingNumbers: ['1Z9'],
  trackingUrl: '',
  shippedAt: new Date('2026-11-14T10:00:00Z'),
  lines: [{ lineId: '31', sku: 'A-1', quantity: 2, unitIds: [] }],
  completesOrder: true,
  ...given,
});
const line = (lineId: string, quantity: number) => ({ lineId, sku: '', quantity, unitIds: [] });
const fulfilment = (given: { status?: string; numbers?: string[]; at?: string } = {}): ShopifyFulfilment => ({
  id: 'gid://shopify/Fulfillment/1',
  status: given.status ?? 'SUCCESS',
  createdAt: new Date(given.at ?? '2026-11-14T10:01:00Z'),
  trackingInfo: (given.numbers ?? ['1Z9']).map((number) => ({ number })),
});
const fulfilled = (quantity = 2): Fulfilled => ({ id: '1', lines: [{ lineId: '31', quantity }] });

describe('a shipment', () => {
  const of = (...given: FulfilmentOrderOf[]) =>
    given.map((each) => ShopifyFulfilmentOrderShape.parse(fulfilmentOrder(each)));

  test.each<[string, ReportedShipment, ShopifyFulfilmentOrder[], Fulfilled[], string[], string[]]>([
    ['takes what is left', shipment(), of({}), [], ['7/731×2'], []],
    [
      'takes no more than is left',
      shipment({ lines: [line('31', 3)] }),
      of({}),
      [],
      ['7/731×2'],
      ['31: MoreThanIsLeft:1'],
    ],
    [
      'of a line that the merchant removed',
      shipment({ lines: [line('99', 1)] }),
      of({}),
      [],
      [],
      ['99: MoreThanIsLeft:1'],
    ],
    [
      'over two fulfilment orders of a location',
      shipment({ lines: [line('31', 3)] }),
      of({}, { id: 8 }),
      [],
      ['7/731×2 8/831×1'],
      [],
    ],
    [
      'over two locations is two fulfilments',
      shipment({ lines: [line('31', 3)] }),
      of({}, { id: 8, location: 2 }),
      [],
      ['7/731×2', '8/831×1'],
      [],
    ],
    ['of one line named twice', shipment({ lines: [line('31', 1), line('31', 1)] }), of({}), [], ['7/731×2'], []],
    ['on hold', shipment(), of({ status: 'ON_HOLD' }), [], [], ['31: FulfilmentOrderIs:ON_HOLD']],
    ['never requested', shipment(), of({ isService: true }), [], [], ['31: FulfilmentOrderIs:UNSUBMITTED']],
    ['that is there', shipment(), of({}), [fulfilled()], [], []],
    [
      'that is there in part',
      shipment({ lines: [line('31', 2), line('32', 1)] }),
      of({
        lines: [
          { line: 31, left: 0 },
          { line: 32, left: 1 },
        ],
      }),
      [fulfilled()],
      ['7/732×1'],
      [],
    ],
  ])('%s', (_what, given, ours, done, planned, rejected) => {
    const plan = planOf(given, ours, done);
    const text = plan.fulfilments.map(({ lineItemsByFulfillmentOrder }) =>
      lineItemsByFulfillmentOrder
        .map((each) =>
          each.fulfillmentOrderLineItems.map(
            ({ id, quantity }) => `${idOf(each.fulfillmentOrderId)}/${idOf(id)}×${quantity}`,
          ),
        )
        .join(' '),
    );
    expect([text, plan.rejected.map(({ lineId, reason }) => `${lineId}: ${reason}`)]).toEqual([planned, rejected]);
  });

  test('accepts the request first', () => {
    const [planned] = planOf(shipment(), of({ isService: true, request: 'SUBMITTED' }), []).fulfilments;
    expect(planned?.toAccept).toEqual(['gid://shopify/FulfillmentOrder/7']);
  });

  test.each<[string, ReportedShipment, ShopifyFulfilment, Fulfilled, boolean]>([
    ['with its number', shipment(), fulfilment(), fulfilled(), true],
    ['with one of its numbers', shipment({ trackingNumbers: ['1Z8', '1Z9'] }), fulfilment(), fulfilled(1), true],
    ['with another number', shipment(), fulfilment({ numbers: ['1Z7'] }), fulfilled(), false],
    ['that was cancelled', shipment(), fulfilment({ status: 'CANCELLED' }), fulfilled(), false],
    [
      'without numbers, with its units',
      shipment({ trackingNumbers: [] }),
      fulfilment({ numbers: [] }),
      fulfilled(),
      true,
    ],
    [
      'without numbers, with other units',
      shipment({ trackingNumbers: [] }),
      fulfilment({ numbers: [] }),
      fulfilled(1),
      false,
    ],
    [
      'without numbers, before it',
      shipment({ trackingNumbers: [] }),
      fulfilment({ numbers: [], at: '2026-11-14T09:00:00Z' }),
      fulfilled(),
      false,
    ],
    ['with a number, while ours has none', shipment({ trackingNumbers: [] }), fulfilment(), fulfilled(), false],
  ])('is a fulfilment %s', (_what, given, there, units, isSame) => {
    expect(candidatesOf(given, [there]).length > 0 && isSameShipment(given, units)).toBe(isSame);
  });

  test.each([
    [
      { trackingNumbers: ['1Z9'], trackingUrl: 'https://t.test/1Z9' },
      { company: 'UPS', number: '1Z9', url: 'https://t.test/1Z9' },
    ],
    [
      { trackingNumbers: ['1', '2'], trackingUrl: 'https://t.test/?n=1' },
      { company: 'UPS', numbers: ['1', '2'], urls: ['https://t.test/?n=1', 'https://t.test/?n=2'] },
    ],
    [
      { trackingNumbers: ['1', '2'], trackingUrl: '' },
      { company: 'UPS', numbers: ['1', '2'] },
    ],
    [{ trackingNumbers: [], carrier: '' }, undefined],
    [{ trackingUrl: 'javascript:alert(1)' }, { company: 'UPS', number: '1Z9' }],
  ])('is tracked by %j', (given, info) => expect(trackingOf(shipment(given))).toEqual(info));

  test.each([
    ['ups', 'UPS'],
    ['FEDEX', 'FedEx'],
    [' dhl express ', 'DHL Express'],
    ['My own van', 'My own van'],
  ])('goes with %j', (carrier, company) => expect(trackingCompany(carrier)).toBe(company));
});

test.each([
  ['x.myshopify.com', 'x.myshopify.com'],
  [' https://X.myshopify.com/admin/products?a=1 ', 'x.myshopify.com'],
  ['https://admin.shopify.com/store/my-shop/orders', 'my-shop.myshopify.com'],
  ['shop.example.com', undefined],
  ['x.myshopify.com.evil.test', undefined],
  ['evil.test/x.myshopify.com', undefined],
  ['user@x.myshopify.com', undefined],
  ['', undefined],
])('the shop of %j is %j', (text, host) => {
  if (host) expect(shopHost(text)).toBe(host);
  else expect(() => shopHost(text)).toThrow('NoShopifyShop:');
});

test('searches are quoted', () => {
  expect(skuQuery(['A-1', 'B "2"', 'C\\3'])).toBe('sku:"A-1" OR sku:"B \\"2\\"" OR sku:"C\\\\3"');
  expect(changedBetween(new Date('2026-11-14T10:00:00.900Z'), new Date('2026-11-14T10:04:59.100Z'))).toBe(
    "updated_at:>='2026-11-14T10:00:00Z' AND updated_at:<='2026-11-14T10:05:00Z'",
  );
  expect(idOf('gid://shopify/FulfillmentService/61629186?id=true')).toBe('61629186');
});

test.each([
  [120, 80, 100, 400],
  [50, 80, 100, 0],
  [120, 80, 0, 2000],
])(
  'a query of %d points with %d there and %d a second waits %d ms',
  (requestedQueryCost, currentlyAvailable, restoreRate, wait) => {
    const cost = { requestedQueryCost, throttleStatus: { currentlyAvailable, restoreRate } };
    expect(throttledMs({ data: null, extensions: { cost } })).toBe(wait);
  },
);
