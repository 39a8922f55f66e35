import type { Tx } from '../../../platform/database/tx.ts';
import { type LockedBucket, leadAfter } from './bucket-rules.ts';
import { updateBucket } from './buckets.store.ts';
import { type StoredSerial, serialsOf } from './serials.store.ts';

/** After its serials have changed: a bucket has as many units as serials, and a lead that is still there. */
export async function settleBucket(tx: Tx, { id, lead }: LockedBucket, before: readonly StoredSerial[]): Promise<void> {
  const after = await serialsOf(tx, id);
  await updateBucket(tx, id, { units: after.length, lead: leadAfter(lead, before, after) });
}
