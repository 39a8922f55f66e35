import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { post } from '../ledger.store.ts';
import type { PostingReason } from '../posting.ts';
import { readStock } from '../stock.store.ts';
import { lockBucketsOn } from './buckets.store.ts';
import { putBucket } from './carry-bucket.ts';

export interface BucketAssignment {
  bucket: { id: number; units: number };
  /** Index of the new plate, from 0. */
  part: number;
}

/**
 * Assigns buckets to the new plates. Buckets stay complete, like units of other goods: every plate gets the same
 * number of them, and the remainder, the smallest, stays. In each round the largest goes to the plate with the fewest
 * units, so that the plates come out as even as possible.
 */
export function assignBuckets(buckets: readonly { id: number; units: number }[], parts: number): BucketAssignment[] {
  const largestFirst = [...buckets].sort((a, b) => b.units - a.units || a.id - b.id);
  const units = new Array<number>(parts).fill(0);
  const rounds = Math.floor(buckets.length / parts);
  const assignments: BucketAssignment[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const lightestFirst = [...units.keys()].sort((a, b) => (units[a] ?? 0) - (units[b] ?? 0) || a - b);
    for (const [turn, part] of lightestFirst.entries()) {
      const bucket = largestFirst[round * parts + turn];
      if (!bucket) continue;
      units[part] = (units[part] ?? 0) + bucket.units;
      assignments.push({ bucket, part });
    }
  }
  return assignments;
}

/** A stock row of a serial-controlled item on the plate that is broken. */
export interface BucketRow {
  id: number;
  inventory_id: number;
  lot_id: number | null;
  quarantine: boolean;
}

/** The reason of what is posted when a plate is broken. */
export const plateBrokenReason = (by: Actor, { id, license }: { id: number; license: string }): PostingReason => ({
  kind: 'break',
  reference: license,
  cause: `license ${id}`,
  by,
});

/** Distributes the buckets of a row over new plates: two movements and a new row for each bucket. */
export async function spreadBuckets(
  tx: Tx,
  by: Actor,
  parent: { id: number; client_id: number; license: string },
  row: BucketRow,
  parts: readonly number[],
): Promise<void> {
  const item = { id: row.inventory_id, client_id: parent.client_id };
  const place = { lotId: row.lot_id, quarantine: row.quarantine };
  for (const { bucket, part } of assignBuckets(await lockBucketsOn(tx, row.id), parts.length)) {
    const to = { ...place, licenseId: parts[part] ?? null };
    const { places } = await readStock(tx, item.id, [{ ...place, licenseId: parent.id }, to] as const);
    const lines = [
      { place: places[0], quantity: -bucket.units },
      { place: places[1], quantity: bucket.units },
    ];
    post(tx, plateBrokenReason(by, parent), [{ item, lines, bucketId: bucket.id }]);
    putBucket(tx, item, bucket.id, to);
  }
}
