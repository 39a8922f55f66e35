import { api, type TrackingStatus } from '@longshore/contract';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import type { Subscribers } from '../../../platform/events/events.ts';
import type { InTransactionSubscribers } from '../../../platform/events/in-transaction.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import { PartnerProblem } from '../../channels/index.ts';
import { trackShipment } from '../../shipments/index.ts';
import type { Tracking } from '../label-partner.ts';
import { findSeller, type LabelSeller, type LabelTools, noteProblem } from './label-tools.ts';
import {
  dueShipments,
  type KeptTracking,
  labelsToTrack,
  lockShipmentRow,
  openLabels,
  readLabel,
  type StoredLabel,
  saveTracking,
  trackLater,
} from './labels.store.ts';
import { tryWithLabelLease } from './labels-lease.ts';
import { forgetQuotes } from './quotes.store.ts';
import { findBuyer, recordLabelChange, settleLabel } from './settle-label.ts';
import { voidLabelsOf } from './void-with-shipment.ts';

const ATTEMPTS = 12;

export const labelsInTransaction: InTransactionSubscribers = {
  'shipment.voided': [
    async (tx, { subjectId, clientId }) => {
      if (subjectId !== null && clientId !== null) await voidLabelsOf(tx, subjectId, clientId);
    },
  ],
};

export const voidSubscribers: Subscribers = {
  'label.void_due': [
    ({ subject_id }) => [
      {
        task: 'void-shipment-labels',
        payload: { shipment_id: subject_id },
        queue: `labels ${subject_id}`,
        key: `labels of the voided shipment ${subject_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
};

/** Without an account nothing can be asked: what waits goes on once there is one again. */
async function sellerOrNone(tools: LabelTools, open: Open): Promise<LabelSeller | undefined> {
  try {
    return await findSeller(tools, open, false);
  } catch (error) {
    if (error instanceof Problem && api.labels.buy.errors.includes(error.body.error_code as never)) return undefined;
    throw error;
  }
}

/** What is open of the labels of a shipment; undefined when somebody else has the lease. */
const settleShipment = (
  tools: LabelTools,
  open: Open,
  seller: LabelSeller,
  id: number,
  { isWhole }: { isWhole: boolean },
): Promise<true | undefined> =>
  tryWithLabelLease<true>(open, id, async () => {
    for (const label of await open(staffScope, (tx) => openLabels(tx, id, isWhole), 'read')) {
      const actor = await findBuyer(tools, label.user_id);
      await settleLabel({ tools, open, seller, actor }, label);
    }
    return true;
  });

/**
 * Requests the refund of the labels of a voided shipment. Without an account they wait for one: see `resumeLabelsJob`.
 */
export const voidShipmentLabelsJob =
  (tools: LabelTools): Job =>
  async ({ open }, payload) => {
    const id = Number(payload.shipment_id);
    const seller = await sellerOrNone(tools, open);
    if (seller && !(await settleShipment(tools, open, seller, id, { isWhole: true })))
      throw new Error(`Labels of shipment ${id} are being bought.`);
  };

/**
 * Goes on with labels that a crash, a lost answer or a slow partner left open: looks up what became of them, and buys only
 * what the partner says was not bought.
 */
export const resumeLabelsJob =
  (tools: LabelTools): Job =>
  async ({ open }) => {
    const due = await open(staffScope, dueShipments, 'read');
    const seller = due.length > 0 ? await sellerOrNone(tools, open) : undefined;
    if (seller) for (const id of due) await settleShipment(tools, open, seller, id, { isWhole: false });
  };

const keptOf = ({ events }: Tracking): KeptTracking[] =>
  events.map(({ id, status, at, place, text }) => ({ id, status, at: at.toISOString(), place, text }));

/** A status that a shipment's tracking has words for; `unknown` says nothing. */
const isSaid = (status: KeptTracking['status']): status is Extract<KeptTracking['status'], TrackingStatus> =>
  status !== 'unknown';

const commentOf = ({ tracking_number }: StoredLabel, { place, text }: KeptTracking): string =>
  [tracking_number, [place, text].filter(Boolean).join(': ')].filter(Boolean).join(' · ').slice(0, 500);

/** The steps that are new, each as one entry: scans that change nothing are seen on the label. */
function stepsOf(label: StoredLabel, events: readonly KeptTracking[]) {
  const known = new Set(label.tracking.map(({ id }) => id));
  let last = label.tracking_status;
  return events.flatMap((event) => {
    const isNew = !known.has(event.id) && event.status !== last;
    if (!isNew || !isSaid(event.status)) return [];
    last = event.status;
    return [{ status: event.status, comments: commentOf(label, event) }];
  });
}

async function keepTracking(tx: Tx, asked: StoredLabel, tracking: Tracking): Promise<void> {
  await lockShipmentRow(tx, asked.shipment_id);
  const label = await readLabel(tx, asked.id);
  if (!label) return;
  const events = keptOf(tracking).sort((one, other) => one.at.localeCompare(other.at));
  const steps = stepsOf(label, events);
  await saveTracking(tx, label.id, { status: tracking.status, events });
  await trackShipment(tx, label.shipment_id, steps);
  if (steps.length > 0 || tracking.status !== label.tracking_status) await recordLabelChange(tx, label);
}

/** Reads where a parcel is; answers what went wrong. */
async function trackOne(
  tools: LabelTools,
  open: Open,
  seller: LabelSeller,
  label: StoredLabel,
): Promise<PartnerProblem | undefined> {
  try {
    const parcel = { carrier: label.carrier, trackingNumber: label.tracking_number };
    const tracking = await seller.seller.track(seller.connection, parcel);
    await open(staffScope, (tx) => (tracking ? keepTracking(tx, label, tracking) : trackLater(tx, [label.id])));
    return undefined;
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    await open(staffScope, async (tx) => {
      await noteProblem(tools, tx, seller, error);
      await trackLater(tx, [label.id]);
    });
    return error;
  }
}

/** The limit of the partner, or one that does not answer: the others are asked by the next run. */
const endsRun = ({ kind }: PartnerProblem): boolean =>
  kind === 'auth' || kind === 'rateLimited' || kind === 'unavailable';

/** Asks where the parcels are, each once an hour, until it is delivered or a month has passed. */
export const trackLabelsJob =
  (tools: LabelTools): Job =>
  async ({ open }) => {
    const labels = await open(staffScope, labelsToTrack, 'read');
    const seller = labels.length > 0 ? await sellerOrNone(tools, open) : undefined;
    if (!seller) return;
    for (const label of labels) {
      const problem = await trackOne(tools, open, seller, label);
      if (problem && endsRun(problem)) return;
    }
  };

export const forgetQuotesJob: Job = async ({ open }) => {
  await open(staffScope, forgetQuotes);
};
