import { type BucketState, messageWith } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import { post } from './ledger.store.ts';
import type { StockItem } from './named-stock.ts';
import type { Place, Posting, PostingLine, PostingReason, StockPlace, Totals } from './posting.ts';
import type { Held, Holder } from './reservations/reservation-rules.ts';
import { consume, restoreConsumed } from './reservations/reserve.ts';
import { assertBucketFits, type Expected } from './serials/bucket-rules.ts';
import { putBucket, releaseBucket } from './serials/carry-bucket.ts';
import { lockBucket } from './serials/lock-bucket.ts';
import { readStock } from './stock.store.ts';
import { shortage, totalsAfter } from './stock-rules.ts';

/** Units of an item received or shipped at one place, which is read here. The item must be locked. */
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

/** Goods of one item that are locked and were read since: the places they move from or to, and their bucket. */
export interface LockedGoods {
  item: StockItem;
  totals: Totals;
  /** Each at a different place; the quantities are positive. */
  lines: readonly PostingLine[];
  /** Given when serial-controlled: the one bucket that moves. */
  bucketId: number | null;
}

/** Outbound goods, with what they take of each holder's reservation. */
export interface HeldGoods extends LockedGoods {
  holders: readonly { holder: Holder; quantity: number }[];
}

/** The reference and the cause of what is posted. */
type Cause = Pick<PostingReason, 'reference' | 'cause'>;

/** What is posted of one item; throws 40002 when there is too little. */
function postingOf({ item, totals, bucketId, ...goods }: LockedGoods, sign: 1 | -1): Posting {
  const lines = goods.lines.map(({ place, quantity }) => ({ place, quantity: sign * quantity }));
  const short = shortage(item, totals, lines);
  if (short) throw refused(40002, short);
  totalsAfter(totals, lines);
  return { item, bucketId, lines };
}

/** What `readGoods` read, as it is posted. */
const lockedGoods = (
  { item, quantity, bucketId = null }: Fulfilment,
  { totals, place }: { totals: Totals; place: StockPlace },
): LockedGoods => ({ item, totals, lines: [{ place, quantity }], bucketId });

/**
 * Receives goods of several items that were read by the caller, who has checked their buckets (`assertBucketFits`): they
 * were made for the goods, or a customer returns them.
 */
export function receiveLocked(tx: Tx, by: Actor, { reference, cause }: Cause, received: readonly LockedGoods[]): void {
  const postings = received.map((goods) => postingOf(goods, 1));
  post(tx, { kind: 'receive', reference, cause, by }, postings);
  for (const { item, bucketId, lines } of received)
    if (bucketId && lines[0]) putBucket(tx, item, bucketId, lines[0].place);
}

function assertShips({ sku }: StockItem, places: readonly Place[]): void {
  if (places.some(({ quarantine }) => quarantine)) throw refused(40002, messageWith('QuarantineDoesNotShip', sku));
}

/** What is posted of goods that leave together with their reservations. */
function shippedPosting({ totals, ...goods }: HeldGoods): Posting {
  const units = goods.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  assertShips(
    goods.item,
    goods.lines.map(({ place }) => place),
  );
  return postingOf({ ...goods, totals: { ...totals, reserved: totals.reserved - units } }, -1);
}

/**
 * Ships goods of several items of a client that were read by the caller, with the reservations of their holders: reduces
 * stock and reservations together. Only goods that are not quarantined ship.
 */
export function shipLocked(
  tx: Tx,
  by: Actor,
  { reference, cause }: Cause,
  shipped: readonly HeldGoods[],
  held: readonly Held[],
): void {
  const postings = shipped.map(shippedPosting);
  const taken = shipped.flatMap(({ item, holders }) => holders.map((each) => ({ item, ...each })));
  consume(tx, held, taken);
  post(tx, { kind: 'ship', reference, cause, by }, postings);
  for (const { item, bucketId } of shipped) if (bucketId) releaseBucket(tx, item, bucketId, 'shipped');
}

/** Reverses a receipt, if the goods are still there and not reserved; a bucket returns to its previous state. */
export async function reverseReceipt(tx: Tx, by: Actor, goods: Fulfilment, from: Absent = 'created'): Promise<void> {
  const { item, bucketId, reference, cause } = goods;
  const posting = postingOf(lockedGoods(goods, await readGoods(tx, goods)), -1);
  post(tx, { kind: 'reverse', reference, cause, by }, [posting]);
  if (bucketId) releaseBucket(tx, item, bucketId, from);
}

/** Returns shipped goods to their place; nobody reserves them. */
export async function returnShipped(tx: Tx, by: Actor, goods: Fulfilment): Promise<void> {
  const { item, bucketId, reference, cause } = goods;
  const read = await readGoods(tx, goods, 'shipped');
  post(tx, { kind: 'reverse', reference, cause, by }, [postingOf(lockedGoods(goods, read), 1)]);
  if (bucketId) putBucket(tx, item, bucketId, read.place);
}

/** Reverses a shipment: the goods return to their place, and are reserved for the holder again. */
export async function reverseShipping(tx: Tx, by: Actor, goods: OutboundFulfilment): Promise<void> {
  await returnShipped(tx, by, goods);
  restoreConsumed(tx, goods.item, goods.holder, goods.quantity);
}
