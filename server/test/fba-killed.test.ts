import { api, type FbaShipment } from '@longshore/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../src/sandbox/index.ts';
import { type Caller, eventually, type TestApp, testApp } from './harness.ts';
import { KillableServer, sleep } from './killable.ts';
import { TEST_MASTER_KEY } from './test-master-key.ts';

const { fba, shipments } = api;
const PATIENCE_MS = 90_000;
let it: TestApp;
let sandbox: Sandbox;
let server: KillableServer;
let boss: Caller;
let clientId: number;
let itemId: number;

const app = () => sandbox.apps.amazon ?? { clientId: '', clientSecret: '', developerName: '', developerId: '' };
const start = () =>
  server.start({
    DATABASE_URL: it.database.serverUrl,
    LONGSHORE_DEMO: 'off',
    LONGSHORE_SECRET: TEST_MASTER_KEY.current.toString('hex'),
    LONGSHORE_ALLOW_PRIVATE_PARTNERS: '1',
    LONGSHORE_PARTNER_AMAZON_URL: sandbox.baseUrls.amazon ?? '',
    LONGSHORE_PARTNER_AMAZON_CLIENT_ID: app().clientId,
    LONGSHORE_PARTNER_AMAZON_CLIENT_SECRET: app().clientSecret,
  });

// Calls are answered by this process, jobs run in one of its own, which is killed.
beforeAll(async () => {
  sandbox = await startSandbox({ control: true });
  it = await testApp({
    partners: { urls: sandbox.baseUrls, apps: sandbox.apps, allowPrivate: false, demo: sandbox.credentials },
  });
  boss = await it.as('super');
  clientId = await it.given.client();
  await boss.ok(api.session.switchClient, { params: { id: clientId } });
  const item = await it.given.item(boss, { client_id: clientId });
  itemId = item.id;
  await it.given.stock(itemId, 5_000);
  await connect();
  server = await KillableServer.make();
  await start();
}, 240_000);

afterAll(async () => {
  await server.end('SIGTERM');
  server.remove();
  await sandbox.stop();
});
beforeEach(() => {
  sandbox.stopFailing();
  sandbox.clearCalls();
});

async function connect(): Promise<void> {
  await it.database.owner(
    `insert into fba_invitations (client_id, token_hash, recipients, user_id, user_name, expires_at)
     select $1, sha256('token'::bytea), '', id, name, now() + interval '1 day' from users where email = 'super@longshore.test'`,
    [clientId],
  );
  const { key_1 = '', access_token = '' } = sandbox.credentials.amazon ?? {};
  await it.guest.ok(fba.accept, { body: { token: 'token', sellerId: key_1, mwsToken: access_token } });
}

const until = <Found>(found: () => Promise<Found | undefined>) => eventually(found, PATIENCE_MS);
const seller = () => {
  const [first] = sandbox.amazon.sellers;
  if (!first) throw new Error('The sandbox has a seller.');
  return first;
};

/** Kills the server while Amazon holds back the answer of a call, and starts it again. */
async function killAt(match: string, begin: () => Promise<unknown>): Promise<void> {
  sandbox.fail({ match, delayMs: 3_000 });
  await begin();
  const runs = async () =>
    (await it.database.owner("select from fba_steps where state = 'running' and settles_at is not null")).length > 0;
  await until(async () => ((await runs()) ? true : undefined));
  // The call was sent, and waits at Amazon.
  await sleep(600);
  await server.end('SIGKILL');
  sandbox.stopFailing();
  await start();
}

const asStep = (endpoint: unknown) => endpoint as (typeof fba)['submitFeed'];
const settled = (id: number) =>
  until(async () => {
    const state = await boss.ok(fba.get, { params: { id } });
    return state.working ? undefined : state;
  });
async function step(id: number, endpoint: unknown, body?: object): Promise<FbaShipment> {
  await boss.ok(asStep(endpoint), { params: { id }, ...(body ? { body } : {}) } as never);
  const state = await settled(id);
  expect(state.failed).toBeNull();
  return state;
}

async function orderOf(): Promise<number> {
  const lines = [{ inventory_id: itemId, quantity: 12 }];
  return (await it.given.order(boss, 'Customer Order', { client_id: clientId, lines })).id;
}
const shipmentOf = (orderId: number) =>
  until(async () => {
    const { state, shipments: made, problem } = await boss.ok(fba.readPlan, { params: { id: orderId } });
    if (state === 'failed') throw new Error(problem);
    return made[0]?.id;
  });
async function planned(): Promise<number> {
  const orderId = await orderOf();
  await boss.ok(fba.plan, { params: { id: orderId } });
  return shipmentOf(orderId);
}
async function pack(id: number): Promise<void> {
  const { shipment_lines } = await boss.ok(shipments.get, { params: { id } });
  const contents = shipment_lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  const containers = [{ length: 16, width: 12, height: 8, weight: 12, contents }];
  await boss.ok(shipments.pack, { params: { id }, body: { containers } as never });
}

/** The steps before each one, in their order. */
const STEPS: [name: string, endpoint: unknown, body?: object][] = [
  ['create', fba.create, { type: 'FEED' }],
  ['feed', fba.submitFeed],
  ['weights', fba.submitTransport],
  ['estimate', fba.requestTransport],
  ['cost', fba.costTransport, {}],
  ['confirm', fba.confirmTransport],
  ['void', fba.voidTransport],
];
async function upTo(name: string): Promise<number> {
  const id = await planned();
  await pack(id);
  for (const [each, endpoint, body] of STEPS) {
    if (each === name) break;
    await step(id, endpoint, body);
  }
  return id;
}
const atAmazon = (id: string) =>
  seller()
    .shipments()
    .find(({ shipment }) => shipment.confirmationId === id)?.shipment;

test.each(['POST /inboundPlans'])(
  'a plan that is killed at %s is there once',
  async (match) => {
    const before = seller().plans.size;
    const orderId = await orderOf();
    await killAt(match, () => boss.ok(fba.plan, { params: { id: orderId } }));
    await shipmentOf(orderId);
    expect(seller().plans.size - before).toBe(1);
    const rows = await it.database.owner('select from shipments where order_id = $1', [orderId]);
    expect(rows).toHaveLength(1);
  },
  240_000,
);

test.each([
  ['create', 'POST /confirmation'],
  ['feed', 'POST /packingInformation'],
  ['weights', 'POST /packingInformation'],
  ['estimate', 'POST /transportationOptions'],
  ['confirm', 'POST /transportationOptions/confirmation'],
])(
  'the step %s that is killed at %s has one effect',
  async (name, match) => {
    const id = await upTo(name);
    const [, endpoint, body] = STEPS.find(([each]) => each === name) ?? ['', undefined];
    const charged = seller().charged;
    await killAt(match, () => boss.ok(asStep(endpoint), { params: { id }, ...(body ? { body } : {}) } as never));
    const state = await settled(id);
    expect(state.failed).toBeNull();
    const there = atAmazon(state.fba_shipment_id);
    expect(there?.boxes.length ?? 0).toBeLessThanOrEqual(1);
    const cost = Number(state.transport?.cost?.amount ?? 0) * 100;
    if (name === 'confirm') expect(seller().charged - charged).toBeCloseTo(cost, 0);
    if (name === 'void') expect([state.next, there?.status]).toEqual(['voided', 'CANCELLED']);
    const history = await boss.ok(fba.history, { params: { id } });
    const actions = history.map(({ action }) => action);
    expect(new Set(actions).size).toBe(actions.length);
  },
  300_000,
);
