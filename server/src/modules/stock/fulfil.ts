import { type BucketState, messageWith } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import { post } from './ledger.store.ts';
import type { StockItem } from './named-stock.ts';
import type { Place, Posting, PostingLine, Totals } from './posting.ts';
import { type Holder, readHeld } from './reservations/reservations.store.ts';
import { consume, unconsume } from './reservations/reserve.ts';
import { assertBucketFits, type Expected } from './serials/bucket-rules.ts';
import { lockBucket } from './serials/buckets.store.ts';
import { putBucket, releaseBucket } from './serials/carry-bucket.ts';
import { readStock } from './stock.store.ts';
import { shortage, totalsAfter } from './stock-rules.ts';

/** Units of an item received or shipped at one place. The item must be locked. */
export interface Fulfilment {
  item: StockItem;
  place: Place;
  quantity: number;
  /** The bucket that moves, always as a unit; required for serial-controlled items. */
  bucketId?: number | null;
  reference: string;
  /** The cause, as a kind and an id: `shipment 12`. */
  cause: string;
}

/** Outbound units were reserved by a holder. */
export interface OutboundFulfilment extends Fulfilment {
  holder: Holder;
}

/** The state of a bucket whose goods are not in stock. */
type Absent = Extract<BucketState, 'created' | 'shipped'>;

function assertControlled({ item, bucketId }: Fulfilment): void {
  if (item.serial !== Boolean(bucketId)) throw refused(60003, item.sku);
}

/** The balance of the place and the bucket, in one batch; throws when the bucket is not as expected. */
async function readGoods(tx: Tx, goods: Fulfilment, absent?: BucketState) {
  assertControlled(goods);
  const { item, quantity, bucketId } = goods;
  const [{ totals, places }, bucket] = await Promise.all([
    readStock(tx, item.id, [goods.place] as const),
    bucketId ? lockBucket(tx, bucketId) : undefined,
  ]);
  const expected: Expected = absent ? { quantity, state: absent } : { quantity, from: places[0] };
  if (bucketId) assertBucketFits(item, bucket, expected);
  return { totals, place: places[0] };
}

function postUnits(
  tx: Tx,
  by: Actor,
  { item, bucketId = null, reference, cause }: Fulfilment,
  kind: Posting['kind'],
  totals: Totals,
  line: PostingLine,
): void {
  const short = shortage(item, totals, [line]);
  if (short) throw refused(40002, short);
  totalsAfter(totals, [line]);
  post(tx, { item, kind, reference, cause, by, bucketId, lines: [line] });
}

/** Receives goods, with a bucket that was made for them or that a customer returns. */
export async function receiveStock(tx: Tx, by: Actor, goods: Fulfilment, from: Absent = 'created'): Promise<void> {
  const { item, quantity, bucketId } = goods;
  const { totals, place } = await readGoods(tx, goods, from);
  postUnits(tx, by, goods, 'receive', totals, { place, quantity });
  if (bucketId) putBucket(tx, item, bucketId, place);
}

/**
 * Ships reserved goods: reduces stock and the holder's reservation together. Only goods that are not quarantined
 * ship.
 */
export async function shipStock(tx: Tx, by: Actor, goods: OutboundFulfilment): Promise<void> {
  const { item, quantity, bucketId, holder } = goods;
  if (goods.place.quarantine) throw refused(40002, messageWith('QuarantineDoesNotShip', item.sku));
  const [{ totals, place }, held] = await Promise.all([readGoods(tx, goods), readHeld(tx, [holder])]);
  consume(tx, item, held, holder, quantity);
  const unreserved = { ...totals, reserved: totals.reserved - quantity };
  postUnits(tx, by, goods, 'ship', unreserved, { place, quantity: -quantity });
  if (bucketId) releaseBucket(tx, item, bucketId, 'shipped');
}

/** Reverses a receipt, if the goods are still there and not reserved; a bucket returns to its previous state. */
export async function reverseReceipt(tx: Tx, by: Actor, goods: Fulfilment, from: Absent = 'created'): Promise<void> {
  const { item, quantity, bucketId } = goods;
  const { totals, place } = await readGoods(tx, goods);
  postUnits(tx, by, goods, 'reverse', totals, { place, quantity: -quantity });
  if (bucketId) releaseBucket(tx, item, bucketId, from);
}

/** Returns shipped goods to their place; nobody reserves them. */
export async function returnShipped(tx: Tx, by: Actor, goods: Fulfilment): Promise<void> {
  const { item, quantity, bucketId } = goods;
  const { totals, place } = await readGoods(tx, goods, 'shipped');
  postUnits(tx, by, goods, 'reverse', totals, { place, quantity });
  if (bucketId) putBucket(tx, item, bucketId, place);
}

/** Reverses a shipment: the goods return to their place, and are reserved for the holder again. */
export async function reverseShipping(tx: Tx, by: Actor, goods: OutboundFulfilment): Promise<void> {
  await returnShipped(tx, by, goods);
  unconsume(tx, goods.item, goods.holder, goods.quantity);
}
