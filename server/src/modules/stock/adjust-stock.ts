import type { AdjustInput, StockTotals } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent } from '../../platform/events/events.ts';
import { adjustedStock, decideAdjustment } from './adjust-rules.ts';
import { post } from './ledger.store.ts';
import { lockBucket } from './serials/buckets.store.ts';
import { releaseBucket } from './serials/carry-bucket.ts';
import { insertLot, lockNamedStock } from './stock.store.ts';

/** Adjusts stock to what is really there. Reserved units cannot be removed. */
export async function adjustStock(tx: Tx, actor: Actor, input: AdjustInput): Promise<StockTotals> {
  const { serialId: bucketId } = input;
  const [stock, bucket] = await Promise.all([
    lockNamedStock(tx, adjustedStock(input)),
    bucketId ? lockBucket(tx, bucketId) : undefined,
  ]);
  const { item, kind, reference, line, newLot, totals } = decideAdjustment(input, stock, bucket);
  const lotId = newLot ? await insertLot(tx, item, newLot.lot, newLot.expire) : line.place.lotId;
  const lines = [{ ...line, place: { ...line.place, lotId } }];
  post(tx, { item, kind, reference, cause: '', by: actor, lines, bucketId });
  if (bucketId) releaseBucket(tx, item, bucketId, 'disposed');
  queueEvent(tx, { kind: 'inventory.moved', clientId: item.client_id, subjectId: item.id });
  return totals;
}
