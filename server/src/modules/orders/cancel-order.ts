import type { Order } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent } from '../../platform/events/events.ts';
import { notFound } from '../../platform/http/problem.ts';
import { queueTrace } from '../records/index.ts';
import { lockOrder } from './lock-order.ts';
import { readOrder } from './order.view.ts';
import { stateAfter } from './order-rules.ts';
import { queueLeftoverCancelled, queueState } from './orders.store.ts';
import type { ShipmentsOfOrders } from './shipments-of-orders.ts';

/** Cancels an open order, or what is left of a back-ordered one. What is left is given up either way. */
export async function cancelOrder(tx: Tx, actor: Actor, id: number, shipments: ShipmentsOfOrders): Promise<Order> {
  const [order, counted] = await Promise.all([lockOrder(tx, id), shipments.count(tx, id)]);
  if (!order) throw notFound();
  const event = order.has_bo ? 'cancel back-order' : 'cancel';
  const next = stateAfter(order, event, { leftover: 0, ...counted });
  const clientId = order.client_id;
  queueLeftoverCancelled(tx, order);
  queueState(tx, order, next);
  const isStatusChanged = next.status !== order.status;
  queueTrace(tx, actor, {
    type: 'Order',
    id,
    clientId,
    subject: order.has_bo ? 'Back-order cancelled' : 'Order cancelled',
    ...(isStatusChanged ? { changes: [{ field: 'status', newValue: next.status }] } : {}),
  });
  queueEvent(tx, { kind: 'order.cancelled', clientId, subjectId: id });
  return readOrder(tx, id, shipments);
}
