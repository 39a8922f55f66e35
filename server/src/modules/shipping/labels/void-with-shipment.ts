import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { markAllVoiding } from './labels.store.ts';

/** Part of the void of a shipment: a label that nobody uses is not paid for. A job requests the refund. */
export async function voidLabelsOf(tx: Tx, shipmentId: number, clientId: number): Promise<void> {
  if ((await markAllVoiding(tx, shipmentId)) > 0)
    await recordEvent(tx, { kind: 'label.void_due', clientId, subjectId: shipmentId });
}
