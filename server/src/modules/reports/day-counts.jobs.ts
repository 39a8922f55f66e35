import { staffScope } from '../../platform/database/tx.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import {
  countDays,
  dropDayCounts,
  lockDayCountsState,
  nextDaysToCount,
  readDayCountsState,
} from './day-counts.store.ts';

/** Days counted in one transaction: the first run on a large installation must not block others. */
const DAYS_AT_ONCE = 31;

/** Every hour: counts the days that are over and not counted yet. */
export const countDaysJob: Job = async ({ open }) => {
  const countNext = () =>
    open(staffScope, async (tx) => {
      const countedIn = await lockDayCountsState(tx);
      const state = await readDayCountsState(tx);
      if (countedIn !== state.zone) await dropDayCounts(tx, state.zone);
      const days = await nextDaysToCount(tx, state, DAYS_AT_ONCE);
      if (days) await countDays(tx, days, state.zone);
      return days !== undefined;
    });
  while (await countNext());
};
