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

const heldBy = `
  select r.id, r.client_id, r.inventory_id, r.holder_kind, r.holder_id, r.quantity
  from unnest($1::text[], $2::int[]) h (kind, id) join reservations r on r.holder_kind = h.kind and r.holder_id = h.id
  where $3::int is null or r.client_id = $3
  order by r.inventory_id, r.id`;

/** All reservations of these holders. */
export const readHeld = (tx: Tx, holders: readonly Holder[]): Promise<Held[]> =>
  tx.run<Held>(heldBy, [holders.map(({ kind }) => kind), holders.map(({ id }) => id), scopedClient(tx)]);

const raise = `
  with total as (
    update item_totals set reserved = reserved + $5::int where client_id = $1 and inventory_id = $2 returning client_id, inventory_id
  )
  insert into reservations as r (client_id, inventory_id, holder_kind, holder_id, quantity)
  select client_id, inventory_id, $3, $4, $5::int from total
  on conflict (holder_kind, holder_id, inventory_id) do update set quantity = r.quantity + excluded.quantity`;

/** Adds units to a holder's reservation, and to the item's counter. The item must be locked. */
export function raiseReservation(
  tx: Tx,
  item: { id: number; client_id: number },
  holder: Holder,
  quantity: number,
): void {
  tx.queue(raise, [item.client_id, item.id, holder.kind, holder.id, quantity]);
}

/** When the reservation holds less, the statement fails: the counter would become null. */
const lower = `
  with lowered as (update reservations set quantity = quantity - $3::int where id = $1 and client_id = $4 and quantity > $3::int returning 1),
  ended as (delete from reservations where id = $1 and client_id = $4 and quantity = $3::int returning 1)
  update item_totals set reserved = reserved - case when exists (select from lowered union all select from ended) then $3::int end
  where inventory_id = $2 and client_id = $4`;

/** Takes units from a reservation, and from the item's counter; an empty reservation is deleted. */
export function lowerReservation(tx: Tx, held: Held, quantity: number): void {
  tx.queue(lower, [held.id, held.inventory_id, quantity, held.client_id]);
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
