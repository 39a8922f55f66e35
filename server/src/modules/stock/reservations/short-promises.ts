import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { NamedStock } from '../named-stock.ts';
import type { Totals } from '../posting.ts';
import { readTotals } from '../stock.store.ts';
import type { LockedPromises, ReservationOwner } from './promises.ts';

/** A command that takes goods away although they are promised. */
export interface Shorting {
  keeper: ReservationOwner | undefined;
  /** The person chose it. */
  isWanted: boolean;
}

/** How many promised units are missing after so many are taken. */
const missingUnits = ({ in_stock, reserved }: Totals, taken: number) => Math.max(0, taken - (in_stock - reserved));

/**
 * Locks the promises that taking these units would break; undefined when none would, or nobody chose to break any. Must
 * come before the item's lock, so the units are an estimate: what is really missing is given up under it.
 */
export async function lockBrokenPromises(
  tx: Tx,
  actor: Actor,
  inventoryId: number,
  taken: number,
  { keeper, isWanted }: Shorting,
): Promise<LockedPromises | undefined> {
  if (!isWanted || !keeper || taken <= 0) return undefined;
  const totals = await readTotals(tx, inventoryId).catch(() => undefined);
  const missing = totals ? missingUnits(totals, taken) : 0;
  return missing > 0 ? keeper.lock(tx, actor, inventoryId, missing) : undefined;
}

/** Gives up what is missing under the item's lock, and answers the stock as it is then. */
export async function releaseBrokenPromises(
  promises: LockedPromises | undefined,
  stock: NamedStock | undefined,
  taken: number,
): Promise<NamedStock | undefined> {
  if (!promises || !stock) return stock;
  const missing = missingUnits(stock.totals, taken);
  // More than the place holds cannot be taken at all: nobody's promise is broken for it.
  if (!missing || (stock.places[0]?.onHand ?? 0) < taken) return stock;
  const given = await promises.releaseUnits(missing);
  return { ...stock, totals: { ...stock.totals, reserved: stock.totals.reserved - given } };
}
