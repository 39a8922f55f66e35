import type { PackInput, Shipment } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { queueTrace } from '../records/index.ts';
import { removeContainers, replaceContainers, writeUnpacked } from './containers.store.ts';
import { lockShipmentFor } from './lock-shipment.ts';
import { assertPackable, decidePacking } from './pack-rules.ts';
import { readShipmentRecord } from './shipment-record.view.ts';
import { type LockedShipment, queueTracking } from './shipments.store.ts';

async function recordPacking(tx: Tx, { id, client_id, order_id }: LockedShipment): Promise<Shipment> {
  const [answer] = await Promise.all([
    readShipmentRecord(tx, id),
    recordEvent(tx, { kind: 'shipment.touched', clientId: client_id, subjectId: id, payload: { order_id } }),
  ]);
  return answer;
}

/** Saves the cartons of an outbound shipment: every unit of every line is in one of them. */
export async function packShipment(tx: Tx, actor: Actor, id: number, input: PackInput): Promise<Shipment> {
  const shipment = await lockShipmentFor(tx, actor, id, 'pack');
  assertPackable(shipment);
  replaceContainers(tx, shipment, decidePacking(shipment, input));
  if (!shipment.packed) queueTracking(tx, shipment, 'packed');
  return recordPacking(tx, shipment);
}

/** Removes the cartons of a shipment, to begin again. */
export async function repackShipment(tx: Tx, actor: Actor, id: number): Promise<Shipment> {
  const shipment = await lockShipmentFor(tx, actor, id, 'pack');
  assertPackable(shipment);
  removeContainers(tx, shipment);
  return recordPacking(tx, shipment);
}

/**
 * What is in the cartons has changed: a fulfilment was removed, or the quantity of a line. The shipment is no longer
 * packed; its cartons stay as a draft, which the next packing begins with.
 */
export function queueUnpacked(tx: Tx, actor: Actor, shipment: LockedShipment): void {
  if (!shipment.packed) return;
  writeUnpacked(tx, shipment);
  const changes = [{ field: 'packed' as const, newValue: '0' }];
  queueTrace(tx, actor, {
    type: 'Shipment',
    id: shipment.id,
    clientId: shipment.client_id,
    subject: 'Updated',
    changes,
  });
}
