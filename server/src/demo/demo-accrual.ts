import { sql } from 'kysely';
import { accrueNext, billAsProposed, startDueRuns } from '../modules/billing/index.ts';
import type { Tx } from '../platform/database/tx.ts';
import { actorNamed } from './demo-counts.ts';

/** One of this many finished shipments was forgotten; those of the last days wait for somebody. */
const FORGOTTEN_EVERY = 45;
const WAITING_DAYS = 4;
/** Shipments whose statements are sent together. */
const AT_ONCE = 30;

/** Bills most of the finished shipments, each on the day it was finished, as they would have been proposed then. */
export async function seedBilledShipments(tx: Tx): Promise<void> {
  const actor = await actorNamed(tx, 'Dana Reyes');
  const { rows } = await sql<{ id: number; day: string }>`
    select s.id, (s.finished_date at time zone c.timezone)::date as day from shipments s cross join company c
    where s.status = 'Finished' and s.voided_at is null and s.id % ${FORGOTTEN_EVERY}::int <> 7
      and s.finished_date < now() - make_interval(days => ${WAITING_DAYS}::int) order by s.id`.execute(tx);
  for (let from = 0; from < rows.length; from += AT_ONCE)
    await Promise.all(rows.slice(from, from + AT_ONCE).map(({ id, day }) => billAsProposed(tx, actor, id, false, day)));
  await sql`
    update billing_entries set created_at = bill_date + interval '17 hours', updated_at = bill_date + interval '17 hours'
    where billable_type = 'shipment'`.execute(tx);
}

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
    update billing_gaps set waived_at = now() - interval '10 days', waived_by = 'Marta Oliveira', waived_note = 'Loose goods are not charged by bin'
    where reason = 'no_location' and day < current_date - ${DAYS_IN_QUESTION}::int`.execute(tx);
}
