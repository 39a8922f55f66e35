import type { License, MoveBack, MovedLicense, PutAway } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, notFound } from '../../../platform/http/problem.ts';
import { locationExists, locationNamed, readLocation } from '../../locations/index.ts';
import { queueTrace } from '../../records/index.ts';
import { type LockedPlate, lockPlate, lockPlatesAt, placePlates, plateNumbered, takeOutOfBin } from './plates.store.ts';
import { readPlate } from './plates.view.ts';

/** Puts a plate into a bin. Scanning it there twice is not a second move. */
export async function putAway(tx: Tx, actor: Actor, input: PutAway): Promise<MovedLicense> {
  const [plateId, locationId] = await Promise.all([
    plateNumbered(tx, input.license),
    locationNamed(tx, input.location),
  ]);
  const plate = plateId === undefined ? undefined : await lockPlate(tx, plateId);
  if (!plate) throw invalid('license', `PlateIsUnknown:${input.license}`);
  if (locationId === undefined) throw invalid('location', 'LocationIsUnknown');
  const from = plate.location_id;
  const hasMoved = from !== locationId;
  if (hasMoved) {
    await placePlates(tx, [plate.id], locationId, actor.name);
    queuePutAway(tx, actor, plate, input.location);
    await recordMove(tx, plate, [locationId]);
  }
  const moved_from = hasMoved && from !== null ? await readLocation(tx, from) : null;
  return {
    ...(await readPlate(tx, plate.id)),
    has_moved: hasMoved,
    moved_from: moved_from && { id: moved_from.id, location: moved_from.location },
  };
}

/** The bin as it was scanned or typed: the name of a bin may change later. */
function queuePutAway(tx: Tx, actor: Actor, { id, client_id: clientId }: LockedPlate, bin: string): void {
  queueTrace(tx, actor, {
    type: 'License',
    id,
    clientId,
    subject: 'Put away',
    changes: [{ field: 'bin', newValue: bin.trim() }],
  });
}

async function recordMove(tx: Tx, { id, client_id }: LockedPlate, locationIds: readonly number[]): Promise<void> {
  await recordEvent(tx, { kind: 'license.saved', clientId: client_id, subjectId: id });
  for (const locationId of locationIds) await recordEvent(tx, { kind: 'location.saved', subjectId: locationId });
  // The pages of the items on it show the bin.
  await recordEvent(tx, { kind: 'inventory.moved', clientId: client_id });
}

/**
 * Undoes a put-away. A plate that was in no bin before counts as never placed: the entry is removed from its history.
 */
export async function moveBack(tx: Tx, actor: Actor, id: number, { from_id, to_id }: MoveBack): Promise<License> {
  const plate = await lockPlate(tx, id);
  if (!plate) throw notFound();
  if (plate.location_id !== from_id) throw invalid('from_id', `PlateWasMovedSince:${plate.license}`);
  if (to_id === null) {
    await takeOutOfBin(tx, id);
    queueTrace(tx, actor, { type: 'License', id, clientId: plate.client_id, subject: 'Taken out of its bin' });
  } else {
    if (!(await locationExists(tx, to_id))) throw invalid('to_id', 'LocationIsUnknown');
    await placePlates(tx, [id], to_id, actor.name);
    queuePutAway(tx, actor, plate, (await readLocation(tx, to_id)).location);
  }
  await recordMove(tx, plate, to_id === null ? [from_id] : [from_id, to_id]);
  return readPlate(tx, id);
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
  if (plates.length) await placeAll(tx, actor, plates, targetId);
  const { location } = await readLocation(tx, targetId);
  return { moved: plates.length, location, location_id: targetId, plates };
}

async function placeAll(tx: Tx, actor: Actor, plates: readonly number[], locationId: number): Promise<void> {
  await placePlates(tx, plates, locationId, actor.name);
  await recordEvent(tx, { kind: 'license.saved', payload: { moved: plates.length } });
  await recordEvent(tx, { kind: 'location.saved', subjectId: locationId });
  await recordEvent(tx, { kind: 'inventory.moved' });
}

/** Takes a move of all plates back, or none of it: what was at the other bin before stays there. */
export async function moveAllBack(tx: Tx, actor: Actor, id: number, back: { from_id: number; plates: number[] }) {
  if (!(await locationExists(tx, id))) throw notFound();
  const there = new Set(await lockPlatesAt(tx, back.from_id));
  const plates = [...new Set(back.plates)];
  const gone = plates.filter((plate) => !there.has(plate));
  if (gone.length) throw invalid('plates', `PlatesWereMovedSince:${gone.length}`);
  await placeAll(tx, actor, plates, id);
  return { moved: plates.length };
}
