import { describe, expect, test } from 'vitest';
import type { ExternalAddress, PartnerConnection } from '../../modules/channels/index.ts';
import type { InboundBox } from '../../modules/shipping/index.ts';
import { fileAddress, problemOf } from './client.ts';
import {
  addressInput,
  boxInput,
  cartonFeed,
  contactInput,
  faultsIn,
  feedOf,
  itemInput,
  minuteText,
  operationOf,
  ownersAccepted,
  ownersOf,
  placementOf,
  shipmentOf,
  transportOf,
  windowsOf,
} from './mapping.ts';
import { ItemShape, OperationShape, PlacementShape, ShipmentShape, TransportShape } from './shapes.ts';

const NOW = new Date('2026-11-18T20:00:00Z');

const FROM: ExternalAddress = {
  name: 'Dana Reyes',
  company: 'Longshore',
  street1: '1 Pier Road',
  street2: '',
  city: 'Oakland',
  state: 'California',
  stateCode: 'CA',
  postalCode: '94607',
  countryCode: 'us',
  phone: '+1 510 555 0100',
  email: '',
};

const BOX: InboundBox = {
  id: 'H2K9QA',
  length: '40',
  width: '30.5',
  height: '30',
  unit: 'CM',
  weight: '11.80',
  weightUnit: 'KG',
  items: [
    { sku: 'A-1', quantity: 24 },
    { sku: 'B-2', quantity: 2, expiresOn: '2027-01-31' },
  ],
};

describe('what is sent', () => {
  test('an address, with the code of its state and without empty parts', () =>
    expect(addressInput(FROM)).toEqual({
      name: 'Dana Reyes',
      companyName: 'Longshore',
      addressLine1: '1 Pier Road',
      city: 'Oakland',
      stateOrProvinceCode: 'CA',
      postalCode: '94607',
      countryCode: 'US',
      phoneNumber: '+1 510 555 0100',
    }));

  test.each([
    ['name', { name: 'x'.repeat(51) }, 50],
    ['city', { city: 'Llanfairpwllgwyngyllgogerychwyrndrobwll' }, 30],
    ['phoneNumber', { phone: '+1 (510) 555-0100 ext. 12345' }, 20],
    ['addressLine2', { street2: 'x'.repeat(61) }, 60],
  ])('%s is not longer than Amazon allows', (part, given, most) =>
    expect(addressInput({ ...FROM, ...given })[part]).toHaveLength(most),
  );

  test('the company is the name where nobody is named', () =>
    expect(addressInput({ ...FROM, name: '' })).toMatchObject({ name: 'Longshore', companyName: 'Longshore' }));

  test.each([
    [{ phone: ' ' }, 'SenderIsIncomplete'],
    [{ street1: '', countryCode: 'USA' }, 'SenderIsIncomplete'],
  ])('%o is refused before anything is sent', (given, message) =>
    expect(() => addressInput({ ...FROM, ...given })).toThrow(expect.objectContaining({ kind: 'refused', message })),
  );

  test('a contact needs a name and a phone number', () => {
    expect(contactInput({ name: 'Dana', phone: '1', email: '' })).toEqual({ name: 'Dana', phoneNumber: '1' });
    expect(() => contactInput({ name: 'Dana', phone: '', email: '' })).toThrow('ContactIsIncomplete');
  });

  test('items are labelled by the seller unless Amazon said otherwise', () => {
    const owners = new Map([['A-1', { labelOwner: 'NONE', prepOwner: 'SELLER' } as const]]);
    expect(itemInput({ sku: 'A-1', quantity: 2 }, owners)).toEqual({
      msku: 'A-1',
      quantity: 2,
      labelOwner: 'NONE',
      prepOwner: 'SELLER',
    });
    expect(itemInput({ sku: 'B-2', quantity: 1, expiresOn: '2027-01-31' }, owners)).toEqual({
      msku: 'B-2',
      quantity: 1,
      labelOwner: 'SELLER',
      prepOwner: 'NONE',
      expiration: '2027-01-31',
    });
  });

  test.each([
    ['FEED', 'BOX_CONTENT_PROVIDED', 2],
    ['2D_BARCODE', 'BARCODE_2D', undefined],
    ['NONE', 'MANUAL_PROCESS', undefined],
  ] as const)('the content %s is %s', (content, source, items) => {
    const box = boxInput(BOX, content, new Map());
    expect(box).toMatchObject({
      contentInformationSource: source,
      quantity: 1,
      dimensions: { unitOfMeasurement: 'CM', length: 40, width: 30.5, height: 30 },
      weight: { unit: 'KG', value: 11.8 },
    });
    expect(box.items?.length).toBe(items);
  });

  test('a moment has minutes', () => expect(minuteText(new Date('2026-11-19T08:07:59.9Z'))).toBe('2026-11-19T08:07Z'));

  test('the carton feed has each carton with its items, one in a case', () => {
    const xml = cartonFeed('A1', 'FBA15K7QXW2M', [{ ...BOX, items: [{ sku: 'M&S <9>', quantity: 24 }] }]);
    expect(xml).toContain('<ShipmentId>FBA15K7QXW2M</ShipmentId><NumCartons>1</NumCartons>');
    expect(xml).toContain(
      '<Carton><CartonId>H2K9QA</CartonId><Item><SKU>M&amp;S &lt;9&gt;</SKU><QuantityShipped>24</QuantityShipped><QuantityInCase>1</QuantityInCase></Item></Carton>',
    );
  });
});

describe('who labels and prepares', () => {
  const none = new Map();
  test.each([
    ['ERROR: A-1 does not require prepOwner but SELLER was assigned. Accepted values: [NONE]', { prepOwner: 'NONE' }],
    ['ERROR: A 1 requires prepOwner but NONE was assigned. Accepted values: [SELLER, AMAZON]', { prepOwner: 'SELLER' }],
    ['ERROR: A-1 does not require labelOwner but SELLER was assigned. Accepted values: [NONE]', { labelOwner: 'NONE' }],
  ])('%s', (message, owner) =>
    expect([...(ownersAccepted([message], none)?.values() ?? [])]).toEqual([
      { labelOwner: 'SELLER', prepOwner: 'NONE', ...owner },
    ]),
  );

  test.each([
    [
      'another reason',
      ['ERROR: A-1 does not require prepOwner but SELLER was assigned. Accepted values: [NONE]', 'Too long'],
    ],
    ['only Amazon', ['ERROR: A-1 requires prepOwner but NONE was assigned. Accepted values: [AMAZON]']],
  ])('%s is no answer to it', (_what, messages) => expect(ownersAccepted(messages, none)).toBeUndefined());

  test('both owners of an item', () =>
    expect(
      ownersAccepted(
        [
          'ERROR: A-1 does not require labelOwner but SELLER was assigned. Accepted values: [NONE]',
          'ERROR: A-1 requires prepOwner but NONE was assigned. Accepted values: [SELLER]',
        ],
        none,
      )?.get('A-1'),
    ).toEqual({ labelOwner: 'NONE', prepOwner: 'SELLER' }));

  test('as the plan has it', () => {
    const item = (msku: string, labelOwner: string, prepOwner: string) =>
      ItemShape.parse({ msku, quantity: 1, labelOwner, prepInstructions: [{ prepOwner }] });
    expect([...ownersOf([item('A', 'SELLER', 'SELLER'), item('B', 'NONE', 'NONE')])]).toEqual([
      ['A', { labelOwner: 'SELLER', prepOwner: 'SELLER' }],
      ['B', { labelOwner: 'NONE', prepOwner: 'NONE' }],
    ]);
  });
});

describe('what is answered', () => {
  test.each([
    ['IN_PROGRESS', 'running'],
    ['SUCCESS', 'done'],
    ['FAILED', 'failed'],
  ])('an operation that is %s is %s', (operationStatus, state) =>
    expect(operationOf(OperationShape.parse({ operationStatus })).state).toBe(state),
  );

  test('problems have Amazon’s words without what the severity says already', () =>
    expect(
      operationOf(
        OperationShape.parse({
          operationStatus: 'FAILED',
          operationProblems: [
            { severity: 'ERROR', code: 'FBA_INB_0344', message: 'ERROR: No placement.', details: 'Resource sh1.' },
            { severity: 'WARNING', code: 'X', message: 'WARNING: Heavy.', details: '' },
          ],
        }),
      ).problems,
    ).toEqual([
      { severity: 'error', code: 'FBA_INB_0344', message: 'No placement. Resource sh1.' },
      { severity: 'warning', code: 'X', message: 'Heavy.' },
    ]));

  test('the fee of a placement is exact, and less what is discounted', () => {
    const value = (amount: number) => ({ value: { amount, code: 'USD' } });
    const placement = PlacementShape.parse({
      placementOptionId: 'pl1',
      status: 'OFFERED',
      fees: [value(0.1), value(0.2)],
      discounts: [value(0.05)],
      shipmentIds: ['sh1'],
      expiration: '2026-11-20T10:00:00.000Z',
    });
    expect(placementOf(placement)).toEqual({
      id: 'pl1',
      state: 'offered',
      shipmentIds: ['sh1'],
      fee: '0.25',
      currency: 'USD',
      expiresAt: new Date('2026-11-20T10:00:00Z'),
    });
  });

  test('a shipment before its placement is confirmed', () =>
    expect(
      shipmentOf(ShipmentShape.parse({ shipmentId: 'sh1', destination: {} }), [
        ItemShape.parse({ msku: 'A-1', quantity: 3, fnsku: 'X001', expiration: '2027-01-31' }),
      ]),
    ).toMatchObject({
      confirmationId: '',
      transportId: '',
      destination: { warehouseId: '', city: '' },
      items: [{ sku: 'A-1', quantity: 3, itemId: 'X001', expiresOn: '2027-01-31' }],
    }));

  const option = (more: object) =>
    transportOf(
      TransportShape.parse({
        transportationOptionId: 'to1',
        shipmentId: 'sh1',
        shippingSolution: 'AMAZON_PARTNERED_CARRIER',
        shippingMode: 'GROUND_SMALL_PARCEL',
        carrier: { name: 'UPS', alphaCode: 'UPSN' },
        ...more,
      }),
    );
  test('a transport of Amazon has its price, one of ours none', () => {
    const quote = { cost: { amount: 84.37, code: 'USD' }, expiration: '2026-11-20T10:00:00Z' };
    expect(option({ quote })).toMatchObject({
      carrier: 'UPS',
      isPartnered: true,
      cost: '84.37',
      currency: 'USD',
      voidableUntil: null,
      needsDeliveryWindow: false,
    });
    expect(
      option({ shippingSolution: 'USE_YOUR_OWN_CARRIER', preconditions: ['CONFIRMED_DELIVERY_WINDOW'] }),
    ).toMatchObject({ isPartnered: false, cost: null, expiresAt: null, needsDeliveryWindow: true });
  });

  test('windows that are blocked or over cannot be chosen', () => {
    const window = (id: string, day: number, more: object = {}) => ({
      deliveryWindowOptionId: id,
      availabilityType: 'AVAILABLE',
      startDate: new Date(Date.UTC(2026, 10, day)),
      endDate: new Date(Date.UTC(2026, 10, day + 6)),
      validUntil: new Date('2026-11-19T00:00:00Z'),
      ...more,
    });
    const all = [
      window('late', 29, { availabilityType: 'CONGESTED' }),
      window('blocked', 20, { availabilityType: 'BLOCKED' }),
      window('over', 21, { validUntil: NOW }),
      window('first', 22),
    ];
    expect(windowsOf(all, NOW).map(({ id }) => id)).toEqual(['first', 'late']);
  });

  const REPORT =
    '<Result><ResultCode>Error</ResultCode><ResultMessageCode>25</ResultMessageCode><ResultDescription>A &amp; B</ResultDescription></Result>';
  test.each([
    ['IN_QUEUE', '', 'waiting'],
    ['IN_PROGRESS', '', 'waiting'],
    ['DONE', '', 'done'],
    ['DONE', REPORT, 'failed'],
    ['FATAL', REPORT, 'failed'],
    ['CANCELLED', '', 'cancelled'],
  ] as const)('a feed that is %s with the report “%s” is %s', (processingStatus, report, state) =>
    expect(
      feedOf({ processingStatus, processingStartTime: null, processingEndTime: null, resultFeedDocumentId: '' }, report)
        .state,
    ).toBe(state),
  );
  test('faults of a report', () => expect(faultsIn(REPORT)).toBe('A & B'));
});

describe('what an answer means', () => {
  const answer = (status: number, value: unknown, headers: Record<string, string> = {}) => ({
    status,
    headers,
    text: typeof value === 'string' ? value : JSON.stringify(value),
  });
  const errors = (message: string, details = '') => ({ errors: [{ code: 'BadRequest', message, details }] });

  test.each([
    [200, { a: 1 }, false, undefined],
    [200, '', true, undefined],
    [202, '<html></html>', true, 'unknownOutcome'],
    [200, '<html></html>', false, 'unavailable'],
    [400, errors('ERROR: Too long.'), true, 'refused'],
    [400, errors('ERROR: No placement option is confirmed for inboundPlan wf1.'), true, 'unavailable'],
    [403, errors('Denied.', 'The access token has expired.'), true, 'auth'],
    [404, errors('Not found.'), false, 'notFound'],
    [413, errors('Too large.'), true, 'refused'],
    [429, errors('Quota.'), true, 'rateLimited'],
    [500, errors('Internal.'), false, 'unavailable'],
    [500, errors('Internal.'), true, 'unknownOutcome'],
    [503, errors('Busy.'), true, 'unavailable'],
  ])('%i %j, writing %s, is %s', (status, value, writes, kind) =>
    expect(problemOf(answer(status, value), writes, NOW)?.kind).toBe(kind),
  );

  test.each([
    [{}, 2_000],
    [{ 'x-amzn-ratelimit-limit': '2.0' }, 2_000],
    [{ 'x-amzn-ratelimit-limit': '0.0083' }, 120_482],
  ])('the wait follows from the limit: %j is %i ms', (headers, waitMs) =>
    expect(problemOf(answer(429, errors('Quota.'), headers), true, NOW)).toMatchObject({ waitMs }),
  );
});

test.each([
  ['https://bucket.s3.amazonaws.com/labels.pdf?X-Amz-Signature=1', true],
  ['https://tortuga-prod-na.s3-external-1.amazonaws.com/x', true],
  ['https://images-na.ssl-images-amazon.com/x', true],
  ['http://127.0.0.1:4711/amazon/label-host/x', true],
  ['http://bucket.s3.amazonaws.com/x', false],
  ['https://bucket.s3.amazonaws.com:8443/x', false],
  ['https://amazonaws.com.evil.example/x', false],
  ['https://evilamazonaws.com/x', false],
  ['https://user@bucket.s3.amazonaws.com/x', false],
  ['http://127.0.0.1:4712/x', false],
  ['http://169.254.169.254/latest/meta-data', false],
  ['file:///etc/passwd', false],
  ['nonsense', false],
])('a file at %s: %s', (link, isTaken) => {
  const connection = { baseUrl: 'http://127.0.0.1:4711/amazon' } as PartnerConnection;
  const address = () => fileAddress(connection, link);
  if (isTaken) expect(address()).toBe(link);
  else expect(address).toThrow(expect.objectContaining({ kind: 'malformed' }));
});
