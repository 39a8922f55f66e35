import {
  SENT_BY_HAND_MAX,
  SUBSCRIPTIONS_MAX,
  type Subscription,
  type SubscriptionInput,
  type SubscriptionSchedule,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { forbidden, invalid, notFound } from '../../../platform/http/problem.ts';
import { readTimezone } from '../../company/index.ts';
import { mayRun, operationReport } from '../operations/all-reports.ts';
import { readReportParams } from '../operations/read-report-params.ts';
import { lastPeriod } from '../schedules/due-periods.ts';
import { existingClients } from '../schedules/existing-clients.view.ts';
import { insertRunByHand } from '../schedules/runs.store.ts';
import { requestOf } from './report-request.ts';
import {
  countSubscriptions,
  insertSubscription,
  type LockedSubscription,
  lockSubscription,
  ownerOfSubscription,
  pauseActive,
  removeSubscription,
  resumeFor,
  type StoredReportRequest,
  updateSubscription,
} from './subscriptions.store.ts';
import { readSubscription } from './subscriptions.view.ts';
import { traceSubscription } from './trace-subscription.ts';

const saved = (tx: Tx, id: number, clientId: number | null) =>
  recordEvent(tx, { kind: 'report_subscription.saved', clientId, subjectId: id });

/** Asks the report as a run would, so that whatever would stop the subscription is refused now. */
async function assertRuns(
  tx: Tx,
  actor: Actor,
  ask: StoredReportRequest,
  clientId: number | 'all' | null,
  frequency: SubscriptionSchedule['frequency'],
  now: Date,
): Promise<number | null> {
  const report = operationReport(ask.report);
  if (!report) throw invalid('report', 'ReportIsUnknown');
  if (!mayRun(report, actor)) throw forbidden();
  // A report that is run once answers client users with their own rows; what is mailed for years says so at once.
  if (actor.clientId !== null && clientId !== null && clientId !== actor.clientId)
    throw invalid('clientId', 'ClientIsUnknown');
  const timezone = await readTimezone(tx);
  const request = { ...requestOf(ask, lastPeriod({ frequency }, timezone, now)), clientId };
  return (await readReportParams(tx, actor, report, request, { timezone, now })).clientIds?.[0] ?? null;
}

export async function createSubscription(
  tx: Tx,
  actor: Actor,
  { report, clientId, text_criteria_1: criteria, params: item_ids, ...schedule }: SubscriptionInput,
  now: Date,
): Promise<Subscription> {
  const ask = { report, of_client: null, criteria, item_ids };
  const of_client = await assertRuns(tx, actor, ask, clientId, schedule.frequency, now);
  if ((await countSubscriptions(tx, actor.id)) >= SUBSCRIPTIONS_MAX)
    throw invalid('_', `TooManySubscriptions:${SUBSCRIPTIONS_MAX}`);
  const id = await insertSubscription(tx, actor, { ...ask, of_client }, schedule, now);
  traceSubscription(tx, actor, 'Subscription added', { ...schedule, report, of_client });
  await saved(tx, id, actor.clientId);
  return readSubscription(tx, actor, id, now);
}

async function locked(tx: Tx, id: number, now: Date): Promise<LockedSubscription> {
  const subscription = await lockSubscription(tx, id, now);
  if (!subscription) throw notFound();
  return subscription;
}

/** Who saves it, or resumes it after it stopped, becomes its owner: staff do not take over what a client's users read with their own access. */
async function takeOver(tx: Tx, actor: Actor, subscription: LockedSubscription, now: Date): Promise<void> {
  if (subscription.client_id !== actor.clientId) throw invalid('_', 'SubscriptionOfClient');
  const { of_client, frequency } = subscription;
  await assertRuns(tx, actor, subscription, of_client ?? 'all', frequency, now);
}

export async function changeSubscription(
  tx: Tx,
  actor: Actor,
  id: number,
  schedule: SubscriptionSchedule,
  now: Date,
): Promise<Subscription> {
  const subscription = await locked(tx, id, now);
  await takeOver(tx, actor, subscription, now);
  await updateSubscription(tx, id, actor, schedule, now);
  const { report, of_client } = subscription;
  traceSubscription(tx, actor, 'Subscription changed', { ...schedule, report, of_client });
  await saved(tx, id, subscription.client_id);
  return readSubscription(tx, actor, id, now);
}

export async function pauseSubscription(tx: Tx, actor: Actor, id: number, now: Date): Promise<Subscription> {
  const { client_id } = await locked(tx, id, now);
  await pauseActive(tx, id, now);
  await saved(tx, id, client_id);
  return readSubscription(tx, actor, id, now);
}

export async function resumeSubscription(tx: Tx, actor: Actor, id: number, now: Date): Promise<Subscription> {
  const subscription = await locked(tx, id, now);
  if (subscription.state === 'stopped') await takeOver(tx, actor, subscription, now);
  await resumeFor(tx, id, actor, now);
  await saved(tx, id, subscription.client_id);
  return readSubscription(tx, actor, id, now);
}

export async function deleteSubscription(tx: Tx, actor: Actor, id: number): Promise<true> {
  const subscription = await removeSubscription(tx, id);
  if (!subscription) throw notFound();
  // Of a client that no longer exists there is no history.
  const [existing] = await existingClients(tx, [subscription.of_client ?? 0]);
  if (existing !== undefined) traceSubscription(tx, actor, 'Subscription removed', subscription);
  await saved(tx, id, subscription.client_id);
  return true;
}

/** Send now: besides the regular runs, for the last whole period. A run that still waits is not made twice. */
export async function sendNow(tx: Tx, actor: Actor, id: number, now: Date): Promise<Subscription> {
  const subscription = await locked(tx, id, now);
  if (!subscription.is_waiting) {
    if (subscription.sent_by_hand >= SENT_BY_HAND_MAX) throw invalid('_', `SentOftenToday:${SENT_BY_HAND_MAX}`);
    const period = lastPeriod(subscription, await readTimezone(tx), now);
    const runId = await insertRunByHand(tx, ownerOfSubscription(subscription), actor, period, now);
    await recordEvent(tx, {
      kind: 'report_subscription.due',
      clientId: subscription.client_id,
      subjectId: runId,
    });
  }
  return readSubscription(tx, actor, id, now);
}
