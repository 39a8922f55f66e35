import {
  Money,
  RUN_PREVIEW_DAYS_MAX,
  RUN_PREVIEW_ENTRIES_MAX,
  type RunInput,
  type RunPreview,
} from '@longshore/contract';
import { inSavepoint } from '../../../platform/database/savepoint.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { busy } from '../../../platform/http/problem.ts';
import { addDays, intersectDays } from './accrual-rules.ts';
import { accrueDay } from './accrue-day.ts';
import type { Loss } from './entry-changes.ts';
import { lockAccrual } from './runs.store.ts';
import { daysOfRun } from './start-run.ts';

/** Thrown to roll the attempt back. */
class Attempted extends Error {
  constructor(readonly losses: Loss[]) {
    super('The days were charged for a preview.');
  }
}

/** What charging these days again would remove or lower: they are charged and rolled back. */
async function attempt(tx: Tx, days: readonly string[], clientIds: readonly number[] | null): Promise<Loss[]> {
  try {
    await inSavepoint(tx, async () => {
      const losses: Loss[] = [];
      for (const day of days) losses.push(...(await accrueDay(tx, { day, clientIds, retake: true })).losses);
      throw new Attempted(losses);
    });
  } catch (error) {
    if (error instanceof Attempted) return error.losses;
    throw error;
  }
  throw new Error('An attempt always ends with an error.');
}

const rowOf = ({ entry, before, after }: Loss): RunPreview['entries'][number] => ({
  id: entry.id,
  client_id: entry.client_id,
  day: entry.charge_day,
  activity: entry.activity,
  item: entry.item,
  before: Number(before.toDecimal()),
  after: Number(after.toDecimal()),
});

/**
 * What a run would remove or lower, of its first days; `through` is the last of them, and the rest is asked for from the
 * next day on. Writes nothing.
 */
export async function previewRun(tx: Tx, { from, to, client_ids }: RunInput): Promise<RunPreview> {
  if (!(await lockAccrual(tx))) throw busy();
  const run = await daysOfRun(tx, { from, to, clientIds: client_ids });
  const part = intersectDays(run, run.from, addDays(run.from, RUN_PREVIEW_DAYS_MAX - 1));
  const days: string[] = [];
  for (let day = part.from; day <= part.to; day = addDays(day, 1)) days.push(day);
  const losses = await attempt(tx, days, run.clientIds);
  const lost = Money.sum(losses.map(({ before, after }) => before.minus(after)));
  return {
    from: run.from,
    to: run.to,
    through: part.to,
    removed: losses.filter(({ after }) => after.units === 0n).length,
    lowered: losses.filter(({ after }) => after.units !== 0n).length,
    amount: Number(lost.toDecimal()),
    entries: losses.slice(0, RUN_PREVIEW_ENTRIES_MAX).map(rowOf),
  };
}
