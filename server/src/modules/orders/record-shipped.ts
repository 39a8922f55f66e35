import type { OrderAfter, OrderEvent, OrderState } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueTrace } from '../records/index.ts';
import type { LockedOrder, ProcessedChange } from './lock-order.ts';
import { assertTotal } from './order-lines.ts';
import { stateAfter } from './order-rules.ts';
import { queueOrdered, queueProcessed, queueState } from './orders.store.ts';

/**
 * Writes what a shipment's event means to its order: the units in shipments and the state after it, without a round
 * trip of its own. The order must be locked. Throws 30007 when the event is not allowed in the order's state.
 */
export function recordShipmentEvent(
  tx: Tx,
  order: LockedOrder,
  event: Extract<OrderEvent, 'ship' | `shipment ${string}`>,
  changes: readonly ProcessedChange[],
  after: OrderAfter,
): OrderState {
  const next = stateAfter(order, event, after);
  queueProcessed(tx, order, changes);
  queueState(tx, order, next);
  return next;
}

/** The same for a new shipment, with an entry in the order's history; `shipment` names it there. */
export function recordShipped(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  shipped: readonly ProcessedChange[],
  after: OrderAfter,
  shipment = '',
): OrderState {
  const next = recordShipmentEvent(tx, order, 'ship', shipped, after);
  const changes = [
    ...(shipment ? [{ field: 'shipment' as const, newValue: shipment }] : []),
    ...(next.status === order.status ? [] : [{ field: 'status' as const, newValue: next.status }]),
  ];
  const { id, client_id: clientId } = order;
  const entry = { type: 'Order' as const, id, clientId, subject: 'Shipment created' as const };
  queueTrace(tx, actor, changes.length ? { ...entry, changes } : entry);
  return next;
}

/** The order's lines change with those of its shipment, so that what is left to ship stays; traced on the order. */
export function changeOrderedUnits(
  tx: Tx,
  actor: Actor,
  order: LockedOrder,
  changes: readonly ProcessedChange[],
): void {
  const more = new Map(changes.map(({ orderLineId, quantity }) => [orderLineId, quantity]));
  const after = order.lines.map((line) => ({ ...line, quantity: line.quantity + (more.get(line.id) ?? 0) }));
  assertTotal(after, order.tax_rate);
  queueOrdered(tx, order, changes);
  const traced = changes.flatMap(({ orderLineId, quantity }) => {
    const line = order.lines.find(({ id }) => id === orderLineId);
    if (!line) throw new Error(`Order ${order.id} has no line ${orderLineId}.`);
    return [
      { field: 'line' as const, newValue: line.sku },
      { field: 'line.quantity' as const, newValue: String(line.quantity + quantity) },
    ];
  });
  const { id, client_id: clientId } = order;
  queueTrace(tx, actor, { type: 'Order', id, clientId, subject: 'Quantity changed', changes: traced });
}

/** An entry in the order's history about one of its shipments. */
export function traceShipment(
  tx: Tx,
  actor: Actor,
  { id, client_id: clientId }: LockedOrder,
  subject: 'Shipment finished' | 'Shipment voided',
  shipmentId: number,
): void {
  const changes = [{ field: 'shipment' as const, newValue: String(shipmentId) }];
  queueTrace(tx, actor, { type: 'Order', id, clientId, subject, changes });
}
