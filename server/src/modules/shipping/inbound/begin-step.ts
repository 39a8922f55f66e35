import { type FbaKind, type FbaShipment, type FeedType, type Message, messageWith } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { hours, later } from '../../../platform/clock.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { notFound, refused } from '../../../platform/http/problem.ts';
import type { Ids } from '../../../platform/ids.ts';
import { readInvited } from '../../channels/index.ts';
import { type LockedOrder, lockOrder } from '../../orders/index.ts';
import { writeMarketplaceFacts } from '../../shipments/index.ts';
import { INBOUND_CODE, inboundOf } from './connected.ts';
import {
  countPlans,
  endStep,
  type FbaRow,
  forgetBoxes,
  hasShipment,
  insertPlan,
  insertStep,
  listFbaRows,
  listSteps,
  lockPlan,
  type PlanItem,
  readBoxes,
  readFbaRow,
  readPlanOfOrder,
  recordDue,
  recordSaved,
  runningStep,
  type StepInput,
  type StoredPlan,
  type StoredStep,
  setPlanState,
} from './fba.store.ts';
import { type FbaViewTools, readFbaShipment } from './fba.view.ts';
import { boxesOf, digestOf, hasCost, type Measure, type Progress, refusalOf } from './fba-rules.ts';
import { itemsLeft } from './plan-shipments.ts';
import type { StageOf } from './stages.ts';

/** SKUs of a plan at most. */
const ITEMS_MAX = 2000;
const READY_HOUR = 16;

export interface BeginTools extends FbaViewTools {
  ids: Ids;
}

export interface Sender {
  name: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  postal: string;
  country: string;
  home_country_code: string;
  measure: Measure;
}

export async function readSender(tx: Tx): Promise<Sender> {
  const { rows } = await sql<Sender>`
    select name, phone, address, city, state, postal, country, home_country_code, measure from company`.execute(tx);
  if (!rows[0]) throw new Error('The company has no row.');
  return rows[0];
}

/** What the marketplace needs of where the boxes leave from. */
function fromOf(sender: Sender, actor: Actor): Record<string, string> {
  const from = {
    name: sender.name,
    company: sender.name,
    street1: sender.address,
    street2: '',
    city: sender.city,
    state: sender.state,
    stateCode: /^[A-Z]{2}$/.test(sender.state) ? sender.state : '',
    postalCode: sender.postal,
    countryCode: sender.home_country_code || 'US',
    phone: sender.phone,
    email: actor.email,
  };
  const missing = (['street1', 'city', 'postalCode', 'phone'] as const).filter((part) => !from[part]);
  if (missing.length) throw refused(90003, messageWith('FbaAddressIncomplete', missing.join(', ')));
  return from;
}

export interface Planned {
  answer: 'success' | 'working';
}

const isSame = (one: readonly PlanItem[], other: readonly PlanItem[]) => JSON.stringify(one) === JSON.stringify(other);

/** What is left to do of a plan that failed; undefined when it is better planned anew. */
function stagesLeft(before: StoredPlan | undefined, last: StoredStep | undefined, items: readonly PlanItem[]) {
  if (before?.state !== 'failed' || !before.external_id || !last || !isSame(before.items, items)) return undefined;
  if (last.problem === 'FbaNoPlacement' || last.stages[last.at] === 'create-plan') return undefined;
  return last.stages.slice(last.at) as StageOf[];
}

/** A plan that failed after the marketplace had made it goes on; otherwise a new one with a name of its own. */
async function planFor(
  tx: Tx,
  tools: BeginTools,
  before: StoredPlan | undefined,
  wanted: { clientId: number; integrationId: number; orderId: number; items: PlanItem[] },
): Promise<{ plan: StoredPlan; stages: StageOf[] }> {
  const [last] = before ? await listSteps(tx, before.id, null) : [];
  const left = stagesLeft(before, last, wanted.items);
  if (before && left) {
    await setPlanState(tx, before.id, 'planning');
    return { plan: before, stages: left };
  }
  const attempt = (await countPlans(tx, wanted.orderId)) + 1;
  const name = `LS-${wanted.orderId}-${attempt}-${tools.ids.uuid().slice(0, 8)}`;
  return { plan: await insertPlan(tx, { ...wanted, name }), stages: ['create-plan', 'placements'] };
}

/** The stock is reserved when the plan exists; what cannot be reserved now is not planned. */
async function assertAvailable(tx: Tx, orderId: number): Promise<void> {
  const { rows } = await sql<{ sku: string }>`
    select i.sku from order_lines l join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
    join item_totals t on t.client_id = l.client_id and t.inventory_id = l.inventory_id
    where l.order_id = ${orderId} and ${inScope(tx, 'l.client_id')} group by i.sku, t.available having sum(l.leftover) > t.available order by i.sku limit 20`.execute(
    tx,
  );
  if (rows.length) throw refused(40002, ['FbaCannotSave', rows.map(({ sku }) => sku).join(', ')]);
}

/** What is asked for; throws why the order cannot be planned. */
async function itemsToPlan(tx: Tx, order: LockedOrder): Promise<{ items: PlanItem[]; integrationId: number }> {
  if (order.type !== 'Customer Order' || order.status !== 'Open')
    throw refused(30007, `OrderIsInState:${order.status}`);
  const stored = await readInvited(tx, order.client_id, INBOUND_CODE);
  if (!stored?.verified) throw refused(90003, 'FbaNotConnected');
  const items = itemsLeft(order);
  if (!items.length) throw refused(30007, 'FbaPlanWithoutLines');
  if (items.length > ITEMS_MAX) throw refused(90003, messageWith('FbaPlanTooLarge', ITEMS_MAX));
  await assertAvailable(tx, order.id);
  return { items, integrationId: stored.id };
}

async function planLocked(tx: Tx, tools: BeginTools, actor: Actor, orderId: number): Promise<Planned> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw notFound();
  const before = await readPlanOfOrder(tx, orderId);
  if (before?.state === 'planning') return { answer: 'working' };
  if (before?.state === 'planned' && (await listFbaRows(tx, before.id)).length > 0) return { answer: 'success' };
  const asked = await itemsToPlan(tx, order);
  const from = fromOf(await readSender(tx), actor);
  const { plan, stages } = await planFor(tx, tools, before, { clientId: order.client_id, orderId, ...asked });
  const id = await insertStep(tx, { plan, shipmentId: null, kind: 'plan', stages, input: { from }, by: actor });
  await recordDue(tx, plan, id, 0);
  await recordSaved(tx, plan);
  return { answer: 'working' };
}

/**
 * Asks for the plan of an order: two who ask at once get one. Runs as staff, because a client user's role writes no plan; who
 * may not see the order is refused before.
 */
export async function beginPlan(tools: BeginTools, open: Open, actor: Actor, orderId: number): Promise<Planned> {
  const isThere = await open(
    actorScope(actor),
    async (tx) => (await sql`select from orders where id = ${orderId} and ${inScope(tx)}`.execute(tx)).count > 0,
    'read',
  );
  if (!isThere) throw notFound();
  inboundOf(tools);
  return open(staffScope, (tx) => planLocked(tx, tools, actor, orderId));
}

interface Locked extends Progress {
  plan: StoredPlan;
  rows: FbaRow[];
  running: StoredStep | undefined;
  sender: Sender;
  boxes: ReturnType<typeof boxesOf>;
}

/** The shipment with its plan, which is locked: two who begin a step at once begin one. */
export async function lockForStep(tx: Tx, tools: BeginTools, shipmentId: number): Promise<Locked> {
  const row = await readFbaRow(tx, shipmentId);
  if (!row) throw (await hasShipment(tx, shipmentId)) ? refused(90001, 'FbaNotPlanned') : notFound();
  const plan = await lockPlan(tx, row.plan_id);
  const [fresh, rows, running, sender, cartons] = [
    await readFbaRow(tx, shipmentId),
    await listFbaRows(tx, row.plan_id),
    await runningStep(tx, row.plan_id),
    await readSender(tx),
    await readBoxes(tx, shipmentId),
  ];
  if (!plan || !fresh) throw notFound();
  const boxes = boxesOf(cartons, sender.measure);
  return { plan, row: fresh, rows, running, sender, boxes, digest: digestOf(boxes), now: tools.clock.now() };
}

/** When the boxes are ready: on the day that the shipment is to leave, and not in the past. */
function readyAt({ row, now }: Locked): string {
  const wanted = new Date(`${row.ship_date}T${READY_HOUR}:00:00.000Z`);
  const soonest = later(now, hours(1));
  const ready = wanted > soonest ? wanted : soonest;
  return `${ready.toISOString().slice(0, 16)}:00.000Z`;
}

export interface StepRequest {
  kind: FbaKind;
  feedType?: FeedType | undefined;
  isOwnCourier?: boolean;
  trackingNumbers?: readonly string[] | undefined;
}

/** Several waybills are written in one field, separated by commas, semicolons or spaces. */
const waybillsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

function trackingOf({ row, boxes }: Locked, given: readonly string[] = []): string[] {
  const named = given.filter(Boolean);
  const numbers = named.length ? named : waybillsIn(row.waybill);
  if (numbers.length !== 1 && numbers.length !== boxes.length)
    throw refused(40005, messageWith('FbaTrackingIsNeeded', boxes.length));
  return numbers;
}

/** What the step is begun with, and its calls. */
function whatOf(locked: Locked, request: StepRequest, actor: Actor): { stages: StageOf[]; input: StepInput } {
  const { row, rows, boxes, digest, sender } = locked;
  const id = row.shipment_id;
  const feedType = request.feedType ?? row.feed_type;
  switch (request.kind) {
    case 'create':
      return { stages: ['accept-placement'], input: { feedType } };
    case 'feed':
    case 'weights':
      return { stages: [`boxes:${id}`], input: { feedType, boxes, digest } };
    case 'estimate': {
      const contact = { name: sender.name, phone: sender.phone, email: actor.email };
      return { stages: [`transports:${id}`], input: { readyAt: readyAt(locked), contact } };
    }
    case 'cost':
      return { stages: [], input: { isOwnCourier: request.isOwnCourier ?? false } };
    case 'confirm': {
      const windows = rows
        .filter(({ transport }) => transport?.needs_window)
        .flatMap(({ shipment_id }): StageOf[] => [`window-offers:${shipment_id}`, `window:${shipment_id}`]);
      return { stages: [...windows, 'accept-transports'], input: {} };
    }
    case 'complete':
      if (row.transport?.is_partnered !== false) return { stages: [], input: {} };
      return { stages: [`tracking:${id}`], input: { trackingNumbers: trackingOf(locked, request.trackingNumbers) } };
    case 'void':
      return { stages: ['cancel-plan'], input: {} };
    default:
      return { stages: [], input: {} };
  }
}

/** The cost of all shipments is confirmed at once. */
function assertOthers({ row, rows, now }: Locked): void {
  const open = rows.filter((each) => each.shipment_id !== row.shipment_id && !hasCost(each, now));
  if (open.length)
    throw refused(40005, messageWith('FbaOthersNotReady', open.map(({ shipment_id }) => shipment_id).join(', ')));
}

const refuse = (message: Message) => {
  throw refused(40005, message);
};

/** Begins a step, and answers the state: the same step that runs already is not begun again. */
export async function beginStep(
  tx: Tx,
  tools: BeginTools,
  actor: Actor,
  shipmentId: number,
  request: StepRequest,
): Promise<FbaShipment> {
  inboundOf(tools);
  const locked = await lockForStep(tx, tools, shipmentId);
  const { plan, running } = locked;
  const isPlans = request.kind === 'create' || request.kind === 'confirm' || request.kind === 'void';
  if (running && running.kind === request.kind && (isPlans || running.shipment_id === shipmentId))
    return readFbaShipment(tx, tools, shipmentId);
  if (running) refuse('FbaIsWorking');
  const refusal = refusalOf(request.kind, locked);
  if (refusal) refuse(refusal);
  if (request.kind === 'confirm') assertOthers(locked);
  const stored = await readInvited(tx, plan.client_id, INBOUND_CODE);
  if (!stored?.verified) throw refused(90003, 'FbaNotConnected');
  const { stages, input } = whatOf(locked, request, actor);
  const id = await insertStep(tx, { plan, shipmentId, kind: request.kind, stages, input, by: actor });
  await recordDue(tx, plan, id, 0);
  await recordSaved(tx, plan);
  return readFbaShipment(tx, tools, shipmentId);
}

const factsOf = ({ shipment_id: id, client_id: clientId, order_id: orderId }: FbaRow) => ({ id, clientId, orderId });

/** Another way of telling the contents: what was sent is to be sent again. */
export async function changeFeed(tx: Tx, tools: BeginTools, shipmentId: number, type: FeedType): Promise<FbaShipment> {
  const locked = await lockForStep(tx, tools, shipmentId);
  const { row, plan, running } = locked;
  if (running) refuse('FbaIsWorking');
  if (row.confirmed_at) refuse('FbaTransportConfirmed');
  if (row.feed_type === type) refuse('FbaSameType');
  await writeMarketplaceFacts(tx, factsOf(row), { feedType: type });
  await forgetBoxes(tx, shipmentId, null);
  await recordSaved(tx, plan);
  return readFbaShipment(tx, tools, shipmentId);
}

/** Before it was sent the feed is not sent; afterwards what was sent does not count, and is sent again. */
export async function cancelFeed(tx: Tx, tools: BeginTools, shipmentId: number): Promise<FbaShipment> {
  const { row, plan, running } = await lockForStep(tx, tools, shipmentId);
  if (row.confirmed_at) refuse('FbaTransportConfirmed');
  if (running) {
    const isFeed = running.kind === 'feed' && running.shipment_id === shipmentId;
    if (!isFeed) refuse('FbaIsWorking');
    if (running.operation_id || running.settles_at) refuse('FbaFeedIsSent');
    await endStep(tx, running.id, { state: 'failed', problem: 'FbaCancelled', result: {} });
  } else {
    if (!row.feed) refuse('FbaNotYet');
    await forgetBoxes(tx, shipmentId, row.feed && { ...row.feed, FeedProcessingStatus: '_CANCELLED_' });
  }
  await recordSaved(tx, plan);
  return readFbaShipment(tx, tools, shipmentId);
}
