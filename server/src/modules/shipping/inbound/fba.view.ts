import {
  FBA_PAPERS,
  FBA_STEPS,
  type FbaBox,
  type FbaDocument,
  type FbaHistory,
  type FbaPlan,
  type FbaShipment,
  type FbaStep,
  type FbaStepRun,
  type FeedResult,
  keyOfReason,
  reasonSentence,
} from '@longshore/contract';
import type { Clock } from '../../../platform/clock.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound, refused } from '../../../platform/http/problem.ts';
import type { PrintKeys } from '../../channels/index.ts';
import type { InboundBox } from '../inbound-partner.ts';
import type { InboundTools } from './connected.ts';
import {
  type FbaRow,
  hasShipment,
  listFbaRows,
  listSteps,
  readBoxes,
  readFbaRow,
  readPlan,
  readPlanOfOrder,
  type StoredPlan,
  type StoredStep,
} from './fba.store.ts';
import {
  boxesOf,
  costUntil,
  createUntil,
  digestOf,
  hasCost,
  isHeavy,
  type Measure,
  nextOf,
  voidUntil,
} from './fba-rules.ts';
import { listLabels, type StoredLabels } from './labels.store.ts';

export interface FbaViewTools extends InboundTools {
  keys: PrintKeys;
  clock: Clock;
}

export const LABELS_AT = '/print/fba/labels';

interface Head {
  reference: string;
  client: string;
  measure: Measure;
  city: string;
  state: string;
  postal_code: string;
}

async function readHead(tx: Tx, shipmentId: number): Promise<Head> {
  const { rows } = await sql<Head>`
    select s.reference, c.company as client, k.measure, coalesce(s.shipping_addr ->> 'city', '') as city,
      coalesce(nullif(s.shipping_addr ->> 'state_code', ''), s.shipping_addr ->> 'state', '') as state,
      coalesce(s.shipping_addr ->> 'postal_code', '') as postal_code
    from shipments s join clients c on c.id = s.client_id cross join company k
    where s.id = ${shipmentId} and ${inScope(tx, 's.client_id')}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

const boxView = (box: InboundBox, measure: Measure): FbaBox => ({
  id: box.id,
  length: Number(box.length),
  width: Number(box.width),
  height: Number(box.height),
  weight: Number(box.weight),
  is_heavy: isHeavy(Number(box.weight), measure),
  items: box.items.map(({ sku, quantity }) => ({ sku, quantity })),
  units: box.items.reduce((sum, { quantity }) => sum + quantity, 0),
});

const saidOf = (step: StoredStep): FbaStepRun => ({
  id: step.id,
  step: step.kind,
  state: step.state,
  started_at: step.created_at,
  ended_at: step.ended_at,
  operation: step.last_operation,
  problem: step.problem && reasonSentence(step.problem),
  problem_key: keyOfReason(step.problem),
  warnings: step.warnings,
  result: {
    options: step.result.options ?? null,
    cost: step.result.cost ?? null,
    carrier: step.result.carrier ?? '',
    status: step.result.status ?? '',
  },
  user: step.user_name,
});

const doneAt = (row: FbaRow): Record<FbaStep, string | null> => ({
  feed: row.fed_at,
  weights: row.weighed_at,
  estimate: row.estimated_at,
  cost: row.costed_at,
  confirm: row.confirmed_at,
  complete: row.completed_at,
});

const costOf = ({ transport }: FbaRow) =>
  transport?.cost ? { amount: transport.cost, currency: transport.currency } : null;

interface StepFacts {
  row: FbaRow;
  next: FbaShipment['next'];
  running: StoredStep | undefined;
  failed: StoredStep | undefined;
}
type ShownStep = FbaShipment['steps'][number];

function stateOf(
  name: FbaStep,
  isDone: boolean,
  isNext: boolean,
  { row, running, failed }: StepFacts,
): ShownStep['state'] {
  if (running?.kind === name && isAbout(running, row)) return 'working';
  if (isDone) return 'done';
  if (failed?.kind === name) return 'failed';
  return isNext ? 'next' : 'later';
}

function stepsOf(facts: StepFacts): ShownStep[] {
  const { row, next } = facts;
  const names = FBA_STEPS.filter((name) => name !== 'feed' || row.feed_type === 'FEED');
  const at = next === 'done' ? names.length : names.indexOf(next as FbaStep);
  const done = doneAt(row);
  const wasDone = (name: FbaStep, index: number) => (next === 'voided' ? done[name] !== null : index < at);
  return names.map((name, index) => {
    const isDone = wasDone(name, index);
    return {
      name,
      state: stateOf(name, isDone, index === at, facts),
      at: isDone ? done[name] : null,
      cost: name === 'cost' && isDone ? costOf(row) : null,
    };
  });
}

/** Of the plan as a whole, or of this shipment. */
const isAbout = ({ kind, shipment_id }: StoredStep, row: FbaRow) =>
  shipment_id === row.shipment_id || kind === 'create' || kind === 'confirm' || kind === 'void';

/** The newest step, when it failed and nothing was done since. */
function failedOf(steps: readonly StoredStep[], row: FbaRow): StoredStep | undefined {
  const newest = steps.find((step) => step.kind !== 'plan' && isAbout(step, row));
  return newest?.state === 'failed' && newest.problem !== 'FbaCancelled' ? newest : undefined;
}

const between = (of: 'create' | 'confirm' | 'void', from: string | null, until: Date | undefined) =>
  from && until ? { of, from, until: until.toISOString() } : null;

function deadlineOf(plan: StoredPlan, row: FbaRow): FbaShipment['deadline'] {
  if (row.voided_at || plan.state === 'cancelled') return null;
  if (!plan.accepted_at) return between('create', plan.planned_at ?? plan.created_at, createUntil(plan));
  if (row.confirmed_at) return between('void', row.confirmed_at, voidUntil(row));
  return between('confirm', row.costed_at, costUntil(row));
}

function documentsOf(row: FbaRow, labels: readonly StoredLabels[], key: string): FbaDocument[] {
  return FBA_PAPERS.map((paper) => {
    const found = labels.find((each) => each.paper === paper);
    const state = row.voided_at || !row.confirmed_at ? 'later' : (found?.state ?? 'later');
    return {
      paper,
      state,
      url: state === 'ready' ? `${LABELS_AT}/${key}/${paper}` : '',
      problem: found?.problem ? reasonSentence(found.problem) : '',
      problem_key: keyOfReason(found?.problem ?? ''),
    };
  });
}

const transportOf = ({ transport }: FbaRow): FbaShipment['transport'] =>
  transport && {
    cost: transport.cost ? { amount: transport.cost, currency: transport.currency } : null,
    carrier: transport.carrier,
    mode: transport.mode,
    is_partnered: transport.is_partnered,
    has_own: transport.has_own,
    expires_at: transport.expires_at,
    voidable_until: transport.voidable_until,
  };

/** A running feed says so until it has ended. */
function feedOf(row: FbaRow, running: StoredStep | undefined): FeedResult | null {
  if (running?.kind !== 'feed' || running.shipment_id !== row.shipment_id) return row.feed;
  return {
    FeedSubmissionId: running.last_operation,
    FeedProcessingStatus: running.operation_id ? '_IN_PROGRESS_' : '_SUBMITTED_',
    StartedProcessingDate: running.created_at,
    CompletedProcessingDate: null,
  };
}

async function findRow(tx: Tx, shipmentId: number): Promise<{ row: FbaRow; plan: StoredPlan }> {
  const row = await readFbaRow(tx, shipmentId);
  if (!row) throw (await hasShipment(tx, shipmentId)) ? refused(90001, 'FbaNotPlanned') : notFound();
  const plan = await readPlan(tx, row.plan_id);
  if (!plan) throw notFound();
  return { row, plan };
}

export async function readFbaShipment(tx: Tx, tools: FbaViewTools, shipmentId: number): Promise<FbaShipment> {
  const found = await findRow(tx, shipmentId);
  // Before the facts: a step that ends meanwhile is said to work, never to have ended without its effect.
  const steps = await listSteps(tx, found.plan.id, null);
  const [{ row, plan }, head, rows, cartons, labels] = await Promise.all([
    findRow(tx, shipmentId),
    readHead(tx, shipmentId),
    listFbaRows(tx, found.plan.id),
    readBoxes(tx, shipmentId),
    listLabels(tx, shipmentId),
  ]);
  const { measure } = head;
  const boxes = boxesOf(row.packed ? cartons : [], measure);
  const now = tools.clock.now();
  const next = nextOf({ plan, row, digest: digestOf(boxes), now });
  const running = steps.find(({ state }) => state === 'running');
  const failed = failedOf(steps, row);
  return {
    shipment_id: row.shipment_id,
    order_id: row.order_id,
    reference: head.reference,
    client: head.client,
    fba_shipment_id: row.fba_shipment_id,
    feed_type: row.feed_type,
    exist_in_fba: plan.accepted_at && !row.voided_at ? 1 : 0,
    packed: row.packed ? 1 : 0,
    status: row.status,
    at_marketplace: row.state,
    destination: { warehouse: row.warehouse, city: head.city, state: head.state, postal_code: head.postal_code },
    ship_date: row.ship_date,
    unit_system: measure === 'metric' ? 'METRIC' : 'IMPERIAL',
    next,
    steps: stepsOf({ row, next, running, failed }),
    working: running
      ? { step: running.kind, since: running.created_at, shipment_id: running.shipment_id, user: running.user_name }
      : null,
    failed: failed
      ? {
          step: failed.kind,
          at: failed.ended_at ?? failed.created_at,
          problem: reasonSentence(failed.problem),
          problem_key: keyOfReason(failed.problem),
        }
      : null,
    deadline: deadlineOf(plan, row),
    transport: transportOf(row),
    boxes: boxes.map((box) => boxView(box, measure)),
    feed: feedOf(row, running),
    said: steps.filter((step) => step.kind === 'plan' || isAbout(step, row)).map(saidOf),
    documents: documentsOf(row, labels, tools.keys.make(shipmentId)),
    others: rows
      .filter((each) => each.shipment_id !== shipmentId)
      .map((each) => ({
        shipment_id: each.shipment_id,
        fba_shipment_id: each.fba_shipment_id,
        is_ready: each.confirmed_at !== null || hasCost(each, now),
        warehouse: each.warehouse,
      })),
  };
}

/** What became of the contents that were sent. */
export async function readFeed(tx: Tx, shipmentId: number): Promise<FeedResult | null> {
  const { row, plan } = await findRow(tx, shipmentId);
  const steps = await listSteps(tx, plan.id, shipmentId);
  return feedOf(
    row,
    steps.find(({ state }) => state === 'running'),
  );
}

export async function readFbaHistory(tx: Tx, shipmentId: number): Promise<FbaHistory[]> {
  if (!(await hasShipment(tx, shipmentId))) throw notFound();
  const { rows } = await sql<FbaHistory>`
    select id, action, created_at as action_date, response, user_name as user from fba_history
    where shipment_id = ${shipmentId} and ${inScope(tx)} order by id`.execute(tx);
  return rows;
}

/** The plan of an order; a plan of which every shipment was voided is none. */
export async function readOrderPlan(tx: Tx, orderId: number): Promise<FbaPlan> {
  const { count } = await sql`select from orders where id = ${orderId} and ${inScope(tx)}`.execute(tx);
  if (count === 0) throw notFound();
  const none: FbaPlan = { state: 'none', since: null, problem: '', problem_key: '', shipments: [] };
  const plan = await readPlanOfOrder(tx, orderId);
  if (!plan) return none;
  const [rows, [last]] = await Promise.all([listFbaRows(tx, plan.id), listSteps(tx, plan.id, null)]);
  if (plan.state !== 'planning' && plan.state !== 'failed' && rows.length === 0) return none;
  const problem = last?.kind === 'plan' ? last.problem : '';
  return {
    state: plan.state === 'planning' ? 'working' : plan.state === 'failed' ? 'failed' : 'planned',
    since: last?.created_at ?? plan.created_at,
    problem: problem && reasonSentence(problem),
    problem_key: keyOfReason(problem),
    shipments: await unitsOf(tx, rows),
  };
}

async function unitsOf(tx: Tx, rows: readonly FbaRow[]): Promise<FbaPlan['shipments']> {
  const { rows: units } = await sql<{ shipment_id: number; units: number }>`
    select shipment_id, sum(quantity)::int as units from shipment_lines
    where shipment_id = any(${rows.map(({ shipment_id }) => shipment_id)}::int[]) and ${inScope(tx)} group by shipment_id`.execute(
    tx,
  );
  return rows.map(({ shipment_id: id, fba_shipment_id, warehouse }) => ({
    id,
    fba_shipment_id,
    warehouse,
    units: units.find(({ shipment_id }) => shipment_id === id)?.units ?? 0,
  }));
}
