import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { type OutboundFulfilment, returnShipped, reverseReceipt, reverseShipping } from '../../stock/index.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { bucketOrigin } from './fulfil-rules.ts';
import type { StoredFulfilment } from './fulfillments.store.ts';
import { explainReversalRefusal } from './where-goods-are.ts';

/** The fulfilment as the ledger takes it back. */
function goodsOf(shipment: LockedShipment, fulfilment: StoredFulfilment): OutboundFulfilment {
  const { shipment_line_id: id, license_id, lot_id, bucket_id, quantity, quarantine } = fulfilment;
  const line = shipment.lines.find((each) => each.id === id);
  if (!line) throw new Error(`Shipment ${shipment.id} has no line ${id}.`);
  return {
    item: line.item,
    place: { licenseId: license_id, lotId: lot_id, quarantine },
    quantity,
    bucketId: bucket_id,
    reference: shipment.reference,
    cause: `shipment ${shipment.id}`,
    holder: { kind: 'shipment_line', id: line.id },
  };
}

/**
 * Reverses a fulfilment in the ledger. Shipped goods return to their place, and are reserved for their line again when
 * it still wants them; received goods are taken away, if they are still there and not reserved. A serial bucket must be
 * as the fulfilment left it. Throws 40002, which says where the goods are now. The item must be locked.
 */
export async function reverseFulfilment(
  tx: Tx,
  actor: Actor,
  shipment: LockedShipment,
  fulfilment: StoredFulfilment,
  isStillWanted: boolean,
): Promise<void> {
  const goods = goodsOf(shipment, fulfilment);
  const giveBack = () => (isStillWanted ? reverseShipping(tx, actor, goods) : returnShipped(tx, actor, goods));
  const takeBack = () => reverseReceipt(tx, actor, goods, bucketOrigin(shipment.order_type));
  return explainReversalRefusal(tx, goods, fulfilment.id, shipment.direction === 'outbound' ? giveBack() : takeBack());
}
