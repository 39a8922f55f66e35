import type { OrderAfter } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent, queueEvents, recordEvent } from '../../platform/events/events.ts';
import { refused } from '../../platform/http/problem.ts';
import {
  countShipments,
  type LockedOrder,
  lockOrder,
  recordShipmentEvent,
  type ShipmentCounts,
} from '../orders/index.ts';
import { type Fulfilment, type Holder, lockItems, releaseAll, returnShipped, reverseReceipt } from '../stock/index.ts';
import { bucketOrigin } from './fulfil-rules.ts';
import { readFulfilments, type StoredFulfilment } from './fulfillments.store.ts';
import { leftoverOfOrder, unitsOf } from './ship-rules.ts';
import {
  type LockedShipment,
  lockShipment,
  queueStatus,
  queueTracking,
  queueVoided,
  readOrderId,
} from './shipments.store.ts';

interface ShipmentOfOrder {
  order: LockedOrder;
  shipment: LockedShipment;
  counts: ShipmentCounts;
}

/** Locks a shipment's order, then the shipment. Throws 40001 when there is none, or it is voided. */
async function lockWithOrder(tx: Tx, shipmentId: number): Promise<ShipmentOfOrder> {
  const orderId = await readOrderId(tx, shipmentId);
  if (orderId === undefined) throw refused(40001);
  const [order, shipment, counts] = await Promise.all([
    lockOrder(tx, orderId),
    lockShipment(tx, shipmentId),
    countShipments(tx, orderId),
  ]);
  // It was voided while this transaction waited for the order.
  if (!order || !shipment) throw refused(40001);
  return { order, shipment, counts };
}

/** Finishes a shipment whose lines are all fulfilled. No stock moves; the order may be finished with it. */
export async function finishShipment(tx: Tx, shipmentId: number): Promise<void> {
  const { order, shipment, counts } = await lockWithOrder(tx, shipmentId);
  if (shipment.status !== 'Ready') throw refused(40005);
  const after: OrderAfter = {
    ...{ leftover: leftoverOfOrder(order), shipments: counts.shipments, unfinished: counts.unfinished - 1 },
  };
  queueStatus(tx, shipment, 'Finished');
  queueTracking(tx, shipment, 'finished');
  recordShipmentEvent(tx, order, 'shipment finished', [], after);
  const { client_id: clientId } = order;
  queueEvent(tx, { kind: 'order.saved', clientId, subjectId: order.id });
  const payload = { order_id: order.id };
  await recordEvent(tx, { kind: 'shipment.finished', clientId, subjectId: shipmentId, payload });
}

/** The fulfilment as the ledger takes it back. */
function goodsOf(
  { order, shipment }: ShipmentOfOrder,
  { shipment_line_id: id, license_id, lot_id, bucket_id, quantity, quarantine }: StoredFulfilment,
): Fulfilment {
  const line = shipment.lines.find((each) => each.id === id);
  if (!line) throw new Error(`Shipment ${shipment.id} has no line ${id}.`);
  return {
    ...{ item: line.item, place: { licenseId: license_id, lotId: lot_id, quarantine }, quantity, bucketId: bucket_id },
    ...{ reference: order.reference, cause: `shipment ${shipment.id}` },
  };
}

/** Releases what the lines still reserve, then reverses the fulfilments, newest first. */
async function returnGoods(tx: Tx, actor: Actor, locked: ShipmentOfOrder): Promise<void> {
  const { order, shipment } = locked;
  const itemIds = shipment.lines.map(({ item }) => item.id);
  const [, fulfilments] = await Promise.all([lockItems(tx, itemIds), readFulfilments(tx, shipment.id)]);
  const isOutbound = shipment.direction === 'outbound';
  const holders = shipment.lines.map(({ id }): Holder => ({ kind: 'shipment_line', id }));
  if (isOutbound) await releaseAll(tx, shipment.client_id, holders);
  for (const fulfilment of fulfilments) {
    const goods = goodsOf(locked, fulfilment);
    if (isOutbound) await returnShipped(tx, actor, goods);
    else await reverseReceipt(tx, actor, goods, bucketOrigin(order.type));
  }
  queueEvents(tx, 'inventory.moved', shipment.client_id, [...new Set(itemIds)]);
}

/**
 * Voids a shipment that is not finished: its fulfilments are reversed, its reservations released, and its units are
 * left to ship again. Throws 40010 for a finished one, 40002 when received goods are no longer where they were put.
 */
export async function voidShipment(tx: Tx, actor: Actor, shipmentId: number): Promise<void> {
  const locked = await lockWithOrder(tx, shipmentId);
  const { order, shipment, counts } = locked;
  if (shipment.status === 'Finished') throw refused(40010);
  await returnGoods(tx, actor, locked);
  queueVoided(tx, shipment);
  queueTracking(tx, shipment, 'voided');
  const returned = shipment.lines.map(({ order_line_id, quantity }) => ({
    ...{ orderLineId: order_line_id, quantity: -quantity },
  }));
  recordShipmentEvent(tx, order, 'shipment voided', returned, {
    leftover: leftoverOfOrder(order) + unitsOf(shipment.lines),
    shipments: counts.shipments - 1,
    unfinished: counts.unfinished - 1,
  });
  const { client_id: clientId } = order;
  queueEvent(tx, { kind: 'order.saved', clientId, subjectId: order.id });
  const payload = { order_id: order.id };
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: shipmentId, payload });
}
