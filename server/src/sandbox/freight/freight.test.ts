import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { httpReceiver } from '../../../test/receivers.ts';
import { type Sandbox, startSandbox } from '../index.ts';

let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${sandbox.baseUrls.freight}${path}`, {
    method,
    headers: { authorization: `Bearer ${sandbox.credentials.freight?.key_1}`, ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}
const booking = (more: object = {}) => ({
  customerId: 'C9',
  userEmail: 'a@b.test',
  currency: 'USD',
  serviceName: 'Air Standard',
  quoteType: 'door-door',
  incoCode: 'DAP',
  transportMode: 'AIR',
  readyDate: '2999-01-01',
  cargo: [{ pieces: 1 }],
  ...more,
});
const book = (key: string, more: object = {}) => call('POST', '/bookings', booking(more), { 'idempotency-key': key });

test('a wrong key is refused', async () => {
  expect((await call('GET', '/lists', undefined, { authorization: 'Bearer x' })).status).toBe(401);
  sandbox.freight.isRevoked = true;
  expect((await call('GET', '/lists')).status).toBe(401);
});

test('the four lists, and a customer’s currency', async () => {
  const { body } = await call('GET', '/lists');
  expect(Object.keys(body)).toEqual(['serviceName', 'quoteType', 'incoCode', 'transportMode']);
  expect((await call('GET', '/customers/C10')).body.currency).toBe('EUR');
  expect((await call('GET', '/customers/C11')).status).toBe(404);
});

test('a key books once: repeated it answers the same, with another booking it is refused', async () => {
  const first = await book('k1');
  expect([first.status, first.body.status]).toEqual([201, 'SUBMITTED']);
  expect(await book('k1')).toMatchObject({ status: 200, body: { bookingId: first.body.bookingId } });
  expect((await book('k1', { transportMode: 'ROAD' })).status).toBe(422);
  expect((await book('k2')).body.bookingId).not.toBe(first.body.bookingId);
  expect((await call('POST', '/bookings', booking())).status).toBe(400);
});

test.each<[string, object]>([
  ['no customer', { customerId: '' }],
  ['an unknown customer', { customerId: 'C11' }],
  ['another currency', { currency: 'EUR' }],
  ['a choice that is not in the list', { incoCode: 'XXX' }],
  ['no cargo', { cargo: [] }],
  ['a day that is past', { readyDate: '2020-01-01' }],
])('%s is refused', async (_what, more) => {
  expect((await book('k', more)).status).toBe(400);
  expect(sandbox.freight.bookings.size).toBe(0);
});

test('an expired quote is refused', async () => {
  sandbox.freight.isExpired = true;
  expect(await book('k')).toMatchObject({ status: 400, body: { message: 'The quote has expired.' } });
});

test('a booking is cancelled by its number, again without harm; what was collected or rejected is not', async () => {
  const { body: made } = await book('cancelled');
  const cancel = (id: string) => call('POST', `/bookings/${id}/cancel`);
  for (let times = 0; times < 2; times++)
    expect(await cancel(made.bookingId)).toMatchObject({ status: 200, body: { status: 'CANCELLED' } });
  const { body: other } = await book('collected');
  sandbox.freight.hasLeft.add(other.bookingId);
  expect((await cancel(other.bookingId)).status).toBe(409);
  const { body: third } = await book('rejected');
  sandbox.freight.decide(third.bookingId, 'REJECTED');
  expect((await cancel(third.bookingId)).status).toBe(409);
  expect((await cancel('B404')).status).toBe(404);
});

test('a decision is sent to the address of the booking, signed with its secret', async () => {
  const receiver = await httpReceiver();
  const { body } = await book('k', { callback: { url: receiver.url, secret: 's3cret' } });
  sandbox.freight.decide(body.bookingId, 'REJECTED', 'No space');
  await sandbox.hooks.settled();
  const [got] = receiver.got;
  expect(JSON.parse(got?.body ?? '')).toEqual({
    event: 'booking.updated',
    id: expect.any(String),
    bookingId: body.bookingId,
  });
  const signature = createHmac('sha256', 's3cret')
    .update(got?.body ?? '')
    .digest('base64');
  expect(got?.headers['x-freight-signature']).toBe(signature);
  expect((await call('GET', `/bookings/${body.bookingId}`)).body).toMatchObject({
    status: 'REJECTED',
    reason: 'No space',
  });
});
