import { isShipmentEventAllowed } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import { lockShipmentAndOrderFor } from '../lock-shipment.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { queueBilled } from '../shipments.store.ts';
import { finishLocked } from './close-shipment.ts';

/** Writes the charges of a locked shipment. */
export type WriteCharges = (shipment: LockedShipment) => Promise<void>;

/**
 * Bills a shipment, once (50005): its charges are written by the module that bills, it is marked, and a shipment that
 * is Ready is finished. Throws 40005 for one that is In Warehouse.
 */
export async function billShipment(
  tx: Tx,
  actor: Actor,
  id: number,
  writeCharges: WriteCharges,
  email = true,
): Promise<void> {
  const locked = await lockShipmentAndOrderFor(tx, actor, id, 'bill');
  const { shipment } = locked;
  if (shipment.billed) throw refused(50005);
  await writeCharges(shipment);
  queueBilled(tx, shipment);
  const { client_id: clientId, order_id } = shipment;
  if (isShipmentEventAllowed(shipment.status, 'finish')) await finishLocked(tx, actor, locked, email);
  else await recordEvent(tx, { kind: 'shipment.touched', clientId, subjectId: id, payload: { order_id } });
}
