import type { Allocation } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import { queueTrace } from '../../records/index.ts';
import { lockShipmentFor } from '../lock-shipment.ts';
import { readAllocation } from './allocation.view.ts';
import { choosePicks, StockPool } from './allocation-rules.ts';
import { readPickable, replaceStoredPicks } from './allocations.store.ts';

/**
 * Chooses places for what is left of an outbound shipment and stores them for its picking ticket. It reserves nothing:
 * what is promised is the item's reservation, and what is fulfilled may differ.
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
