import type { License, LicenseBatch, LicenseInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound, refused } from '../../../platform/http/problem.ts';
import { clientOfNew } from '../../clients/index.ts';
import { areTooLong, NUMBER_MAX, numbersFrom } from './plate-numbers.ts';
import {
  deletePlate,
  insertPlates,
  lockWholePlate,
  plateHasStock,
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

/** Numbers that no plate bears; one that is taken refuses them all. */
export async function assertFree(tx: Tx, numbers: readonly string[]): Promise<void> {
  const taken = await takenNumbers(tx, numbers);
  if (taken.length) throw refused(60002, taken.slice(0, 5).join(', '));
}

export async function createPlate(tx: Tx, actor: Actor, input: LicenseInput): Promise<License> {
  const { license, ...fields } = input;
  await clientOfNew(tx, actor, fields.client_id);
  await assertUom(tx, fields.uom_id);
  await assertFree(tx, [license]);
  const [id = 0] = await insertPlates(tx, [license], fields, null);
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
  await recordEvent(tx, { kind: 'license.saved', clientId: fields.client_id, subjectId: ids[0] ?? null });
  return readPlates(tx, ids);
}

/** Stock and the ledger name the plate together with its client, so it cannot go to another one afterwards. */
async function assertClientMayChange(tx: Tx, id: number): Promise<void> {
  if ((await plateHasStock(tx, id)) || (await plateWasPlaced(tx, id))) throw invalid('client_id', 'PlateHasStock');
}

export async function savePlate(tx: Tx, actor: Actor, id: number, input: LicenseInput): Promise<License> {
  const before = await lockWholePlate(tx, id);
  if (!before) throw notFound();
  const { license, ...fields } = input;
  if (fields.client_id !== before.client_id) {
    await clientOfNew(tx, actor, fields.client_id);
    await assertClientMayChange(tx, id);
  }
  if (fields.uom_id !== before.uom_id) await assertUom(tx, fields.uom_id);
  const bearer = await plateNumbered(tx, license);
  if (bearer !== undefined && bearer !== id) throw refused(60002, license);
  await updatePlate(tx, id, license, fields);
  await recordEvent(tx, { kind: 'license.saved', clientId: fields.client_id, subjectId: id });
  return readPlate(tx, id);
}

export async function removePlate(tx: Tx, id: number): Promise<true> {
  const plate = await lockWholePlate(tx, id);
  if (!plate) throw notFound();
  if (await plateHasStock(tx, id)) throw refused(60001, plate.license);
  await deletePlate(tx, id);
  await recordEvent(tx, { kind: 'license.saved', clientId: plate.client_id, subjectId: id });
  return true;
}
