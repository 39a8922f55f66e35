import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { NamedStock } from '../named-stock.ts';
import type { Totals } from '../posting.ts';
import { readTotals } from '../stock.store.ts';
import type { LockedReservations, ReservationOwner } from './reservation-owner.ts';

/** A command that takes goods away although they are reserved. */
export interface Shorting {
  owner: ReservationOwner | undefined;
  /** The person chose to short the holders. */
  isWanted: boolean;
}

/** How many reserved units are missing after this many are taken. */
const missingUnits = ({ in_stock, reserved }: Totals, taken: number) => Math.max(0, taken - (in_stock - reserved));

/**
 * Locks the reservations that would not be covered after these units are taken; undefined when there are none, or
 * nobody chose to short them. Must come before the item's lock, so the units are an estimate: what is really missing is
 * released under it.
 */
export async function lockReservationsToShort(
  tx: Tx,
  actor: Actor,
  inventoryId: number,
  taken: number,
  { owner, isWanted }: Shorting,
): Promise<LockedReservations | undefined> {
  if (!isWanted || !owner || taken <= 0) return undefined;
  const totals = await readTotals(tx, inventoryId).catch(() => undefined);
  const missing = totals ? missingUnits(totals, taken) : 0;
  return missing > 0 ? owner.lock(tx, actor, inventoryId, missing) : undefined;
}

/** Releases what is missing under the item's lock, and answers the stock as it is then. */
export async function shortReservations(
  locked: LockedReservations | undefined,
  stock: NamedStock | undefined,
  taken: number,
): Promise<NamedStock | undefined> {
  if (!locked || !stock) return stock;
  const missing = missingUnits(stock.totals, taken);
  // More than the place holds cannot be taken at all: no reservation is shorted for it.
  if (!missing || (stock.places[0]?.onHand ?? 0) < taken) return stock;
  const given = await locked.releaseUnits(missing);
  return { ...stock, totals: { ...stock.totals, reserved: stock.totals.reserved - given } };
}
