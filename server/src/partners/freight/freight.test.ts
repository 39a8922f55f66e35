import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accountContract, keyedWrite } from '../../../test/account-contract.ts';
import { type ConnectionOptions, partnerConnection, type TestConnection } from '../../../test/partner-connection.ts';
import { httpReceiver } from '../../../test/receivers.ts';
import type { FreightOrder } from '../../modules/shipping/index.ts';
import { type Sandbox, startSandbox } from '../../sandbox/index.ts';
import { catalogue, freightBookings } from './connector.ts';
import { freightAccount } from './index.ts';

const options = (sandbox: Sandbox): ConnectionOptions => ({
  values: { key_1: sandbox.credentials.freight?.key_1 ?? '' },
  baseUrl: sandbox.baseUrls.freight,
  now: () => sandbox.clock.now(),
});

const party = {
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
  email: '',
};
const order = (more: Partial<FreightOrder> = {}): FreightOrder => ({
  key: 'longshore-7',
  customerId: 'C9',
  userEmail: 'a@b.test',
  currency: 'USD',
  serviceName: 'Air Standard',
  quoteType: 'door-door',
  incoCode: 'DAP',
  transportMode: 'AIR',
  reference: 'SO-7',
  readyOn: '2999-01-01',
  from: party,
  to: party,
  cargo: [
    {
      pieces: 2,
      weight: '12.5',
      length: '40',
      width: '30',
      height: '20',
      unit: 'kg',
      distanceUnit: 'cm',
      description: 'Mugs',
      hsCode: '6911',
      value: '90',
    },
  ],
  callback: { url: 'http://127.0.0.1:1/hook', secret: 'callback secret' },
  ...more,
});

accountContract({
  partner: freightAccount,
  verify: freightAccount.verify,
  connect: options,
  wrongKeys: { key_1: 'fr_nobody' },
  verifies: 'GET /account',
  writes: {
    call: 'POST /bookings',
    prepare: async (connection) => keyedWrite(() => freightBookings.book(connection, order())),
    count: (sandbox) => sandbox.freight.bookings.size,
  },
  tooMany: { fault: { status: 429, headers: { 'retry-after': '1' }, body: { message: 'Slow down.' } }, waitMs: 1000 },
});

describe('freight', () => {
  let sandbox: Sandbox;
  let connection: TestConnection;
  beforeEach(async () => {
    sandbox = await startSandbox();
    connection = partnerConnection(freightAccount, options(sandbox));
  });
  afterEach(() => sandbox.stop());

  test('has four lists and the currency of a customer; an unknown one is not found', async () => {
    const { lists = {} } = await catalogue(connection);
    expect(Object.entries(lists).map(([name, list]) => [name, list.length])).toEqual([
      ['serviceName', 4],
      ['quoteType', 4],
      ['incoCode', 11],
      ['transportMode', 6],
    ]);
    expect(await freightBookings.currency(connection, 'C10')).toBe('EUR');
    await expect(freightBookings.currency(connection, 'C 11/x')).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('a booking is read, decided by people, and cancelled, again without harm', async () => {
    const { id } = await freightBookings.book(connection, order());
    expect(await freightBookings.read(connection, id)).toEqual({ id, state: 'SUBMITTED', reason: '' });
    sandbox.freight.decide(id, 'CONFIRMED');
    expect((await freightBookings.read(connection, id)).state).toBe('CONFIRMED');
    for (let times = 0; times < 2; times++)
      expect(await freightBookings.cancel(connection, id)).toEqual({ id, state: 'CANCELLED', reason: '' });
    await expect(freightBookings.read(connection, 'B404')).rejects.toMatchObject({ kind: 'notFound' });
  });

  test('what was collected is not cancelled, in the provider’s words', async () => {
    const { id } = await freightBookings.book(connection, order());
    sandbox.freight.hasLeft.add(id);
    await expect(freightBookings.cancel(connection, id)).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringContaining('has been collected'),
    });
  });

  test.each<[string, Partial<FreightOrder>, string]>([
    ['an expired day', { readyOn: '2001-01-01' }, 'readyDate is past'],
    ['another currency', { currency: 'EUR' }, 'billed in USD'],
    ['a mode that is in no list', { transportMode: 'ROCKET' }, 'transportMode is not in the list'],
  ])('is refused with words: %s', async (_what, more, message) => {
    await expect(freightBookings.book(connection, order(more))).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(message),
    });
    expect(sandbox.freight.bookings.size).toBe(0);
  });

  test('a key that was used for another booking is refused', async () => {
    await freightBookings.book(connection, order());
    await expect(freightBookings.book(connection, order({ transportMode: 'ROAD' }))).rejects.toMatchObject({
      kind: 'refused',
    });
  });

  test('without an address of a provider nothing is called', async () => {
    const nowhere = partnerConnection(freightAccount, { ...options(sandbox), baseUrl: undefined });
    await expect(freightAccount.verify(nowhere)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(sandbox.calls()).toEqual([]);
  });

  test('its calls name a booking, the same each time; changed, foreign, unsigned and unknown ones do not', async () => {
    const receiver = await httpReceiver();
    const secret = 'callback secret';
    const { id } = await freightBookings.book(connection, order({ callback: { url: receiver.url, secret } }));
    sandbox.freight.decide(id, 'CONFIRMED');
    await sandbox.hooks.settled();
    const [call] = receiver.got;
    if (!call) throw new Error('No call arrived.');
    const read = (body = call.body, key = secret, headers = call.headers) =>
      freightBookings.readHook({ headers, body: Buffer.from(body) }, key);
    expect(read()).toMatchObject({ orderId: id, topic: 'booking.updated' });
    expect(read()).toEqual(read());
    expect(read(`${call.body} `)).toBe('forged');
    expect(read(call.body, 'another')).toBe('forged');
    expect(read(call.body, '')).toBe('forged');
    expect(read(call.body, secret, { ...call.headers, 'x-freight-signature': '' })).toBe('forged');
  });
});
