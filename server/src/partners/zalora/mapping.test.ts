import { describe, expect, test } from 'vitest';
import { classicSignature } from './client.ts';
import { hintOf, linesOf, methodOf, orderOf, providerFor, stateOf, unitsOf } from './mapping.ts';
import type { ZaloraOrder, ZaloraProvider, ZaloraUnit } from './shapes.ts';

const unit = (id: number, more: Partial<ZaloraUnit> = {}): ZaloraUnit => ({
  id: String(id),
  status: 'pending',
  sku: 'A-1',
  name: 'Mug',
  price: 9,
  shipmentType: 'dropshipping',
  crossdockingDelivery: '',
  preselectedProvider: '',
  trackingCode: '',
  updatedAt: null,
  ...more,
});
const order = (units: ZaloraUnit[], more: Partial<ZaloraOrder> = {}): ZaloraOrder => ({
  id: '190',
  number: '123221',
  createdAt: new Date('2026-11-14T02:00:00Z'),
  updatedAt: new Date('2026-11-14T02:00:00Z'),
  customer: { firstName: 'Ann', lastName: '' },
  shipping: {
    firstName: 'Ann',
    lastName: 'Porter',
    lines: ['1 Pier', 'Gate 2', 'Left'],
    city: 'Singapore',
    region: '',
    postCode: '018956',
    country: 'SG',
    phone: '#####',
    email: 'ann@example.test',
  },
  billing: null,
  deliveryInfo: '',
  remarks: '',
  currency: 'SGD',
  units,
  ...more,
});
const statuses = (...all: string[]) => all.map((status, at) => unit(at, { status }));

test.each([
  [['pending', 'pending'], 'open'],
  [['payment_pending', 'payment_pending'], 'waiting'],
  [['pending', 'canceled'], 'open'],
  [['ready_to_ship', 'pending'], 'open'],
  [['ready_to_ship', 'canceled'], 'shipped'],
  [['canceled', 'canceled'], 'cancelled'],
  [['shipped', 'delivered', 'returned', 'failed'], 'shipped'],
  [[], 'shipped'],
])('units that are %j are %s', (all, state) => expect(stateOf(statuses(...all))).toBe(state));

test('units of the marketplace’s own warehouse are not ours', () => {
  const own = unit(1, { shipmentType: 'warehouse' });
  expect([stateOf([own]), linesOf([own])]).toEqual(['shipped', []]);
  expect(linesOf([own, unit(2)]).map(({ unitIds }) => unitIds)).toEqual([['2']]);
});

test('units are grouped by SKU, and those without one are lines of their own', () => {
  const units = [unit(1), unit(2, { sku: 'B-2' }), unit(3), unit(4, { sku: '' }), unit(5, { sku: '' })];
  expect(linesOf(units).map(({ id, quantity, unitIds }) => [id, quantity, unitIds])).toEqual([
    ['A-1', 2, ['1', '3']],
    ['B-2', 1, ['2']],
    ['item 4', 1, ['4']],
    ['item 5', 1, ['5']],
  ]);
});

test('an order is as new as its newest unit, and hides no address', () => {
  const at = new Date('2026-11-15T00:00:00Z');
  expect(orderOf(order([unit(1, { updatedAt: at })]))).toMatchObject({
    updatedAt: at,
    customer: { name: 'Ann', email: 'ann@example.test', phone: '' },
    shipTo: { name: 'Ann Porter', street1: '1 Pier', street2: 'Gate 2, Left', countryCode: 'SG', phone: '' },
    billTo: null,
  });
  expect(orderOf(order([unit(1)], { shipping: null })).shipTo).toBeNull();
});

test.each<[Partial<ZaloraUnit>, string]>([
  [{}, 'dropship'],
  [{ shipmentType: 'crossdocking' }, 'send_to_warehouse'],
  [{ shipmentType: 'crossdocking', crossdockingDelivery: 'pickup' }, 'pickup'],
  [{ shipmentType: 'dropshipping_crossdocking', crossdockingDelivery: 'send_to_warehouse' }, 'send_to_warehouse'],
  [{ shipmentType: 'dropshipping_crossdocking' }, 'dropship'],
])('a unit of %j is handed over by %s', (more, method) => expect(methodOf(unit(1, more))).toBe(method));

describe('the provider that nobody chose', () => {
  const provider = (name: string, isIntegrated: boolean, more: Partial<ZaloraProvider> = {}): ZaloraProvider => ({
    name,
    isIntegrated,
    isDefault: false,
    isActive: true,
    url: '',
    ...more,
  });
  const all = [
    provider('Off', false, { isActive: false }),
    provider('Ninja Van', true, { isDefault: true }),
    provider('UPS', false),
    provider('Own', false),
  ];
  test.each([
    ['ups', true, 'UPS'],
    ['ninja van', true, 'Ninja Van'],
    ['Somebody', true, 'UPS'],
    ['Somebody', false, 'Ninja Van'],
    ['off', true, 'UPS'],
  ])('of the carrier %s, with a number: %s, is %s', (carrier, hasTracking, name) =>
    expect(providerFor(carrier, hasTracking, all)?.name).toBe(name),
  );
  test('is none where there is none', () => expect(providerFor('UPS', true, [])).toBeUndefined());
});

describe('the units of a shipment', () => {
  const line = (quantity: number, unitIds: string[] = []) => [{ lineId: 'A-1', sku: 'A-1', quantity, unitIds }];
  const packed = [{ id: '7', unitIds: ['1'] }];
  test.each<[string, ZaloraUnit[], ReturnType<typeof line>, string[], number]>([
    ['the named ones', [unit(1), unit(2), unit(3)], line(2, ['2', '3']), ['2', '3'], 0],
    [
      'a named one that was cancelled is missing',
      [unit(1, { status: 'canceled' }), unit(2)],
      line(2, ['1', '2']),
      ['2'],
      1,
    ],
    ['those with the shipment’s number', [unit(1, { trackingCode: '1Z9' }), unit(2)], line(1), ['1'], 0],
    ['untouched ones', [unit(1), unit(2)], line(1), ['2'], 0],
    ['no more than there are', [unit(2)], line(5), ['2'], 1],
    ['none of another SKU', [unit(2, { sku: 'B-2' })], line(1), [], 1],
  ])('%s', (_what, units, lines, ids, rejected) => {
    const plan = unitsOf(lines, order(units), ['1Z9'], packed);
    expect([plan.units.map(({ id }) => id), plan.rejected.length]).toEqual([ids, rejected]);
  });
});

test.each([
  ['{"event":"onOrderCreated","payload":{"OrderId":190}}', { event: 'onOrderCreated', orderId: '190' }],
  ['{"event":"onOrderCreated","payload":{"OrderId":"../1"}}', { event: 'onOrderCreated', orderId: null }],
  ['{"event":"onOrderCreated"}', { event: 'onOrderCreated', orderId: null }],
  ['{"payload":{}}', undefined],
  ['null', undefined],
  ['<html>', undefined],
])('a call with %s', (text, hint) => expect(hintOf(text)).toEqual(hint));

// printf 'Action=GetOrders&Format=JSON&Timestamp=2026-11-18T10%3A00%3A00%2B00%3A00&UserID=a%40b.test' | openssl dgst -sha256 -hmac key
test('a classic call is signed over its parameters in the order of their names', () => {
  const parameters = {
    UserID: 'a@b.test',
    Timestamp: '2026-11-18T10:00:00+00:00',
    Format: 'JSON',
    Action: 'GetOrders',
  };
  expect(classicSignature(parameters, 'key')).toBe('287e4a3eb43b1ce9db2584d49b14be21fc2f30853a7f01a4dce845f70d98b829');
});
