import { sql } from 'kysely';
import { accrueNext, startDueRuns } from '../modules/billing/index.ts';
import type { Tx } from '../platform/database/tx.ts';

/** Goods on no plate are not charged by bin: for days longer ago than this, somebody has said so. */
const DAYS_IN_QUESTION = 14;

/** Charges the year day by day, as the nightly job would have. */
export async function seedAccrual(tx: Tx): Promise<void> {
  await startDueRuns(tx);
  const { rows } = await sql<{ id: number }>`select id from billing_runs`.execute(tx);
  for (const { id } of rows) {
    let step = await accrueNext(tx, id);
    while (step === 'day') step = await accrueNext(tx, id);
    if (step !== 'ended') throw new Error('The demo has another accrual.');
  }
  await sql`
    update billing_gaps set waived_at = day + interval '9 days', waived_by = 'Marta Oliveira', waived_note = 'Loose goods are not charged by bin'
    where reason = 'no_location' and day < current_date - ${DAYS_IN_QUESTION}::int`.execute(tx);
}
