import { type Answer, type api, MOVEMENT_PAGE, type Movement, NO_LICENSE, NO_LOT } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';

/** Answers 404 for records that the caller may not see. */
export async function assertItemIsVisible(tx: Tx, inventoryId: number): Promise<void> {
  const { rows } = await sql`select from inventories where id = ${inventoryId} and ${inScope(tx)}`.execute(tx);
  if (!rows.length) throw notFound();
}

/** A movement `m` with its bucket `k`, plate `l` and lot `o`. */
export const movementColumns = sql`m.id, m.at, m.kind, m.quantity, m.item_balance, m.row_balance, m.quarantine, m.license_id,
  coalesce(l.license, ${NO_LICENSE}) as license, coalesce(o.lot_number, ${NO_LOT}) as lot_number, coalesce(k.lead, '') as lead,
  m.reference, m.cause, m.user_name as user`;

export async function listMovements(tx: Tx, inventoryId: number, before: number | undefined) {
  await assertItemIsVisible(tx, inventoryId);
  const older = before
    ? sql`and (m.at, m.id) < (select at, id from movements where id = ${before} and ${inScope(tx)})`
    : sql``;
  const { rows } = await sql<Movement>`
    select ${movementColumns}
    from movements m left join serial_buckets k on k.id = m.bucket_id left join licenses l on l.id = m.license_id
    left join lots o on o.id = m.lot_id
    where m.inventory_id = ${inventoryId} and ${inScope(tx, 'm.client_id')} ${older}
    order by m.at desc, m.id desc limit ${sql.lit(MOVEMENT_PAGE + 1)}`.execute(tx);
  return { records: rows.slice(0, MOVEMENT_PAGE), more: rows.length > MOVEMENT_PAGE };
}

/** Maximum receipts shown in a chart; more would overlap. */
const RECEIPTS_MAX = 12;
/** Only this many latest movements are searched for receipts, so that a busy item costs no more than others. */
const RECEIPTS_READ = 100;

/** Every movement stores the balance after it, so a day costs one index look-up however long the history is. */
export async function stockHistory(tx: Tx, inventoryId: number, days: number, timezone: string) {
  await assertItemIsVisible(tx, inventoryId);
  const today = sql`(now() at time zone ${timezone})::date`;
  const [curve, receipts] = await Promise.all([
    sql<{ day: string; in_stock: number }>`
      select d.day::date as day, coalesce(m.item_balance, 0) as in_stock
      from generate_series((${today} - ${days}::int)::timestamp, ${today}::timestamp, interval '1 day') d (day)
      left join lateral (
        select item_balance from movements
        where inventory_id = ${inventoryId} and ${inScope(tx)} and at < ((d.day + interval '1 day') at time zone ${timezone}) order by at desc, id desc limit 1
      ) m on true
      order by d.day`.execute(tx),
    sql<{ day: string; reference: string; quantity: number }>`
      select (at at time zone ${timezone})::date as day, reference, sum(quantity)::int as quantity from (
        select at, reference, quantity from movements
        where inventory_id = ${inventoryId} and ${inScope(tx)} and kind = 'receive' and not quarantine and reference <> ''
          and at >= ((${today} - ${days}::int)::timestamp at time zone ${timezone})
        order by at desc limit ${sql.lit(RECEIPTS_READ)}) latest
      group by 1, 2 order by 3 desc, 1 desc limit ${sql.lit(RECEIPTS_MAX)}`.execute(tx),
  ]);
  return { days: curve.rows, receipts: receipts.rows };
}

/**
 * Every place that ever held the item has a row, empty or not, and its balance at the moment is one look-up in the
 * index on places. The order names all columns of that index: ordered by time only, the planner would read the item's
 * history since the place last changed.
 */
export async function stockAsOf(tx: Tx, inventoryId: number, at: string) {
  await assertItemIsVisible(tx, inventoryId);
  const { rows } = await sql<Answer<typeof api.stock.asOf>[number]>`
    select coalesce(l.license, ${NO_LICENSE}) as license, s.license_id, coalesce(o.lot_number, ${NO_LOT}) as lot_number, s.quarantine, m.row_balance as quantity
    from stock_rows s
    cross join lateral (
      select row_balance from movements
      where inventory_id = s.inventory_id and coalesce(license_id, 0) = coalesce(s.license_id, 0) and coalesce(lot_id, 0) = coalesce(s.lot_id, 0)
        and quarantine::int = s.quarantine::int and at <= ${at}::timestamptz
      order by inventory_id, coalesce(license_id, 0), coalesce(lot_id, 0), quarantine::int, at desc, id desc limit 1) m
    left join licenses l on l.id = s.license_id left join lots o on o.id = s.lot_id
    where s.inventory_id = ${inventoryId} and ${inScope(tx, 's.client_id')} and m.row_balance > 0
    order by lower(l.license) nulls last, lower(o.lot_number) nulls last, s.quarantine`.execute(tx);
  return rows;
}
