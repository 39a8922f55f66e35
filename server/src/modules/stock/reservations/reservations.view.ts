import { RESERVATION_PAGE, type Reservation } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { assertItemIsVisible } from '../stock.view.ts';
import type { ReservationOwner } from './reservation-owner.ts';

/** The reservations of an item, oldest first, with the shipments that their owner names. */
export async function listReservations(tx: Tx, inventoryId: number, owner: ReservationOwner | undefined) {
  await assertItemIsVisible(tx, inventoryId);
  const { rows } = await sql<Omit<Reservation, 'shipment'>>`
    select id, json_build_object('kind', holder_kind, 'id', holder_id) as holder, quantity, since from reservations
    where inventory_id = ${inventoryId} and ${inScope(tx)} order by since, id limit ${sql.lit(RESERVATION_PAGE + 1)}`.execute(
    tx,
  );
  const shown = rows.slice(0, RESERVATION_PAGE);
  const shipments = await owner?.shipmentsOf(
    tx,
    shown.map(({ holder }) => holder.id),
  );
  const records = shown.map((row): Reservation => ({ ...row, shipment: shipments?.get(row.holder.id) ?? null }));
  return { records, more: rows.length > RESERVATION_PAGE };
}
