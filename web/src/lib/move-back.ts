import { api, type MovedLicense } from '@longshore/contract';
import { type KeptCall, keptCall } from './call.ts';

interface Moved {
  id: number;
  /** The bin that it was put in. */
  now: { id: number } | undefined;
  /** Where it was before. */
  before: { id: number } | null | undefined;
}

/** What is sent to put a plate back where it was: into its bin, or into none. */
export const moveBackInput = ({ id, now, before }: Moved) => ({
  params: { id },
  body: { from_id: now?.id ?? 0, to_id: before?.id ?? null },
});

/** The same for the answer of a move. */
export const moveBackOf = ({ id, locations, moved_from }: Pick<MovedLicense, 'id' | 'locations' | 'moved_from'>) =>
  moveBackInput({ id, now: locations[0], before: moved_from });

/** The call that puts a plate back where it was before it was moved; undefined when it was there already. */
export function moveBack(moved: MovedLicense): KeptCall | undefined {
  if (!moved.has_moved || moved.locations.length === 0) return undefined;
  return keptCall(api.licenses.moveBack, moveBackOf(moved));
}
