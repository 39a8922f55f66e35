import type { ReservationHolder } from '@longshore/contract';
import { scopedClient } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** The holder of a reservation: `shipment_line 12`. */
export interface Holder {
  kind: ReservationHolder;
  id: number;
}

/** Units of an item that a holder has reserved, read under the item's lock. */
export interface Held {
  id: number;
  client_id: number;
  inventory_id: number;
  holder_kind: ReservationHolder;
  holder_id: number;
  quantity: number;
}

/**
 * PostgreSQL plans a statement again at every call when the length of an array makes a cheaper plan, as that of one
 * holder does; planning takes several times as long as reading. A subselect hides the length.
 */
const heldBy = `
  select r.id, r.client_id, r.inventory_id, r.holder_kind, r.holder_id, r.quantity
  from unnest((select $1::text[]), (select $2::int[])) h (kind, id) join reservations r on r.holder_kind = h.kind and r.holder_id = h.id
  where $3::int is null or r.client_id = $3
  order by r.inventory_id, r.id`;

/** All reservations of these holders. */
export const readHeld = (tx: Tx, holders: readonly Holder[]): Promise<Held[]> =>
  tx.run<Held>(heldBy, [holders.map(({ kind }) => kind), holders.map(({ id }) => id), scopedClient(tx)]);

/** One row per holder and item: a row cannot be raised twice by one statement. */
const raise = `
  with line as (
    select inventory_id, holder_kind, holder_id, sum(quantity)::int as quantity
    from unnest($2::int[], $3::text[], $4::int[], $5::int[]) l (inventory_id, holder_kind, holder_id, quantity)
    group by inventory_id, holder_kind, holder_id
  ), total as (
    update item_totals t set reserved = t.reserved + s.quantity
    from (select inventory_id, sum(quantity)::int as quantity from line group by inventory_id) s
    where t.client_id = $1 and t.inventory_id = s.inventory_id returning t.inventory_id
  )
  insert into reservations as r (client_id, inventory_id, holder_kind, holder_id, quantity)
  select $1, line.inventory_id, line.holder_kind, line.holder_id, line.quantity from line join total using (inventory_id)
  order by line.holder_kind, line.holder_id, line.inventory_id
  on conflict (holder_kind, holder_id, inventory_id) do update set quantity = r.quantity + excluded.quantity`;

/** Adds units to holders' reservations, and to the items' counters. The items must be locked, and the client's. */
export function raiseReservations(
  tx: Tx,
  clientId: number,
  lines: readonly { inventoryId: number; holder: Holder; quantity: number }[],
): void {
  tx.queue(raise, [
    clientId,
    lines.map(({ inventoryId }) => inventoryId),
    lines.map(({ holder }) => holder.kind),
    lines.map(({ holder }) => holder.id),
    lines.map(({ quantity }) => quantity),
  ]);
}

/** Units that are taken from a reservation. */
export interface Lowered {
  held: Held;
  quantity: number;
}

/** When a reservation holds less, the statement fails: the counter of its item would become null. */
const lower = `
  with taken as (
    select * from unnest((select $2::int[]), (select $3::int[]), (select $4::int[])) t (id, inventory_id, quantity)
  ), lowered as (
    update reservations r set quantity = r.quantity - t.quantity from taken t
    where r.id = t.id and r.client_id = $1 and r.quantity > t.quantity returning r.id
  ), ended as (
    delete from reservations r using taken t where r.id = t.id and r.client_id = $1 and r.quantity = t.quantity returning r.id
  )
  update item_totals i set reserved = i.reserved - s.quantity
  from (
    select t.inventory_id, case when bool_and(d.id is not null) then sum(t.quantity)::int end as quantity
    from taken t left join (select id from lowered union all select id from ended) d using (id) group by t.inventory_id) s
  where i.client_id = $1 and i.inventory_id = s.inventory_id`;

/**
 * Takes units from reservations of one client, each named once, and from the items' counters; an empty reservation is
 * deleted.
 */
export function lowerReservations(tx: Tx, lowered: readonly Lowered[]): void {
  const [first] = lowered;
  if (!first) return;
  tx.queue(lower, [
    first.held.client_id,
    lowered.map(({ held }) => held.id),
    lowered.map(({ held }) => held.inventory_id),
    lowered.map(({ quantity }) => quantity),
  ]);
}

export interface ReservableItem {
  id: number;
  client_id: number;
  sku: string;
  available: number;
}

const reservable = `
  select t.inventory_id as id, t.client_id, i.sku, t.available from item_totals t join inventories i on i.id = t.inventory_id
  where t.client_id = $1 and t.inventory_id = any($2::int[]) order by t.inventory_id`;

/** A client's locked items, with the available quantity of each. */
export const readReservable = (tx: Tx, clientId: number, ids: readonly number[]): Promise<ReservableItem[]> =>
  tx.run<ReservableItem>(reservable, [clientId, ids]);
