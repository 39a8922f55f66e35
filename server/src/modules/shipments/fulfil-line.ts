import type { OrderType } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { scopedClient } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent, recordEvent } from '../../platform/events/events.ts';
import { invalid } from '../../platform/http/problem.ts';
import { lockItems, type OutboundFulfilment, receiveStock, shipStock } from '../stock/index.ts';
import { bucketOrigin, type FulfilInput, isCompleteAfter, lineToFulfil } from './fulfil-rules.ts';
import { findPlace, insertFulfilment } from './fulfillments.store.ts';
import { lockShipment, queueStatus, queueTracking } from './shipments.store.ts';

const orderOfShipment = `
  select o.type, o.reference from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
  where s.id = $1 and ($2::int is null or s.client_id = $2)`;

async function readOrderOf(tx: Tx, shipmentId: number): Promise<{ type: OrderType; reference: string } | undefined> {
  const [row] = await tx.run<{ type: OrderType; reference: string }>(orderOfShipment, [shipmentId, scopedClient(tx)]);
  return row;
}

/**
 * Fulfils units of a shipment line at one place. Outbound: they leave stock together with the line's reservation.
 * Inbound: they are received, pristine or into quarantine with a reason. The shipment is Ready once every line is
 * fulfilled.
 */
export async function fulfilLine(tx: Tx, actor: Actor, input: FulfilInput): Promise<void> {
  const { shipmentId, quantity, licenseId, lotId, bucketId = null, quarantine = false, reason = '' } = input;
  const [shipment, order] = await Promise.all([lockShipment(tx, shipmentId), readOrderOf(tx, shipmentId)]);
  const line = lineToFulfil(shipment, input);
  if (!shipment || !order) throw new Error(`Shipment ${shipmentId} has no order.`);
  const goods: OutboundFulfilment = {
    ...{ item: line.item, place: { licenseId, lotId, quarantine }, quantity, bucketId },
    ...{ reference: order.reference, cause: `shipment ${shipmentId}`, holder: { kind: 'shipment_line', id: line.id } },
  };
  // The item is locked before its balances are read, in the same batch.
  const [, found] = await Promise.all([
    lockItems(tx, [line.item.id]),
    findPlace(tx, line.item, goods.place),
    shipment.direction === 'outbound'
      ? shipStock(tx, actor, goods)
      : receiveStock(tx, actor, goods, bucketOrigin(order.type)),
  ]);
  if (!found.plate) throw invalid('licenseId', 'PlateIsGone');
  if (!found.lot) throw invalid('lotId', 'LotIsUnknown');
  insertFulfilment(tx, shipment, {
    ...{ shipment_line_id: line.id, inventory_id: line.item.id, license_id: licenseId, lot_id: lotId },
    ...{ bucket_id: bucketId, quantity, quarantine, reason, reference: order.reference, user_name: actor.name },
  });
  if (isCompleteAfter(shipment, line.id, quantity)) {
    queueStatus(tx, shipment, 'Ready');
    queueTracking(tx, shipment, 'ready');
  }
  const { client_id: clientId } = shipment;
  queueEvent(tx, { kind: 'inventory.moved', clientId, subjectId: line.item.id });
  const payload = { order_id: shipment.order_id };
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: shipmentId, payload });
}
