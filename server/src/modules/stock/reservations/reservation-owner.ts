import {
  type FailureDetails,
  type Reservation,
  type ReservationHolder,
  type ReservingShipment,
  splitMessage,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Problem } from '../../../platform/http/problem.ts';
import type { Registry } from '../../../platform/module.ts';

/** Reservations whose records are locked, so that units of them can be released once the item is locked too. */
export interface LockedReservations {
  /**
   * Releases this many units of the item, the newest reservation first, and answers how many were released: fewer, when
   * reservations ended meanwhile. The item must be locked.
   */
  releaseUnits(units: number): Promise<number>;
}

/**
 * The module whose records hold reservations. Its records come before the item in the order of locks, and stock does
 * not know them: so the owner locks what it needs first, and releases units under the item's lock.
 */
export interface ReservationOwner {
  /** Who holds units of the item, the newest first. */
  list(tx: Tx, inventoryId: number): Promise<ReservingShipment[]>;
  /** The shipments of these holders, by the holder's id. */
  shipmentsOf(tx: Tx, holderIds: readonly number[]): Promise<ReadonlyMap<number, NonNullable<Reservation['shipment']>>>;
  /** Locks the newest holders that together hold this many units. Throws 40005 for one that somebody else works on. */
  lock(tx: Tx, actor: Actor, inventoryId: number, units: number): Promise<LockedReservations>;
}

declare module '../../../platform/module.ts' {
  interface Module {
    /** Who owns the holders of reservations, by their kind. */
    reservationOwners?: Partial<Record<ReservationHolder, ReservationOwner>>;
  }
}

export const reservationOwnerOf = (registry: Registry): ReservationOwner | undefined =>
  registry.table('reservationOwners').shipment_line;

const isOfReservations = (error: unknown): error is Problem => {
  if (!(error instanceof Problem) || error.body.error_code !== 40002) return false;
  const keys = (error.body.keys as { _?: string[] } | undefined)?._ ?? [];
  return keys.some((message) => splitMessage(message).key === 'ShortOfAvailable');
};

/**
 * Adds the holders to a refusal because units are reserved, so that a person can decide to short them. Answers any
 * other error unchanged.
 */
export async function withHolders(
  tx: Tx,
  owner: ReservationOwner | undefined,
  inventoryId: number,
  error: unknown,
): Promise<unknown> {
  if (!owner || !isOfReservations(error)) return error;
  const details: FailureDetails = { shipments: await owner.list(tx, inventoryId) };
  return new Problem(error.status, error.message, { ...error.body, details }, error.headers, error.reason);
}
