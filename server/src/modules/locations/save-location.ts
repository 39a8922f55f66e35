import type { Location, LocationInput } from '@longshore/contract';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { notFound, refused } from '../../platform/http/problem.ts';
import { deleteLocation, insertLocation, locationNamed, lockLocation, updateLocation } from './locations.store.ts';
import { readLocation } from './locations.view.ts';

/** Bins are shared by all clients, so their names are unique in the whole warehouse. */
async function assertFree(tx: Tx, name: string, own?: number): Promise<void> {
  const known = await locationNamed(tx, name);
  if (known !== undefined && known !== own) throw refused(10002);
}

export async function createLocation(tx: Tx, input: LocationInput): Promise<Location> {
  await assertFree(tx, input.location);
  const id = await insertLocation(tx, input);
  await recordEvent(tx, { kind: 'location.saved', subjectId: id });
  return readLocation(tx, id);
}

export async function saveLocation(tx: Tx, id: number, input: LocationInput): Promise<Location> {
  if (!(await lockLocation(tx, id))) throw notFound();
  await assertFree(tx, input.location, id);
  await updateLocation(tx, id, input);
  await recordEvent(tx, { kind: 'location.saved', subjectId: id });
  return readLocation(tx, id);
}

export async function removeLocation(tx: Tx, id: number): Promise<true> {
  if (!(await deleteLocation(tx, id))) throw notFound();
  await recordEvent(tx, { kind: 'location.saved', subjectId: id });
  return true;
}
