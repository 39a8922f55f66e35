import type { OrderAfter } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { queueEvent, queueEvents, recordEvent } from '../../../platform/events/events.ts';
import { recordShipmentEvent, traceShipment } from '../../orders/index.ts';
import { queueTrace } from '../../records/index.ts';
import { type Holder, lockItems, releaseAll } from '../../stock/index.ts';
import { readFulfilments } from '../fulfilment/fulfillments.store.ts';
import { reverseFulfilment } from '../fulfilment/reverse-fulfilment.ts';
import { lockShipmentAndOrderFor, type ShipmentOfOrder } from '../lock-shipment.ts';
import { queueStatus, queueTracking, queueVoided } from '../shipments.store.ts';
import { leftoverOfOrder, unitsOf } from '../shipping/ship-rules.ts';

/**
 * Finishes a shipment whose lines are all fulfilled. No stock moves; the order may be finished with it. `email` says
 * whether the people on the client's lists get a mail.
 */
export async function finishShipment(tx: Tx, actor: Actor, shipmentId: number, email = true): Promise<void> {
  await finishLocked(tx, actor, await lockShipmentAndOrderFor(tx, actor, shipmentId, 'finish'), email);
}

/** The same for a shipment that the caller has locked with its order. */
export async function finishLocked(tx: Tx, actor: Actor, locked: ShipmentOfOrder, email: boolean): Promise<void> {
  const { order, shipment, counts } = locked;
  const shipmentId = shipment.id;
  const after: OrderAfter = {
    leftover: leftoverOfOrder(order),
    shipments: counts.shipments,
    unfinished: counts.unfinished - 1,
  };
  queueStatus(tx, shipment, 'Finished');
  recordShipmentEvent(tx, order, 'shipment finished', [], after);
  const { client_id: clientId } = order;
  const changes = [{ field: 'status' as const, newValue: 'Finished' }];
  queueTrace(tx, actor, { type: 'Shipment', id: shipmentId, clientId, subject: 'Shipment finished', changes });
  traceShipment(tx, actor, order, 'Shipment finished', shipmentId);
  queueEvent(tx, { kind: 'order.saved', clientId, subjectId: order.id });
  const payload = { order_id: order.id, email };
  await recordEvent(tx, { kind: 'shipment.finished', clientId, subjectId: shipmentId, payload });
}

/** Releases what the lines still reserve, then reverses the fulfilments, newest first. */
async function returnGoods(tx: Tx, actor: Actor, { shipment }: ShipmentOfOrder): Promise<void> {
  const itemIds = shipment.lines.map(({ item }) => item.id);
  const [, fulfilments] = await Promise.all([lockItems(tx, itemIds), readFulfilments(tx, shipment.id)]);
  const holders = shipment.lines.map(({ id }): Holder => ({ kind: 'shipment_line', id }));
  if (shipment.direction === 'outbound') await releaseAll(tx, shipment.client_id, holders);
  for (const fulfilment of fulfilments) await reverseFulfilment(tx, actor, shipment, fulfilment, false);
  queueEvents(tx, 'inventory.moved', shipment.client_id, [...new Set(itemIds)]);
}

/** Reverses everything a locked shipment did: its units are left to ship again. */
async function voidLocked(tx: Tx, actor: Actor, locked: ShipmentOfOrder): Promise<void> {
  const { order, shipment, counts } = locked;
  const finished = shipment.status === 'Finished';
  await returnGoods(tx, actor, locked);
  queueVoided(tx, shipment);
  queueTracking(tx, shipment, 'voided');
  const returned = shipment.lines.map(({ order_line_id, quantity }) => ({
    orderLineId: order_line_id,
    quantity: -quantity,
  }));
  recordShipmentEvent(tx, order, 'shipment voided', returned, {
    leftover: leftoverOfOrder(order) + unitsOf(shipment.lines),
    shipments: counts.shipments - 1,
    unfinished: counts.unfinished - (finished ? 0 : 1),
  });
  const { client_id: clientId } = order;
  queueTrace(tx, actor, { type: 'Shipment', id: shipment.id, clientId, subject: 'Shipment voided' });
  traceShipment(tx, actor, order, 'Shipment voided', shipment.id);
  queueEvent(tx, { kind: 'order.saved', clientId, subjectId: order.id });
  const payload = { order_id: order.id, finished };
  await recordEvent(tx, { kind: 'shipment.voided', clientId, subjectId: shipment.id, payload });
}

/**
 * Voids a shipment that is not finished: its fulfilments are reversed, its reservations released, and its units are
 * left to ship again. Throws 40010 for a finished one, 40002 when received goods are no longer where they were put.
 */
export async function voidShipment(tx: Tx, actor: Actor, shipmentId: number): Promise<true> {
  await voidLocked(tx, actor, await lockShipmentAndOrderFor(tx, actor, shipmentId, 'void'));
  return true;
}

/**
 * The same for a finished shipment. What was made for a finished shipment, such as billing entries, is removed by
 * `inTransaction` subscribers of `shipment.voided`.
 */
export async function voidFinishedShipment(tx: Tx, actor: Actor, shipmentId: number): Promise<true> {
  await voidLocked(tx, actor, await lockShipmentAndOrderFor(tx, actor, shipmentId, 'void finished'));
  return true;
}
