import { describe, expect, test } from 'vitest';
import type { ReportedShipment } from '../../modules/channels/index.ts';
import { carrierCodeOf } from './carriers.ts';
import { markBody, orderOf, parcelOf, placeOf, stateOf, tooMany, wholeOrdersOnly } from './mapping.ts';
import { fromPacific, pacificText, pacificWindow, shiftedText } from './pacific.ts';
import { type SsOrder, SsOrderShape } from './shapes.ts';

const NOW = new Date('2026-11-18T20:00:00Z');
const NOTHING = { name: null, company: null, street1: null, street2: null, street3: null, city: null };
const order = (given: object = {}): SsOrder =>
  SsOrderShape.parse({
    orderId: 51,
    orderNumber: '1001',
    orderStatus: 'awaiting_shipment',
    orderDate: '2026-11-14T09:00:00.0000000',
    modifyDate: '2026-11-14T10:00:00.1230000',
    customerEmail: 'ann@b.test',
    billTo: { ...NOTHING, name: 'Ann' },
    shipTo: {
      ...NOTHING,
      name: 'Ann',
      street1: '1 Pier',
      city: 'Boston',
      state: 'MA',
      postalCode: '02110',
      country: 'US',
    },
    items: [{ orderItemId: 77, sku: 'A-1', name: 'Mug', quantity: 2, unitPrice: 4.5, adjustment: false }],
    advancedOptions: { storeId: 5, mergedOrSplit: false, mergedIds: [], parentId: null },
    ...given,
  });
const mapped = (given: object = {}) => orderOf(order(given), NOW);

describe('times', () => {
  test.each([
    ['winter', '2026-11-14T09:00:00.0000000', '2026-11-14T17:00:00.000Z'],
    ['summer', '2026-07-14T09:00:00.5000000', '2026-07-14T16:00:00.500Z'],
    ['a day', '2026-07-14', '2026-07-14T07:00:00.000Z'],
    ['with a space', '2026-07-14 09:00:00', '2026-07-14T16:00:00.000Z'],
    ['before the hour that is left out', '2026-03-08T01:59:59', '2026-03-08T09:59:59.000Z'],
    ['in the hour that is left out', '2026-03-08T02:30:00', '2026-03-08T10:30:00.000Z'],
    ['after the hour that is left out', '2026-03-08T03:00:00', '2026-03-08T10:00:00.000Z'],
    ['before the hour that occurs twice', '2026-11-01T00:59:59', '2026-11-01T07:59:59.000Z'],
    ['in the hour that occurs twice, seen later', '2026-11-01T01:30:00', '2026-11-01T09:30:00.000Z'],
    ['after the hour that occurs twice', '2026-11-01T02:00:00', '2026-11-01T10:00:00.000Z'],
    ['of the future', '2026-12-24T12:00:00', '2026-12-24T20:00:00.000Z'],
  ])('%s: %s', (_what, text, moment) => {
    expect(fromPacific(text, NOW)?.toISOString()).toBe(moment);
  });

  test('one of the hour that occurs twice is not in the future', () => {
    const inFirst = new Date('2026-11-01T08:45:00Z');
    expect(fromPacific('2026-11-01T01:30:00', inFirst)?.toISOString()).toBe('2026-11-01T08:30:00.000Z');
    const inSecond = new Date('2026-11-01T09:31:00Z');
    expect(fromPacific('2026-11-01T01:30:00', inSecond)?.toISOString()).toBe('2026-11-01T09:30:00.000Z');
  });

  test.each(['', 'soon', '2026-13-40T00:00:00', '2026-11-14T09:00:00Z', '0001-01-01T00:00:00'])(
    '“%s” is none',
    (text) => {
      expect(fromPacific(text, NOW)).toBeUndefined();
    },
  );

  test.each([
    ['2026-11-14T17:00:00Z', '2026-11-14T09:00:00'],
    ['2026-07-14T16:00:00Z', '2026-07-14T09:00:00'],
    ['2026-01-01T07:59:59Z', '2025-12-31T23:59:59'],
    ['2026-11-14T08:00:00Z', '2026-11-14T00:00:00'],
  ])('%s is written as %s', (moment, text) => {
    expect(pacificText(new Date(moment))).toBe(text);
  });

  test.each([
    ['an ordinary day', '2026-11-14T17:00:00Z', '2026-11-14T17:05:00Z', '2026-11-14T09:00:00', '2026-11-14T09:05:00'],
    [
      'over the missing hour',
      '2026-03-08T09:50:00Z',
      '2026-03-08T10:10:00Z',
      '2026-03-08T01:50:00',
      '2026-03-08T03:10:00',
    ],
    [
      'over the repeated hour',
      '2026-11-01T08:50:00Z',
      '2026-11-01T09:10:00Z',
      '2026-10-31T23:50:00',
      '2026-11-01T03:10:00',
    ],
    [
      'within its second time',
      '2026-11-01T09:10:00Z',
      '2026-11-01T09:20:00Z',
      '2026-11-01T00:10:00',
      '2026-11-01T03:20:00',
    ],
    ['long around it', '2026-10-31T17:00:00Z', '2026-11-01T17:00:00Z', '2026-10-31T10:00:00', '2026-11-01T09:00:00'],
  ])('a window %s', (_what, since, until, start, end) => {
    expect(pacificWindow(new Date(since), new Date(until))).toEqual({ start, end });
  });

  test('a time is shifted on its own clock', () => {
    expect(shiftedText('2026-11-01T02:00:00.1230000', -1)).toBe('2026-11-01T01:59:59');
    expect(shiftedText('2026-12-31T23:59:59', 1)).toBe('2027-01-01T00:00:00');
  });
});

test.each([
  ['awaiting_payment', 'waiting'],
  ['awaiting_shipment', 'open'],
  ['on_hold', 'waiting'],
  ['pending_fulfillment', 'waiting'],
  ['rejected_fulfillment', 'waiting'],
  ['shipped', 'shipped'],
  ['cancelled', 'cancelled'],
  ['a_new_one', 'waiting'],
])('an order that is %s is %s', (status, state) => {
  expect(stateOf(status)).toBe(state);
});

describe('an order', () => {
  test('has the form of all partners', () => {
    expect(mapped()).toMatchObject({
      id: '51',
      number: '1001',
      state: 'open',
      updatedAt: new Date('2026-11-14T18:00:00.123Z'),
      placedAt: new Date('2026-11-14T17:00:00Z'),
      customer: { name: 'Ann', email: 'ann@b.test' },
      shipTo: { name: 'Ann', street1: '1 Pier', city: 'Boston', stateCode: 'MA', countryCode: 'US', phone: '' },
      // A name alone is no address.
      billTo: null,
      lines: [{ id: '77', sku: 'A-1', name: 'Mug', quantity: 2, price: 4.5 }],
    });
  });

  test.each([
    ['no addresses', { shipTo: null, billTo: null }, { shipTo: null, billTo: null, customer: { name: '' } }],
    ['only nulls', { shipTo: NOTHING, billTo: NOTHING }, { shipTo: null, billTo: null }],
    [
      'three streets',
      { shipTo: { name: 'A', street1: '1', street2: '2', street3: '3' } },
      { shipTo: { street1: '1', street2: '2, 3', city: '', countryCode: '' } },
    ],
    [
      'a whole billing address',
      { billTo: { name: 'Bob', company: 'B & Co', street1: '9 Quay', phone: '1' } },
      { billTo: { name: 'Bob', street1: '9 Quay' }, customer: { name: 'Bob', company: 'B & Co', phone: '1' } },
    ],
    ['a customer without a mail', { customerEmail: null }, { customer: { email: '' }, shipTo: { email: '' } }],
    ['notes and a gift', { customerNotes: 'Ring', giftMessage: 'Joy' }, { note: 'Ring\nGift message: Joy' }],
    ['a shipping method', { requestedShippingService: 'Ground' }, { shippingMethod: 'Ground' }],
    ['no date of the order', { orderDate: null }, { placedAt: new Date('2026-11-14T18:00:00.123Z') }],
    ['no lines', { items: null }, { lines: [] }],
  ])('with %s', (_what, given, expected) => {
    expect(mapped(given)).toMatchObject(expected);
  });

  test.each([
    ['an empty SKU', { sku: null, quantity: 1 }, [['', 1]]],
    ['spaces around the SKU', { sku: ' A-1 ', quantity: 1 }, [['A-1', 1]]],
    ['a discount', { sku: 'OFF', quantity: 1, adjustment: true }, []],
    ['quantity 0', { sku: 'A-1', quantity: 0 }, []],
    ['a quantity below 0', { sku: 'A-1', quantity: -1 }, []],
    ['many', { sku: 'A-1', quantity: 9_999 }, [['A-1', 9_999]]],
  ])('line with %s', (_what, line, lines) => {
    const items = [{ orderItemId: 7, name: 'Mug', unitPrice: null, ...line }];
    expect(mapped({ items })?.lines.map(({ sku, quantity }) => [sku, quantity])).toEqual(lines);
  });

  test('whose change has no time cannot be placed in time', () => {
    expect(mapped({ modifyDate: 'yesterday' })).toBeUndefined();
  });
});

test.each([
  ['UPS', 'ups'],
  ['UPS Ground', 'ups'],
  ['ups® next day', 'ups'],
  ['Upside Logistics', 'other'],
  ['FedEx 2Day', 'fedex'],
  ['Fed Ex', 'fedex'],
  ['USPS Priority Mail', 'usps'],
  ['U.S. Postal Service', 'usps'],
  ['DHL eCommerce', 'dhl_global_mail'],
  ['DHL', 'dhl_express'],
  ['Canada Post', 'canada_post'],
  ['Royal Mail', 'royal_mail'],
  ['顺丰', 'other'],
  ['', 'other'],
])('the courier “%s” is ShipStation’s %s', (courier, code) => {
  expect(carrierCodeOf(courier)).toBe(code);
});

describe('a shipment', () => {
  const shipment = (given: Partial<ReportedShipment> = {}): ReportedShipment => ({
    key: 'k',
    orderId: '51',
    orderNumber: '1001',
    carrier: 'UPS',
    trackingNumbers: ['1Z9'],
    trackingUrl: '',
    shippedAt: new Date('2026-11-15T07:30:00Z'),
    lines: [{ lineId: '77', sku: 'A-1', quantity: 2, unitIds: [] }],
    completesOrder: true,
    ...given,
  });
  const parcel = (trackingNumber: string, voided = false) => ({ id: 'fulfilment:1', trackingNumber, voided });

  test('is told with the day in Los Angeles', () => {
    expect(markBody(shipment())).toEqual({
      orderId: 51,
      carrierCode: 'ups',
      shipDate: '2026-11-14',
      trackingNumber: '1Z9',
      notifyCustomer: false,
      notifySalesChannel: true,
    });
  });

  test.each([
    ['the same number', ['1Z9'], parcel('1Z9'), true],
    ['a voided one', ['1Z9'], parcel('1Z9', true), false],
    ['another number', ['1Z9'], parcel('1Z8'), false],
    ['two parcels', ['1Z9', '1Z8'], parcel('1Z9, 1Z8'), true],
    ['no number', [], parcel(''), true],
    ['no number here, one there', [], parcel('1Z9'), false],
  ])('is there already: %s', (_what, trackingNumbers, there, isThere) => {
    expect(parcelOf(shipment({ trackingNumbers }), [there]) !== undefined).toBe(isThere);
  });

  test('of more units than the order has is named, and one in part too', () => {
    const external = mapped();
    const of = (quantity: number, lineId = '77') => shipment({ lines: [{ lineId, sku: '', quantity, unitIds: [] }] });
    if (!external) throw new Error('No order.');
    expect(tooMany(of(2), external)).toEqual([]);
    expect(tooMany(of(5), external)).toMatchObject([{ lineId: '77', reason: 'MoreThanIsLeft:3' }]);
    expect(tooMany(of(1, '78'), external)).toMatchObject([{ lineId: '78' }]);
    expect(wholeOrdersOnly(of(1))).toMatchObject([{ lineId: '77', reason: 'WholeOrdersOnly' }]);
  });
});

test.each([
  [{ storeId: '5', storeName: 'Shop', marketplaceName: 'eBay', active: true }, 'Shop (eBay)', true],
  [{ storeId: '5', storeName: 'Shop', marketplaceName: '', active: false }, 'Shop', false],
])('the store %o is a place', (store, name, isActive) => {
  expect(placeOf(store)).toEqual({ id: '5', name, isActive });
});
