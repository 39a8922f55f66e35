import type { Bucket, BucketSplit, FieldMessages } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, invalidFields, notFound } from '../../../platform/http/problem.ts';
import { lockItems } from '../lock-items.ts';
import type { LockedBucket } from './bucket-rules.ts';
import { insertPart, itemOfBucket } from './buckets.store.ts';
import { repeated } from './create-bucket.ts';
import { lockBucket } from './lock-bucket.ts';
import { giveSerials, type StoredSerial, serialsOf } from './serials.store.ts';
import { readBucket } from './serials.view.ts';
import { settleBucket } from './settle-bucket.ts';

function assertSplits(bucket: LockedBucket): void {
  if (!bucket.used) throw invalid('serials', 'BucketIsOpen');
  if (bucket.state === 'disposed') throw invalid('serials', 'BucketIsDisposed');
}

/** Those of the bucket's serials that were scanned, in the bucket's own order. */
function chosen(known: readonly StoredSerial[], scanned: readonly string[]): StoredSerial[] {
  const byText = new Map(known.map((serial) => [serial.serial.toLowerCase(), serial]));
  const found: FieldMessages = repeated(scanned);
  for (const [place, serial] of scanned.entries())
    if (!byText.has(serial.toLowerCase())) found[`serials.${place}`] ??= [`SerialIsUnknown:${serial}`];
  if (Object.keys(found).length) throw invalidFields(found);
  const wanted = new Set(scanned.map((serial) => serial.toLowerCase()));
  return known.filter((serial) => wanted.has(serial.serial.toLowerCase()));
}

/**
 * Makes a second bucket of some of the serials, at the same place and in the same state, so that part of it can be
 * shipped or returned. No movement is posted, because no unit has moved. A bucket whose receipt was reversed can be
 * split too, because it was used and can no longer be edited.
 */
export async function splitBucket(tx: Tx, id: number, input: BucketSplit): Promise<Bucket> {
  const itemId = await itemOfBucket(tx, id);
  if (itemId === undefined) throw notFound();
  // A command that moves the bucket holds the lock on its item.
  await lockItems(tx, [itemId]);
  const source = await lockBucket(tx, id);
  if (!source) throw notFound();
  assertSplits(source);
  const before = await serialsOf(tx, id);
  const taken = chosen(before, input.serials);
  if (taken.length === before.length) throw invalid('serials', 'SplitLeavesSome');
  const part = await insertPart(tx, source, taken[0]?.serial ?? '', taken.length);
  await giveSerials(
    tx,
    taken.map((serial) => serial.id),
    part,
  );
  await settleBucket(tx, source, before);
  for (const subjectId of [id, part])
    await recordEvent(tx, { kind: 'serial.saved', clientId: source.client_id, subjectId });
  return readBucket(tx, part);
}
