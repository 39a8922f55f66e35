import type { Packed, PackInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { queueTrace } from '../../records/index.ts';
import { lockShipmentFor } from '../lock-shipment.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { readPacked } from '../shipment-record.view.ts';
import { queueTracking } from '../shipments.store.ts';
import { removeContainers, replaceContainers, writeUnpacked } from './containers.store.ts';
import { assertPackable, decidePacking } from './pack-rules.ts';

async function recordPacking(tx: Tx, { id, client_id, order_id }: LockedShipment): Promise<Packed> {
  const [answer] = await Promise.all([
    readPacked(tx, id),
    recordEvent(tx, { kind: 'shipment.touched', clientId: client_id, subjectId: id, payload: { order_id } }),
  ]);
  return answer;
}

function tracePacking(tx: Tx, actor: Actor, { id, client_id: clientId }: LockedShipment, cartons: number): void {
  const changes = [
    { field: 'packed' as const, newValue: cartons > 0 ? '1' : '0' },
    { field: 'carton_count' as const, newValue: String(cartons) },
  ];
  queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Updated', changes });
}

/**
 * Saves the cartons of an outbound shipment: every unit of every line is in one of them. `drawId` makes the six
 * characters of a carton that was sent without them.
 */
export async function packShipment(
  tx: Tx,
  actor: Actor,
  id: number,
  input: PackInput,
  drawId: () => string,
): Promise<Packed> {
  const shipment = await lockShipmentFor(tx, actor, id, 'pack');
  assertPackable(shipment);
  const cartons = decidePacking(shipment, input, drawId);
  replaceContainers(tx, shipment, cartons);
  if (!shipment.packed) queueTracking(tx, shipment, 'packed');
  tracePacking(tx, actor, shipment, cartons.length);
  return recordPacking(tx, shipment);
}

/** Removes the cartons of a shipment, to begin again. */
export async function repackShipment(tx: Tx, actor: Actor, id: number): Promise<Packed> {
  const shipment = await lockShipmentFor(tx, actor, id, 'pack');
  assertPackable(shipment);
  removeContainers(tx, shipment);
  // Of one that is not packed the number of cartons was typed, and stays.
  queueUnpacked(tx, actor, shipment);
  return recordPacking(tx, shipment);
}

/**
 * What is in the cartons has changed: a fulfilment was removed, or the quantity of a line. The shipment is no longer
 * packed; its cartons stay as a draft, which the next packing begins with.
 */
export function queueUnpacked(tx: Tx, actor: Actor, shipment: LockedShipment): void {
  if (!shipment.packed) return;
  writeUnpacked(tx, shipment);
  tracePacking(tx, actor, shipment, 0);
}
