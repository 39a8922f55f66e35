import type { AdjustInput, StockTotals } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent } from '../../platform/events/events.ts';
import { adjustedStock, decideAdjustment } from './adjust-rules.ts';
import { createLot } from './create-lot.ts';
import { post } from './ledger.store.ts';
import { type ReservationOwner, withHolders } from './reservations/reservation-owner.ts';
import { lockReservationsToShort, shortReservations } from './reservations/short-reservations.ts';
import { releaseBucket } from './serials/carry-bucket.ts';
import { lockBucket } from './serials/lock-bucket.ts';
import { lockNamedStock } from './stock.store.ts';

/**
 * Adjusts stock to what is really there. Reserved units cannot be removed, unless the person chose to short those who
 * hold them.
 */
export async function adjustStock(
  tx: Tx,
  actor: Actor,
  input: AdjustInput,
  owner?: ReservationOwner,
): Promise<StockTotals> {
  try {
    return await adjust(tx, actor, input, owner);
  } catch (error) {
    throw await withHolders(tx, owner, input.inventory_id, error);
  }
}

async function adjust(tx: Tx, actor: Actor, input: AdjustInput, owner?: ReservationOwner): Promise<StockTotals> {
  const { serialId: bucketId } = input;
  const taken = input.quarantine === 1 ? 0 : -input.qty;
  const shorting = { owner, isWanted: input.short_lines === 1 };
  const broken = shorting.isWanted
    ? await lockReservationsToShort(tx, actor, input.inventory_id, taken, shorting)
    : undefined;
  const [found, bucket] = await Promise.all([
    lockNamedStock(tx, adjustedStock(input)),
    bucketId ? lockBucket(tx, bucketId) : undefined,
  ]);
  const stock = broken ? await shortReservations(broken, found, taken) : found;
  const { item, kind, reference, line, newLot, totals } = decideAdjustment(input, stock, bucket);
  const lotId = newLot ? await createLot(tx, item, newLot.lot, newLot.expire) : line.place.lotId;
  const lines = [{ ...line, place: { ...line.place, lotId } }];
  post(tx, { kind, reference, cause: '', by: actor }, [{ item, lines, bucketId }]);
  if (bucketId) releaseBucket(tx, item, bucketId, 'disposed');
  queueEvent(tx, { kind: 'inventory.moved', clientId: item.client_id, subjectId: item.id });
  return totals;
}
