import { api } from '@longshore/contract';
import { beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../src/sandbox/index.ts';
import type { SsShop } from '../src/sandbox/shipstation/shop.ts';
import { type Caller, eventually, type TestApp } from './harness.ts';
import { type KillableServer, sleep } from './killable.ts';
import { type KilledJobs, killJobs } from './killed-jobs.ts';
import { ordering } from './ordering.ts';

const { station, freight, shipments, orders, companyAccounts } = api;
const PATIENCE_MS = 60_000;
/** As long as writes wait, and a partner that asks not to be called. */
const PAUSE_SECONDS = 4;
let it: TestApp;
let sandbox: Sandbox;
let server: KillableServer;
let start: KilledJobs['start'];
let boss: Caller;
let clientId: number;

/** Writes wait while their step is named here, so that a process can be killed between two of them. */
const PAUSES = [
  'create table test_pause (step text)',
  `create function test_pause() returns trigger language plpgsql security definer as $$
    begin
      if exists (select from public.test_pause p where p.step = tg_table_name || ' ' || new.state and new.state <> old.state)
        then perform pg_sleep(${PAUSE_SECONDS}); end if;
      return new;
    end $$`,
  'create trigger test_pause before update on station_orders for each row execute function test_pause()',
  'create trigger test_pause before update on freight_bookings for each row execute function test_pause()',
];
const rows = <Row extends object>(text: string, ...values: unknown[]) => it.database.owner<Row>(text, values);

// What is killed answers the calls, and goes on with them when it starts again.
killJobs(async (made) => {
  ({ it, boss, sandbox, server, start } = made);
  clientId = await it.given.client();
  await rows(`update clients set custom_1 = 'C9', custom_2 = 'a@b.test', custom_3 = 'USD' where id = $1`, clientId);
  await rows(
    `update couriers set ss_mapping_carrier = 'fedex', ss_mapping_service = 'fedex_2day', flex_service = 'Air Standard' where id = 1`,
  );
  await boss.ok(companyAccounts.saveShipStation, { body: sandbox.credentials.shipstation as never });
  await boss.ok(companyAccounts.saveFreight, { body: sandbox.credentials.freight as never });
  for (const statement of PAUSES) await rows(statement);
});

const unblock = async () => {
  await rows('delete from test_pause');
  await rows('delete from call_allowances');
};
beforeEach(async () => {
  sandbox.stopFailing();
  sandbox.clearCalls();
  for (const account of sandbox.shipstation.accounts) account.switches.callsPerMinute = 10_000;
  await unblock();
});

const shop = () => sandbox.shipstation.fronts()[0] as SsShop;
async function ready(): Promise<number> {
  const put = ordering(it, boss);
  const item = await put.item(3, clientId);
  const orderId = await put.order({ clientId, lines: [[item.id, 2]] });
  const id = (await boss.ok(orders.shipFull, { params: { id: orderId } })).shipments[0]?.id ?? 0;
  await boss.ok(shipments.fulfilAll, { params: { id } });
  return id;
}
const ask = (method: string, path: string, body?: object) =>
  server.request(method, `/api/v3${path}`, body, { authorization: `Bearer ${boss.token}` });

/** As they are stored: of a voided shipment nothing is answered any more. */
const stationOf = async (id: number) =>
  (
    await rows<{ state: string; order_key: string; external_id: string }>(
      'select state, order_key, external_id from station_orders where shipment_id = $1',
      id,
    )
  )[0];
const bookingOf = async (id: number) =>
  (
    await rows<{ state: string; cancel_state: string; booking_key: string }>(
      'select state, cancel_state, booking_key from freight_bookings where shipment_id = $1 order by id desc',
      id,
    )
  )[0];
const ordersThere = async (id: number) => {
  const row = await stationOf(id);
  return [...(sandbox.shipstation.accounts[0]?.orders.values() ?? [])].filter(
    ({ orderKey }) => orderKey === row?.order_key,
  );
};
const bookingsThere = async (id: number) => {
  const row = await bookingOf(id);
  return [...sandbox.freight.bookings.values()].filter(({ idempotencyKey }) => idempotencyKey === row?.booking_key);
};

const booking = () => ({
  serviceName: 'Air Standard',
  quoteType: 'door-door',
  incoCode: 'DAP',
  transportMode: 'AIR',
  readyDate: new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10),
  cargo: [{ pieces: 1, weight: 1, length: 1, width: 1, height: 1, description: 'Mugs', hsCode: '', value: 9 }],
});

/** What is done at a partner: how it is asked for, the call and the write that it makes, and the one effect that it has. */
interface Deed {
  partner: 'shipstation' | 'freight';
  before?: (id: number) => Promise<unknown>;
  press: (id: number) => Promise<unknown>;
  /** It is written that it is wanted. */
  isWanted: (id: number) => Promise<boolean>;
  call: string;
  /** The partner has done it. */
  isThere: (id: number) => Promise<boolean>;
  write: string;
  isDone: (id: number) => Promise<boolean>;
  effects: (id: number) => Promise<unknown>;
}
const pushed = (id: number) => boss.ok(station.push, { params: { id } });
const booked = (id: number) => boss.ok(freight.book, { params: { id }, body: booking() as never });

const DEEDS: Record<string, Deed> = {
  push: {
    partner: 'shipstation',
    press: (id) => ask('PUT', `/shipments/${id}/ss/push`),
    isWanted: async (id) => (await stationOf(id))?.state === 'wanted',
    call: 'POST /orders/createorder',
    isThere: async (id) => (await ordersThere(id)).length > 0,
    write: 'station_orders pushed',
    isDone: async (id) => (await stationOf(id))?.state === 'pushed',
    effects: async (id) => (await ordersThere(id)).map(({ isActive }) => isActive),
  },
  removal: {
    partner: 'shipstation',
    before: pushed,
    press: (id) => ask('DELETE', `/shipments/${id}/ss/delete`),
    isWanted: async (id) => (await stationOf(id))?.state === 'removing',
    call: 'DELETE /orders/*',
    isThere: async (id) => (await ordersThere(id)).every(({ isActive }) => !isActive),
    write: 'station_orders removed',
    isDone: async (id) => (await stationOf(id))?.state === 'removed',
    effects: async (id) => (await ordersThere(id)).map(({ isActive }) => !isActive),
  },
  booking: {
    partner: 'freight',
    press: (id) => ask('PUT', `/customization/flex/${id}/book`, booking()),
    isWanted: async (id) => (await bookingOf(id))?.state === 'wanted',
    call: 'POST /bookings',
    isThere: async (id) => (await bookingsThere(id)).length > 0,
    write: 'freight_bookings SUBMITTED',
    isDone: async (id) => (await bookingOf(id))?.state === 'SUBMITTED',
    effects: async (id) => (await bookingsThere(id)).map(({ status }) => status === 'SUBMITTED'),
  },
  cancellation: {
    partner: 'freight',
    before: booked,
    press: (id) => ask('DELETE', `/shipments/${id}`),
    isWanted: async (id) => (await bookingOf(id))?.cancel_state === 'asked',
    call: 'POST /bookings/*/cancel',
    isThere: async (id) => (await bookingsThere(id)).every(({ status }) => status === 'CANCELLED'),
    write: 'freight_bookings CANCELLED',
    isDone: async (id) => (await bookingOf(id))?.state === 'CANCELLED',
    effects: async (id) => (await bookingsThere(id)).map(({ status }) => status === 'CANCELLED'),
  },
};

/** Where it is killed: what holds it there, and how one sees that it has come so far. */
interface Moment {
  hold: (deed: Deed) => Promise<unknown>;
  isReached: (deed: Deed, id: number) => Promise<unknown>;
}
/** Long enough that a call which was begun is at the partner. */
const sent = () => sleep(700).then(() => true);
const isCalled = ({ partner }: Deed) =>
  sandbox.calls().some(({ method, path }) => method !== 'GET' && path.startsWith(`/${partner}`));

const MOMENTS: Record<string, Moment> = {
  'when it is written down': {
    // The partner asked not to be called for a while.
    hold: ({ partner }) =>
      rows(
        `update call_allowances set blocked_until = now() + make_interval(secs => ${2 * PAUSE_SECONDS}) where name like $1`,
        `partner ${partner}%`,
      ),
    isReached: ({ isWanted }, id) => isWanted(id),
  },
  'when it is sent and not answered': {
    hold: async ({ call }) => sandbox.fail({ match: call, hold: true }),
    isReached: async ({ isWanted }, id) => (await isWanted(id)) && sent(),
  },
  'when it is answered and not written': {
    hold: ({ write }) => rows('insert into test_pause (step) values ($1)', write),
    isReached: async ({ isThere }, id) => (await isThere(id)) && sent(),
  },
};

const until = (reached: () => Promise<unknown>) =>
  eventually(async () => ((await reached()) ? true : undefined), PATIENCE_MS);

/** Kills, and lets the minutes pass that the schedule would wait: leases of the dead end, and what was left open is due. */
async function killAndRestart(): Promise<void> {
  await server.end('SIGKILL');
  sandbox.stopFailing();
  // A statement that waits goes on without its process.
  await sleep(PAUSE_SECONDS * 1000);
  await unblock();
  await rows(`update station_orders set tried_at = now() - interval '1 day' where state in ('wanted', 'removing')`);
  await rows(
    `update freight_bookings set tried_at = now() - interval '1 day' where state = 'wanted' or cancel_state = 'asked'`,
  );
  await start();
}

test.each(Object.keys(DEEDS).flatMap((deed) => Object.keys(MOMENTS).map((moment) => [deed, moment] as const)))(
  'a %s that is killed %s has one effect',
  async (deedName, momentName) => {
    const [deed, moment] = [DEEDS[deedName] as Deed, MOMENTS[momentName] as Moment];
    const id = await ready();
    // A first call makes the allowance of the partner.
    await boss.ok(freight.currency, { params: { id } });
    if (deed.partner === 'shipstation') await boss.ok(companyAccounts.cacheShipStation);
    await deed.before?.(id);
    sandbox.clearCalls();
    await moment.hold(deed);
    const pressed = deed.press(id);
    await until(() => moment.isReached(deed, id));
    if (momentName === 'when it is written down') expect(isCalled(deed)).toBe(false);
    expect(await deed.isDone(id)).toBe(false);
    await killAndRestart();
    await pressed;
    await until(() => deed.isDone(id));
    expect(await deed.effects(id)).toEqual([true]);
  },
  240_000,
);

test('a pull that is killed changes nothing, and the next one has the cost once', async () => {
  const id = await ready();
  const { ss_order_id } = await pushed(id);
  shop().buyLabel(ss_order_id, '1ZKILL', { shipmentCost: 7 });
  sandbox.fail({ match: 'GET /shipments', hold: true });
  const pressed = ask('GET', `/shipments/${id}/ss/pull`);
  await sent();
  await killAndRestart();
  await pressed;
  expect((await boss.ok(shipments.get, { params: { id } })).tracking).toMatchObject({ waybill: '', cost: 0 });
  await boss.ok(station.pull, { params: { id } });
  expect((await boss.ok(shipments.get, { params: { id } })).tracking).toMatchObject({ waybill: '1ZKILL', cost: 7 });
}, 240_000);
