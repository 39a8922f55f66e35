import { api } from '@longshore/contract';
import { beforeEach, expect, test } from 'vitest';
import type { Sandbox } from '../src/sandbox/index.ts';
import { type Caller, eventually, type TestApp } from './harness.ts';
import { type KillableServer, sleep } from './killable.ts';
import { type KilledJobs, killJobs } from './killed-jobs.ts';

const { fba, shipments } = api;
const PATIENCE_MS = 90_000;
let it: TestApp;
let sandbox: Sandbox;
let server: KillableServer;
let start: KilledJobs['start'];
export let boss: Caller;
let clientId: number;
let itemId: number;

/** Writes of steps wait while they are named here, so that a process can be killed between two of them. */
const PAUSE_SECONDS = 3;
const PAUSE_LOCK = 4_711;
const PAUSES = [
  'create table test_pause (step text)',
  `create function test_pause() returns trigger language plpgsql security definer as $$
    declare stage text := split_part(old.stages ->> old.at, ':', 1);
    declare reached text := case
      when new.state = 'done' then 'end ' || old.kind
      when new.at > old.at then 'over ' || stage
      when new.operation_id <> '' and old.operation_id = '' then 'answer ' || stage
      when new.settles_at is not null and old.settles_at is null then 'intent ' || stage end;
    begin
      if exists (select from public.test_pause p where p.step = reached) then
        -- Its lock is what can be seen from elsewhere.
        perform pg_advisory_xact_lock(${PAUSE_LOCK}), pg_sleep(${PAUSE_SECONDS});
      end if;
      return new;
    end $$`,
  'create trigger test_pause before update on fba_steps for each row execute function test_pause()',
];

async function connect(): Promise<void> {
  await it.database.owner(
    `insert into fba_invitations (client_id, token_hash, recipients, user_id, user_name, expires_at)
     select $1, sha256('token'::bytea), '', id, name, now() + interval '1 day' from users where email = 'super@longshore.test'`,
    [clientId],
  );
  const { key_1 = '', access_token = '' } = sandbox.credentials.amazon ?? {};
  await it.guest.ok(fba.accept, { body: { token: 'token', sellerId: key_1, mwsToken: access_token } });
}

/**
 * Before the tests of a file: a seller at Amazon whose steps are run by a process that can be killed. Calls are answered
 * by the process of the tests.
 */
export function sellerWithKillableJobs(): void {
  killJobs(async (made) => {
    ({ it, boss, sandbox, server, start } = made);
    clientId = await it.given.client();
    await boss.ok(api.session.switchClient, { params: { id: clientId } });
    const item = await it.given.item(boss, { client_id: clientId });
    itemId = item.id;
    await it.given.stock(itemId, 5_000);
    await connect();
    for (const statement of PAUSES) await rows(statement);
  });
  beforeEach(async () => {
    sandbox.clearCalls();
    seller().switches.windowsForPartnered = false;
    await rows('delete from test_pause');
  });
}

const until = <Found>(found: () => Promise<Found | undefined>) => eventually(found, PATIENCE_MS);
export const rows = <Row extends object>(text: string, ...values: unknown[]) => it.database.owner<Row>(text, values);
export const seller = () => {
  const [first] = sandbox.amazon.sellers;
  if (!first) throw new Error('The sandbox has a seller.');
  return first;
};

const asStep = (endpoint: unknown) => endpoint as (typeof fba)['submitFeed'];
const begin = (id: number, { endpoint, body }: Step) =>
  boss.ok(asStep(endpoint), { params: { id }, ...(body ? { body } : {}) } as never);
const settled = (id: number) =>
  until(async () => {
    const state = await boss.ok(fba.get, { params: { id } });
    return state.working ? undefined : state;
  });

export async function orderOf(): Promise<number> {
  const lines = [{ inventory_id: itemId, quantity: 12 }];
  return (await it.given.order(boss, 'Customer Order', { client_id: clientId, lines })).id;
}
export const shipmentOf = (orderId: number) =>
  until(async () => {
    const { state, shipments: made, problem } = await boss.ok(fba.readPlan, { params: { id: orderId } });
    if (state === 'failed') throw new Error(problem);
    return made[0]?.id;
  });
async function pack(id: number): Promise<void> {
  const { shipment_lines } = await boss.ok(shipments.get, { params: { id } });
  const contents = shipment_lines.map((line) => ({ lineId: line.id, quantity: line.quantity }));
  const containers = [{ length: 16, width: 12, height: 8, weight: 12, contents }];
  await boss.ok(shipments.pack, { params: { id }, body: { containers } as never });
}

interface Step {
  endpoint: unknown;
  body?: object;
  /** Its calls, one after the other, and what Amazon calls what they begin. */
  calls: Partial<Record<string, string>>;
}
/** The steps of a shipment whose cost is known, in their order. */
const STEPS: Record<string, Step> = {
  create: { endpoint: fba.create, body: { type: 'FEED' }, calls: { 'accept-placement': 'confirmPlacementOption' } },
  feed: { endpoint: fba.submitFeed, calls: { boxes: 'setPackingInformation' } },
  weights: { endpoint: fba.submitTransport, calls: { boxes: 'setPackingInformation' } },
  estimate: { endpoint: fba.requestTransport, calls: { transports: 'generateTransportationOptions' } },
  cost: { endpoint: fba.costTransport, body: {}, calls: {} },
  confirm: {
    endpoint: fba.confirmTransport,
    calls: {
      'window-offers': 'generateDeliveryWindowOptions',
      window: 'confirmDeliveryWindowOptions',
      'accept-transports': 'confirmTransportationOptions',
    },
  },
  void: { endpoint: fba.voidTransport, calls: { 'cancel-plan': 'cancelInboundPlan' } },
};
const COMPLETE: Step = {
  endpoint: fba.complete,
  body: { tracking_numbers: ['1ZOWN'] },
  calls: { tracking: 'updateShipmentTrackingDetails' },
};
export const PLAN = { 'create-plan': 'createInboundPlan', placements: 'generatePlacementOptions' };

async function upTo(name: string): Promise<number> {
  const orderId = await orderOf();
  await boss.ok(fba.plan, { params: { id: orderId } });
  const id = await shipmentOf(orderId);
  await pack(id);
  const isOwn = name === 'complete';
  for (const [each, step] of Object.entries(STEPS)) {
    if (each === name || (isOwn && each === 'void')) break;
    await begin(id, each === 'cost' && isOwn ? { ...step, body: { own_courier: 1 } } : step);
    expect((await settled(id)).failed).toBeNull();
  }
  return id;
}

/** Where a call is killed, in the order in which it comes there: what holds it, and how one sees that it is there. */
type Moment = 'intent' | 'sent' | 'answer' | 'over' | 'end';
const isPaused = async () =>
  (await rows(`select from pg_locks where locktype = 'advisory' and objid = $1::int::oid`, PAUSE_LOCK)).length > 0;
const isSent = async (stage: string) =>
  (
    await rows(
      `select from fba_steps where state = 'running' and settles_at is not null and split_part(stages ->> at, ':', 1) = $1`,
      stage,
    )
  ).length > 0;

async function hold(moment: Moment, stage: string, operation: string): Promise<void> {
  if (moment === 'sent') sandbox.fail({ match: operation, hold: true });
  else await rows('insert into test_pause (step) values ($1)', `${moment} ${stage}`);
}
async function isReached(moment: Moment, stage: string): Promise<true | undefined> {
  const isThere = moment === 'sent' ? await isSent(stage) : await isPaused();
  if (!isThere) return undefined;
  // The call is at Amazon, or has been answered.
  await sleep(500);
  return true;
}

/** Kills the process, and lets the seconds pass in which a call could still arrive. */
async function kill(): Promise<void> {
  await server.end('SIGKILL');
  sandbox.stopFailing();
  await rows('delete from test_pause');
  await until(async () => ((await isPaused()) ? undefined : true));
  await sleep(300);
  await rows(
    `update fba_steps set due_at = now(), settles_at = case when operation_id = '' and settles_at is not null then now() + interval '6 seconds' end
     where state = 'running'`,
  );
}

/** Operations of a name that Amazon has done. */
export const done = (operation: string) =>
  [...seller().operations.values()].filter(({ name, status }) => name === operation && status === 'SUCCESS').length;

/** Begins something, and kills the process at each of the moments in turn. */
export async function killedAt(
  [first, ...others]: readonly Moment[],
  stage: string,
  operation: string,
  press: () => Promise<unknown>,
): Promise<void> {
  if (!first) throw new Error('There is a moment.');
  await hold(first, stage, operation);
  await press();
  await until(() => isReached(first, stage));
  for (const moment of others) {
    await kill();
    await hold(moment, stage, operation);
    await start();
    await until(() => isReached(moment, stage));
  }
  await kill();
  await start();
}

/** What nobody is harmed by when it is done twice: it has the same effect. A window is chosen anew, and there is still one. */
export const REPEATABLE = new Set(['placements', 'boxes', 'transports', 'window-offers', 'window', 'tracking']);
export const LIVES: [name: string, moments: readonly Moment[]][] = [
  ['before, while and after it is sent', ['intent', 'sent', 'over']],
  ['when its answer is not written', ['answer']],
];

const ALL: Record<string, Step> = { ...STEPS, complete: COMPLETE };
/** Those that take the longest are in a file of their own, which runs beside the other. */
export const LATE_STEPS = ['confirm', 'void', 'complete'];
export const EARLY_STEPS = Object.keys(ALL).filter((name) => !LATE_STEPS.includes(name));

const CALLS = Object.entries(ALL).flatMap(([name, step]) =>
  Object.entries(step.calls).flatMap(([stage, operation = '']) =>
    LIVES.map(([life, moments]) => [name, stage, life, step, operation, moments] as const),
  ),
);
/** What is there after a step, whatever it was interrupted by. */
async function assertOneEffect(name: string, id: number): Promise<void> {
  const state = await settled(id);
  expect(state.failed).toBeNull();
  const there = seller()
    .shipments()
    .find(({ shipment }) => shipment.confirmationId === state.fba_shipment_id)?.shipment;
  expect(there?.boxes.length ?? 0).toBeLessThanOrEqual(1);
  if (name === 'confirm') {
    expect(state.next).toBe('complete');
    expect((await boss.ok(shipments.get, { params: { id } })).tracking.cost).toBe(
      Number(state.transport?.cost?.amount),
    );
  }
  if (name === 'void') expect([state.next, there?.status]).toEqual(['voided', 'CANCELLED']);
  const actions = (await boss.ok(fba.history, { params: { id } })).map(({ action }) => action);
  expect(new Set(actions).size).toBe(actions.length);
}

/** One test for each moment at which a call of these steps can be killed, and one for the end of each. */
export function testKilledSteps(names: readonly string[]): void {
  test.each(CALLS.filter(([name]) => names.includes(name)))(
    'in the step %s the call %s that is killed %s has one effect',
    async (name, stage, _, step, operation, moments) => {
      seller().switches.windowsForPartnered = stage.startsWith('window');
      const id = await upTo(name);
      const [before, charged] = [done(operation), seller().charged];
      await killedAt(moments, stage, operation, () => begin(id, step));
      await assertOneEffect(name, id);
      if (!REPEATABLE.has(stage)) expect(done(operation) - before).toBe(1);
      const { cost } = (await boss.ok(fba.get, { params: { id } })).transport ?? {};
      if (name === 'confirm') expect(seller().charged - charged).toBeCloseTo(Number(cost?.amount) * 100, 0);
    },
    300_000,
  );

  test.each(Object.entries(ALL).filter(([name]) => names.includes(name)))(
    'the step %s that is killed when all is done and not written ends once',
    async (name, step) => {
      const id = await upTo(name);
      const kind = name;
      await rows('insert into test_pause (step) values ($1)', `end ${kind}`);
      await begin(id, step);
      await until(() => isReached('end', kind));
      await kill();
      await start();
      await assertOneEffect(name, id);
    },
    300_000,
  );
}
