import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { type Change, queueTrace } from '../records/index.ts';

/** What a marketplace knows of a shipment that goes to one of its warehouses; what is left out stays. */
export interface MarketplaceFacts {
  shipmentId?: string;
  feedType?: string;
  exists?: boolean;
  /** A decimal, exact; `0` takes it back. */
  cost?: string;
}

/**
 * Writes what a marketplace says of a shipment, whoever holds it: it has happened there already. What the shipment is
 * charged for stays as it was billed.
 */
export async function writeMarketplaceFacts(
  tx: Tx,
  { id, clientId, orderId }: { id: number; clientId: number; orderId: number },
  {
    shipmentId = null,
    feedType = null,
    exists = null,
    cost = null,
  }: { [Fact in keyof MarketplaceFacts]: MarketplaceFacts[Fact] | null },
): Promise<void> {
  await sql`
    update shipments set fba_shipment_id = coalesce(${shipmentId}::text, fba_shipment_id),
      fba_feed_type = coalesce(${feedType}::text, fba_feed_type), exist_in_fba = coalesce(${exists}::boolean, exist_in_fba),
      cost = coalesce(${cost}::numeric, cost), updated_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
  const changes: Change[] = cost === null ? [] : [{ field: 'cost', newValue: cost }];
  if (changes.length)
    queueTrace(tx, undefined, { type: 'Shipment', id, clientId, subject: 'Updated', changes } as never);
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: id, payload: { order_id: orderId } });
}
