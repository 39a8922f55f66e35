import type { Shipment } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import { writeLineChanges } from './change-lines.ts';
import { lockShipmentAndOrderFor } from './lock-shipment.ts';
import { readShipmentRecord } from './shipment-record.view.ts';

/**
 * Less came than was expected: the lines of a receipt are lowered to what was received, and the rest goes back to what is
 * left of the order. Throws 40008 when nothing came at all: such a receipt is voided.
 */
export async function closeShort(tx: Tx, actor: Actor, id: number): Promise<Shipment> {
  const locked = await lockShipmentAndOrderFor(tx, actor, id, 'change quantity');
  const { direction, lines } = locked.shipment;
  if (direction !== 'inbound') throw refused(40005, 'OnlyForReceipts');
  if (lines.every(({ fulfilled }) => fulfilled === 0)) throw refused(40008, 'AllLinesWouldBeZero');
  const changes = lines
    .filter(({ quantity, fulfilled }) => fulfilled < quantity)
    .map((line) => ({ line, quantity: line.fulfilled }));
  if (changes.length) await writeLineChanges(tx, actor, locked, changes, { subject: 'Quantity changed' });
  return readShipmentRecord(tx, id);
}
