import { describe, expect, test } from 'vitest';
import type { StationOrder } from '../../modules/shipping/index.ts';
import { catalogueOf, labelOf, stationBody } from './mapping.ts';

const address = {
  name: 'Ann Porter',
  company: 'Pine & Poppy',
  street1: '1 Pier',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  stateCode: 'MA',
  postalCode: '02110',
  countryCode: 'us',
  phone: '1',
  email: '',
};
const order = (more: Partial<StationOrder> = {}): StationOrder => ({
  key: 'longshore-7-abc',
  number: 'HSL-7',
  placedAt: new Date('2026-11-14T17:00:00Z'),
  shipBy: '2026-11-16',
  shipTo: address,
  billTo: { ...address, name: '' },
  lines: [{ key: '77', sku: 'A-1', name: '', quantity: 2, unitPrice: '4.5' }],
  weight: { value: '3', unit: 'lb' },
  carrierCode: 'ups',
  serviceCode: 'ups_ground',
  packageCode: 'package',
  warehouseId: '71',
  payer: undefined,
  note: 'SO-1 · PO 9',
  ...more,
});

describe('an order as it is sent', () => {
  test('has our key and no id, Pacific times, and names that are not empty', () => {
    expect(stationBody(order())).toMatchObject({
      orderKey: 'longshore-7-abc',
      orderNumber: 'HSL-7',
      orderDate: '2026-11-14T09:00:00',
      shipByDate: '2026-11-16',
      orderStatus: 'awaiting_shipment',
      billTo: { name: 'Pine & Poppy', company: '' },
      shipTo: { name: 'Ann Porter', company: 'Pine & Poppy', state: 'MA', country: 'US' },
      items: [{ lineItemKey: '77', name: 'A-1', quantity: 2, unitPrice: 4.5 }],
      advancedOptions: { warehouseId: 71, customField1: 'SO-1 · PO 9' },
    });
    expect(Object.keys(stationBody(order()))).not.toContain('orderId');
  });

  test.each([
    ['pounds', { value: '3.25', unit: 'lb' }, { value: 3.25, units: 'pounds' }],
    ['kilograms', { value: '1.2345', unit: 'kg' }, { value: 1235, units: 'grams' }],
    ['none', undefined, undefined],
  ] as const)('its weight in %s', (_unit, weight, sent) => {
    expect(stationBody(order({ weight })).weight).toEqual(sent);
  });

  test.each([
    ['recipient', 'recipient'],
    ['third_party', 'third_party'],
  ] as const)('a carrier that %s pays', (type, party) => {
    const payer = { type, account: 'A-7', postalCode: '94607', countryCode: 'US' };
    expect(stationBody(order({ payer })).advancedOptions).toMatchObject({
      billToParty: party,
      billToAccount: 'A-7',
      billToPostalCode: '94607',
      billToCountryCode: 'US',
    });
  });

  test('without a warehouse or a payer names neither; a long number is cut, and no country is none', () => {
    const body = stationBody(
      order({ warehouseId: '', number: 'N'.repeat(60), shipTo: { ...address, countryCode: 'Germany' } }),
    );
    expect(Object.keys(body.advancedOptions)).toEqual(['customField1']);
    expect([body.orderNumber.length, body.shipTo.country]).toEqual([50, '']);
  });
});

test.each([
  [8.4, 0, '8.4'],
  [0.1, 0.2, '0.3'],
  [null, 1.005, '1.005'],
])('a label of %s and %s for its insurance costs %s', (shipmentCost, insuranceCost, cost) => {
  const label = {
    shipmentId: '9',
    orderId: '51',
    trackingNumber: '1Z9',
    carrierCode: 'ups',
    serviceCode: 'ups_ground',
    shipmentCost,
    insuranceCost,
    shipDate: '2026-11-14T00:00:00.0000000',
    voided: false,
    isReturnLabel: false,
  };
  expect(labelOf(label)).toMatchObject({ cost, shippedOn: '2026-11-14', isVoided: false });
});

test('the catalogue names what has no name by its code', () => {
  const offers = [{ code: 'ups', name: '', services: [{ code: 'ups_ground', name: '' }], packages: [] }];
  expect(catalogueOf(offers, [{ warehouseId: '71', warehouseName: '', originAddress: null }])).toEqual({
    carriers: [
      {
        id: 'ups',
        carrier: 'ups',
        name: 'ups',
        is_active: true,
        services: [{ code: 'ups_ground', name: 'ups_ground' }],
        packages: [],
      },
    ],
    places: [{ id: '71', name: '71', address: '' }],
    lists: {},
  });
});
