import type { Allocation } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import { queueTrace } from '../../records/index.ts';
import { lockShipmentFor } from '../lock-shipment.ts';
import type { LockedShipment } from '../locked-shipment.ts';
import { readAllocation, readAllocations } from './allocation.view.ts';
import { choosePicks, StockPool } from './allocation-rules.ts';
import { readPickable, replaceStoredPicks } from './allocations.store.ts';

/**
 * Chooses places for what is left of an outbound shipment and stores them for its picking ticket. It reserves nothing:
 * the item's reservation does that, and what is fulfilled may differ.
 */
export async function allocateShipment(tx: Tx, actor: Actor, id: number): Promise<Allocation> {
  const [shipment, rows] = await Promise.all([lockShipmentFor(tx, actor, id, 'allocate'), readPickable(tx, [id])]);
  if (shipment.direction !== 'outbound') throw refused(40005, 'OnlyOutboundIsAllocated');
  const lines = shipment.lines
    .map((line) => ({ ...line, left: line.quantity - line.fulfilled, shipDate: shipment.ship_date }))
    .filter(({ left }) => left > 0);
  replaceStoredPicks(tx, shipment, choosePicks(lines, new StockPool(rows)).choices);
  const { client_id: clientId, order_id } = shipment;
  queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Allocated' });
  const [answer] = await Promise.all([
    readAllocation(tx, id),
    recordEvent(tx, { kind: 'shipment.touched', clientId, subjectId: id, payload: { order_id } }),
  ]);
  return answer;
}

/**
 * The same for outbound shipments that the caller has locked and that are picked together: they share the stock in this
 * order, after what is stored for the shipments of `before`, so that no two are sent to the same units.
 */
export async function allocateTogether(
  tx: Tx,
  actor: Actor,
  shipments: readonly LockedShipment[],
  before: readonly number[],
): Promise<Allocation[]> {
  const all = await readAllocations(tx, [...before, ...shipments.map(({ id }) => id)]);
  const allocated: Allocation[] = [];
  for (const shipment of shipments) {
    const allocation = all.get(shipment.id);
    if (!allocation) continue;
    allocated.push(allocation);
    const { id, client_id: clientId, order_id } = shipment;
    replaceStoredPicks(
      tx,
      shipment,
      allocation.picks.map((pick) => ({
        lineId: pick.line_id,
        row: pick,
        quantity: pick.quantity,
        reason: pick.reason_key,
      })),
    );
    queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Allocated' });
    await recordEvent(tx, { kind: 'shipment.touched', clientId, subjectId: id, payload: { order_id } });
  }
  return allocated;
}
