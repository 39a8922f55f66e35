import { type BucketState, type MessageKey, messageWith } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import type { Place } from '../posting.ts';
import type { StockItem } from '../stock-item.store.ts';
import { type LockedBucket, lockBucket, sayStockRow, setBucketState, stockRowAt } from './buckets.store.ts';

/** Serial-controlled goods go by the bucket; other goods have none. */
export function assertCarries(item: StockItem, bucketId: number | null): void {
  if (item.serial && !bucketId) throw refused(20002);
  if (!item.serial && bucketId) throw refused(60003, messageWith('NotSerialControlled', item.sku));
}

/** What a command expects of the bucket it takes along. */
export interface Expected {
  /** The states it may be in. */
  states: readonly BucketState[];
  /** Where its units must stand, when they stand anywhere. */
  place?: Place;
  quantity: number;
}

const isNow = {
  created: 'BucketIsCreated',
  in_stock: 'BucketIsInStock',
  quarantined: 'BucketIsQuarantined',
  shipped: 'BucketIsShipped',
  disposed: 'BucketIsGone',
} as const satisfies Record<BucketState, MessageKey>;

/** Where its goods are now, for the one who looked for them elsewhere. */
async function standsElsewhere(tx: Tx, { lead }: LockedBucket, { sku }: StockItem, row: number) {
  const place = await sayStockRow(tx, row);
  return place ? messageWith('BucketStandsOn', lead, sku, place) : messageWith('BucketStandsAlone', lead, sku);
}

/**
 * Takes a whole bucket in hand. It must be of the item, where the command thinks it is, and as many units as are moved:
 * a bucket goes as a whole or is split first.
 */
export async function takeBucket(tx: Tx, item: StockItem, id: number, expected: Expected): Promise<LockedBucket> {
  const bucket = await lockBucket(tx, id);
  if (bucket?.inventory_id !== item.id) throw refused(60003, messageWith('NoSuchBucket', item.sku));
  if (bucket.units !== expected.quantity)
    throw refused(60003, messageWith('BucketHoldsOther', bucket.lead, bucket.units, expected.quantity));
  if (!expected.states.includes(bucket.state))
    throw refused(40002, messageWith(isNow[bucket.state], bucket.lead, item.sku));
  const { stock_row_id: standsOn } = bucket;
  if (expected.place && standsOn && standsOn !== (await stockRowAt(tx, item.id, expected.place)))
    throw refused(40002, await standsElsewhere(tx, bucket, item, standsOn));
  return bucket;
}

const recordSaved = (tx: Tx, { client_id: clientId }: StockItem, subjectId: number) =>
  recordEvent(tx, { kind: 'serial.saved', clientId, subjectId });

/** Puts it down: in stock or in quarantine on the row of a place, after the posting has made that row. */
export async function putBucket(tx: Tx, item: StockItem, id: number, place: Place): Promise<void> {
  const row = await stockRowAt(tx, item.id, place);
  if (!row) throw new Error(`No stock row for bucket ${id}.`);
  await setBucketState(tx, id, place.quarantine ? 'quarantined' : 'in_stock', row);
  await recordSaved(tx, item, id);
}

/** Lets it go: its goods are no longer here, or not here after all. */
export async function releaseBucket(tx: Tx, item: StockItem, id: number, state: BucketState): Promise<void> {
  await setBucketState(tx, id, state, null);
  await recordSaved(tx, item, id);
}
