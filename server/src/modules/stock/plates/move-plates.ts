import type { License, PutAway } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { locationExists, locationNamed, readLocation } from '../../locations/index.ts';
import { lockPlate, lockPlatesAt, placePlates, plateNumbered } from './plates.store.ts';
import { readPlate } from './plates.view.ts';

/** Puts a plate into a bin. Scanning it there twice is not a second move. */
export async function putAway(tx: Tx, actor: Actor, input: PutAway): Promise<License> {
  const [plateId, locationId] = await Promise.all([
    plateNumbered(tx, input.license),
    locationNamed(tx, input.location),
  ]);
  const plate = plateId === undefined ? undefined : await lockPlate(tx, plateId);
  if (!plate) throw invalid('license', `PlateIsUnknown:${input.license}`);
  if (locationId === undefined) throw invalid('location', 'LocationIsUnknown');
  if (plate.location_id !== locationId) {
    await placePlates(tx, [plate.id], locationId, actor.name);
    await recordEvent(tx, { kind: 'license.saved', clientId: plate.client_id, subjectId: plate.id });
    await recordEvent(tx, { kind: 'location.saved', subjectId: locationId });
    // The pages of the items on it show the bin.
    await recordEvent(tx, { kind: 'inventory.moved', clientId: plate.client_id });
  }
  return readPlate(tx, plate.id);
}

const PLAIN_ID = /^[1-9]\d{0,8}$/;

/** A bin by its id, or by its name when it is not an id or the caller says so. */
async function targetOf(tx: Tx, target: string, by: 'name' | undefined): Promise<number> {
  if (by !== 'name' && PLAIN_ID.test(target) && (await locationExists(tx, Number(target)))) return Number(target);
  const found = target.includes('\u0000') ? undefined : await locationNamed(tx, target.trim());
  if (found === undefined) throw notFound();
  return found;
}

export async function moveAllPlates(tx: Tx, actor: Actor, id: number, target: string, by: 'name' | undefined) {
  if (!(await locationExists(tx, id))) throw notFound();
  const targetId = await targetOf(tx, target, by);
  if (targetId === id) throw invalid('targetId', 'SameLocation');
  const plates = await lockPlatesAt(tx, id);
  if (plates.length) {
    await placePlates(tx, plates, targetId, actor.name);
    await recordEvent(tx, { kind: 'license.saved', payload: { moved: plates.length } });
    await recordEvent(tx, { kind: 'location.saved', subjectId: targetId });
    await recordEvent(tx, { kind: 'inventory.moved' });
  }
  return { moved: plates.length, location: (await readLocation(tx, targetId)).location };
}
