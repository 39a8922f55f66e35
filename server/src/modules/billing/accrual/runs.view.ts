import { type AccrualState, type BillingRun, keyOfReason, reasonSentence, type Snapshot } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { readAccrualDays } from './runs.store.ts';

/** Runs that the screen shows. */
const RUNS_SHOWN = 50;

const select = sql`r.id, r.cause, r.from_day as "from", r.to_day as "to", r.state, r.done_through, r.to_day - r.from_day + 1 as days,
  coalesce(r.done_through - r.from_day + 1, 0) as days_done, r.added, r.changed, r.removed, r.lowered, r.kept, r.gaps, r.problem, r.user_name as "user",
  r.created_at, r.started_at, r.ended_at, case when r.client_ids is not null then (
    select coalesce(json_agg(json_build_object('id', c.id, 'company', c.company) order by lower(c.company), c.id), '[]')
    from clients c where c.id = any(r.client_ids)) end as clients`;

export async function readRun(tx: Tx, id: number): Promise<BillingRun> {
  const { rows } = await sql<StoredRun>`
    select ${select} from billing_runs r where r.id = ${id}`.execute(tx);
  if (!rows[0]) throw notFound();
  return withProblem(rows[0]);
}

/** What is stored is a message with its values. */
type StoredRun = Omit<BillingRun, 'problem_key'>;

const withProblem = (run: StoredRun): BillingRun => ({
  ...run,
  problem: reasonSentence(run.problem),
  problem_key: keyOfReason(run.problem),
});

export async function readAccrualState(tx: Tx): Promise<AccrualState> {
  const [days, { rows }] = await Promise.all([
    readAccrualDays(tx),
    sql<StoredRun>`select ${select} from billing_runs r order by r.id desc limit ${RUNS_SHOWN}`.execute(tx),
  ]);
  return { ...days, runs: rows.map(withProblem) };
}

export async function readSnapshot(tx: Tx, id: number): Promise<Snapshot> {
  const { rows } = await sql<Snapshot>`
    select s.id, s.client_id, c.company as client, s.day, s.units, s.volume::text as volume, s.measure, s.unplaced, s.off_pallets, s.items, s.places,
      s.pallets, s.taken_at
    from billing_snapshots s join clients c on c.id = s.client_id
    where s.id = ${id} and ${inScope(tx, 's.client_id')}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
