import type { MoveInput, StockTotals } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { queueEvent } from '../../platform/events/events.ts';
import { post } from './ledger.store.ts';
import { decideMove, movedStock } from './move-rules.ts';
import { lockBucket } from './serials/buckets.store.ts';
import { putBucket } from './serials/carry-bucket.ts';
import { lockNamedStock } from './stock.store.ts';

/** Two movements that sum to zero: from one place to another, of the same lot. */
export async function moveStock(tx: Tx, actor: Actor, input: MoveInput): Promise<StockTotals> {
  const { serialId: bucketId } = input;
  const [stock, bucket] = await Promise.all([
    lockNamedStock(tx, movedStock(input)),
    bucketId ? lockBucket(tx, bucketId) : undefined,
  ]);
  const { item, kind, reference, lines, totals } = decideMove(input, stock, bucket);
  post(tx, { item, kind, reference, cause: '', by: actor, lines, bucketId });
  if (bucketId) putBucket(tx, item, bucketId, lines[1].place);
  queueEvent(tx, { kind: 'inventory.moved', clientId: item.client_id, subjectId: item.id });
  return totals;
}
