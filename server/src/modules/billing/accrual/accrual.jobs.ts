import type { Clock } from '../../../platform/clock.ts';
import { staffScope, type Tx } from '../../../platform/database/tx.ts';
import { errorText } from '../../../platform/disk-space.ts';
import { recordEvent, type Subscribers } from '../../../platform/events/events.ts';
import type { Job } from '../../../platform/jobs/worker.ts';
import { addDays } from './accrual-rules.ts';
import { processRun } from './process-run.ts';
import {
  extendRun,
  failRun,
  findOpenNightlyRun,
  findUnfinishedRuns,
  insertRun,
  lockAccrual,
  readAccrualDays,
} from './runs.store.ts';

/** An error may be temporary; after this many the run has failed, and says why. */
const TRIES = 5;

/** A job ends after this long and queues the rest, so that a server that stops waits no longer for it. */
const SLICE_MS = 5_000;

export const accrualSubscribers: Subscribers = {
  'billing_run.started': [
    ({ subject_id }) => [
      { task: 'accrue', payload: { run_id: subject_id }, key: `accrue ${subject_id}`, attempts: TRIES },
    ],
  ],
};

/** Processes a run, day by day. */
export const accrueJob =
  (clock: Clock): Job =>
  async ({ open }, payload, attempt) => {
    const runId = Number(payload.run_id);
    const end = clock.now().getTime() + SLICE_MS;
    try {
      const hasEnded = await processRun(open, runId, () => clock.now().getTime() >= end);
      if (!hasEnded) await open(staffScope, (tx) => recordEvent(tx, { kind: 'billing_run.started', subjectId: runId }));
    } catch (error) {
      if (attempt.isLast)
        await open(staffScope, async (tx) => {
          await failRun(tx, runId, errorText(error).slice(0, 2000));
          await recordEvent(tx, { kind: 'billing_run.saved', subjectId: runId });
        });
      throw error;
    }
  };

/** The run that charges the days that are over and not charged yet; undefined when there are none. */
async function findDueRun(tx: Tx): Promise<number | undefined> {
  const { through, first_day: first, last_day: last } = await readAccrualDays(tx);
  const from = through === null ? first : addDays(through, 1);
  if (from === null || from > last) return undefined;
  const latest = await findOpenNightlyRun(tx);
  const next = latest?.done_through ? addDays(latest.done_through, 1) : latest?.from_day;
  if (!latest || next !== from)
    return insertRun(tx, '', { cause: 'nightly', clientIds: null, from, to: last, mayLower: true });
  if (latest.to_day !== last || latest.state === 'failed') await extendRun(tx, latest.id, last);
  return latest.id;
}

/**
 * Charges the days that are over and not charged yet, and continues runs that lost their job. When a day is being
 * charged by another process, that one goes on by itself.
 */
export async function startDueRuns(tx: Tx): Promise<void> {
  if (!(await lockAccrual(tx))) return;
  await findDueRun(tx);
  for (const id of await findUnfinishedRuns(tx)) await recordEvent(tx, { kind: 'billing_run.started', subjectId: id });
}

/** Every hour: a day is charged after its end in the company's zone, and missed days with it. */
export const accrueDueJob: Job = async ({ open }) => {
  await open(staffScope, startDueRuns);
};
