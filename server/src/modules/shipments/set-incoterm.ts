import type { IncotermInput, Shipment } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { refused } from '../../platform/http/problem.ts';
import { changesBetween, queueTrace } from '../records/index.ts';
import { lockShipmentFor } from './lock-shipment.ts';
import { readShipmentRecord } from './shipment-record.view.ts';
import { queueIncoterm } from './shipments.store.ts';

/** Chooses the Incoterm of goods that leave. Throws 40006 for an inbound shipment, which has no commercial invoice. */
export async function setIncoterm(tx: Tx, actor: Actor, id: number, input: IncotermInput): Promise<Shipment> {
  const shipment = await lockShipmentFor(tx, actor, id, 'prepare');
  if (shipment.direction === 'inbound') throw refused(40006);
  const before = await readShipmentRecord(tx, id);
  const { incoterm, incoterm_place, client_id: clientId, order_id } = before;
  const chosen = input.incoterm ? input : { ...input, incoterm_place: '' };
  const changes = changesBetween({ incoterm, incoterm_place }, chosen);
  if (!changes.length) return before;
  queueIncoterm(tx, shipment, chosen);
  queueTrace(tx, actor, { type: 'Shipment', id, clientId, subject: 'Updated', changes });
  await recordEvent(tx, { kind: 'shipment.saved', clientId, subjectId: id, payload: { order_id } });
  return readShipmentRecord(tx, id);
}
