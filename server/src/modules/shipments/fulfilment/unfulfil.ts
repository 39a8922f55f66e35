import { nextShipmentState } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { queueEvent } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import { lockShipmentFor } from '../lock-shipment.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { queueUnpacked } from '../packing/pack-shipment.ts';
import { queueStatus } from '../shipments.store.ts';
import { unitsAfter } from './fulfil-rules.ts';
import { deleteFulfilment, lockItemsOfLines, readFulfilments } from './fulfillments.store.ts';
import { reverseFulfilment } from './reverse-fulfilment.ts';
import { traceTakenBack } from './trace-picks.ts';

export interface UnfulfilInput {
  id: number;
  lineId: number;
  fulfillId: number;
}

/**
 * Removes a fulfilment: the goods return to where they were. The shipment is In Warehouse again, and no longer packed,
 * because what is in its cartons has changed; the cartons stay to begin with when it is packed again.
 */
export async function unfulfil(
  tx: Tx,
  actor: Actor,
  { id, lineId, fulfillId }: UnfulfilInput,
): Promise<LockedShipment> {
  const [shipment, , fulfilments] = await Promise.all([
    lockShipmentFor(tx, actor, id, 'unfulfil'),
    lockItemsOfLines(tx, id, [lineId]),
    readFulfilments(tx, id),
  ]);
  const fulfilment = fulfilments.find((each) => each.id === fulfillId && each.shipment_line_id === lineId);
  const line = shipment.lines.find((each) => each.id === lineId);
  if (!fulfilment || !line) throw refused(40005, 'FulfilmentIsUnknown');
  await reverseFulfilment(tx, actor, shipment, fulfilment, true);
  deleteFulfilment(tx, shipment.client_id, fulfilment);
  traceTakenBack(tx, actor, shipment, line.item.sku, Math.abs(fulfilment.quantity));
  const { units, fulfilled } = unitsAfter(shipment, []);
  const next = nextShipmentState(shipment.status, 'unfulfil', { units, fulfilled: fulfilled - fulfilment.quantity });
  if (next === 'In Warehouse' && shipment.status !== next) queueStatus(tx, shipment, next);
  if (shipment.packed) queueUnpacked(tx, actor, shipment);
  queueEvent(tx, { kind: 'inventory.moved', clientId: shipment.client_id, subjectId: line.item.id });
  return shipment;
}
