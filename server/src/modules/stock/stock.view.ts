import { MOVEMENT_PAGE, type Movement, NO_LICENSE, NO_LOT } from '@longshore/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';

/** Row-level security decides whether the caller may see the item at all. */
async function assertSeen(tx: Tx, inventoryId: number): Promise<void> {
  const { rows } = await sql`select from inventories where id = ${inventoryId}`.execute(tx);
  if (!rows.length) throw notFound();
}

export async function listMovements(tx: Tx, inventoryId: number, before: number | undefined) {
  await assertSeen(tx, inventoryId);
  const older = before ? sql`and (m.at, m.id) < (select at, id from movements where id = ${before})` : sql``;
  const { rows } = await sql<Movement>`
    select m.id, m.at, m.kind, m.quantity, m.item_balance, m.row_balance, m.quarantine, coalesce(l.license, ${NO_LICENSE}) as license,
           coalesce(o.lot_number, ${NO_LOT}) as lot_number, m.reference, m.cause, m.user_name as user
    from movements m left join licenses l on l.id = m.license_id left join lots o on o.id = m.lot_id
    where m.inventory_id = ${inventoryId} ${older}
    order by m.at desc, m.id desc limit ${sql.lit(MOVEMENT_PAGE + 1)}`.execute(tx);
  return { records: rows.slice(0, MOVEMENT_PAGE), more: rows.length > MOVEMENT_PAGE };
}

/** A balance stands in every movement, so a day costs one look into the index however long the history is. */
export async function stockHistory(tx: Tx, inventoryId: number, days: number, timezone: string) {
  await assertSeen(tx, inventoryId);
  const { rows } = await sql<{ day: string; in_stock: number }>`
    select d.day::date as day, coalesce(m.item_balance, 0) as in_stock
    from generate_series(((now() at time zone ${timezone})::date - ${days}::int)::timestamp, (now() at time zone ${timezone})::date::timestamp, interval '1 day') d (day)
    left join lateral (
      select item_balance from movements
      where inventory_id = ${inventoryId} and at < ((d.day + interval '1 day') at time zone ${timezone}) order by at desc, id desc limit 1
    ) m on true
    order by d.day`.execute(tx);
  return rows;
}

export async function stockAsOf(tx: Tx, inventoryId: number, at: string) {
  await assertSeen(tx, inventoryId);
  const { rows } = await sql<{ license: string; lot_number: string; quarantine: boolean; quantity: number }>`
    select coalesce(l.license, ${NO_LICENSE}) as license, coalesce(o.lot_number, ${NO_LOT}) as lot_number, m.quarantine, m.row_balance as quantity
    from (select distinct on (license_id, lot_id, quarantine) license_id, lot_id, quarantine, row_balance from movements
          where inventory_id = ${inventoryId} and at <= ${at}::timestamptz
          order by license_id, lot_id, quarantine, at desc, id desc) m
    left join licenses l on l.id = m.license_id left join lots o on o.id = m.lot_id
    where m.row_balance > 0 order by lower(l.license) nulls last, lower(o.lot_number) nulls last, m.quarantine`.execute(
    tx,
  );
  return rows;
}
