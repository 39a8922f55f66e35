import type { UnbilledKey, WaiveInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordGaps, reopenGaps, waiveGaps, waiveShipment } from './gaps.store.ts';

const clientsOf = (rows: readonly UnbilledKey[]) => [...new Set(rows.map(({ client_id }) => client_id))];

/** A shipment that nobody billed is named; everything else is stored as gaps. */
const isShipment = ({ reason, shipment_id }: UnbilledKey) => reason === 'not_billed' && shipment_id !== null;

/** Nothing is charged for the gaps of the rows, with a note that says why. What is waived already stays as it is. */
export async function waive(tx: Tx, actor: Actor, { rows, note }: WaiveInput): Promise<{ waived: number }> {
  let waived = 0;
  for (const row of rows) waived += await (isShipment(row) ? waiveShipment : waiveGaps)(tx, row, actor.name, note);
  for (const clientId of clientsOf(rows)) await recordGaps(tx, clientId);
  return { waived };
}

type WaivedRow = UnbilledKey & { waived_at: string };

/** Takes waivers back. */
export async function unwaive(tx: Tx, rows: readonly WaivedRow[]): Promise<{ reopened: number }> {
  let reopened = 0;
  for (const row of rows) reopened += await reopenGaps(tx, row, row.waived_at);
  for (const clientId of clientsOf(rows)) await recordGaps(tx, clientId);
  return { reopened };
}
