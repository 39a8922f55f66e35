import type { TraceSubject, UnbilledKey, WaiveInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { trace } from '../../records/index.ts';
import { readChargeName, recordGaps, reopenGaps, waiveGaps, waiveShipments } from '../gaps.store.ts';

const clientsOf = (rows: readonly UnbilledKey[]) => [...new Set(rows.map(({ client_id }) => client_id))];

interface Waived {
  count: number;
  note: string;
}

/** In the history of the client: the gaps themselves forget who waived them when it is taken back. */
async function traceRow(tx: Tx, actor: Actor, row: UnbilledKey, subject: TraceSubject, { count, note }: Waived) {
  if (count === 0) return;
  const charge = await readChargeName(tx, row);
  await trace(tx, actor, {
    type: 'Client' as const,
    id: row.client_id,
    clientId: row.client_id,
    subject,
    changes: [
      { field: 'waiver.reason', newValue: row.reason },
      ...(charge ? [{ field: 'waiver.charge' as const, newValue: charge }] : []),
      { field: 'waiver.from_day', newValue: row.from_day },
      { field: 'waiver.to_day', newValue: row.to_day },
      { field: 'waiver.count', newValue: String(count) },
      { field: 'waiver.note', newValue: note },
    ],
  });
}

/** Nothing is charged for the gaps of the rows, with a note that says why. What is waived already stays as it is. */
export async function waive(tx: Tx, actor: Actor, { rows, note }: WaiveInput): Promise<{ waived: number }> {
  let waived = 0;
  for (const row of rows) {
    const count = await (row.reason === 'not_billed' ? waiveShipments : waiveGaps)(tx, row, actor.name, note);
    await traceRow(tx, actor, row, 'Charge waived', { count, note });
    waived += count;
  }
  for (const clientId of clientsOf(rows)) await recordGaps(tx, clientId);
  return { waived };
}

type WaivedRow = UnbilledKey & { waived_at: string };

/** Takes waivers back. */
export async function unwaive(tx: Tx, actor: Actor, rows: readonly WaivedRow[]): Promise<{ reopened: number }> {
  let reopened = 0;
  for (const row of rows) {
    const { count, note } = await reopenGaps(tx, row, row.waived_at);
    await traceRow(tx, actor, row, 'Waiver taken back', { count, note });
    reopened += count;
  }
  for (const clientId of clientsOf(rows)) await recordGaps(tx, clientId);
  return { reopened };
}
