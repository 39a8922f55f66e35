import { api, type LabelBatch, type Message, mayCall, reasonSentence } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../../platform/events/events.ts';
import { Problem, refused } from '../../../platform/http/problem.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import {
  type BatchShipment,
  endOfBatch,
  insertBatch,
  listBatchShipments,
  nextOfBatch,
  readBatch,
  saveBatchState,
  sumOfBatch,
} from './batches.store.ts';
import { buyLabels } from './buy-labels.ts';
import { companyCurrency } from './label-facts.view.ts';
import type { LabelTools } from './label-tools.ts';
import { rateShipment } from './rate-shipment.ts';
import { findBuyer } from './settle-label.ts';
import { LABELS_AT } from './shipment-labels.view.ts';

/** With the waits between them growing, a partner that does not answer is tried for some hours. */
const ATTEMPTS = 12;

/** Asks a job to buy the labels that are missing. Throws 40001 when one of the shipments cannot be seen. */
export async function requestBatch(
  tx: Tx,
  tools: LabelTools,
  actor: Actor,
  { ids, only_missing }: { ids: readonly number[]; only_missing: 0 | 1 },
): Promise<LabelBatch> {
  const onlyMissing = only_missing === 1;
  const id = await insertBatch(tx, { userId: actor.id, userName: actor.name, onlyMissing, ids: [...new Set(ids)] });
  if ((await listBatchShipments(tx, id)).length < new Set(ids).size) throw refused(40001);
  await recordEvent(tx, { kind: 'label_batch.due', subjectId: id });
  return showBatch(tx, tools, id);
}

/** How far a batch is. */
export async function showBatch(tx: Tx, { batchKeys }: LabelTools, id: number): Promise<LabelBatch> {
  const batch = await readBatch(tx, id);
  if (!batch) throw refused(40005);
  const [shipments, { cost, printable }, currency] = await Promise.all([
    listBatchShipments(tx, id),
    sumOfBatch(tx, id),
    companyCurrency(tx),
  ]);
  const count = (...states: BatchShipment['state'][]) => shipments.filter(({ state }) => states.includes(state)).length;
  return {
    id,
    state: batch.state,
    total: shipments.length,
    ended: shipments.length - count('waiting'),
    bought: count('bought'),
    failed: count('failed'),
    shipments: shipments.map(({ shipment_id, reference, state, labels, problem }) => ({
      shipment_id,
      reference,
      state,
      labels,
      problem: problem && reasonSentence(problem),
      problem_key: problem,
    })),
    label_url: printable > 0 ? `${LABELS_AT}/${batchKeys.make(id)}` : '',
    cost,
    currency,
    user: batch.user_name,
    created_at: batch.created_at,
    ended_at: batch.ended_at,
  };
}

export const batchSubscribers: Subscribers = {
  'label_batch.due': [
    ({ subject_id }) => [
      {
        task: 'buy-label-batch',
        payload: { batch_id: subject_id },
        queue: `label batch ${subject_id}`,
        key: `label batch ${subject_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
};

type Outcome = Pick<BatchShipment, 'state' | 'labels' | 'problem'>;
const failed = (problem: string, labels = 0): Outcome => ({ state: 'failed', labels, problem });

/** As it is kept: the message with its values, for every language. */
const reasonOfRefusal = ({ reason }: Problem): string => reason;

/** Every carton has its label: there is nothing to do, which is no failure. */
const isComplete = ({ reason }: Problem) => reason === '40005:CartonsHaveLabels';

/** Prices, the one that the courier's rule chooses, and its purchase. What was bought before stays. */
async function buyByRule(
  tools: LabelTools,
  open: Open,
  actor: Actor,
  id: number,
  onlyMissing: boolean,
): Promise<Outcome> {
  try {
    const input = { shipment_id: id, reference: '', courier: 0, unitsCount: 0 };
    const { byRule, whyNot } = await rateShipment(tools, open, actor, input, false);
    if (!byRule) return failed(whyNot satisfies Message);
    const quote = { object_id: byRule.object_id, service: byRule.service, cost: byRule.cost, dates: byRule.dates };
    const { labels } = await buyLabels(tools, open, actor, id, quote, false);
    const unsettled = labels.find(({ state }) => state !== 'bought');
    const bought = labels.filter(({ state }) => state === 'bought').length;
    return unsettled
      ? failed(unsettled.problem || 'PartnerAnswerUnknown', bought)
      : { state: 'bought', labels: bought, problem: '' };
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    if (isComplete(error) && onlyMissing) return { state: 'skipped', labels: 0, problem: '' };
    return failed(reasonOfRefusal(error));
  }
}

async function buyerOf(tools: LabelTools, userId: number): Promise<Actor | undefined> {
  const actor = await findBuyer(tools, userId);
  return actor && mayCall(actor, api.labels.buyMany.access) ? actor : undefined;
}

/**
 * Buys the labels of a batch, shipment after shipment. Killed at any point it goes on with the first shipment that has no
 * outcome: its cartons with labels need none.
 */
export const buyBatchJob =
  (tools: LabelTools): Job =>
  async ({ open }, payload) => {
    const id = Number(payload.batch_id);
    const batch = await open(staffScope, (tx) => readBatch(tx, id), 'read');
    if (!batch || batch.state === 'done') return;
    await open(staffScope, (tx) => saveBatchState(tx, id, 'running'));
    for (;;) {
      const next = await open(staffScope, (tx) => nextOfBatch(tx, id), 'read');
      if (!next) break;
      // Whoever asked may have been disabled meanwhile.
      const actor = await buyerOf(tools, batch.user_id);
      const outcome = actor
        ? await buyByRule(tools, open, actor, next.shipment_id, batch.only_missing)
        : failed('LabelUserIsGone');
      await open(staffScope, async (tx) => {
        await endOfBatch(tx, next.id, outcome);
        await recordEvent(tx, { kind: 'label_batch.saved', subjectId: id });
      });
    }
    await open(staffScope, async (tx) => {
      await saveBatchState(tx, id, 'done');
      await recordEvent(tx, { kind: 'label_batch.saved', subjectId: id });
    });
  };
