import { setTimeout as wait } from 'node:timers/promises';
import { Money, messageWith } from '@longshore/contract';
import { inSavepoint } from '../../../platform/database/savepoint.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { addDays } from './accrual-rules.ts';
import { accrueDay, type DayResult, type DayToCharge } from './accrue-day.ts';
import type { Loss } from './entry-changes.ts';
import { advanceChargedThrough, failRun, findRun, lockAccrual, readAccrualDays, saveDay } from './runs.store.ts';

/** The pause before another attempt, while another process charges a day. */
const BUSY_MS = 300;

export type Step = 'day' | 'busy' | 'ended';

/** Thrown to roll back a day that would remove or lower entries although the run may not do that. */
class WouldLose extends Error {
  readonly figures: [entries: string, amount: string];
  constructor(losses: readonly Loss[]) {
    super('The day would remove or lower entries.');
    const lost = Money.sum(losses.map(({ before, after }) => before.minus(after)));
    this.figures = [String(losses.length), lost.toDecimal()];
  }
}

/** Charges a day; one that would charge a client less than before is left as it is, unless the run may do that. */
async function chargeUnlessLost(tx: Tx, day: DayToCharge, mayLower: boolean): Promise<DayResult | WouldLose> {
  try {
    return await inSavepoint(tx, async () => {
      const result = await accrueDay(tx, day);
      if (!mayLower && result.losses.length) throw new WouldLose(result.losses);
      return result;
    });
  } catch (error) {
    if (error instanceof WouldLose) return error;
    throw error;
  }
}

/**
 * Charges the next day of a run, all or nothing. A run that was cut off continues after its last day, and several
 * processes that work on the same run take its days in turn.
 */
export async function accrueNext(tx: Tx, runId: number): Promise<Step> {
  const [isLocked, run, days] = await Promise.all([lockAccrual(tx), findRun(tx, runId), readAccrualDays(tx)]);
  if (!isLocked) return 'busy';
  if (run?.state !== 'waiting' && run?.state !== 'running') return 'ended';
  const { cause, client_ids: clientIds, done_through: done, from_day: from } = run;
  const day = done === null ? from : addDays(done, 1);
  const result = await chargeUnlessLost(tx, { day, clientIds, retake: cause !== 'nightly' }, run.may_lower);
  if (result instanceof WouldLose) {
    await failRun(tx, runId, messageWith('RunWouldLower', day, ...result.figures));
    await recordEvent(tx, { kind: 'billing_run.saved', subjectId: runId });
    return 'ended';
  }
  await Promise.all([
    saveDay(tx, runId, day, result),
    clientIds === null ? advanceChargedThrough(tx, day, days.first_day) : undefined,
    recordEvent(tx, { kind: 'billing_run.saved', subjectId: runId }),
  ]);
  return 'day';
}

/** Processes a run until it has ended, or until `isTimeUp` is true after a day; answers whether it has ended. */
export async function processRun(
  open: Open,
  runId: number,
  isTimeUp: () => boolean = () => false,
  onDay: () => Promise<void> | void = () => {},
): Promise<boolean> {
  for (;;) {
    const step = await open(staffScope, (tx) => accrueNext(tx, runId));
    if (step === 'ended') return true;
    if (step === 'day') await onDay();
    else await wait(BUSY_MS);
    if (isTimeUp()) return false;
  }
}
