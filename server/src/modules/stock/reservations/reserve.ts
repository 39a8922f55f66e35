import type { Tx } from '../../../platform/database/tx.ts';
import { queueEvents } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import { lockItems } from '../lock-items.ts';
import { readHeld } from './held.view.ts';
import {
  type Held,
  type HeldLine,
  type Holder,
  loweredBy,
  type ReservableItem,
  type ReservationLine,
  shortItems,
} from './reservation-rules.ts';
import { lowerReservations, raiseReservations, readReservable } from './reservations.store.ts';

/**
 * The life cycle of a reservation: reserved for a holder, then released or consumed, each unit once. The holder's
 * reservation and the item's `reserved` change together, under the item's lock.
 */

const distinct = (ids: readonly number[]) => [...new Set(ids)];

function queueMoved(tx: Tx, clientId: number, inventoryIds: readonly number[]): void {
  queueEvents(tx, 'inventory.moved', clientId, distinct(inventoryIds));
}

/**
 * Reserves units of items that are locked and were read since (`items`), all or nothing. Throws 40002 with every SKU
 * that has too little available, the quantity needed and the quantity available; 20001 for an item that is not among
 * them.
 */
export function reserveLocked(
  tx: Tx,
  clientId: number,
  items: readonly ReservableItem[],
  wanted: readonly ReservationLine[],
): void {
  const ids = distinct(wanted.map(({ inventoryId }) => inventoryId));
  if (!ids.length) return;
  const known = new Set(items.filter((item) => item.client_id === clientId).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw refused(20001);
  const short = shortItems(items, wanted);
  if (short.length) throw refused(40002, short);
  raiseReservations(tx, clientId, wanted);
  queueMoved(tx, clientId, ids);
}

/** The same for items that are not locked yet; locks them. */
export async function reserve(tx: Tx, clientId: number, wanted: readonly ReservationLine[]): Promise<void> {
  const ids = distinct(wanted.map(({ inventoryId }) => inventoryId));
  if (!ids.length) return;
  const [, items] = await Promise.all([lockItems(tx, ids), readReservable(tx, clientId, ids)]);
  reserveLocked(tx, clientId, items, wanted);
}

/**
 * Releases part of what holders hold, for example when a line was reduced. Locks the items. Throws 40002 when a
 * holder holds less, because it was consumed or released before.
 */
export async function release(tx: Tx, clientId: number, given: readonly ReservationLine[]): Promise<void> {
  const ids = distinct(given.map(({ inventoryId }) => inventoryId));
  if (!ids.length) return;
  const holders = given.map(({ holder }) => holder);
  const [, items, held] = await Promise.all([
    lockItems(tx, ids),
    readReservable(tx, clientId, ids),
    readHeld(tx, holders),
  ]);
  const lines = given.map(({ inventoryId, ...line }) => {
    const item = items.find(({ id }) => id === inventoryId);
    if (!item) throw refused(20001);
    return { item, ...line };
  });
  lowerReservations(tx, loweredBy(held, lines));
  queueMoved(tx, clientId, ids);
}

/** The same of one item that is locked already. */
export async function releaseLocked(
  tx: Tx,
  item: ItemOfClient,
  given: readonly Omit<ReservationLine, 'inventoryId'>[],
): Promise<void> {
  const held = await readHeld(
    tx,
    given.map(({ holder }) => holder),
  );
  const lines = given.map((line) => ({ item, ...line }));
  lowerReservations(tx, loweredBy(held, lines));
  queueMoved(tx, item.client_id, [item.id]);
}

/**
 * Releases everything that holders still hold, for example when a shipment was voided, and returns it. Locks the
 * items.
 */
export async function releaseAll(tx: Tx, clientId: number, holders: readonly Holder[]): Promise<Held[]> {
  const ids = (await readHeld(tx, holders)).map(({ inventory_id }) => inventory_id);
  if (!ids.length) return [];
  // Read again: reservations may have changed while waiting for the lock.
  const [, held] = await Promise.all([lockItems(tx, distinct(ids)), readHeld(tx, holders)]);
  const still = held.filter(({ inventory_id }) => ids.includes(inventory_id));
  lowerReservations(
    tx,
    still.map((reservation) => ({ held: reservation, quantity: reservation.quantity })),
  );
  queueMoved(
    tx,
    clientId,
    still.map(({ inventory_id }) => inventory_id),
  );
  return still;
}

interface ItemOfClient {
  id: number;
  client_id: number;
  sku: string;
}

/** Consumes parts of reservations, because the units leave with the posting that follows. The items must be locked. */
export function consume(tx: Tx, held: readonly Held[], lines: readonly HeldLine[]): void {
  lowerReservations(tx, loweredBy(held, lines));
}

/** Reverses a consumption, after the posting that brought the units back. The item must be locked. */
export function restoreConsumed(tx: Tx, item: ItemOfClient, holder: Holder, quantity: number): void {
  raiseReservations(tx, item.client_id, [{ inventoryId: item.id, holder, quantity }]);
}
