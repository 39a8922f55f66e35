import type { Shipment } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { refused } from '../../platform/http/problem.ts';
import { queueTrace } from '../records/index.ts';
import { assertNotLocked, assertShipmentEvent } from './lock-shipment.ts';
import { readShipmentRecord } from './shipment-record.view.ts';
import { lockShipment, queueHolder, queueLockUsed } from './shipments.store.ts';

async function answer(tx: Tx, { client_id, order_id, id }: { client_id: number; order_id: number; id: number }) {
  await recordEvent(tx, { kind: 'shipment.touched', clientId: client_id, subjectId: id, payload: { order_id } });
  return readShipmentRecord(tx, id);
}

/**
 * Holds a shipment, so that nobody else changes it, until half an hour after the holder's last call. Another's lock is
 * refused with its holder's name, or taken over when the person confirmed it, which is traced.
 */
export async function holdShipment(tx: Tx, actor: Actor, id: number, takesOver: boolean): Promise<Shipment> {
  const shipment = await lockShipment(tx, id);
  if (!shipment) throw refused(40001);
  const { holder, client_id: clientId } = shipment;
  if (!takesOver) assertNotLocked(shipment, actor);
  // What can be worked on can be held.
  assertShipmentEvent(shipment, 'prepare');
  if (holder?.id === actor.id) {
    queueLockUsed(tx, shipment);
    return readShipmentRecord(tx, id);
  }
  queueHolder(tx, shipment, actor);
  const changes = [{ field: 'lock' as const, newValue: actor.name }];
  if (holder) queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Lock taken over', changes });
  return answer(tx, shipment);
}

/** Ends the caller's own lock. Without one nothing changes. */
export async function unlockShipment(tx: Tx, actor: Actor, id: number): Promise<Shipment> {
  const shipment = await lockShipment(tx, id);
  if (!shipment) throw refused(40001);
  assertNotLocked(shipment, actor);
  if (!shipment.holder) return readShipmentRecord(tx, id);
  queueHolder(tx, shipment, null);
  return answer(tx, shipment);
}
