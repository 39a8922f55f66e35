import type { MoveInput, StockTotals } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent } from '../../platform/events/events.ts';
import { post } from './ledger.store.ts';
import { decideMove, movedStock } from './move-rules.ts';
import { type ReservationOwner, withHolders } from './reservations/reservation-owner.ts';
import { lockReservationsToShort, shortReservations } from './reservations/short-reservations.ts';
import { putBucket } from './serials/carry-bucket.ts';
import { lockBucket } from './serials/lock-bucket.ts';
import { lockNamedStock } from './stock.store.ts';

/**
 * Two movements that sum to zero: from one place to another, of the same lot. Reserved units are not put into
 * quarantine, unless the person chose to short those who hold them.
 */
export async function moveStock(
  tx: Tx,
  actor: Actor,
  input: MoveInput,
  owner?: ReservationOwner,
): Promise<StockTotals> {
  try {
    return await move(tx, actor, input, owner);
  } catch (error) {
    throw await withHolders(tx, owner, input.inventory_id, error);
  }
}

async function move(tx: Tx, actor: Actor, input: MoveInput, owner?: ReservationOwner): Promise<StockTotals> {
  const { serialId: bucketId } = input;
  const taken = input.is_to_quarantine === 1 && input.is_from_quarantine === 0 ? input.qty : 0;
  const shorting = { owner, isWanted: input.short_lines === 1 };
  const broken = shorting.isWanted
    ? await lockReservationsToShort(tx, actor, input.inventory_id, taken, shorting)
    : undefined;
  const [found, bucket] = await Promise.all([
    lockNamedStock(tx, movedStock(input)),
    bucketId ? lockBucket(tx, bucketId) : undefined,
  ]);
  const stock = broken ? await shortReservations(broken, found, taken) : found;
  const { item, kind, reference, lines, totals } = decideMove(input, stock, bucket);
  post(tx, { kind, reference, cause: '', by: actor }, [{ item, lines, bucketId }]);
  if (bucketId) putBucket(tx, item, bucketId, lines[1].place);
  queueEvent(tx, { kind: 'inventory.moved', clientId: item.client_id, subjectId: item.id });
  return totals;
}
