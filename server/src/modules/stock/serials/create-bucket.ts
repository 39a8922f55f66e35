import { type Bucket, type BucketInput, type FieldMessages, messageWith } from '@longshore/contract';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, invalidFields, refused } from '../../../platform/http/problem.ts';
import type { StockItem } from '../named-stock.ts';
import { activeItem } from '../stock.store.ts';
import { insertBucket } from './buckets.store.ts';
import { insertSerials, takenSerials } from './serials.store.ts';
import { readBucket } from './serials.view.ts';

/** The item of a new bucket; the bucket belongs to the item's client. */
async function serialItem(tx: Tx, id: number): Promise<StockItem> {
  const item = await activeItem(tx, id, undefined);
  if (!item) throw refused(30002);
  if (!item.serial) throw invalid('inventory_id', `ItemHasNoSerials:${item.sku}`);
  return item;
}

/** Duplicate serials in a request, by index; compared without regard to case, as everywhere. */
export function repeated(serials: readonly string[]): FieldMessages {
  const seen = new Set<string>();
  const found: FieldMessages = {};
  for (const [place, serial] of serials.entries()) {
    const known = serial.toLowerCase();
    if (seen.has(known)) found[`serials.${place}`] = [`SerialIsRepeated:${serial}`];
    seen.add(known);
  }
  return found;
}

/** All invalid serials at once, so that a hundred scans can be corrected in one go. */
async function assertFree(tx: Tx, item: StockItem, serials: readonly string[]): Promise<void> {
  const found = repeated(serials);
  const taken = await takenSerials(tx, item.id, serials);
  for (const [place, serial] of serials.entries())
    if (taken.has(serial.toLowerCase())) found[`serials.${place}`] ??= [`SerialIsTaken:${serial}`];
  if (Object.keys(found).length) throw invalidFields(found);
}

export async function createBucket(tx: Tx, input: BucketInput): Promise<Bucket> {
  const { inventory_id, increment, units, serials } = input;
  const item = await serialItem(tx, inventory_id);
  if (units !== serials.length) throw refused(60003, messageWith('UnitsAreNotSerials', units, serials.length));
  await assertFree(tx, item, serials);
  const owner = { client_id: item.client_id, inventory_id };
  const lead = input.lead || (serials[0] ?? '');
  const id = await insertBucket(tx, { ...owner, lead, increment, units });
  await insertSerials(tx, { ...owner, id }, serials);
  await recordEvent(tx, { kind: 'serial.saved', clientId: item.client_id, subjectId: id });
  return readBucket(tx, id);
}
