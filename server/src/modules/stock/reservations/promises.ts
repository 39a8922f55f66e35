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

/** Promises that are locked, so that units of them can be given up once the item is locked too. */
export interface LockedPromises {
  /**
   * Gives up so many units of the item, the newest promise first, and answers how many were: fewer, when promises
   * ended meanwhile. The item must be locked.
   */
  releaseUnits(units: number): Promise<number>;
}

/**
 * Whoever reserves units keeps promises: their records come before the item in the order of locks, and stock does not
 * know them. So the keeper locks what it needs first, and gives up under the item's lock.
 */
export interface ReservationOwner {
  /** Who holds units of the item, the newest first. */
  list(tx: Tx, inventoryId: number): Promise<ReservingShipment[]>;
  /** The shipments of these holders, by the holder's id. */
  shipmentsOf(tx: Tx, holderIds: readonly number[]): Promise<ReadonlyMap<number, NonNullable<Reservation['shipment']>>>;
  /** Locks the newest promises that hold this many units. Throws 40005 for one that somebody else works on. */
  lock(tx: Tx, actor: Actor, inventoryId: number, units: number): Promise<LockedPromises>;
}

declare module '../../../platform/module.ts' {
  interface Module {
    /** Who keeps reservations, by the kind of their holder. */
    promises?: Partial<Record<ReservationHolder, ReservationOwner>>;
  }
}

export const promisesOf = (registry: Registry): ReservationOwner | undefined =>
  registry.table('promises').shipment_line;

const isOfReservations = (error: unknown): error is Problem => {
  if (!(error instanceof Problem) || error.body.error_code !== 40002) return false;
  const keys = (error.body.keys as { _?: string[] } | undefined)?._ ?? [];
  return keys.some((message) => splitMessage(message).key === 'ShortOfAvailable');
};

/** A refusal because units are reserved names those who hold them, so that a person can decide to short them. */
export async function namingHolders(
  tx: Tx,
  keeper: ReservationOwner | undefined,
  inventoryId: number,
  error: unknown,
): Promise<unknown> {
  if (!keeper || !isOfReservations(error)) return error;
  const details: FailureDetails = { shipments: await keeper.list(tx, inventoryId) };
  return new Problem(error.status, error.message, { ...error.body, details }, error.headers, error.reason);
}
