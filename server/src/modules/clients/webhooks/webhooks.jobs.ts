import { type Open, staffScope, type Tx, workerScope } from '../../../platform/database/tx.ts';
import { forClients, type StoredEvent, type Subscribers } from '../../../platform/events/events.ts';
import { waitingInQueue } from '../../../platform/jobs/waiting.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import { outgoingProblem } from '../../../platform/outgoing/outgoing.ts';
import { attemptDelivery } from './deliver.ts';
import { deleteDelivered, readDeliveryToSend, recordFailure } from './deliveries.store.ts';
import { queueDelivery } from './queue-delivery.ts';
import type { SendTools } from './send-webhook.ts';
import { clientsWithWebhook, forgetDeleted } from './webhooks.store.ts';

/** The events of each trigger. */
const triggers = { 'order.created': 1, 'shipment.created': 2, 'shipment.finished': 3 } as const;
type WebhookEvent = keyof typeof triggers;
type Queued = StoredEvent<WebhookEvent>;

/**
 * The name of an event's record and the payload to send, provided by its module. Undefined: nothing to send any more.
 */
export type DescribeRecord = (
  tx: Tx,
  event: Omit<Queued, 'id'>,
) => Promise<{ subject: string; payload: Record<string, unknown> } | undefined>;
export type WebhookSources = Partial<Record<WebhookEvent, DescribeRecord>>;

declare module '../../../platform/module.ts' {
  interface Module {
    /** What webhooks send about the module's records, by the event that triggers them. */
    webhookSources?: WebhookSources;
  }
}

/** With the waits between them growing to six hours, these take most of a day. */
const ATTEMPTS = 12;

const recordOf = (event: { kind: string; subject_id: number | null }) =>
  `${event.kind.split('.')[0]} ${event.subject_id ?? 0}`;

const queueNameOf = (event: Queued) => `webhooks ${event.client_id} ${recordOf(event)}`;

const queueOf = (event: Queued) => ({
  task: 'queue-webhooks',
  payload: { ...event },
  queue: queueNameOf(event),
  key: `webhooks ${event.id}`,
});

const deliveryJob = ({ payload }: StoredEvent<'webhook.queued'>) => ({
  task: 'deliver-webhook',
  payload: { delivery_id: payload.delivery_id },
  queue: `webhook ${payload.webhook_id} ${payload.record}`,
  key: `webhook delivery ${payload.delivery_id}`,
  attempts: ATTEMPTS,
});

const forWebhooks = <Kind extends WebhookEvent>(kind: Kind) =>
  forClients<Kind>(
    (tx, clientIds) => clientsWithWebhook(tx, clientIds, triggers[kind]),
    (event) => [queueOf(event as Queued)],
  );

export const webhookSubscribers: Subscribers = {
  'order.created': [forWebhooks('order.created')],
  'shipment.created': [forWebhooks('shipment.created')],
  'shipment.finished': [forWebhooks('shipment.finished')],
  'webhook.queued': [(event) => [deliveryJob(event)]],
};

const plain: DescribeRecord = async (_tx, event) => ({
  subject: recordOf(event),
  payload: { id: event.subject_id, ...event.payload },
});

async function queueEvent(tx: Tx, sources: WebhookSources, event: Queued): Promise<void> {
  const { client_id: clientId } = event;
  if (clientId === null) return;
  const content = await (sources[event.kind] ?? plain)(tx, event);
  if (!content) return;
  const trigger = triggers[event.kind];
  await queueDelivery(tx, { clientId, trigger, eventId: event.id, record: recordOf(event), ...content });
}

/**
 * Turns an event into deliveries, one for each webhook of the client with this trigger. Earlier events of the same
 * record that could not be queued go first, and this one waits for them; their own job then finds its deliveries
 * already made.
 */
export function queueWebhooksJob(sources: WebhookSources): Job {
  return async ({ open }, payload) => {
    const event = payload as unknown as Queued;
    const waiting = (await open(
      workerScope,
      (tx) => waitingInQueue(tx, queueNameOf(event)),
      'read',
    )) as unknown as Queued[];
    const earlier = waiting.filter(({ id }) => id < event.id).sort((a, b) => a.id - b.id);
    await open(staffScope, async (tx) => {
      for (const each of [...earlier, event]) await queueEvent(tx, sources, each);
    });
  };
}

/** Records the failed attempt of `failed` for the delivery of this job, which waits for it if it is an earlier one. */
async function recordAttempt(open: Open, id: number, failed: number, isLast: boolean, reason: string): Promise<void> {
  const isEarlier = failed !== id;
  if (!isLast && !isEarlier) return;
  const problem = isEarlier ? `EarlierNotDelivered:${reason}` : reason;
  await open(staffScope, (tx) => recordFailure(tx, id, problem, isLast ? 'failed' : 'same'));
}

/**
 * Delivers at least once, in order per record: earlier waiting deliveries go first, and this one waits for them.
 * After the last attempt it stays in the log as failed, and a user can send it again.
 */
export function deliverWebhookJob(tools: SendTools): Job {
  return async ({ open }, payload, { isLast }) => {
    const id = Number(payload.delivery_id);
    for (;;) {
      const next = await open(staffScope, (tx) => readDeliveryToSend(tx, id), 'read');
      if (!next) return;
      try {
        await attemptDelivery(tools, open, staffScope, next);
      } catch (error) {
        await recordAttempt(open, id, next.id, isLast, outgoingProblem(error).reason);
        throw error;
      }
    }
  };
}

/** Nightly: deletes deliveries that succeeded more than a month ago, and webhooks that nobody restored. */
export const deleteOldDeliveriesJob: Job = ({ open }) =>
  open(staffScope, async (tx) => {
    await deleteDelivered(tx);
    await forgetDeleted(tx);
  });
