import { directionOf, type Order, type PartialShipInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { queueEvent, recordEvent } from '../../../platform/events/events.ts';
import { notFound, refused } from '../../../platform/http/problem.ts';
import { assertAllowed, type LockedOrder, lockOrder, readOrder, recordShipped } from '../../orders/index.ts';
import { reserveLocked } from '../../stock/index.ts';
import {
  insertShipment,
  lockItemsOfOrder,
  type NewShipment,
  readShipmentFacts,
  type ShipmentFacts,
  takeLineIds,
} from '../shipments.store.ts';
import { countShipments, shipmentsOfOrders } from '../shipments-of-orders.view.ts';
import { afterShipping, assertActive, datesOf, isOutbound, linesAvailable, linesToShip } from './ship-rules.ts';

/** Locks the order and its items and reads everything a shipment is decided by, in one batch. */
async function lockForShipping(tx: Tx, orderId: number, part: PartialShipInput | undefined, isNew: boolean) {
  const [order, counts, items, facts, lineIds] = await Promise.all([
    lockOrder(tx, orderId),
    countShipments(tx, orderId),
    lockItemsOfOrder(tx, orderId, isNew),
    readShipmentFacts(tx, orderId, part?.courier.id),
    takeLineIds(tx, orderId),
  ]);
  if (!order) throw notFound();
  return { order, counts, items, facts, lineIds };
}

function assertCourier({ client_id }: LockedOrder, { courier }: ShipmentFacts): number {
  if (!courier || (courier.client_id !== null && courier.client_id !== client_id)) throw refused(40003);
  return courier.id;
}

/** Courier, account and addresses: as the order has them, unless this shipment has its own. */
function carriageOf(order: LockedOrder, part: PartialShipInput | undefined) {
  const { payment_method, account, billing_zip, billing_country_code } = part?.courier ?? {
    payment_method: order.shipping_payment,
    account: order.collect_account,
    billing_zip: order.collect_zip_code,
    billing_country_code: order.collect_country_code,
  };
  return {
    payment_method,
    courier_account: account,
    billing_zip,
    billing_country_code,
    shipping_addr: part?.shipping_addr ?? order.shipping_address,
    billing_addr: part?.billing_addr ?? order.billing_address,
  };
}

/**
 * What of an order ships: what a person or a marketplace chose, or what is available now. Without it everything that is left.
 */
export type ShippedPart = (PartialShipInput & { marketplaceId?: string }) | 'available';

/**
 * Ships everything that is left of an order, or a part of it. Shipment, reservations, the order's quantities and its
 * state change in one transaction; 40002 lists every SKU that is short. Two batches and the commit: the first locks
 * and reads, the second writes and reads the order as it is afterwards.
 */
export async function shipOrder(
  tx: Tx,
  actor: Actor,
  orderId: number,
  wanted?: ShippedPart,
  isNew = false,
): Promise<Order> {
  const part = wanted === 'available' ? undefined : wanted;
  const { order, counts, items, facts, lineIds } = await lockForShipping(tx, orderId, part, isNew);
  assertAllowed(order, 'ship');
  const courier_id = assertCourier(order, facts);
  const chosen = wanted === 'available' ? linesAvailable(order, items) : linesToShip(order, part?.lines);
  const lines = chosen.map((line) => ({ ...line, id: lineIds.get(line.orderLineId) ?? 0 }));
  assertActive(items, lines);
  const shipment: NewShipment = {
    id: facts.id,
    client_id: order.client_id,
    order_id: order.id,
    direction: directionOf(order.type),
    courier_id,
    order_type: order.type,
    reference: order.reference,
    po: order.po,
    today: facts.today,
    prefix: facts.prefix,
    shipping_api: order.shipping_api,
    fba_shipment_id: part?.marketplaceId ?? '',
    lines,
    ...datesOf(part, facts),
    ...carriageOf(order, part),
  };
  if (isOutbound(order))
    reserveLocked(
      tx,
      order.client_id,
      items,
      lines.map(({ id, inventoryId, quantity }) => ({ inventoryId, holder: { kind: 'shipment_line', id }, quantity })),
    );
  recordShipped(tx, actor, order, lines, afterShipping(order, counts, lines), String(shipment.id));
  const clientId = order.client_id;
  const [subjectId, payload] = [shipment.id, { order_id: order.id }];
  queueEvent(tx, { kind: 'order.processed', clientId, subjectId: order.id, payload: { shipment_id: subjectId } });
  const recorded = recordEvent(tx, { kind: 'shipment.created', clientId, subjectId, payload });
  insertShipment(tx, shipment);
  const [answer] = await Promise.all([readOrder(tx, order.id, shipmentsOfOrders), recorded]);
  return answer;
}

/** Ships an order that this transaction has created: its items stay enabled until the commit. */
export const shipNewOrder = (tx: Tx, actor: Actor, orderId: number): Promise<Order> =>
  shipOrder(tx, actor, orderId, undefined, true);
