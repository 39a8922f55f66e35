import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';

/** Writes the id that a shipment has at the shipping station, which lists show; empty when it is not there. */
export async function markAtStation(
  tx: Tx,
  { id, client_id }: { id: number; client_id: number },
  stationId: string,
): Promise<void> {
  const { rows } = await sql<{ order_id: number }>`
    update shipments set ss_order_id = ${stationId} where id = ${id} and client_id = ${client_id} and ss_order_id <> ${stationId}
    returning order_id`.execute(tx);
  const [row] = rows;
  if (!row) return;
  const payload = { order_id: row.order_id };
  await recordEvent(tx, { kind: 'shipment.touched', clientId: client_id, subjectId: id, payload });
}
