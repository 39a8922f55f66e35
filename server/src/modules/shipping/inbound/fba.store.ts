import type { FbaAction, FbaKind, FeedResult, FeedType } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import type { InboundBox, InboundShipment } from '../inbound-partner.ts';

export interface PlanItem {
  sku: string;
  quantity: number;
  /** The marketplace's own number of the item, once it has said it. */
  itemId?: string;
}

export interface StoredPlan {
  id: number;
  client_id: number;
  integration_id: number | null;
  order_id: number;
  name: string;
  state: 'planning' | 'planned' | 'failed' | 'cancelled';
  items: PlanItem[];
  external_id: string;
  placement_id: string;
  placement_expires_at: string | null;
  created_at: string;
  planned_at: string | null;
  accepted_at: string | null;
}

const planColumns = sql`p.id, p.client_id, p.integration_id, p.order_id, p.name, p.state, p.items, p.external_id, p.placement_id,
  p.placement_expires_at, p.created_at, p.planned_at, p.accepted_at`;

export async function insertPlan(
  tx: Tx,
  plan: { clientId: number; integrationId: number; orderId: number; name: string; items: readonly PlanItem[] },
): Promise<StoredPlan> {
  const { rows } = await sql<StoredPlan>`
    insert into fba_plans as p (client_id, integration_id, order_id, name, items)
    values (${plan.clientId}, ${plan.integrationId}, ${plan.orderId}, ${plan.name}, ${JSON.stringify(plan.items)}::jsonb)
    returning ${planColumns}`.execute(tx);
  if (!rows[0]) throw new Error('The plan was not written.');
  return rows[0];
}

export async function readPlan(tx: Tx, id: number): Promise<StoredPlan | undefined> {
  const { rows } = await sql<StoredPlan>`
    select ${planColumns} from fba_plans p where p.id = ${id} and ${inScope(tx, 'p.client_id')}`.execute(tx);
  return rows[0];
}

/** Locks the plan: until the commit, nobody else begins a step of it. */
export async function lockPlan(tx: Tx, id: number): Promise<StoredPlan | undefined> {
  const { rows } = await sql<StoredPlan>`
    select ${planColumns} from fba_plans p where p.id = ${id} and ${inScope(tx, 'p.client_id')} for no key update`.execute(
    tx,
  );
  return rows[0];
}

/** The newest plan of an order. */
export async function readPlanOfOrder(tx: Tx, orderId: number): Promise<StoredPlan | undefined> {
  const { rows } = await sql<StoredPlan>`
    select ${planColumns} from fba_plans p where p.order_id = ${orderId} and ${inScope(tx, 'p.client_id')}
    order by p.id desc limit 1`.execute(tx);
  return rows[0];
}

export async function countPlans(tx: Tx, orderId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from fba_plans where order_id = ${orderId} and ${inScope(tx)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function setPlanState(tx: Tx, id: number, state: StoredPlan['state']): Promise<void> {
  await sql`update fba_plans set state = ${state} where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function setExternalPlan(tx: Tx, id: number, externalId: string): Promise<void> {
  await sql`update fba_plans set external_id = ${externalId} where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function setPlacement(
  tx: Tx,
  id: number,
  placement: { id: string; expiresAt: Date | null; fee: string; currency: string },
): Promise<void> {
  await sql`
    update fba_plans set state = 'planned', planned_at = now(), placement_id = ${placement.id},
      placement_expires_at = ${placement.expiresAt}, fee = ${placement.fee}::numeric, currency = ${placement.currency}
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** Keeps how the marketplace numbers the items: papers say it. */
export async function keepItemIds(
  tx: Tx,
  plan: Pick<StoredPlan, 'id' | 'items'>,
  shipments: readonly InboundShipment[],
): Promise<void> {
  const said = shipments.flatMap(({ items }) => items).filter(({ itemId }) => itemId);
  if (said.length === 0) return;
  const idOf = new Map(said.map(({ sku, itemId }) => [sku.toLowerCase(), itemId]));
  const items = plan.items.map((item) => ({ ...item, itemId: idOf.get(item.sku.toLowerCase()) ?? item.itemId }));
  await sql`
    update fba_plans set items = ${JSON.stringify(items)}::jsonb where id = ${plan.id} and ${inScope(tx)}`.execute(tx);
}

export async function setAccepted(tx: Tx, id: number): Promise<void> {
  await sql`update fba_plans set accepted_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** A carrier that was chosen, as it is stored. */
export interface StoredTransport {
  id: string;
  carrier: string;
  mode: string;
  is_partnered: boolean;
  has_own: boolean;
  cost: string | null;
  currency: string;
  expires_at: string | null;
  voidable_until: string | null;
  needs_window: boolean;
}

/** A shipment of a plan, with what the warehouse knows of it. Voided ones are left out. */
export interface FbaRow {
  shipment_id: number;
  client_id: number;
  plan_id: number;
  order_id: number;
  external_id: string;
  confirmation_id: string;
  warehouse: string;
  state: string;
  fed_at: string | null;
  fed_boxes: string;
  feed: FeedResult | null;
  weighed_at: string | null;
  weighed_boxes: string;
  estimated_at: string | null;
  transport: StoredTransport | null;
  costed_at: string | null;
  confirmed_at: string | null;
  completed_at: string | null;
  voided_at: string | null;
  feed_type: FeedType;
  packed: boolean;
  status: string;
  ship_date: string;
  waybill: string;
  fba_shipment_id: string;
}

const rowColumns = sql`f.shipment_id, f.client_id, f.plan_id, s.order_id, f.external_id, f.confirmation_id, f.warehouse, f.state,
  f.fed_at, f.fed_boxes, f.feed, f.weighed_at, f.weighed_boxes, f.estimated_at, f.transport, f.costed_at, f.confirmed_at,
  f.completed_at, f.voided_at, s.fba_feed_type as feed_type, s.packed, s.status, s.ship_date, s.waybill, s.fba_shipment_id`;
const rowTables = sql`fba_shipments f join shipments s on s.client_id = f.client_id and s.id = f.shipment_id`;

export async function readFbaRow(tx: Tx, shipmentId: number): Promise<FbaRow | undefined> {
  const { rows } = await sql<FbaRow>`
    select ${rowColumns} from ${rowTables}
    where f.shipment_id = ${shipmentId} and s.voided_at is null and ${inScope(tx, 'f.client_id')}`.execute(tx);
  return rows[0];
}

export async function listFbaRows(tx: Tx, planId: number): Promise<FbaRow[]> {
  const { rows } = await sql<FbaRow>`
    select ${rowColumns} from ${rowTables}
    where f.plan_id = ${planId} and s.voided_at is null and ${inScope(tx, 'f.client_id')} order by f.shipment_id`.execute(
    tx,
  );
  return rows;
}

export async function hasShipment(tx: Tx, id: number): Promise<boolean> {
  const { count } = await sql`select from shipments where id = ${id} and voided_at is null and ${inScope(tx)}`.execute(
    tx,
  );
  return count > 0;
}

export async function insertFbaShipment(
  tx: Tx,
  row: { shipmentId: number; clientId: number; planId: number; externalId: string; warehouse: string; state: string },
): Promise<void> {
  await sql`
    insert into fba_shipments (shipment_id, client_id, plan_id, external_id, warehouse, state)
    values (${row.shipmentId}, ${row.clientId}, ${row.planId}, ${row.externalId}, ${row.warehouse}, ${row.state})`.execute(
    tx,
  );
}

export async function saveMarketplaceState(
  tx: Tx,
  shipmentId: number,
  { state, confirmationId }: { state: string; confirmationId: string },
): Promise<void> {
  await sql`
    update fba_shipments set state = ${state},
      confirmation_id = case when ${confirmationId}::text = '' then confirmation_id else ${confirmationId}::text end
    where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
}

/** The contents were sent: every later step has to be done again. */
export async function markContentsSent(tx: Tx, shipmentId: number, boxes: string, feed: FeedResult): Promise<void> {
  await sql`
    update fba_shipments set fed_at = now(), fed_boxes = ${boxes}, feed = ${JSON.stringify(feed)}::jsonb, weighed_at = null,
      weighed_boxes = '', estimated_at = null, transport = null, costed_at = null
    where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
}

export async function setWeighed(tx: Tx, shipmentId: number, boxes: string): Promise<void> {
  await sql`
    update fba_shipments set weighed_at = now(), weighed_boxes = ${boxes}, estimated_at = null, transport = null, costed_at = null
    where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
}

/** The contents that were sent are no longer valid. */
export async function forgetBoxes(tx: Tx, shipmentId: number, feed: FeedResult | null): Promise<void> {
  await sql`
    update fba_shipments set fed_at = null, fed_boxes = '', feed = ${feed && JSON.stringify(feed)}::jsonb, weighed_at = null,
      weighed_boxes = '', estimated_at = null, transport = null, costed_at = null
    where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
}

export async function setEstimated(tx: Tx, shipmentId: number): Promise<void> {
  await sql`
    update fba_shipments set estimated_at = now(), transport = null, costed_at = null
    where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
}

export async function setTransport(tx: Tx, shipmentId: number, transport: StoredTransport): Promise<void> {
  await sql`
    update fba_shipments set transport = ${JSON.stringify(transport)}::jsonb, costed_at = now()
    where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
}

export async function setConfirmed(tx: Tx, shipmentId: number, transport: StoredTransport): Promise<void> {
  await sql`
    update fba_shipments set transport = ${JSON.stringify(transport)}::jsonb, confirmed_at = now()
    where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
}

export async function setCompleted(tx: Tx, shipmentId: number): Promise<void> {
  await sql`
    update fba_shipments set completed_at = now() where shipment_id = ${shipmentId} and ${inScope(tx)}`.execute(tx);
}

export async function setVoided(tx: Tx, planId: number): Promise<void> {
  await sql`update fba_shipments set voided_at = now() where plan_id = ${planId} and ${inScope(tx)}`.execute(tx);
}

/** What a step was begun with, so that it sends the same whenever it goes on. */
export interface StepInput {
  from?: Record<string, string>;
  feedType?: FeedType;
  boxes?: InboundBox[];
  digest?: string;
  readyAt?: string;
  contact?: { name: string; phone: string; email: string };
  isOwnCourier?: boolean;
  trackingNumbers?: string[];
}

export interface StepResult {
  options?: number;
  cost?: { amount: string; currency: string } | null;
  carrier?: string;
  status?: string;
}

export interface StoredStep {
  id: number;
  client_id: number;
  plan_id: number;
  shipment_id: number | null;
  kind: FbaKind;
  state: 'running' | 'done' | 'failed';
  stages: string[];
  at: number;
  input: StepInput;
  /**
   * Set while a call has no stored answer: until then it may still arrive. `is_settled` says whether that time is over.
   */
  settles_at: string | null;
  is_settled: boolean;
  operation_id: string;
  last_operation: string;
  attempts: number;
  failures: number;
  problem: string;
  warnings: string[];
  result: StepResult;
  user_id: number;
  user_name: string;
  created_at: string;
  ended_at: string | null;
}

const stepColumns = sql`t.id, t.client_id, t.plan_id, t.shipment_id, t.kind, t.state, t.stages, t.at, t.input, t.settles_at,
  coalesce(t.settles_at <= now(), true) as is_settled, t.operation_id, t.last_operation, t.attempts, t.failures, t.problem, t.warnings,
  t.result, t.user_id, t.user_name, t.created_at, t.ended_at`;

export async function insertStep(
  tx: Tx,
  step: {
    plan: Pick<StoredPlan, 'id' | 'client_id'>;
    shipmentId: number | null;
    kind: FbaKind;
    stages: readonly string[];
    input: StepInput;
    by: { id: number; name: string };
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into fba_steps (client_id, plan_id, shipment_id, kind, stages, input, user_id, user_name)
    values (${step.plan.client_id}, ${step.plan.id}, ${step.shipmentId}, ${step.kind}, ${JSON.stringify(step.stages)}::jsonb,
      ${JSON.stringify(step.input)}::jsonb, ${step.by.id}, ${step.by.name}) returning id`.execute(tx);
  if (!rows[0]) throw new Error('The step was not written.');
  return rows[0].id;
}

export async function readStep(tx: Tx, id: number): Promise<StoredStep | undefined> {
  const { rows } = await sql<StoredStep>`
    select ${stepColumns} from fba_steps t where t.id = ${id} and ${inScope(tx, 't.client_id')}`.execute(tx);
  return rows[0];
}

export async function runningStep(tx: Tx, planId: number): Promise<StoredStep | undefined> {
  const { rows } = await sql<StoredStep>`
    select ${stepColumns} from fba_steps t where t.plan_id = ${planId} and t.state = 'running' and ${inScope(tx, 't.client_id')}`.execute(
    tx,
  );
  return rows[0];
}

/** Steps of a plan, or those of it that are about one shipment, newest first. */
export async function listSteps(tx: Tx, planId: number, shipmentId: number | null): Promise<StoredStep[]> {
  const { rows } = await sql<StoredStep>`
    select ${stepColumns} from fba_steps t
    where t.plan_id = ${planId} and (${shipmentId}::int is null or t.shipment_id is null or t.shipment_id = ${shipmentId}::int
      or t.kind in ('create', 'confirm', 'void')) and ${inScope(tx, 't.client_id')}
    order by t.id desc limit 200`.execute(tx);
  return rows;
}

/**
 * The version of the step that was read: the updates below do nothing when another worker has changed the step since.
 */
type Seen = Pick<StoredStep, 'id' | 'at' | 'operation_id' | 'settles_at'>;
const isUnchanged = ({ id, at, operation_id, settles_at }: Seen) =>
  sql`id = ${id} and state = 'running' and at = ${at} and operation_id = ${operation_id}
    and settles_at is not distinct from ${settles_at}::timestamptz`;

/**
 * Written before a call: until `settles_at` it may still arrive, and is not sent again. Undefined when another worker
 * took the step meanwhile.
 */
export async function intendCall(tx: Tx, seen: Seen, seconds: number): Promise<Seen | undefined> {
  const { rows } = await sql<Seen>`
    update fba_steps set settles_at = now() + make_interval(secs => ${seconds}::float8), attempts = attempts + 1
    where ${isUnchanged(seen)} and ${inScope(tx)} returning id, at, operation_id, settles_at`.execute(tx);
  return rows[0];
}

/** The call was answered: it has started an operation. */
export async function storeOperation(tx: Tx, seen: Seen, operationId: string): Promise<boolean> {
  const { count } = await sql`
    update fba_steps set operation_id = ${operationId}, last_operation = ${operationId}, settles_at = null, attempts = 0, problem = ''
    where ${isUnchanged(seen)} and ${inScope(tx)}`.execute(tx);
  return count > 0;
}

/** The call did nothing, or its outcome is unknown: after this many seconds it is settled which. */
export async function setSettles(tx: Tx, seen: Seen, seconds: number | null): Promise<void> {
  await sql`
    update fba_steps set settles_at = case when ${seconds}::float8 is not null then now() + make_interval(secs => ${seconds}::float8) end
    where ${isUnchanged(seen)} and ${inScope(tx)}`.execute(tx);
}

/** The operation of the call has succeeded: the next call follows. */
export async function advance(tx: Tx, seen: Seen, warnings: readonly string[]): Promise<boolean> {
  const { count } = await sql`
    update fba_steps set at = at + 1, operation_id = '', settles_at = null, attempts = 0, problem = '',
      warnings = warnings || ${JSON.stringify(warnings)}::jsonb
    where ${isUnchanged(seen)} and ${inScope(tx)}`.execute(tx);
  return count > 0;
}

/** The operation of the call has failed, and the call is made once more. */
export async function beginAgain(tx: Tx, seen: Seen, problem: string): Promise<void> {
  await sql`
    update fba_steps set operation_id = '', settles_at = null, failures = failures + 1, problem = ${problem}
    where ${isUnchanged(seen)} and ${inScope(tx)}`.execute(tx);
}

/** It goes on later. */
export async function postpone(tx: Tx, id: number, seconds: number, problem: string | null): Promise<void> {
  await sql`
    update fba_steps set due_at = now() + make_interval(secs => ${seconds}::float8), attempts = attempts + 1,
      problem = coalesce(${problem}::text, problem)
    where id = ${id} and state = 'running' and ${inScope(tx)}`.execute(tx);
}

export async function endStep(
  tx: Tx,
  id: number,
  end: { state: 'done' | 'failed'; problem: string; result: StepResult },
): Promise<boolean> {
  const { count } = await sql`
    update fba_steps set state = ${end.state}, problem = ${end.problem}, result = ${JSON.stringify(end.result)}::jsonb,
      operation_id = '', settles_at = null, ended_at = now()
    where id = ${id} and state = 'running' and ${inScope(tx)}`.execute(tx);
  return count > 0;
}

export async function setStepResult(tx: Tx, id: number, result: StepResult): Promise<void> {
  await sql`update fba_steps set result = ${JSON.stringify(result)}::jsonb where id = ${id} and ${inScope(tx)}`.execute(
    tx,
  );
}

/** Steps that should have gone on and did not: their job was lost. */
export async function lateSteps(
  tx: Tx,
  seconds: number,
): Promise<{ id: number; client_id: number; order_id: number }[]> {
  const { rows } = await sql<{ id: number; client_id: number; order_id: number }>`
    select t.id, t.client_id, p.order_id from fba_steps t join fba_plans p on p.client_id = t.client_id and p.id = t.plan_id
    where t.state = 'running' and t.due_at < now() - make_interval(secs => ${seconds}::float8) order by t.id limit 500`.execute(
    tx,
  );
  return rows;
}

export async function insertHistory(
  tx: Tx,
  row: { shipmentId: number; clientId: number; action: FbaAction; response: object; userName: string },
): Promise<void> {
  await sql`
    insert into fba_history (client_id, shipment_id, action, response, user_name)
    values (${row.clientId}, ${row.shipmentId}, ${row.action}, ${JSON.stringify(row.response)}::jsonb, ${row.userName})`.execute(
    tx,
  );
}

/** The pages of all shipments of a plan show something else now. */
export async function recordSaved(tx: Tx, plan: Pick<StoredPlan, 'id' | 'client_id' | 'order_id'>): Promise<void> {
  const { client_id: clientId } = plan;
  for (const { shipment_id } of await listFbaRows(tx, plan.id))
    await recordEvent(tx, { kind: 'fba.saved', clientId, subjectId: shipment_id });
  await recordEvent(tx, { kind: 'fba.planned', clientId, subjectId: plan.order_id });
}

export const recordDue = (tx: Tx, plan: Pick<StoredPlan, 'client_id' | 'order_id'>, stepId: number, after: number) =>
  recordEvent(tx, {
    kind: 'fba.step_due',
    clientId: plan.client_id,
    subjectId: plan.order_id,
    payload: { step_id: stepId, after },
  });

/** The cartons of a shipment as boxes, in the order in which they were packed. */
export interface PackedBox {
  number: string;
  length: string;
  width: string;
  height: string;
  weight: string;
  items: { sku: string; quantity: number; expire: string | null }[];
}

export async function readBoxes(tx: Tx, shipmentId: number): Promise<PackedBox[]> {
  const { rows } = await sql<PackedBox>`
    select c.number, c.length::text as length, c.width::text as width, c.height::text as height, c.weight::text as weight,
      coalesce((select json_agg(json_build_object('sku', q.sku, 'quantity', q.quantity, 'expire', q.expire) order by q.sku, q.expire)
        from (select i.sku, sum(x.quantity)::int as quantity, x.expire from container_lines x
          join shipment_lines l on l.client_id = x.client_id and l.id = x.shipment_line_id
          join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
          where x.client_id = c.client_id and x.container_id = c.id group by i.sku, x.expire) q), '[]') as items
    from containers c where c.shipment_id = ${shipmentId} and ${inScope(tx, 'c.client_id')} order by c.position`.execute(
    tx,
  );
  return rows;
}
