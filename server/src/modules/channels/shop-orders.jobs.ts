import { staffScope } from '../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { connectStored } from './connection.ts';
import type { ExternalOrder } from './connector.ts';
import { readStored, type StoredIntegration } from './integrations.store.ts';
import { isPassing, PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import { partnerOf } from './partners.ts';
import { revoke } from './revoke.ts';
import type { ShopDocument } from './shop-order.ts';
import { lockShopOrderById, waitingOrders } from './shop-orders.store.ts';
import type { SyncTools } from './sync.jobs.ts';
import { takeOrder } from './take-order.ts';

/** Orders of a connection that are tried again after one choice. */
const RESUMED_MOST = 10_000;

export const shopOrderSubscribers: Subscribers = {
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

/** Tries the orders that wait again, each in its own transaction, as they were last read. */
export const resumeOrdersJob =
  (tools: SyncTools): Job =>
  async ({ open }, payload) => {
    const id = Number(payload.integration_id);
    const stored = await open(staffScope, (tx) => readStored(tx, id), 'read');
    if (!stored) return;
    const partner = partnerOf(tools.connectors, stored.type);
    const waiting = await open(staffScope, (tx) => waitingOrders(tx, id, RESUMED_MOST), 'read');
    for (const orderId of waiting)
      await open(staffScope, async (tx) => {
        const order = await lockShopOrderById(tx, orderId);
        if (order?.state === 'waiting') await takeOrder(tx, stored, partner, externalOf(order.document));
      });
    await open(staffScope, (tx) =>
      recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: id }),
    );
  };

/** The next run reads it too: only what will work later is tried again. */
async function onProblem(tools: SyncTools, stored: StoredIntegration, error: unknown): Promise<void> {
  if (!(error instanceof PartnerProblem)) throw error;
  if (error.kind === 'auth') await tools.open(staffScope, (tx) => revoke(tx, tools, stored, reasonOfProblem(error)));
  else if (isPassing(error)) throw error;
}

/** A partner said that an order changed: what it said is only a hint, the order is read again. */
export const readOrderJob =
  (tools: SyncTools): Job =>
  async ({ open }, payload) => {
    const stored = await open(staffScope, (tx) => readStored(tx, Number(payload.integration_id)), 'read');
    if (!stored?.verified) return;
    const partner = partnerOf(tools.connectors, stored.type);
    try {
      const order = await partner.getOrder(connectStored(tools, partner, stored), String(payload.source_id));
      if (!order) return;
      await open(staffScope, async (tx) => {
        await takeOrder(tx, stored, partner, order);
        await recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: stored.id });
      });
    } catch (error) {
      await onProblem(tools, stored, error);
    }
  };
