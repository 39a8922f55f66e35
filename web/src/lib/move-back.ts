import { api, type MovedLicense } from '@longshore/contract';
import { type KeptCall, keptCall } from './call.ts';

/** The call that puts a plate back where it was before it was moved; undefined when it was there already. */
export function moveBack({ id, has_moved, locations, moved_from }: MovedLicense): KeptCall | undefined {
  const [now] = locations;
  if (!has_moved || !now) return undefined;
  return keptCall(api.licenses.moveBack, { params: { id }, body: { from_id: now.id, to_id: moved_from?.id ?? null } });
}
