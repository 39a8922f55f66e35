import { type BucketState, type MessageKey, messageWith } from '@longshore/contract';
import { refused } from '../../../platform/http/problem.ts';
import type { StockItem } from '../named-stock.ts';
import type { StockPlace } from '../posting.ts';

/** A bucket, read under its lock. */
export interface LockedBucket {
  id: number;
  client_id: number;
  inventory_id: number;
  lead: string;
  increment: number;
  units: number;
  state: BucketState;
  used: boolean;
  stock_row_id: number | null;
  /** Where it is, for people: plate, bin, lot. Empty when it is on no plate. */
  place: string;
}

/** Serial-controlled goods move by the bucket; other goods have none. */
export function assertCarries(item: StockItem, bucketId: number | null): void {
  if (item.serial && !bucketId) throw refused(20002);
  if (!item.serial && bucketId) throw refused(60003, messageWith('NotSerialControlled', item.sku));
}

/** What a command expects of the bucket it moves: its state, or its place, which implies the state. */
export type Expected = { quantity: number } & ({ state: BucketState } | { from: StockPlace });

const isNow = {
  created: 'BucketIsCreated',
  in_stock: 'BucketIsInStock',
  quarantined: 'BucketIsQuarantined',
  shipped: 'BucketIsShipped',
  disposed: 'BucketIsGone',
} as const satisfies Record<BucketState, MessageKey>;

export const stateAt = ({ quarantine }: { quarantine: boolean }): BucketState =>
  quarantine ? 'quarantined' : 'in_stock';

/**
 * A bucket moves as a unit or is split first: it must belong to the item, be where the command expects it, and hold
 * as many units as are moved.
 */
export function assertBucketFits(item: StockItem, bucket: LockedBucket | undefined, expected: Expected): void {
  if (bucket?.inventory_id !== item.id) throw refused(60003, messageWith('NoSuchBucket', item.sku));
  const { lead, units, state } = bucket;
  if (units !== expected.quantity)
    throw refused(60003, messageWith('BucketHoldsOther', lead, units, expected.quantity));
  if (state !== ('from' in expected ? stateAt(expected.from) : expected.state))
    throw refused(40002, messageWith(isNow[state], lead, item.sku));
  if ('from' in expected && bucket.stock_row_id !== expected.from.rowId)
    throw refused(
      40002,
      bucket.place
        ? messageWith('BucketIsOnPlate', lead, item.sku, bucket.place)
        : messageWith('BucketIsOnNoPlate', lead, item.sku),
    );
}

/** The lead of a bucket whose serials have changed: the first that remains when it was one that is gone. */
export function leadAfter(
  lead: string,
  before: readonly { serial: string }[],
  after: readonly { serial: string }[],
): string {
  const isLead = ({ serial }: { serial: string }) => serial === lead;
  // A lead that a user entered stays.
  return before.some(isLead) && !after.some(isLead) ? (after[0]?.serial ?? lead) : lead;
}
