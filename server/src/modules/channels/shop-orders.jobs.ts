import { type Open, staffScope } from '../../platform/database/tx.ts';
import { forClients, recordEvent, type Subscribers } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { withSubject } from './call-subjects.ts';
import { connectStored } from './connection.ts';
import type { ExternalOrder } from './connector.ts';
import { readStored, type StoredIntegration } from './integrations.store.ts';
import { isTransient, PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import { partnerOf } from './partners.ts';
import { revoke } from './revoke.ts';
import type { ShopDocument } from './shop-order.ts';
import { clientsWithWaiting, lockShopOrderById, solvedOrders, waitingForItems } from './shop-orders.store.ts';
import type { SyncTools } from './sync.jobs.ts';
import { takeOrder } from './take-order.ts';

/** How many orders are looked up in one query. */
const RESUMED_AT_ONCE = 500;
/** An import makes many items: what waits for them is tried once, and not for each. */
const AFTER_ITEMS_SECONDS = 5;

export const resumeJobOf = (integrationId: number | null, afterSeconds = 0) => ({
  task: 'resume-channel-orders',
  payload: { integration_id: integrationId },
  queue: `channel ${integrationId} orders`,
  key: `channel orders resumed ${integrationId}`,
  afterSeconds,
});

export const shopOrderSubscribers: Subscribers = {
  // Somebody may have made, renamed or activated what orders wait for.
  'inventory.saved': [
    forClients(clientsWithWaiting, ({ client_id }) => [
      {
        task: 'resume-client-orders',
        payload: { client_id },
        key: `channel orders resumed of client ${client_id}`,
        afterSeconds: AFTER_ITEMS_SECONDS,
        keepsTime: true,
      },
    ]),
  ],
  'channel.order_due': [
    ({ subject_id, payload }) => [
      {
        task: 'read-shop-order',
        payload: { integration_id: subject_id, source_id: payload.source_id },
        queue: `channel ${subject_id} orders`,
        // Several calls about one order in a row are one reading.
        key: `channel order ${subject_id} ${payload.source_id}`,
      },
    ],
  ],
};

/** An order as it was stored, as its connector answered it. */
export const externalOf = (document: ShopDocument): ExternalOrder => ({
  ...document,
  updatedAt: new Date(document.updatedAt),
  placedAt: new Date(document.placedAt),
});

/**
 * Tries the orders again that wait for nothing that is still missing, each in its own transaction, as they were last read.
 */
async function resume(tools: SyncTools, open: Open, id: number): Promise<void> {
  const stored = await open(staffScope, (tx) => readStored(tx, id), 'read');
  if (!stored) return;
  const partner = partnerOf(tools.connectors, stored.type);
  for (let after = 0, tried = 0; ; after = tried) {
    const solved = await open(staffScope, (tx) => solvedOrders(tx, id, after, RESUMED_AT_ONCE), 'read');
    for (const orderId of solved)
      await open(staffScope, async (tx) => {
        const order = await lockShopOrderById(tx, orderId);
        const waits = order?.state === 'waiting' || order?.state === 'changed';
        if (order && waits) await takeOrder(tx, stored, partner, externalOf(order.document));
      });
    tried = solved.at(-1) ?? 0;
    if (solved.length > 0)
      await open(staffScope, (tx) =>
        recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: id }),
      );
    if (solved.length < RESUMED_AT_ONCE) return;
  }
}

export const resumeOrdersJob =
  (tools: SyncTools): Job =>
  ({ open }, payload) =>
    resume(tools, open, Number(payload.integration_id));

export const resumeClientOrdersJob =
  (tools: SyncTools): Job =>
  async ({ open }, payload) => {
    const waiting = await open(staffScope, (tx) => waitingForItems(tx, Number(payload.client_id)), 'read');
    for (const { id } of waiting) await resume(tools, open, id);
  };

/** The next run reads it too: only what will work later is tried again. */
async function onProblem(tools: SyncTools, stored: StoredIntegration, error: unknown): Promise<void> {
  if (!(error instanceof PartnerProblem)) throw error;
  if (error.kind === 'auth') await tools.open(staffScope, (tx) => revoke(tx, tools, stored, reasonOfProblem(error)));
  else if (isTransient(error)) throw error;
}

/** A partner said that an order changed: what it said is only a hint, the order is read again. */
export const readOrderJob =
  (tools: SyncTools): Job =>
  async ({ open }, payload) => {
    const stored = await open(staffScope, (tx) => readStored(tx, Number(payload.integration_id)), 'read');
    if (!stored?.verified) return;
    const partner = partnerOf(tools.connectors, stored.type);
    try {
      const sourceId = String(payload.source_id);
      const order = await partner.getOrder(withSubject(connectStored(tools, partner, stored), sourceId), sourceId);
      if (!order) return;
      await open(staffScope, async (tx) => {
        await takeOrder(tx, stored, partner, order);
        await recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: stored.id });
      });
    } catch (error) {
      await onProblem(tools, stored, error);
    }
  };
