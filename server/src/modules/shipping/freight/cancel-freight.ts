import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { isTransient, PartnerProblem, reasonOfProblem, refuseAccount } from '../../channels/index.ts';
import { queueTrace } from '../../records/index.ts';
import { endFreightLease, type FreightTools, type OpenedFreight, recordFreightChange } from './book-freight.ts';
import { type FreightRow, failCancel, requestCancellation, saveBooking } from './freight.store.ts';

/** Part of the void of a shipment: nobody is to collect what is not sent. */
export async function cancelVoided(tx: Tx, shipmentId: number, clientId: number): Promise<void> {
  const row = await requestCancellation(tx, shipmentId);
  if (!row) return;
  const payload = { booking_id: row.id };
  await recordEvent(tx, { kind: 'freight.cancel_due', clientId, subjectId: shipmentId, payload });
}

/**
 * Cancels a booking at the provider; the lease is the caller's, and ends here. Answers why it was not cancelled. Whoever is
 * killed in between asks again: a booking that is cancelled stays so.
 */
export async function cancelBooking(
  tools: FreightTools,
  open: Open,
  { freight, account }: OpenedFreight,
  row: FreightRow,
): Promise<PartnerProblem | undefined> {
  try {
    const booking = await freight.cancel(account.connection, row.external_id);
    await open(staffScope, async (tx) => {
      const { shipment_id: id, client_id: clientId } = row;
      if (await saveBooking(tx, row, booking))
        queueTrace(tx, undefined, { type: 'Shipment', id, clientId, subject: 'Freight cancelled' });
      await recordFreightChange(tx, row);
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    await open(staffScope, async (tx) => {
      const isRetried = isTransient(error) || error.kind === 'auth';
      await failCancel(tx, row, reasonOfProblem(error), isRetried);
      if (error.kind === 'auth') await refuseAccount(tx, tools, account.stored, error);
      await recordFreightChange(tx, row);
    });
    return error;
  } finally {
    await endFreightLease(open, row);
  }
}
