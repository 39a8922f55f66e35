import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Holder, Lowered, ReservableItem } from './reservation-rules.ts';

/** Adds units to holders' reservations, and to the items' counters. The items must be locked, and the client's. */
export function raiseReservations(
  tx: Tx,
  clientId: number,
  lines: readonly { inventoryId: number; holder: Holder; quantity: number }[],
): void {
  // One row per holder and item: a row cannot be raised twice by one statement.
  sql`
    with line as (
      select inventory_id, holder_kind, holder_id, sum(quantity)::int as quantity
      from unnest(
        ${lines.map(({ inventoryId }) => inventoryId)}::int[],
        ${lines.map(({ holder }) => holder.kind)}::text[],
        ${lines.map(({ holder }) => holder.id)}::int[],
        ${lines.map(({ quantity }) => quantity)}::int[]) l (inventory_id, holder_kind, holder_id, quantity)
      group by inventory_id, holder_kind, holder_id
    ), total as (
      update item_totals t set reserved = t.reserved + s.quantity
      from (select inventory_id, sum(quantity)::int as quantity from line group by inventory_id) s
      where t.client_id = ${clientId} and t.inventory_id = s.inventory_id returning t.inventory_id
    )
    insert into reservations as r (client_id, inventory_id, holder_kind, holder_id, quantity)
    select ${clientId}, line.inventory_id, line.holder_kind, line.holder_id, line.quantity
    from line join total using (inventory_id)
    order by line.holder_kind, line.holder_id, line.inventory_id
    on conflict (holder_kind, holder_id, inventory_id) do update set quantity = r.quantity + excluded.quantity`.queue(
    tx,
  );
}

/**
 * Takes units from reservations of one client, each named once, and from the items' counters; an empty reservation is
 * deleted.
 */
export function lowerReservations(tx: Tx, lowered: readonly Lowered[]): void {
  const [first] = lowered;
  if (!first) return;
  const clientId = first.held.client_id;
  // When a reservation holds less, the statement fails: the counter of its item would become null.
  sql`
    with taken as (
      select * from unnest(
        (select ${lowered.map(({ held }) => held.id)}::int[]),
        (select ${lowered.map(({ held }) => held.inventory_id)}::int[]),
        (select ${lowered.map(({ quantity }) => quantity)}::int[])) t (id, inventory_id, quantity)
    ), lowered as (
      update reservations r set quantity = r.quantity - t.quantity from taken t
      where r.id = t.id and r.client_id = ${clientId} and r.quantity > t.quantity returning r.id
    ), ended as (
      delete from reservations r using taken t
      where r.id = t.id and r.client_id = ${clientId} and r.quantity = t.quantity returning r.id
    )
    update item_totals i set reserved = i.reserved - s.quantity
    from (
      select t.inventory_id, case when bool_and(d.id is not null) then sum(t.quantity)::int end as quantity
      from taken t left join (select id from lowered union all select id from ended) d using (id) group by t.inventory_id) s
    where i.client_id = ${clientId} and i.inventory_id = s.inventory_id`.queue(tx);
}

/** A client's locked items, with the available quantity of each. */
export async function readReservable(tx: Tx, clientId: number, ids: readonly number[]): Promise<ReservableItem[]> {
  const { rows } = await sql<ReservableItem>`
    select t.inventory_id as id, t.client_id, i.sku, t.available
    from item_totals t join inventories i on i.id = t.inventory_id
    where t.client_id = ${clientId} and t.inventory_id = any(${ids}::int[]) order by t.inventory_id`.execute(tx);
  return rows;
}
