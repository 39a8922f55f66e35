import { api, type Freight } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Caller, eventually, type TestApp, testApp } from '../../../../test/harness.ts';
import { type Ordering, ordering } from '../../../../test/ordering.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/index.ts';

const { freight, shipments, orders, companyAccounts } = api;
let it: TestApp;
let sandbox: Sandbox;
let boss: Caller;
let put: Ordering;
let clientId: number;
let sent: number;

beforeAll(async () => {
  sandbox = await startSandbox({ control: true });
  it = await testApp({
    worker: true,
    listen: true,
    partners: { urls: sandbox.baseUrls, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
  put = ordering(it, boss);
  clientId = await it.given.client('Freight Goods');
  await boss.ok(companyAccounts.saveFreight, { body: sandbox.credentials.freight as never });
});
afterAll(() => sandbox.stop());

beforeEach(async () => {
  sandbox.stopFailing();
  sandbox.freight.isExpired = false;
  sandbox.freight.bookings.clear();
  await it.database.owner(
    `update clients set custom_1 = 'C9', custom_2 = 'freight@client.test', custom_3 = 'USD' where id = $1`,
    [clientId],
  );
  await it.database.owner(`update couriers set flex_service = 'Air Standard' where id = 1`);
  await it.database.owner(`delete from call_allowances`);
  sent = sandbox.hooks.list().length;
});

async function shipment(): Promise<number> {
  const item = await put.item(3, clientId);
  const orderId = await put.order({ clientId, lines: [[item.id, 2]] });
  return (await boss.ok(orders.shipFull, { params: { id: orderId } })).shipments[0]?.id ?? 0;
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const input = (more: object = {}) =>
  ({
    serviceName: 'Air Standard',
    quoteType: 'door-door',
    incoCode: 'DAP',
    transportMode: 'AIR',
    readyDate: inDays(3),
    cargo: [
      { pieces: 2, weight: 12.5, length: 40, width: 30, height: 20, description: 'Mugs', hsCode: '6911', value: 90 },
    ],
    ...more,
  }) as never;
const call = (id: number, more: object = {}) => boss.call(freight.book, { params: { id }, body: input(more) });
const book = (id: number) => boss.ok(freight.book, { params: { id }, body: input() });
const stateOf = (id: number): Promise<Freight> => boss.ok(freight.get, { params: { id } });
const codeOf = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer;
  return [status, body.error_code];
};
const bookings = () => [...sandbox.freight.bookings.values()];
/** Calls of the sandbox arrive at this server, whatever its public address is. */
async function deliver(token?: string, change: (body: string) => string = (body) => body): Promise<number[]> {
  await sandbox.hooks.settled();
  const made = sandbox.hooks.list().slice(sent);
  const answers = [];
  for (const hook of made) {
    const path = token ? `/api/hooks/accounts/${token}` : new URL(hook.url).pathname;
    const { statusCode } = await it.http.inject({
      method: 'POST',
      url: path,
      headers: hook.headers,
      payload: change(hook.body),
    });
    answers.push(statusCode);
  }
  return answers;
}

describe('a booking', () => {
  test('is proposed with the four lists, and made once', async () => {
    const id = await shipment();
    const before = await stateOf(id);
    expect(before).toMatchObject({
      is_offered: true,
      is_connected: true,
      state: 'none',
      customer: { id: 'C9', email: 'freight@client.test', currency: 'USD' },
      proposed: { serviceName: 'Air Standard' },
    });
    expect(Object.values(before.lists).map((list) => list.length)).toEqual([4, 4, 11, 6]);
    expect(await boss.ok(freight.currency, { params: { id } })).toEqual({ currency: 'USD' });
    expect(await book(id)).toMatchObject({ state: 'SUBMITTED', booking_id: expect.stringMatching(/^B/), problem: '' });
    expect(bookings()).toHaveLength(1);
    expect(bookings()[0]?.document).toMatchObject({
      customerId: 'C9',
      currency: 'USD',
      serviceName: 'Air Standard',
      to: { name: expect.any(String) },
      cargo: [{ pieces: 2, weight: 12.5, l: 40, hsCode: '6911', value: 90 }],
    });
    expect(await codeOf(call(id))).toEqual([400, 40005]);
    expect(bookings()).toHaveLength(1);
    const [row] = await it.database.owner<{ text: string }>(
      'select freight_bookings::text as text from freight_bookings',
    );
    expect(row?.text).not.toContain(bookings()[0]?.callback?.secret ?? '?');
  });

  test('has the cartons and the customs of their goods as its cargo', async () => {
    const id = await shipment();
    await boss.ok(shipments.fulfilAll, { params: { id } });
    const { shipment_lines } = await boss.ok(shipments.get, { params: { id } });
    const line = shipment_lines[0];
    await it.database.owner(`update inventories set hs_code = '6911', custom_value = 4.5 where id = $1`, [
      line?.inventory_id,
    ]);
    const carton = { own_number: '', length: 40, width: 30, height: 20, weight: 5 };
    await boss.ok(shipments.pack, {
      params: { id },
      body: {
        containers: [1, 1].map((quantity) => ({ ...carton, contents: [{ lineId: line?.id ?? 0, quantity }] })),
      } as never,
    });
    expect((await stateOf(id)).proposed.cargo).toEqual([
      {
        pieces: 2,
        weight: 5,
        length: 40,
        width: 30,
        height: 20,
        description: 'Merchandise',
        hsCode: '6911',
        value: 4.5,
      },
    ]);
  });

  test('that cannot be made is refused with words, and nothing is sent', async () => {
    const id = await shipment();
    const wrong = await call(id, { transportMode: 'ROCKET' });
    expect([wrong.status, wrong.body.keys]).toEqual([422, { transportMode: ['PlaceIsUnknown'] }]);
    expect((await call(id, { cargo: [] })).status).toBe(422);
    await it.database.owner(`update clients set custom_2 = '' where id = $1`, [clientId]);
    expect(await codeOf(call(id))).toEqual([400, 40005]);
    expect(await stateOf(id)).toMatchObject({ is_offered: false });
    await it.database.owner(`update couriers set flex_service = '' where id = 1`);
    expect(await codeOf(call(id))).toEqual([400, 40005]);
    expect(await codeOf(call(2_000_000_000))).toEqual([400, 40001]);
    expect(bookings()).toEqual([]);
  });

  test('whose quote has expired is refused, and can be made again', async () => {
    const id = await shipment();
    sandbox.freight.isExpired = true;
    expect(await codeOf(call(id))).toEqual([400, 90003]);
    expect(await stateOf(id)).toMatchObject({ state: 'refused', problem: expect.stringContaining('expired') });
    sandbox.freight.isExpired = false;
    expect(await book(id)).toMatchObject({ state: 'SUBMITTED' });
  });

  test('of people who press at once is one', async () => {
    const id = await shipment();
    sandbox.fail({ match: 'POST /bookings', delayMs: 300 });
    const answers = await Promise.all([1, 2, 3].map(() => call(id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(bookings()).toHaveLength(1);
  });

  test('whose answer is lost is asked for again under its key, as it was', async () => {
    const id = await shipment();
    sandbox.fail({ match: 'POST /bookings', dropAfterWrite: true });
    expect(await codeOf(call(id))).toEqual([400, 90003]);
    expect(await stateOf(id)).toMatchObject({ state: 'wanted', problem_key: 'PartnerAnswerUnknown' });
    const again = await boss.ok(freight.book, { params: { id }, body: input({ readyDate: inDays(9) }) });
    expect(again).toMatchObject({ state: 'SUBMITTED', chosen: { readyDate: inDays(3) } });
    expect(bookings()).toHaveLength(1);
  });

  test('without an answer is gone on with by the schedule', async () => {
    const id = await shipment();
    sandbox.fail({ match: 'POST /bookings', dropAfterWrite: true });
    await call(id);
    await it.database.owner(`update freight_bookings set tried_at = now() - interval '1 day' where shipment_id = $1`, [
      id,
    ]);
    await it.database.owner(`select graphile_worker.add_job('resume-freight', '{}')`);
    await eventually(async () => ((await stateOf(id)).state === 'SUBMITTED' ? true : undefined), 20_000);
    expect(bookings()).toHaveLength(1);
  });
});

describe('what the provider decides', () => {
  const reaches = (id: number, state: Freight['state']) =>
    eventually(async () => ((await stateOf(id)).state === state ? true : undefined), 20_000);

  test('arrives by its call, twice and late without harm; a rejection is an exception until it is booked again', async () => {
    const id = await shipment();
    const { booking_id } = await book(id);
    sandbox.freight.decide(booking_id, 'REJECTED', 'No space');
    expect(await deliver()).toEqual([200]);
    await reaches(id, 'REJECTED');
    expect(await deliver()).toEqual([200]);
    expect(await stateOf(id)).toMatchObject({ state: 'REJECTED', problem: 'No space' });
    const found = () => boss.ok(api.exceptions.list, { query: `filter_by[kind]=freight-rejected` as never });
    await eventually(async () => ((await found()).records.length > 0 ? true : undefined), 30_000);
    const again = await book(id);
    expect([again.state, again.booking_id === booking_id]).toEqual(['SUBMITTED', false]);
    // An old call about the first booking changes nothing.
    await deliver();
    expect((await stateOf(id)).state).toBe('SUBMITTED');
    sandbox.freight.decide(again.booking_id, 'CONFIRMED');
    await deliver();
    await reaches(id, 'CONFIRMED');
  });

  test('is not believed without its signature, at another address, or in the body', async () => {
    const id = await shipment();
    const { booking_id } = await book(id);
    const booking = sandbox.freight.bookings.get(booking_id);
    if (!booking) throw new Error('It was booked.');
    sandbox.freight.tell(booking);
    expect(await deliver(undefined, (body) => body.replace('booking.updated', 'booking.changed'))).toEqual([401]);
    expect(await deliver('unknown-token')).toEqual([404]);
    expect(await deliver()).toEqual([200]);
    expect((await stateOf(id)).state).toBe('SUBMITTED');
  });

  test('is found by the slow look when no call arrives', async () => {
    const id = await shipment();
    const { booking_id } = await book(id);
    const booking = sandbox.freight.bookings.get(booking_id);
    if (booking) booking.status = 'CONFIRMED';
    await it.database.owner(
      `update freight_bookings set tried_at = now() - interval '31 minutes' where shipment_id = $1`,
      [id],
    );
    await it.database.owner(`select graphile_worker.add_job('resume-freight', '{}')`);
    await reaches(id, 'CONFIRMED');
  });
});

describe('of a shipment that is voided', () => {
  const voidIt = (id: number) => boss.ok(shipments.void, { params: { id } });
  const stored = async (id: number) =>
    (
      await it.database.owner<{ state: string; cancel_state: string; problem: string }>(
        'select state, cancel_state, problem from freight_bookings where shipment_id = $1 order by id desc',
        [id],
      )
    )[0];
  const becomes = (id: number, wanted: object) =>
    eventually(async () => {
      const row = await stored(id);
      return Object.entries(wanted).every(([name, value]) => row?.[name as 'state'] === value) ? true : undefined;
    }, 20_000);
  const cancels = () => sandbox.calls().filter(({ path }) => path.endsWith('/cancel')).length;
  beforeEach(() => sandbox.clearCalls());

  test('the booking is cancelled at the provider, once, and no exception is left', async () => {
    const id = await shipment();
    await book(id);
    await voidIt(id);
    await becomes(id, { state: 'CANCELLED' });
    expect(bookings().map(({ status }) => status)).toEqual(['CANCELLED']);
    expect(cancels()).toBe(1);
    const { records } = await boss.ok(api.exceptions.list, { query: 'filter_by[kind]=freight-not-cancelled' as never });
    expect(records).toEqual([]);
  });

  test('one whose answer was lost is found by its key, and cancelled', async () => {
    const id = await shipment();
    sandbox.fail({ match: 'POST /bookings', dropAfterWrite: true });
    await call(id);
    expect(await stored(id)).toMatchObject({ state: 'wanted' });
    await it.database.owner(`delete from call_allowances`);
    await voidIt(id);
    await becomes(id, { state: 'CANCELLED' });
    expect(bookings().map(({ status }) => status)).toEqual(['CANCELLED']);
  });

  test('a lost answer to the cancellation is asked for again', async () => {
    const id = await shipment();
    await book(id);
    sandbox.fail({ match: 'POST /bookings/*/cancel', dropAfterWrite: true });
    await voidIt(id);
    await becomes(id, { problem: 'PartnerAnswerUnknown' });
    await it.database.owner(`update freight_bookings set tried_at = now() - interval '1 day' where shipment_id = $1`, [
      id,
    ]);
    await it.database.owner(`select graphile_worker.add_job('resume-freight', '{}')`);
    await becomes(id, { state: 'CANCELLED', problem: '' });
    expect(bookings().map(({ status }) => status)).toEqual(['CANCELLED']);
  });

  test('what the provider does not cancel is an exception, until it says that it is over', async () => {
    const id = await shipment();
    const { booking_id } = await book(id);
    sandbox.freight.hasLeft.add(booking_id);
    await voidIt(id);
    await becomes(id, { state: 'SUBMITTED', cancel_state: 'refused' });
    const found = async () =>
      (await boss.ok(api.exceptions.list, { query: 'filter_by[kind]=freight-not-cancelled' as never })).records;
    const [exception] = await eventually(async () => ((await found()).length > 0 ? found() : undefined), 30_000);
    expect(exception?.sentence).toContain('has been collected');
    sandbox.freight.decide(booking_id, 'CANCELLED');
    await deliver();
    await becomes(id, { state: 'CANCELLED' });
    await eventually(async () => ((await found()).length === 0 ? true : undefined), 30_000);
  });

  test('nothing is asked of the provider for one that was never booked, or is over', async () => {
    const id = await shipment();
    await voidIt(id);
    expect(await stored(id)).toBeUndefined();
    const other = await shipment();
    const { booking_id } = await book(other);
    sandbox.freight.decide(booking_id, 'REJECTED', 'No space');
    await deliver();
    await becomes(other, { state: 'REJECTED' });
    await voidIt(other);
    expect(await stored(other)).toMatchObject({ state: 'REJECTED', cancel_state: '' });
    expect(cancels()).toBe(0);
  });
});

test('without an account that is accepted nothing is booked', async () => {
  const id = await shipment();
  sandbox.freight.isRevoked = true;
  expect(await codeOf(call(id))).toEqual([400, 90003]);
  sandbox.freight.isRevoked = false;
  expect((await boss.ok(companyAccounts.list, {})).freight.verified).toBe(0);
  const { status, body } = await call(id);
  expect([status, body.error_code, (body.keys as { _?: string[] })._]).toEqual([400, 90003, ['FreightHasNoAccount']]);
  await boss.ok(companyAccounts.saveFreight, { body: sandbox.credentials.freight as never });
  expect(await book(id)).toMatchObject({ state: 'SUBMITTED' });
});
