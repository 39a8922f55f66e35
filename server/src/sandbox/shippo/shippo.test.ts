import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readPdf } from '../../../test/pdf.ts';
import { scan } from '../../../test/scan.ts';
import { type Sandbox, startSandbox } from '../index.ts';
import type { ShippoAccount } from './account.ts';

type Row = Record<string, unknown>;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let sandbox: Sandbox;
let account: ShippoAccount;

beforeEach(async () => {
  sandbox = await startSandbox();
  [account] = sandbox.shippo.accounts as [ShippoAccount];
});
afterEach(() => sandbox.stop());

async function call(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const answer = await fetch(`${sandbox.baseUrls.shippo}${path}`, {
    method,
    headers: { authorization: `ShippoToken ${account.key}`, 'content-type': 'application/json', ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: (text ? JSON.parse(text) : {}) as Row };
}

const BOSTON = {
  name: 'Ann Porter',
  street1: '1 Pier Road',
  city: 'Boston',
  state: 'MA',
  zip: '02110',
  country: 'US',
  phone: '1',
};
const LISBON = {
  name: 'Rui Costa',
  street1: 'Rua do Século 51',
  city: 'Lisboa',
  zip: '1200-433',
  country: 'PT',
  phone: '1',
};
const PARCEL = { length: '40', width: '30', height: '30', distance_unit: 'cm', weight: '5.5', mass_unit: 'kg' };
const ITEM = {
  description: 'Coffee',
  quantity: 2,
  net_weight: '2',
  mass_unit: 'kg',
  value_amount: '30.00',
  value_currency: 'USD',
  origin_country: 'CO',
};
const CUSTOMS = {
  certify: true,
  certify_signer: 'Dana Reyes',
  contents_type: 'MERCHANDISE',
  non_delivery_option: 'RETURN',
  items: [ITEM],
};

const sender = () => [...account.addresses.keys()][0] as string;
const shipmentBody = (more: Row = {}) => ({
  address_from: sender(),
  address_to: BOSTON,
  parcels: [PARCEL],
  async: false,
  ...more,
});
const rate = async (more: Row = {}) => (await call('POST', '/shipments', shipmentBody(more))).body;
const ratesOf = (shipment: Row) => shipment.rates as Row[];
async function buy(more: Row = {}, shipment: Row = {}) {
  const [first] = ratesOf(await rate(shipment));
  return call('POST', '/transactions', { rate: first?.object_id, async: false, ...more });
}

describe('authentication', () => {
  test('is by token, and a revoked one is unknown', async () => {
    expect((await call('GET', '/addresses')).status).toBe(200);
    for (const authorization of ['', `Bearer ${account.key}`, 'ShippoToken shippo_live_wrong'])
      expect(await call('GET', '/addresses', undefined, { authorization })).toMatchObject({
        status: 401,
        body: { detail: 'Invalid token' },
      });
    account.isRevoked = true;
    expect((await call('GET', '/addresses')).status).toBe(401);
  });

  test('the version is the one that is imitated', async () => {
    expect((await call('GET', '/addresses', undefined, { 'shippo-api-version': '2018-02-08' })).status).toBe(200);
    expect((await call('GET', '/addresses', undefined, { 'shippo-api-version': '2014-02-11' })).status).toBe(400);
  });

  test('the log of calls has no key', async () => {
    await call('GET', '/addresses');
    expect(JSON.stringify(sandbox.calls())).not.toContain(account.key);
  });
});

describe('lists', () => {
  test('have five rows without being asked, the next page’s address, and no count', async () => {
    for (let index = 0; index < 5; index++) await call('POST', '/addresses', { ...BOSTON, name: `Ann ${index}` });
    const first = (await call('GET', '/addresses')).body;
    expect(Object.keys(first).sort()).toEqual(['next', 'previous', 'results']);
    expect((first.results as Row[]).map(({ name }) => name)).toEqual(['Ann 4', 'Ann 3', 'Ann 2', 'Ann 1', 'Ann 0']);
    const next = new URL(String(first.next));
    const second = (await call('GET', `/addresses${next.search}`)).body;
    expect([second.next, (second.results as Row[]).length]).toEqual([null, 2]);
    expect((await call('GET', '/addresses?results=101')).status).toBe(400);
    expect((await call('GET', '/addresses?page=9')).status).toBe(404);
  });

  test('carrier accounts have their services only when they are asked for', async () => {
    const plain = (await call('GET', '/carrier_accounts')).body.results as Row[];
    expect(plain[0]).not.toHaveProperty('service_levels');
    const full = (await call('GET', '/carrier_accounts?service_levels=true&carrier=ups')).body.results as Row[];
    expect(full).toHaveLength(1);
    expect(full[0]).toMatchObject({
      service_levels: expect.arrayContaining([expect.objectContaining({ token: 'ups_ground', name: 'Ground' })]),
    });
  });

  test('ten in a minute of a test key, then 429 with the seconds to wait', async () => {
    account = sandbox.shippo.addAccount({ slug: 'try', isTest: true });
    for (let index = 0; index < 10; index++) expect((await call('GET', '/addresses')).status).toBe(200);
    const refused = await call('GET', '/addresses');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect((await call('GET', `/addresses/${sender()}`)).status).toBe(200);
    sandbox.clock.advance(60_000);
    expect((await call('GET', '/addresses')).status).toBe(200);
  });
});

describe('what is sent', () => {
  test.each<[string, Row, Row]>([
    ['an unknown field', { shipper: 'us' }, { shipper: ['Unknown field.'] }],
    [
      'a unit that does not exist',
      { parcels: [{ ...PARCEL, mass_unit: 'lbs' }] },
      { parcels: [{ mass_unit: ['"lbs" is not a valid choice.'] }] },
    ],
    ['a number for a decimal', { parcels: [{ ...PARCEL, weight: 5 }] }, { parcels: [{ weight: expect.anything() }] }],
    ['no parcels', { parcels: [] }, { parcels: expect.anything() }],
    [
      'a street of 36 characters',
      { address_to: { ...BOSTON, street1: 'x'.repeat(36) } },
      { address_to: { street1: ['Ensure this field has no more than 35 characters.'] } },
    ],
    ['an unknown sender', { address_from: 'none' }, { address_from: expect.anything() }],
    ['an unknown carrier account', { carrier_accounts: ['none'] }, { carrier_accounts: expect.anything() }],
    [
      'customs without a signer',
      { customs_declaration: { ...CUSTOMS, certify_signer: undefined } },
      { customs_declaration: { certify_signer: ['This field is required.'] } },
    ],
    [
      'an incoterm that is not in the list',
      { customs_declaration: { ...CUSTOMS, incoterm: 'EXW' } },
      { customs_declaration: { incoterm: expect.anything() } },
    ],
    [
      'other contents without a word',
      { customs_declaration: { ...CUSTOMS, contents_type: 'OTHER' } },
      { customs_declaration: { contents_explanation: expect.anything() } },
    ],
  ])('%s is refused', async (_what, more, said) => {
    const answer = await call('POST', '/shipments', shipmentBody(more));
    expect([answer.status, answer.body]).toEqual([400, said]);
    expect(account.shipments.size).toBe(0);
  });

  test('must be JSON', async () => {
    expect((await call('POST', '/shipments', shipmentBody(), { 'content-type': 'text/plain' })).status).toBe(415);
  });
});

describe('rates', () => {
  test('cost more when a parcel is heavier or goes further', async () => {
    const costs = async (more: Row) => ratesOf(await rate(more)).map(({ amount }) => Number(amount));
    const near = await costs({ address_to: { ...BOSTON, zip: '94607', state: 'CA', city: 'Oakland' } });
    const far = await costs({});
    const heavy = await costs({ parcels: [{ ...PARCEL, weight: '20' }] });
    expect(far.every((cost, at) => cost > (near[at] ?? 0) && cost < (heavy[at] ?? 0))).toBe(true);
  });

  test('of several parcels are for all of them', async () => {
    const one = Number(ratesOf(await rate())[0]?.amount);
    expect(Number(ratesOf(await rate({ parcels: [PARCEL, PARCEL] }))[0]?.amount)).toBeCloseTo(2 * one, 2);
  });

  test('come later without async: false', async () => {
    const { body } = await call('POST', '/shipments', shipmentBody({ async: undefined }));
    expect([body.status, body.rates]).toEqual(['QUEUED', []]);
    sandbox.clock.advance(account.switches.queueMs);
    const later = (await call('GET', `/shipments/${body.object_id}`)).body;
    expect(later.status).toBe('SUCCESS');
    expect(ratesOf(later).length).toBeGreaterThan(3);
  });

  test('are none where no carrier goes, and each carrier says why', async () => {
    const there = await rate({ address_to: { ...LISBON, country: 'AQ' }, customs_declaration: CUSTOMS });
    expect(there.rates).toEqual([]);
    expect(there.status).toBe('SUCCESS');
    expect(there.messages).toContainEqual({ source: 'UPS', code: '', text: 'UPS does not deliver to AQ.' });
  });

  test('abroad need customs, and a carrier refuses what is too heavy', async () => {
    expect(ratesOf(await rate({ address_to: LISBON }))).toEqual([]);
    const heavy = { address_to: LISBON, customs_declaration: CUSTOMS, parcels: [{ ...PARCEL, weight: '14' }] };
    const shipment = await rate(heavy);
    expect(shipment.messages).toContainEqual({ source: 'USPS', code: '', text: 'No parcels over 13 kg.' });
    expect(ratesOf(shipment).map(({ provider }) => provider)).toContain('DHL Express');
  });

  test('only of the carrier accounts that are named', async () => {
    const ups = account.carrierAccounts.find(({ carrier }) => carrier === 'ups')?.id;
    const rates = ratesOf(await rate({ carrier_accounts: [ups] }));
    expect(new Set(rates.map(({ provider }) => provider))).toEqual(new Set(['UPS']));
    const closed = account.carrierAccounts.find(({ active }) => !active)?.id;
    expect((await rate({ carrier_accounts: [closed] })).messages).toHaveLength(1);
  });
});

describe('a purchase', () => {
  test('is QUEUED without a label unless it waits', async () => {
    const { status, body } = await buy({ async: undefined, metadata: 'key-1' });
    expect([status, body.status, body.label_url, body.tracking_number]).toEqual([201, 'QUEUED', '', '']);
    sandbox.clock.advance(account.switches.queueMs);
    const later = (await call('GET', `/transactions/${body.object_id}`)).body;
    expect(later).toMatchObject({
      status: 'SUCCESS',
      metadata: 'key-1',
      tracking_number: expect.stringMatching(/^\d/),
    });
  });

  test('that a carrier refuses is 201 with ERROR', async () => {
    const { status, body } = await buy({}, { address_to: { ...BOSTON, zip: '99999' } });
    expect([status, body.status, body.label_url]).toEqual([201, 'ERROR', '']);
    expect(body.messages).toEqual([{ source: 'USPS', code: '', text: 'The postal code is not known in this city.' }]);
    const nameless = await buy({}, { address_to: { ...BOSTON, name: '' } });
    expect(nameless.body).toMatchObject({
      status: 'ERROR',
      messages: [{ text: expect.stringContaining('not valid') }],
    });
  });

  test('at a rate of seven days is refused', async () => {
    const [first] = ratesOf(await rate());
    sandbox.clock.advance(7 * DAY_MS - 1000);
    expect((await call('POST', '/transactions', { rate: first?.object_id })).status).toBe(201);
    sandbox.clock.advance(1000);
    expect((await call('POST', '/transactions', { rate: first?.object_id })).body).toEqual({
      rate: ['Only rates less than 7 days old can be purchased.'],
    });
  });

  test('of several parcels is a label each, and all are found by the rate', async () => {
    const [first] = ratesOf(await rate({ parcels: [PARCEL, PARCEL] }));
    await call('POST', '/transactions', { rate: first?.object_id, async: false });
    const found = (await call('GET', `/transactions?rate=${first?.object_id}`)).body.results as Row[];
    expect(new Set(found.map(({ tracking_number }) => tracking_number)).size).toBe(2);
    expect((await call('GET', '/transactions?rate=other')).body.results).toEqual([]);
    expect((await call('GET', '/transactions?object_status=ERROR')).body.results).toEqual([]);
  });

  test('made twice is two labels', async () => {
    const [first] = ratesOf(await rate());
    for (let times = 0; times < 2; times++) await call('POST', '/transactions', { rate: first?.object_id });
    expect(account.transactions.size).toBe(2);
  });
});

describe('a refund', () => {
  const asked = async (id: unknown) => call('POST', '/refunds', { transaction: id });
  const statusOf = async (id: unknown) => (await call('GET', `/transactions/${id}`)).body.status;

  test('is QUEUED, and confirmed later', async () => {
    const { body } = await buy();
    const refund = await asked(body.object_id);
    expect([refund.status, refund.body.status]).toEqual([201, 'QUEUED']);
    expect(await statusOf(body.object_id)).toBe('REFUNDPENDING');
    expect((await asked(body.object_id)).status).toBe(400);
    sandbox.clock.advance(account.switches.refundMs);
    expect(await statusOf(body.object_id)).toBe('REFUNDED');
    expect((await call('GET', `/refunds/${refund.body.object_id}`)).body.status).toBe('SUCCESS');
    expect((await call('GET', '/refunds/')).body.results).toHaveLength(1);
  });

  test('is rejected later when the carrier has the parcel, or says so', async () => {
    const { body } = await buy();
    sandbox.clock.advance(7 * HOUR_MS);
    await asked(body.object_id);
    expect(await statusOf(body.object_id)).toBe('REFUNDPENDING');
    sandbox.clock.advance(account.switches.refundMs);
    expect(await statusOf(body.object_id)).toBe('REFUNDREJECTED');
    account.switches.refundEnd = 'ERROR';
    const other = (await buy()).body;
    await asked(other.object_id);
    sandbox.clock.advance(account.switches.refundMs);
    expect(await statusOf(other.object_id)).toBe('REFUNDREJECTED');
  });

  test('of what was never bought is refused', async () => {
    const { body } = await buy({}, { address_to: { ...BOSTON, zip: '99999' } });
    expect((await asked(body.object_id)).status).toBe(400);
    expect((await asked('none')).status).toBe(400);
  });
});

describe('a label', () => {
  const download = (url: unknown) => fetch(String(url));

  test('is a PDF of 4 × 6 inches whose barcode is the tracking number', async () => {
    for (const shipment of [{}, { address_to: LISBON, customs_declaration: CUSTOMS }]) {
      const [, second] = ratesOf(await rate(shipment));
      const { body } = await call('POST', '/transactions', { rate: second?.object_id, async: false });
      const bytes = Buffer.from(await (await download(body.label_url)).arrayBuffer());
      const [page] = readPdf(bytes).pages;
      expect([page?.width, page?.height]).toEqual([288, 432]);
      const bars = (page?.bars ?? []).filter(({ height }) => height === 78);
      expect(await scan(bars, 203)).toEqual([body.tracking_number]);
      expect(bars.every(({ x, width }) => x >= 9 && x + width <= 279)).toBe(true);
    }
  });

  test('for a label printer has the same number', async () => {
    const { body } = await buy({ label_file_type: 'ZPLII' });
    const text = await (await download(body.label_url)).text();
    expect(text).toMatch(/^\^XA\n[\s\S]*\^XZ\n$/);
    expect(text).toContain(`^FD${body.tracking_number}^FS`);
    expect(text).toContain('^PW812');
  });

  test('has a link that expires, and a new one', async () => {
    const { body } = await buy();
    sandbox.clock.advance(account.switches.linkMs + 1000);
    expect((await download(body.label_url)).status).toBe(403);
    const { label_url } = (await call('GET', `/transactions/${body.object_id}`)).body;
    expect((await download(label_url)).status).toBe(200);
    expect((await download(String(label_url).replace(/Signature=\w+/, 'Signature=0'))).status).toBe(403);
  });
});

describe('tracking', () => {
  const track = async (number: unknown, carrier = 'usps') => {
    const { body } = await call('GET', `/tracks/${carrier}/${number}`);
    return (body.tracking_history as Row[]).map(({ status }) => status);
  };

  test('moves with the clock', async () => {
    const { tracking_number: number } = (await buy()).body;
    expect(await track(number)).toEqual(['PRE_TRANSIT']);
    sandbox.clock.advance(DAY_MS);
    expect(await track(number)).toEqual(['PRE_TRANSIT', 'TRANSIT']);
    sandbox.clock.advance(5 * DAY_MS);
    expect(await track(number)).toEqual(['PRE_TRANSIT', 'TRANSIT', 'TRANSIT', 'DELIVERED']);
  });

  test('of a parcel that nobody takes ends with its return', async () => {
    const { tracking_number: number } = (await buy({}, { address_to: { ...BOSTON, street1: '1 Unclaimed Road' } }))
      .body;
    sandbox.clock.advance(9 * DAY_MS);
    expect((await track(number)).slice(-2)).toEqual(['FAILURE', 'RETURNED']);
  });

  test('of unknown numbers is empty, of unknown carriers refused; some numbers are for tests', async () => {
    expect(await track('nobody')).toEqual([]);
    expect((await call('GET', '/tracks/pigeon/1')).status).toBe(400);
    expect(await track('SHIPPO_RETURNED', 'shippo')).toEqual(['RETURNED']);
  });
});

test('customs declarations can be made before', async () => {
  const made = await call('POST', '/customs/declarations', CUSTOMS);
  expect(made.status).toBe(201);
  const { object_id } = made.body;
  expect((await call('GET', `/customs/declarations/${object_id}`)).body.certify_signer).toBe('Dana Reyes');
  expect((await call('GET', '/customs/declarations')).body.results).toHaveLength(1);
  expect(ratesOf(await rate({ address_to: LISBON, customs_declaration: object_id })).length).toBeGreaterThan(2);
});
