import type { TrackingStatus } from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { lockShipment, queueTracking } from './shipments.store.ts';

/** Where a carrier has seen a parcel. */
export interface ParcelSeen {
  status: TrackingStatus;
  comments: string;
}

/** Writes what carriers say of the parcels of a shipment; a voided one stays as it is. */
export async function trackShipment(tx: Tx, id: number, seen: readonly ParcelSeen[]): Promise<void> {
  const shipment = seen.length > 0 ? await lockShipment(tx, id) : undefined;
  if (!shipment) return;
  for (const { status, comments } of seen) queueTracking(tx, shipment, status, comments);
  const { client_id: clientId, order_id } = shipment;
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: id, payload: { order_id } });
}
