import { RESERVATION_PAGE, type Reservation } from '@longshore/contract';
import { sql } from 'kysely';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { assertSeen } from '../stock.view.ts';

/** The reservations of an item, oldest first. */
export async function listReservations(tx: Tx, inventoryId: number) {
  await assertSeen(tx, inventoryId);
  const { rows } = await sql<Reservation>`
    select id, json_build_object('kind', holder_kind, 'id', holder_id) as holder, quantity, since from reservations
    where inventory_id = ${inventoryId} and ${inScope(tx)} order by since, id limit ${sql.lit(RESERVATION_PAGE + 1)}`.execute(
    tx,
  );
  return { records: rows.slice(0, RESERVATION_PAGE), more: rows.length > RESERVATION_PAGE };
}
