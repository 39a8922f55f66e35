import { type BucketState, type MovementKind, messageWith } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import { post } from './ledger.store.ts';
import type { Place } from './posting.ts';
import { putBucket, releaseBucket, takeBucket } from './serials/carry-bucket.ts';
import { type StockItem, shortfall } from './stock-item.store.ts';

/** Units of an item that come in or go out at one place. The item must be locked. */
export interface Fulfilment {
  item: StockItem;
  place: Place;
  quantity: number;
  /** The bucket that comes or goes, whole; serial-controlled items always have one. */
  bucketId?: number | null;
  reference: string;
  /** What it belongs to, in a word and an id: `shipment 12`. */
  cause: string;
}

/** Posts the units, signed as in the ledger, with what it does to the promise. */
async function postUnits(tx: Tx, by: Actor, goods: Fulfilment, kind: MovementKind, units: number, promised: number) {
  const { item, place, bucketId = null, reference, cause } = goods;
  const line = { ...place, quantity: units };
  const posted = await post(tx, {
    clientId: item.client_id,
    inventoryId: item.id,
    kind,
    reference,
    cause,
    by,
    bucketId,
    promised,
    lines: [line],
  });
  if (!posted) throw refused(40002, await shortfall(tx, item, line));
}

function assertControlled({ item, bucketId }: Fulfilment): void {
  if (item.serial !== Boolean(bucketId)) throw refused(60003, item.sku);
}

/** Goods come in; a bucket that was made for them, or one that a customer sends back, comes with them. */
export async function receiveStock(tx: Tx, by: Actor, goods: Fulfilment, from: BucketState = 'created'): Promise<void> {
  assertControlled(goods);
  const { item, place, quantity, bucketId } = goods;
  if (bucketId) await takeBucket(tx, item, bucketId, { states: [from], quantity });
  await postUnits(tx, by, goods, 'receive', quantity, 0);
  if (bucketId) await putBucket(tx, item, bucketId, place);
}

/** Promised goods go out: stock and promise fall together. Only pristine stock ships. */
export async function shipStock(tx: Tx, by: Actor, goods: Fulfilment): Promise<void> {
  assertControlled(goods);
  const { item, place, quantity, bucketId } = goods;
  if (place.quarantine) throw refused(40002, messageWith('QuarantineDoesNotShip', item.sku));
  if (bucketId) await takeBucket(tx, item, bucketId, { states: ['in_stock'], place, quantity });
  await postUnits(tx, by, goods, 'ship', -quantity, -quantity);
  if (bucketId) await releaseBucket(tx, item, bucketId, 'shipped');
}

/** What came in goes out again, if it is still there and promised to nobody; a bucket returns to where it came from. */
export async function reverseReceipt(
  tx: Tx,
  by: Actor,
  goods: Fulfilment,
  from: BucketState = 'created',
): Promise<void> {
  assertControlled(goods);
  const { item, place, quantity, bucketId } = goods;
  const left: BucketState = place.quarantine ? 'quarantined' : 'in_stock';
  if (bucketId) await takeBucket(tx, item, bucketId, { states: [left], place, quantity });
  await postUnits(tx, by, goods, 'reverse', -quantity, 0);
  if (bucketId) await releaseBucket(tx, item, bucketId, from);
}

/** What went out comes back to its place, and is promised again. */
export async function reverseShipping(tx: Tx, by: Actor, goods: Fulfilment): Promise<void> {
  assertControlled(goods);
  const { item, place, quantity, bucketId } = goods;
  if (bucketId) await takeBucket(tx, item, bucketId, { states: ['shipped'], quantity });
  await postUnits(tx, by, goods, 'reverse', quantity, quantity);
  if (bucketId) await putBucket(tx, item, bucketId, place);
}
