import type { BucketState } from '@longshore/contract';
import {
  assertBucketFits,
  type Fulfilment,
  lockBucket,
  type OutboundFulfilment,
  readHeld,
  receiveLocked,
  shipLocked,
} from '../src/modules/stock/index.ts';
import { readStock } from '../src/modules/stock/stock.store.ts';
import type { Actor } from '../src/platform/auth/actor.ts';
import type { Tx } from '../src/platform/database/tx.ts';
import { refused } from '../src/platform/http/problem.ts';

/** Reads the place and the bucket of goods, as the fulfilment of a shipment does before it posts them. */
async function readGoods(tx: Tx, { item, place, quantity, bucketId = null }: Fulfilment, absent?: BucketState) {
  if (item.serial !== Boolean(bucketId)) throw refused(60003, item.sku);
  const [{ totals, places }, bucket] = await Promise.all([
    readStock(tx, item.id, [place] as const),
    bucketId ? lockBucket(tx, bucketId) : undefined,
  ]);
  if (bucketId) assertBucketFits(item, bucket, absent ? { quantity, state: absent } : { quantity, from: places[0] });
  return { item, totals, lines: [{ place: places[0], quantity }], bucketId };
}

/** Goods of one item at one place, posted by what fulfilment posts with. */
export async function receiveGoods(
  tx: Tx,
  by: Actor,
  goods: Fulfilment,
  from: 'created' | 'shipped' = 'created',
): Promise<void> {
  receiveLocked(tx, by, goods, [await readGoods(tx, goods, from)]);
}

export async function shipGoods(tx: Tx, by: Actor, goods: OutboundFulfilment): Promise<void> {
  const { holder, quantity } = goods;
  const [read, held] = await Promise.all([readGoods(tx, goods), readHeld(tx, [holder])]);
  shipLocked(tx, by, goods, [{ ...read, holders: [{ holder, quantity }] }], held);
}
