import type { License, LicenseBreak } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { post } from '../ledger.store.ts';
import { lockItems } from '../lock-items.ts';
import { emptyPlace } from '../posting.ts';
import { plateBrokenReason, spreadBuckets } from '../serials/spread-buckets.ts';
import { areTooLong, NUMBER_MAX, partNumbers } from './plate-numbers.ts';
import {
  existingPartNumbers,
  insertPlates,
  type LockedPlate,
  lockPlate,
  type PlateStock,
  placePlates,
  plateStock,
  uomExists,
} from './plates.store.ts';
import { readPlates } from './plates.view.ts';
import { assertFree, traceNewPlates } from './save-plate.ts';

/** Maximum lines of one posting, because a statement has a maximum length. */
const PARTS_AT_ONCE = 50;

async function spread(tx: Tx, actor: Actor, parent: LockedPlate, row: PlateStock, parts: readonly number[]) {
  if (row.buckets !== null) return spreadBuckets(tx, actor, parent, row, parts);
  const share = Math.floor(row.quantity / parts.length);
  if (!share) return;
  const place = { lotId: row.lot_id, quarantine: row.quarantine };
  const from = { ...place, licenseId: parent.id, rowId: row.id, onHand: row.quantity };
  for (let at = 0; at < parts.length; at += PARTS_AT_ONCE) {
    const some = parts.slice(at, at + PARTS_AT_ONCE);
    const lines = [
      { place: from, quantity: -share * some.length },
      ...some.map((licenseId) => ({ place: emptyPlace({ ...place, licenseId }), quantity: share })),
    ];
    post(tx, plateBrokenReason(actor, parent), [
      { item: { id: row.inventory_id, client_id: parent.client_id }, lines },
    ]);
  }
}

/**
 * Distributes a plate evenly over new ones: each stock row in whole units or whole buckets; a remainder stays on the
 * plate. The items are locked first, as in every command; stock that was put on the plate in between stays on it as
 * well.
 */
export async function breakPlate(tx: Tx, actor: Actor, id: number, input: LicenseBreak): Promise<License[]> {
  const { count, ...fields } = input;
  const items = (await plateStock(tx, id)).map((row) => row.inventory_id);
  await lockItems(tx, items);
  const parent = await lockPlate(tx, id);
  if (!parent) throw notFound();
  if (!(await uomExists(tx, fields.uom_id))) throw invalid('uom_id', 'UomNameIsRequired');
  const rows = (await plateStock(tx, id)).filter((row) => items.includes(row.inventory_id));
  // Every new plate gets at least something of the largest row: none stays empty.
  const most = (parts: number[]) => Math.max(0, ...parts);
  const units = most(rows.flatMap((row) => (row.buckets === null ? [row.quantity] : [])));
  const buckets = most(rows.flatMap((row) => row.buckets ?? []));
  if (count > units && count > buckets)
    throw invalid('count', buckets > units ? `MorePlatesThanBuckets:${buckets}` : `MorePlatesThanUnits:${units}`);
  const numbers = partNumbers(parent.license, await existingPartNumbers(tx, parent.license), count);
  if (areTooLong(numbers)) throw invalid('count', `PartNumbersTooLong:${NUMBER_MAX}`);
  await assertFree(tx, numbers);
  const made = { ...fields, client_id: parent.client_id };
  const parts = await insertPlates(tx, numbers, made, null);
  await traceNewPlates(tx, actor, parts, numbers, made);
  if (parent.location_id !== null) await placePlates(tx, parts, parent.location_id, actor.name);
  for (const row of rows) await spread(tx, actor, parent, row, parts);
  await recordEvent(tx, { kind: 'license.saved', clientId: parent.client_id, subjectId: id });
  for (const itemId of new Set(items))
    await recordEvent(tx, { kind: 'inventory.moved', clientId: parent.client_id, subjectId: itemId });
  return readPlates(tx, parts);
}
