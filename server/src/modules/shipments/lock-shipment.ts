import { isShipmentEventAllowed, messageWith, refusalOf, type ShipmentEvent } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import { type LockedOrder, lockOrder, type ShipmentCounts } from '../orders/index.ts';
import type { LockedShipment } from './locked-shipment.ts';
import { lockShipment, queueLockUsed } from './shipments.store.ts';
import { countShipments } from './shipments-of-orders.view.ts';

/** Throws the code of the state table when the event is not allowed in the shipment's state. */
export function assertShipmentEvent({ status }: Pick<LockedShipment, 'status'>, event: ShipmentEvent): void {
  if (isShipmentEventAllowed(status, event)) return;
  const code = refusalOf(status, event);
  throw refused(code, code === 40005 ? `ShipmentIsInState:${status}` : []);
}

/** Throws 40005, naming the holder, when somebody else holds the shipment. */
export function assertNotLocked({ holder }: Pick<LockedShipment, 'holder'>, actor: Actor): void {
  if (holder && holder.id !== actor.id) throw refused(40005, messageWith('ShipmentIsLockedBy', holder.name));
}

/** The holder's own call: the half hour starts again. */
function assertMayWrite(tx: Tx, actor: Actor, shipment: LockedShipment, event: ShipmentEvent): void {
  assertNotLocked(shipment, actor);
  assertShipmentEvent(shipment, event);
  if (shipment.holder) queueLockUsed(tx, shipment);
}

/**
 * Locks a shipment for a write and reads it with its lines: the one way into every command that changes one, so that
 * none can ignore its state or who holds it. Throws 40001 for an unknown or voided one, 40005 when somebody else holds
 * it, and what the state table says when the event is not allowed.
 */
export async function lockShipmentFor(tx: Tx, actor: Actor, id: number, event: ShipmentEvent): Promise<LockedShipment> {
  const shipment = await lockShipment(tx, id);
  if (!shipment) throw refused(40001);
  assertMayWrite(tx, actor, shipment, event);
  return shipment;
}

export interface ShipmentOfOrder {
  order: LockedOrder;
  shipment: LockedShipment;
  counts: ShipmentCounts;
}

/** The same for commands that change the order too, which is locked first. */
export async function lockShipmentAndOrderFor(
  tx: Tx,
  actor: Actor,
  id: number,
  event: ShipmentEvent,
): Promise<ShipmentOfOrder> {
  // Its order never changes, so that the two are locked in one batch.
  const orderId = sql`(select order_id from shipments where id = ${id} and ${inScope(tx)})`;
  const [order, shipment, counts] = await Promise.all([
    lockOrder(tx, orderId),
    lockShipment(tx, id),
    countShipments(tx, orderId),
  ]);
  if (!order || !shipment) throw refused(40001);
  assertMayWrite(tx, actor, shipment, event);
  return { order, shipment, counts };
}
