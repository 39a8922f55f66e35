import { describe, expect, test } from 'vitest';
import { type PartnerAnswer, PartnerProblem } from '../../modules/channels/index.ts';
import type { LabelCustoms, RateRequest } from '../../modules/shipping/index.ts';
import { problemOfAnswer } from './client.ts';
import {
  carrierOf,
  carrierToken,
  declarationOf,
  placesOf,
  purchaseOf,
  purchaseWithKey,
  RECEIVER,
  rateOf,
  ratesOf,
  refundStateOf,
  shipmentBody,
  streetsOf,
  trackingOf,
} from './mapping.ts';
import { AddressShape, CarrierAccountShape, RateShape, ShipmentShape, TrackShape, TransactionShape } from './shapes.ts';

const NOW = new Date('2026-11-16T10:00:00Z');

describe('streets', () => {
  const long = 'Rua do Século 51, Edifício Amoreiras';
  test.each<[string, string, string[]]>([
    ['1 Pier Road', '', ['1 Pier Road']],
    ['1 Pier Road', ' Floor 2 ', ['1 Pier Road', 'Floor 2']],
    [long, '', ['Rua do Século 51, Edifício', 'Amoreiras']],
    [long, '2.º andar', ['Rua do Século 51, Edifício', 'Amoreiras', '2.º andar']],
    [
      `${long} sala 12`,
      `${long}`,
      ['Rua do Século 51, Edifício', 'Amoreiras sala 12 Rua do Século 51,', 'Edifício Amoreiras'],
    ],
    ['', '', []],
  ])('%s | %s', (street1, street2, lines) => {
    const streets = streetsOf({ street1, street2 });
    expect(streets).toEqual(lines);
    expect(streets.every(({ length }) => length <= 35)).toBe(true);
  });

  test.each([
    ['x'.repeat(36), ''],
    [
      'A street with many words that goes on and on',
      'and another one that goes on and on for quite a while too, really',
    ],
  ])('are never cut: %s', (street1, street2) => {
    expect(() => streetsOf({ street1, street2 })).toThrow(PartnerProblem);
  });
});

const request: RateRequest = {
  senderId: 'sender-1',
  receiver: {
    name: 'Rui Costa',
    company: 'Lisbon Provisions',
    street1: 'Rua do Século 51',
    street2: '',
    city: 'Lisboa',
    state: '',
    stateCode: '',
    postalCode: '1200-433',
    countryCode: 'PT',
    phone: '+351 1',
    email: 'rui@example.test',
  },
  parcel: { length: '40', width: '30', height: '30', distanceUnit: 'cm', weight: '13.4', massUnit: 'kg' },
  customs: undefined,
  carrierIds: [],
  payer: undefined,
  reference: '',
  key: 'label-7',
};

const customs: LabelCustoms = {
  signer: 'Dana Reyes',
  incoterm: 'DAP',
  items: [
    {
      description: 'Coffee',
      quantity: 48,
      netWeight: '12',
      massUnit: 'kg',
      value: '420.00',
      currency: 'USD',
      originCountry: 'ET',
      tariffNumber: '0901.21',
      sku: 'KC-ETH-250',
    },
  ],
};

describe('what rates are asked for', () => {
  test('a parcel within a country', () => {
    expect(shipmentBody(request)).toEqual({
      address_from: 'sender-1',
      address_to: {
        name: 'Rui Costa',
        company: 'Lisbon Provisions',
        street1: 'Rua do Século 51',
        city: 'Lisboa',
        state: '',
        zip: '1200-433',
        country: 'PT',
        phone: '+351 1',
        email: 'rui@example.test',
        metadata: RECEIVER,
      },
      parcels: [{ length: '40', width: '30', height: '30', distance_unit: 'cm', weight: '13.4', mass_unit: 'kg' }],
      metadata: 'label-7',
      async: false,
    });
  });

  test('a carrier, who pays it, what is printed, and customs', () => {
    const body = shipmentBody({
      ...request,
      customs,
      carrierIds: ['ups-1'],
      payer: { type: 'third_party', account: 'A1', postalCode: '94607', countryCode: 'US' },
      reference: 'r'.repeat(60),
      receiver: { ...request.receiver, name: '', state: 'California', stateCode: 'CA' },
    });
    expect(body).toMatchObject({
      carrier_accounts: ['ups-1'],
      address_to: { name: 'Lisbon Provisions', state: 'CA' },
      extra: {
        reference_1: 'r'.repeat(50),
        billing: { type: 'THIRD_PARTY', account: 'A1', zip: '94607', country: 'US' },
      },
      customs_declaration: {
        certify: true,
        certify_signer: 'Dana Reyes',
        contents_type: 'MERCHANDISE',
        non_delivery_option: 'RETURN',
        incoterm: 'DDU',
        eel_pfc: 'NOEEI_30_37_a',
        items: [
          {
            description: 'Coffee',
            quantity: 48,
            net_weight: '12',
            mass_unit: 'kg',
            value_amount: '420.00',
            value_currency: 'USD',
            origin_country: 'ET',
            tariff_number: '0901.21',
            sku_code: 'KC-ETH-250',
          },
        ],
      },
    });
  });

  test.each([
    ['DDP', 'DDP'],
    ['ddu', 'DDU'],
    ['DAP', 'DDU'],
    ['EXW', undefined],
    ['FCA', undefined],
    ['', undefined],
  ])('incoterm %s is %s', (incoterm, expected) => {
    expect(declarationOf({ ...customs, incoterm }, 'PT').incoterm).toBe(expected);
  });

  test.each([
    ['PT', '2500.00', 'USD', 'NOEEI_30_37_a'],
    ['CA', '9000.00', 'USD', 'NOEEI_30_36'],
    ['PT', '2500.01', 'USD', undefined],
    ['PT', '10.00', 'EUR', undefined],
  ])('to %s for %s %s needs %s', (country, value, currency, expected) => {
    const items = customs.items.map((item) => ({ ...item, value, currency }));
    expect(declarationOf({ ...customs, items }, country).eel_pfc).toBe(expected);
  });
});

const rate = RateShape.parse({
  object_id: 'r1',
  object_created: '2026-11-16T09:00:00Z',
  amount: '47.20',
  currency: 'USD',
  provider: 'UPS',
  servicelevel: { name: 'Worldwide Saver', token: 'ups_saver' },
  estimated_days: 4,
  carrier_account: 'ups-1',
});

describe('rates', () => {
  test('have their price as it is written, and a last moment before the seven days are over', () => {
    expect(rateOf(rate, NOW)).toEqual({
      id: 'r1',
      carrierId: 'ups-1',
      carrier: 'UPS',
      serviceCode: 'ups_saver',
      service: 'Worldwide Saver',
      amount: '47.20',
      currency: 'USD',
      days: 4,
      expiresAt: new Date('2026-11-23T08:00:00Z'),
    });
    expect(rateOf({ ...rate, estimated_days: undefined }, NOW).days).toBeNull();
  });

  test('that refuse are a sentence for each carrier, once', () => {
    const messages = [
      { source: 'USPS', code: '', text: 'No parcels over 13 kg.' },
      { source: 'USPS', code: '', text: 'No parcels over 13 kg.' },
      { source: '', code: 'timeout', text: '' },
      { source: 'UPS', code: '', text: '' },
    ];
    const shipment = ShipmentShape.parse({ object_id: 's1', status: 'SUCCESS', rates: null, messages });
    expect(ratesOf(shipment, NOW)).toEqual({
      rates: [],
      refusals: [
        { carrier: 'USPS', reason: 'No parcels over 13 kg.' },
        { carrier: 'Shippo', reason: 'timeout' },
      ],
    });
  });
});

const transaction = (status: string, more: object = {}) =>
  TransactionShape.parse({ object_id: 't1', status, metadata: 'label-7', ...more });

describe('purchases', () => {
  test.each([
    ['WAITING', 'waiting'],
    ['QUEUED', 'waiting'],
    ['SUCCESS', 'bought'],
    ['ERROR', 'refused'],
    ['REFUNDED', 'voided'],
    ['REFUNDPENDING', 'voiding'],
    ['REFUNDREJECTED', 'void_refused'],
  ])('%s is %s', (status, state) => {
    expect(purchaseOf(transaction(status)).state).toBe(state);
  });

  test.each([
    ['QUEUED', 'voiding'],
    ['PENDING', 'voiding'],
    ['SUCCESS', 'voided'],
    ['ERROR', 'void_refused'],
  ])('a refund that is %s is %s', (status, state) => {
    expect(refundStateOf(status)).toBe(state);
  });

  test('a state of tomorrow is not guessed', () => {
    expect(() => purchaseOf(transaction('HELD'))).toThrow(/^StateIsUnknown:HELD$/);
    expect(() => refundStateOf('HELD')).toThrow(PartnerProblem);
  });

  test('a refusal says why', () => {
    const messages = [
      { source: 'UPS', text: 'The postal code is wrong.' },
      { source: 'UPS', text: 'The postal code is wrong.' },
    ];
    expect(purchaseOf(transaction('ERROR', { messages })).problem).toBe('The postal code is wrong.');
    expect(purchaseOf(transaction('ERROR')).problem).not.toBe('');
    expect(purchaseOf(transaction('SUCCESS', { messages })).problem).toBe('');
  });

  test.each([
    [['ERROR', 'SUCCESS'], 'bought'],
    [['ERROR', 'QUEUED'], 'waiting'],
    [['QUEUED', 'REFUNDPENDING'], 'voiding'],
    [['ERROR'], 'refused'],
    [[], undefined],
  ])('of %s with our key counts %s', (statuses, state) => {
    const other = transaction('SUCCESS', { metadata: 'label-8' });
    const all = [other, ...statuses.map((status) => transaction(status))];
    expect(purchaseWithKey(all, 'label-7')?.state).toBe(state);
  });
});

describe('the catalogue', () => {
  const account = (object_id: string, carrier: string, more: object = {}) =>
    CarrierAccountShape.parse({ object_id, carrier, account_id: `${object_id}-no`, ...more });

  test('names accounts apart that are with one carrier', () => {
    const all = [
      account('1', 'ups', { carrier_name: 'UPS', service_levels: [{ token: 'ups_ground', name: 'Ground' }] }),
      account('2', 'fedex', { carrier_name: 'FedEx' }),
      account('3', 'fedex', { carrier_name: 'FedEx', active: false }),
    ];
    const carriers = all.map((each) => carrierOf(each, all));
    expect(carriers.map(({ name, is_active }) => [name, is_active])).toEqual([
      ['UPS', true],
      ['FedEx (2-no)', true],
      ['FedEx (3-no)', false],
    ]);
    expect(carriers[0]).toMatchObject({ id: '1', carrier: 'ups', services: [{ code: 'ups_ground', name: 'Ground' }] });
  });

  test('has senders once, and not the receivers of labels', () => {
    const address = (object_id: string, more: object = {}) =>
      AddressShape.parse({
        object_id,
        company: 'Harbor',
        street1: '1200 Harrow Street',
        city: 'Oakland',
        state: 'CA',
        zip: '94607',
        country: 'US',
        ...more,
      });
    const places = placesOf([
      address('1'),
      address('2'),
      address('3', { metadata: RECEIVER }),
      address('4', { street1: '' }),
      address('5', { company: '', name: 'Dana', city: 'Reno' }),
    ]);
    expect(places).toEqual([
      { id: '1', name: 'Harbor', address: '1200 Harrow Street, Oakland CA 94607, US', country_code: 'US' },
      { id: '5', name: 'Dana', address: '1200 Harrow Street, Reno CA 94607, US', country_code: 'US' },
    ]);
  });
});

describe('tracking', () => {
  const scan = (status: string, status_date: string | null, more: object = {}) => ({
    object_id: `${status}-1`,
    status,
    status_date,
    status_details: `It is ${status}`,
    location: { city: 'Oakland', state: 'CA', country: 'US' },
    ...more,
  });

  test('is the scans by their moment, and the last word of the carrier', () => {
    const track = TrackShape.parse({
      eta: '2026-11-21T00:00:00Z',
      tracking_status: scan('TRANSIT', '2026-11-17T08:00:00Z'),
      tracking_history: [
        scan('TRANSIT', '2026-11-17T08:00:00Z'),
        scan('PRE_TRANSIT', '2026-11-16T08:00:00Z', { location: null }),
        scan('TRANSIT', null),
      ],
    });
    expect(trackingOf(track)).toEqual({
      status: 'transit',
      arrivesAt: new Date('2026-11-21T00:00:00Z'),
      events: [
        {
          id: 'PRE_TRANSIT-1',
          status: 'pre_transit',
          at: new Date('2026-11-16T08:00:00Z'),
          place: '',
          text: 'It is PRE_TRANSIT',
        },
        {
          id: 'TRANSIT-1',
          status: 'transit',
          at: new Date('2026-11-17T08:00:00Z'),
          place: 'Oakland, CA, US',
          text: 'It is TRANSIT',
        },
      ],
    });
  });

  test.each([
    ['UNKNOWN', 'unknown'],
    ['DELIVERED', 'delivered'],
    ['RETURNED', 'returned'],
    ['FAILURE', 'failure'],
    ['LOST', 'unknown'],
  ])('%s is %s', (status, expected) => {
    const track = TrackShape.parse({ tracking_status: scan(status, '2026-11-16T08:00:00Z') });
    expect(trackingOf(track)?.status).toBe(expected);
  });

  test('is none while the carrier says nothing', () => {
    expect(trackingOf(TrackShape.parse({ tracking_status: null, tracking_history: [] }))).toBeUndefined();
  });

  test.each([
    ['UPS', 'ups'],
    ['DHL Express', 'dhl_express'],
    ['DHL eCommerce', 'dhl_ecommerce'],
    [' Canada Post ', 'canada_post'],
    ['fedex', 'fedex'],
  ])('%s is followed as %s', (name, token) => {
    expect(carrierToken(name)).toBe(token);
  });
});

describe('answers that are problems', () => {
  const answer = (status: number, body: unknown, headers = {}): PartnerAnswer => ({
    status,
    headers,
    text: typeof body === 'string' ? body : JSON.stringify(body),
  });
  test.each<[string, PartnerAnswer, boolean, object]>([
    ['a token', answer(401, { detail: 'Invalid token' }), true, { kind: 'auth', message: 'Invalid token' }],
    [
      'a field inside of fields',
      answer(400, { address_to: { street1: ['Too long.'] }, __all__: ['No.'] }),
      true,
      { kind: 'refused', message: 'address_to.street1: Too long. No.' },
    ],
    [
      'a limit',
      answer(429, { detail: 'Throttled.' }, { 'retry-after': '12' }),
      true,
      { kind: 'rateLimited', waitMs: 12_000 },
    ],
    ['a page with 200', answer(200, '<html></html>'), false, { kind: 'unavailable' }],
    ['a page with 200 for a purchase', answer(200, '<html></html>'), true, { kind: 'unknownOutcome' }],
    ['a failure', answer(500, 'Oh'), true, { kind: 'unknownOutcome' }],
    ['a failure that is read', answer(500, 'Oh'), false, { kind: 'unavailable' }],
  ])('%s', (_what, given, writes, expected) => {
    expect(problemOfAnswer(given, writes, NOW)).toMatchObject(expected);
  });
});
