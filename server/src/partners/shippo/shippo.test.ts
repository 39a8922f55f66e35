import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountContract } from '../../../test/account-contract.ts';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { readPdf } from '../../../test/pdf.ts';
import { PartnerProblem } from '../../modules/channels/index.ts';
import type { LabelRate, RateRequest } from '../../modules/shipping/index.ts';
import { type Fault, type Sandbox, startSandbox } from '../../sandbox/index.ts';
import type { ShippoAccount } from '../../sandbox/shippo/account.ts';
import { catalogue, shippoLabels as labels } from './connector.ts';
import { shippo } from './index.ts';

const DAY_MS = 24 * 3_600_000;

let sandbox: Sandbox;
let account: ShippoAccount;
let connection: TestConnection;

const options = (): ConnectionOptions => ({
  values: { key_1: account.key },
  baseUrl: sandbox.baseUrls.shippo,
  now: () => sandbox.clock.now(),
});

beforeEach(async () => {
  sandbox = await startSandbox();
  [account] = sandbox.shippo.accounts as [ShippoAccount];
  connection = partnerConnection(shippo, options());
});

afterEach(async () => {
  const seen = JSON.stringify(connection.trace);
  await sandbox.stop();
  expect(seen).not.toContain(account.key);
});

const receiver: RateRequest['receiver'] = {
  name: 'Ann Porter',
  company: '',
  street1: '1 Pier Road',
  street2: '',
  city: 'Boston',
  state: 'Massachusetts',
  stateCode: 'MA',
  postalCode: '02110',
  countryCode: 'US',
  phone: '+1 617 555 0100',
  email: 'ann@example.test',
};
const request = (more: Partial<RateRequest> = {}): RateRequest => ({
  senderId: [...account.addresses.keys()][0] ?? '',
  receiver,
  parcel: { length: '40', width: '30', height: '30', distanceUnit: 'cm', weight: '5.5', massUnit: 'kg' },
  customs: undefined,
  carrierIds: [],
  payer: undefined,
  reference: 'SO-20440',
  key: 'label-7',
  ...more,
});
async function rate(more: Partial<RateRequest> = {}): Promise<LabelRate> {
  const { rates } = await labels.rates(connection, request(more));
  return rates[0] as LabelRate;
}
const buy = async (more: Partial<RateRequest> = {}, format: 'pdf' | 'zpl' = 'pdf') =>
  labels.buy(connection, { rateId: (await rate(more)).id, key: 'label-7', format });
const writes = () => sandbox.calls().filter(({ method, path }) => method === 'POST' && path.includes('/transactions'));

accountContract({
  partner: shippo,
  verify: shippo.verify,
  connect: (own) => ({
    values: own.credentials.shippo ?? {},
    baseUrl: own.baseUrls.shippo,
    now: () => own.clock.now(),
  }),
  wrongKeys: { key_1: 'shippo_live_nobody' },
  verifies: 'GET /carrier_accounts',
  writes: {
    call: 'POST /transactions',
    async prepare(own, { shippo: { accounts } }) {
      const [senderId = ''] = accounts[0]?.addresses.keys() ?? [];
      const { rates } = await labels.rates(own, request({ senderId }));
      const order = { rateId: rates[0]?.id ?? '', key: 'label-7', format: 'pdf' } as const;
      const make = () => labels.buy(own, order);
      return { make, settle: async () => (await labels.findPurchase(own, order)) ?? make() };
    },
    count: (own) => own.shippo.accounts[0]?.transactions.size ?? 0,
  },
  tooMany: {
    fault: { status: 429, headers: { 'retry-after': '1' }, body: { detail: 'Request was throttled.' } },
    waitMs: 1_000,
  },
});

describe('the account', () => {
  test('is verified by its token, and called by its owner', async () => {
    expect(await shippo.verify(connection)).toEqual({ account: account.owner });
    const stranger = partnerConnection(shippo, { ...options(), values: { key_1: 'shippo_live_nobody' } });
    const problem = await shippo.verify(stranger).catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(PartnerProblem);
    expect(problem).toMatchObject({ kind: 'auth' });
    expect(String(problem)).not.toContain('nobody');
    account.isRevoked = true;
    await expect(catalogue(connection)).rejects.toMatchObject({ kind: 'auth' });
  });

  test('of a test key says so', async () => {
    account = sandbox.shippo.addAccount({ slug: 'try', isTest: true });
    connection = partnerConnection(shippo, options());
    expect((await shippo.verify(connection)).account).toBe(`${account.owner} (test)`);
  });

  test('pins the version of the API, and sends the key only as a header', async () => {
    await shippo.verify(connection);
    const [call] = sandbox.calls();
    expect(call?.headers).toMatchObject({ 'shippo-api-version': '2018-02-08', authorization: 'ShippoToken ***' });
  });

  test('has carriers with services, and senders from all pages', async () => {
    for (let index = 0; index < 105; index++)
      await labels.addSender(connection, { ...receiver, company: `Depot ${index}` });
    await rate();
    const { carriers, places } = await catalogue(connection);
    expect(carriers.map(({ name, is_active }) => [name, is_active])).toContainEqual(['UPS', true]);
    expect(carriers.find(({ carrier }) => carrier === 'ups')?.services).toContainEqual({
      code: 'ups_ground',
      name: 'Ground',
    });
    expect(places.map(({ name }) => name)).toContain('Depot 104');
    expect(places).toHaveLength(107);
    expect(places.some(({ name }) => name === 'Ann Porter')).toBe(false);
  });

  test('a new sender can be sent from', async () => {
    const senderId = await labels.addSender(connection, { ...receiver, company: 'Depot', city: 'Salem' });
    expect((await rate({ senderId })).carrier).toBe('USPS');
    expect(account.shipments.size).toBe(1);
    expect([...account.shipments.values()][0]?.from).toMatchObject({ company: 'Depot', name: 'Ann Porter' });
  });
});

describe('rates', () => {
  test('within the country', async () => {
    const { rates, refusals } = await labels.rates(connection, request());
    expect(rates.map(({ carrier }) => carrier)).toEqual(expect.arrayContaining(['USPS', 'UPS', 'FedEx']));
    expect(refusals).toEqual([{ carrier: 'DHL Express', reason: 'DHL Express does not deliver within one country.' }]);
    expect(rates.every(({ amount, currency, days }) => Number(amount) > 0 && currency === 'USD' && days !== null)).toBe(
      true,
    );
    expect(account.shipments.size).toBe(1);
  });

  test('abroad, of one carrier that somebody else pays', async () => {
    const ups = account.carrierAccounts.find(({ carrier }) => carrier === 'ups')?.id ?? '';
    const { rates } = await labels.rates(
      connection,
      request({
        receiver: { ...receiver, countryCode: 'PT', postalCode: '1200-433', stateCode: '', city: 'Lisboa' },
        carrierIds: [ups],
        payer: { type: 'recipient', account: 'A1', postalCode: '1200', countryCode: 'PT' },
        customs: {
          signer: 'Dana Reyes',
          incoterm: 'DDP',
          items: [
            {
              description: 'Coffee',
              quantity: 2,
              netWeight: '2.5',
              massUnit: 'kg',
              value: '30.00',
              currency: 'USD',
              originCountry: 'CO',
              tariffNumber: '0901',
              sku: 'A-1',
            },
          ],
        },
      }),
    );
    expect(rates.map(({ carrierId }) => carrierId)).toEqual([ups, ups]);
  });

  test('are none where no carrier goes: all say why', async () => {
    const { rates, refusals } = await labels.rates(
      connection,
      request({ receiver: { ...receiver, countryCode: 'AQ' } }),
    );
    expect([rates.length, refusals.length]).toEqual([0, 4]);
  });

  test('of an unknown sender are refused, with the field', async () => {
    await expect(labels.rates(connection, request({ senderId: 'gone' }))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('address_from'),
    });
  });

  test('that were lost on the way are asked for again: they cost nothing', async () => {
    sandbox.fail({ match: 'POST /shipments', dropAfterWrite: true });
    expect((await labels.rates(connection, request())).rates.length).toBeGreaterThan(0);
  });
});

describe('a purchase', () => {
  test('is bought at once, with its number and its label', async () => {
    const purchase = await buy();
    expect(purchase).toMatchObject({ state: 'bought', trackingNumber: expect.stringMatching(/^\d{22}$/), problem: '' });
    const [page] = readPdf(await labels.download(connection, purchase.labelUrl)).pages;
    expect([page?.width, page?.height]).toEqual([288, 432]);
    expect(await labels.readPurchase(connection, purchase.id)).toMatchObject({ id: purchase.id, state: 'bought' });
  });

  test('can be for a label printer', async () => {
    const { labelUrl, trackingNumber } = await buy({}, 'zpl');
    expect((await labels.download(connection, labelUrl)).toString()).toContain(trackingNumber);
  });

  test('that the carrier refuses says why', async () => {
    const refused = await buy({ receiver: { ...receiver, postalCode: '99999' } });
    expect(refused).toMatchObject({ state: 'refused', problem: 'The postal code is not known in this city.' });
  });

  test('of a slow carrier waits, and is read later', async () => {
    account.switches.queuesAlways = true;
    const { id, state } = await buy();
    expect(state).toBe('waiting');
    sandbox.clock.advance(account.switches.queueMs);
    expect((await labels.readPurchase(connection, id)).state).toBe('bought');
  });

  test('at a rate that is too old is refused', async () => {
    const { id: rateId, expiresAt } = await rate();
    sandbox.clock.set(new Date(expiresAt.getTime()));
    await labels.buy(connection, { rateId, key: 'label-1', format: 'pdf' });
    sandbox.clock.advance(DAY_MS);
    await expect(labels.buy(connection, { rateId, key: 'label-2', format: 'pdf' })).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('7 days'),
    });
  });

  test.each<[string, Omit<Fault, 'match'>, number]>([
    ['the answer is lost', { dropAfterWrite: true }, 1],
    ['the answer is cut', { cut: true }, 1],
    ['500', { status: 500, body: { detail: 'Oh' } }, 0],
    ['502 with a page', { status: 502, html: true }, 0],
    ['200 with a page', { status: 200, html: true }, 0],
  ])('whose outcome is not known is never repeated, and found by our key (%s)', async (_what, fault, bought) => {
    const { id: rateId } = await rate();
    const order = { rateId, key: 'label-7', format: 'pdf' } as const;
    sandbox.fail({ ...fault, match: 'POST /transactions' });
    await expect(labels.buy(connection, order)).rejects.toMatchObject({ kind: 'unknownOutcome' });
    expect(writes()).toHaveLength(1);
    expect(account.transactions.size).toBe(bought);
    const found = await labels.findPurchase(connection, order);
    expect(found?.state).toBe(bought ? 'bought' : undefined);
    expect(await labels.findPurchase(connection, { rateId, key: 'label-8' })).toBeUndefined();
    expect(account.transactions.size).toBe(bought);
  });

  test('that is too slow is not known either', async () => {
    const { id: rateId } = await rate();
    const hasty = partnerConnection(shippo, { ...options(), totalMs: 100 });
    sandbox.fail({ match: 'POST /transactions', delayMs: 300 });
    const order = { rateId, key: 'label-7', format: 'pdf' } as const;
    await expect(labels.buy(hasty, order)).rejects.toMatchObject({ kind: 'unknownOutcome' });
    await expect.poll(() => account.transactions.size).toBe(1);
    expect((await labels.findPurchase(connection, order))?.state).toBe('bought');
  });

  test('that never left is unavailable', async () => {
    const { id: rateId } = await rate();
    sandbox.fail({ match: 'POST /transactions', status: 503, html: true });
    const order = { rateId, key: 'label-7', format: 'pdf' } as const;
    await expect(labels.buy(connection, order)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(account.transactions.size).toBe(0);
  });

  test('one too many waits as long as Shippo says, and is made once', async () => {
    const { id: rateId } = await rate();
    const body = { detail: 'Request was throttled.' };
    sandbox.fail({ match: 'POST /transactions', status: 429, headers: { 'retry-after': '1' }, body });
    await labels.buy(connection, { rateId, key: 'label-7', format: 'pdf' });
    expect(connection.waits).toEqual([1000]);
    expect(account.transactions.size).toBe(1);
  });
});

describe('reading', () => {
  test.each<[string, Omit<Fault, 'match'>]>([
    ['500', { status: 500, body: { detail: 'Oh' } }],
    ['502 with a page', { status: 502, html: true }],
    ['200 with a page', { status: 200, html: true }],
    ['a connection that is closed', { drop: true }],
    ['an answer that is cut', { cut: true }],
  ])('%s: once is repeated, for ever is unavailable', async (_what, fault) => {
    sandbox.fail({ ...fault, match: 'GET /carrier_accounts' });
    expect((await shippo.verify(connection)).account).toBe(account.owner);
    sandbox.fail({ ...fault, match: 'GET /carrier_accounts', times: 100 });
    await expect(shippo.verify(connection)).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('JSON of another shape is malformed', async () => {
    sandbox.fail({ match: 'GET /carrier_accounts', status: 200, body: { data: {} } });
    await expect(shippo.verify(connection)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('a void', () => {
  test('is asked once, and confirmed later', async () => {
    const { id } = await buy();
    expect(await labels.voidLabel(connection, id)).toBe('voiding');
    expect(await labels.voidLabel(connection, id)).toBe('voiding');
    expect(account.refunds.size).toBe(1);
    sandbox.clock.advance(account.switches.refundMs);
    expect((await labels.readPurchase(connection, id)).state).toBe('voided');
    expect(await labels.voidLabel(connection, id)).toBe('voided');
  });

  test('may be refused later', async () => {
    account.switches.refundEnd = 'ERROR';
    const { id } = await buy();
    await labels.voidLabel(connection, id);
    sandbox.clock.advance(account.switches.refundMs);
    expect((await labels.readPurchase(connection, id)).state).toBe('void_refused');
    await expect(labels.voidLabel(connection, id)).rejects.toMatchObject({ kind: 'refused' });
  });

  test('whose answer is lost is not asked twice', async () => {
    const { id } = await buy();
    sandbox.fail({ match: 'POST /refunds', dropAfterWrite: true });
    await expect(labels.voidLabel(connection, id)).rejects.toMatchObject({ kind: 'unknownOutcome' });
    expect(await labels.voidLabel(connection, id)).toBe('voiding');
    expect(account.refunds.size).toBe(1);
  });

  test('of what was refused is refused', async () => {
    const { id } = await buy({ receiver: { ...receiver, postalCode: '99999' } });
    await expect(labels.voidLabel(connection, id)).rejects.toMatchObject({ kind: 'refused' });
    await expect(labels.voidLabel(connection, 'gone')).rejects.toMatchObject({ kind: 'notFound' });
  });
});

describe('a download', () => {
  test('sends no key, and an expired link is renewed by reading the purchase', async () => {
    const { id, labelUrl } = await buy();
    await labels.download(connection, labelUrl);
    expect(sandbox.calls().at(-1)?.headers).not.toHaveProperty('authorization');
    sandbox.clock.advance(account.switches.linkMs + 1000);
    await expect(labels.download(connection, labelUrl)).rejects.toMatchObject({ kind: 'notFound' });
    const again = await labels.readPurchase(connection, id);
    expect((await labels.download(connection, again.labelUrl)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  test.each([
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1:1/label.pdf',
    'http://deliver.goshippo.com/label.pdf',
    'https://deliver.goshippo.com:8443/label.pdf',
    'https://someone@deliver.goshippo.com/label.pdf',
    'https://goshippo.com.example.test/label.pdf',
    'https://evilgoshippo.com/label.pdf',
    'https://shippo-delivery.s3.amazonaws.com.example.test/x',
    'https://other.s3.amazonaws.com/label.pdf',
    'file:///etc/passwd',
    'no address',
    '',
  ])('only from Shippo: not %s', async (link) => {
    sandbox.clearCalls();
    await expect(labels.download(connection, link)).rejects.toMatchObject({ kind: 'malformed' });
    expect(connection.trace).toEqual([]);
  });

  test.each([
    'https://deliver.goshippo.com/a.pdf?Expires=1',
    'https://shippo-delivery.s3.amazonaws.com/a.pdf',
    'https://shippo-delivery-east.s3.us-east-1.amazonaws.com/a.pdf',
  ])('%s is of Shippo', async (link) => {
    const asked: string[] = [];
    const http = {
      call: (given: { url: string }) => {
        asked.push(given.url);
        return Promise.resolve({ status: 200, headers: {}, text: '%PDF-1.4' });
      },
    };
    await labels.download({ ...connection, http }, link);
    expect(asked).toEqual([link]);
  });

  test('a page in its place is no label', async () => {
    const { labelUrl } = await buy();
    sandbox.fail({ match: 'GET /labels/*', status: 200, body: 'Not here' });
    await expect(labels.download(connection, labelUrl)).rejects.toMatchObject({ kind: 'malformed' });
  });
});

describe('tracking', () => {
  test('moves with the carrier', async () => {
    const { trackingNumber } = await buy();
    const track = () => labels.track(connection, { carrier: 'USPS', trackingNumber });
    expect(await track()).toMatchObject({ status: 'pre_transit', events: [{ place: 'Oakland, CA, US' }] });
    sandbox.clock.advance(6 * DAY_MS);
    const arrived = await track();
    expect(arrived?.status).toBe('delivered');
    expect(arrived?.events.map(({ status }) => status)).toEqual(['pre_transit', 'transit', 'transit', 'delivered']);
    expect(new Set(arrived?.events.map(({ id }) => id)).size).toBe(4);
  });

  test('of unknown numbers and carriers is none', async () => {
    expect(await labels.track(connection, { carrier: 'UPS', trackingNumber: 'nobody' })).toBeUndefined();
    expect(await labels.track(connection, { carrier: 'Pigeon', trackingNumber: '1' })).toBeUndefined();
  });
});
