import type { License, LicenseBatch, LicenseInput, LicenseUpdate, TraceField } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound, refused, stale } from '../../../platform/http/problem.ts';
import { clientOfNew } from '../../clients/index.ts';
import { type Change, changesBetween, trace, withNames } from '../../records/index.ts';
import { areTooLong, NUMBER_MAX, numbersFrom } from './plate-numbers.ts';
import {
  deletePlate,
  insertPlates,
  lockPlateForUpdate,
  type PlateFields,
  plateHasStock,
  plateNames,
  plateNumbered,
  plateWasPlaced,
  takenNumbers,
  uomExists,
  updatePlate,
} from './plates.store.ts';
import { readPlate, readPlates } from './plates.view.ts';

async function assertUom(tx: Tx, id: number): Promise<void> {
  if (!(await uomExists(tx, id))) throw invalid('uom_id', 'UomNameIsRequired');
}

/** Checks that no plate has these numbers; one that is taken refuses all of them. */
export async function assertFree(tx: Tx, numbers: readonly string[]): Promise<void> {
  const taken = await takenNumbers(tx, numbers);
  if (taken.length) throw refused(60002, taken.slice(0, 5).join(', '));
}

type Saved = PlateFields & { license: string };

/** The changes of plates, references by their current names. */
async function plateChanges(tx: Tx, before: Partial<Saved>, after: Saved): Promise<Change<TraceField<'License'>>[]> {
  const names = await plateNames(tx, after);
  return withNames(changesBetween(before, after), names);
}

/** Records who created plates with the same fields, with their numbers in the order of the ids. */
export async function traceNewPlates(
  tx: Tx,
  actor: Actor,
  ids: readonly number[],
  numbers: readonly string[],
  fields: PlateFields,
): Promise<void> {
  const shared = (await plateChanges(tx, {}, { license: '', ...fields })).filter(({ field }) => field !== 'license');
  const entry = { type: 'License', clientId: fields.client_id, subject: 'Created' } as const;
  const traced = ids.map((id, n) =>
    trace(tx, actor, { ...entry, id, changes: [{ field: 'license', newValue: numbers[n] ?? '' }, ...shared] }),
  );
  await Promise.all(traced);
}

export async function createPlate(tx: Tx, actor: Actor, input: LicenseInput): Promise<License> {
  const { license, ...fields } = input;
  await clientOfNew(tx, actor, fields.client_id);
  await assertUom(tx, fields.uom_id);
  await assertFree(tx, [license]);
  const [id = 0] = await insertPlates(tx, [license], fields, null);
  await traceNewPlates(tx, actor, [id], [license], fields);
  await recordEvent(tx, { kind: 'license.saved', clientId: fields.client_id, subjectId: id });
  return readPlate(tx, id);
}

export async function createPlates(tx: Tx, actor: Actor, input: LicenseBatch): Promise<License[]> {
  const { start, count, ...fields } = input;
  const numbers = numbersFrom(start, count);
  if (areTooLong(numbers)) throw invalid('start', `TooLong:${NUMBER_MAX}`);
  await clientOfNew(tx, actor, fields.client_id);
  await assertUom(tx, fields.uom_id);
  await assertFree(tx, numbers);
  const ids = await insertPlates(tx, numbers, fields, null);
  await traceNewPlates(tx, actor, ids, numbers, fields);
  await recordEvent(tx, { kind: 'license.saved', clientId: fields.client_id, subjectId: ids[0] ?? null });
  return readPlates(tx, ids);
}

/**
 * Stock and the ledger refer to the plate together with its client, so it cannot be transferred to another one
 * afterwards.
 */
async function assertClientMayChange(tx: Tx, id: number): Promise<void> {
  if ((await plateHasStock(tx, id)) || (await plateWasPlaced(tx, id))) throw invalid('client_id', 'PlateHasStock');
}

export async function savePlate(tx: Tx, actor: Actor, id: number, input: LicenseUpdate): Promise<License> {
  const before = await lockPlateForUpdate(tx, id);
  if (!before) throw notFound();
  const { license, updated_at: read, ...fields } = input;
  if (read && read !== before.updated_at) throw stale();
  if (!changesBetween(before, { license, ...fields }).length) return readPlate(tx, id);
  if (fields.client_id !== before.client_id) {
    await clientOfNew(tx, actor, fields.client_id);
    await assertClientMayChange(tx, id);
  }
  if (fields.uom_id !== before.uom_id) await assertUom(tx, fields.uom_id);
  const bearer = await plateNumbered(tx, license);
  if (bearer !== undefined && bearer !== id) throw refused(60002, license);
  await updatePlate(tx, id, license, fields);
  const changes = await plateChanges(tx, before, { license, ...fields });
  await trace(tx, actor, { type: 'License', id, clientId: fields.client_id, subject: 'Updated', changes });
  await recordEvent(tx, { kind: 'license.saved', clientId: fields.client_id, subjectId: id });
  return readPlate(tx, id);
}

export async function removePlate(tx: Tx, id: number): Promise<true> {
  const plate = await lockPlateForUpdate(tx, id);
  if (!plate) throw notFound();
  if (await plateHasStock(tx, id)) throw refused(60001, plate.license);
  await deletePlate(tx, id);
  await recordEvent(tx, { kind: 'license.saved', clientId: plate.client_id, subjectId: id });
  return true;
}
