import type { Actor } from '../../../platform/auth/actor.ts';
import { staffScope } from '../../../platform/database/tx.ts';
import type { Subscribers } from '../../../platform/events/events.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import type { ReservationOwner } from '../reservations/reservation-owner.ts';
import { lockCount } from './counts.store.ts';
import { continuePosting } from './post-count.ts';

export const countSubscribers: Subscribers = {
  'count.posting': [
    ({ subject_id, payload }) => [
      {
        task: 'post-count',
        payload: { count_id: subject_id, user_id: payload.user_id, short_lines: payload.short_lines },
        afterSeconds: payload.after_seconds,
      },
    ],
  ],
};

/** Posts the rest of a count, as the user who requested it. */
export function postCountJob(
  actorById: (userId: number) => Promise<Actor | undefined>,
  owner: ReservationOwner | undefined,
): Job {
  return async ({ open }, payload) => {
    const count = await open(staffScope, (tx) => lockCount(tx, Number(payload.count_id)));
    const actor = await actorById(Number(payload.user_id));
    if (count?.state === 'posting' && actor)
      await continuePosting(open, actor, count, { owner, isWanted: payload.short_lines === true });
  };
}
