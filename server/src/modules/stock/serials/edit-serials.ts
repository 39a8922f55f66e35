import { BUCKET_UNITS_MAX, type Bucket, messageWith, type SerialInput } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound, refused } from '../../../platform/http/problem.ts';
import type { LockedBucket } from './bucket-rules.ts';
import { deleteBucket } from './buckets.store.ts';
import { lockBucket } from './lock-bucket.ts';
import {
  deleteSerial,
  insertSerials,
  type StoredSerial,
  serialsOf,
  takenSerials,
  updateSerial,
} from './serials.store.ts';
import { readBucket } from './serials.view.ts';
import { settleBucket } from './settle-bucket.ts';

/** A bucket that may still be edited: once its goods were in stock, the ledger refers to them. */
function assertUnused(bucket: LockedBucket): void {
  if (bucket.used) throw refused(60003, messageWith('BucketWasReceived', bucket.lead));
}

async function lock(tx: Tx, id: number): Promise<LockedBucket> {
  const bucket = await lockBucket(tx, id);
  if (!bucket) throw notFound();
  return bucket;
}

async function assertFree(tx: Tx, bucket: LockedBucket, serial: string, except?: number): Promise<void> {
  if ((await takenSerials(tx, bucket.inventory_id, [serial], except)).size)
    throw invalid('serial', `SerialIsTaken:${serial}`);
}

const recordSaved = (tx: Tx, { id, client_id: clientId }: LockedBucket) =>
  recordEvent(tx, { kind: 'serial.saved', clientId, subjectId: id });

/** Changes the serials of a bucket, of which `serialId` must be one, and updates its unit count and lead. */
async function editBucket(
  tx: Tx,
  id: number,
  serialId: number | undefined,
  edit: (bucket: LockedBucket, serials: StoredSerial[]) => Promise<void>,
): Promise<Bucket> {
  const bucket = await lock(tx, id);
  const before = await serialsOf(tx, id);
  if (serialId !== undefined && !before.some((serial) => serial.id === serialId)) throw notFound();
  assertUnused(bucket);
  await edit(bucket, before);
  await settleBucket(tx, bucket, before);
  await recordSaved(tx, bucket);
  return readBucket(tx, id);
}

export const addSerial = (tx: Tx, id: number, { serial }: SerialInput): Promise<Bucket> =>
  editBucket(tx, id, undefined, async (bucket, serials) => {
    if (serials.length >= BUCKET_UNITS_MAX) throw invalid('serial', `TooMany:${BUCKET_UNITS_MAX}`);
    await assertFree(tx, bucket, serial);
    await insertSerials(tx, bucket, [serial]);
  });

export const correctSerial = (tx: Tx, id: number, serialId: number, { serial }: SerialInput): Promise<Bucket> =>
  editBucket(tx, id, serialId, async (bucket) => {
    await assertFree(tx, bucket, serial, serialId);
    await updateSerial(tx, serialId, serial);
  });

export async function removeSerial(tx: Tx, id: number, serialId: number): Promise<true> {
  await editBucket(tx, id, serialId, async (_bucket, serials) => {
    if (serials.length === 1) throw invalid('serial', 'LastSerial');
    await deleteSerial(tx, serialId);
  });
  return true;
}

export async function removeBucket(tx: Tx, id: number): Promise<true> {
  const bucket = await lock(tx, id);
  assertUnused(bucket);
  await deleteBucket(tx, id);
  await recordSaved(tx, bucket);
  return true;
}
