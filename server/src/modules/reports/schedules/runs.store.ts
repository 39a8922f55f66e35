import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { DuePeriod } from './due-periods.ts';

/** Whose run it is: of an auto task or of a subscription; of the client of a subscription's owner. */
export interface RunOwner {
  task_id: number | null;
  subscription_id: number | null;
  client_id: number | null;
}

export type DueRun = RunOwner & { id: number };

/** Runs that should have begun by now did not: their event or their job was lost. */
const LOST_AFTER_MINUTES = 60;

/**
 * Makes the runs that are due: one per schedule and period. Whichever server is first makes a run; the unique indexes refuse
 * it to all others.
 */
export async function insertDueRuns(
  tx: Tx,
  runs: readonly (RunOwner & Omit<DuePeriod, 'at'>)[],
  now: Date,
): Promise<DueRun[]> {
  if (runs.length === 0) return [];
  const all = <Key extends keyof (typeof runs)[number]>(key: Key) => runs.map((run) => run[key]);
  const { rows } = await sql<DueRun>`
    insert into auto_task_runs (task_id, subscription_id, client_id, from_day, to_day, on_day, created_at)
    select task_id, subscription_id, client_id, from_day, to_day, on_day, ${now}
    from unnest(${all('task_id')}::int[], ${all('subscription_id')}::int[], ${all('client_id')}::int[], ${all('from')}::date[],
      ${all('to')}::date[], ${all('on')}::date[]) due (task_id, subscription_id, client_id, from_day, to_day, on_day)
    order by from_day, task_id, subscription_id
    on conflict do nothing returning id, task_id, subscription_id, client_id`.execute(tx);
  return rows;
}

/** A run that a person started, besides those that are due. */
export async function insertRunByHand(
  tx: Tx,
  { task_id, subscription_id, client_id }: RunOwner,
  actor: Actor,
  { from, to, on }: Omit<DuePeriod, 'at'>,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into auto_task_runs (task_id, subscription_id, client_id, from_day, to_day, on_day, by_hand, user_name, created_at)
    values (${task_id}::int, ${subscription_id}::int, ${client_id}::int, ${from}::date, ${to}::date, ${on}::date, true, ${actor.name}, ${now})
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Runs that wait although they were made long ago and wait for nothing: a server died, or did not know their event yet. */
export async function findLostRuns(tx: Tx, now: Date): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select id, task_id, subscription_id, client_id from auto_task_runs
    where state = 'waiting' and waits_since is null
      and created_at < ${now}::timestamptz - make_interval(mins => ${sql.lit(LOST_AFTER_MINUTES)}) order by id`.execute(
    tx,
  );
  return rows;
}

/** Notes that a run waits for days that are not charged yet, and since when. */
export async function markWaiting(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update auto_task_runs set waits_since = coalesce(waits_since, ${now})
    where id = ${id} and ${inScope(tx)} and state = 'waiting'`.execute(tx);
}

/** The mail whose state is the outcome of the run. */
export async function keepMail(tx: Tx, id: number, mailId: number): Promise<void> {
  await sql`update auto_task_runs set mail_id = ${mailId} where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** Ends a run. False when another worker ended it before, or its schedule was deleted: then nothing may be mailed. */
export async function markEnded(tx: Tx, id: number, state: 'sent' | 'empty', now: Date): Promise<boolean> {
  const { rows } = await sql`
    update auto_task_runs set state = ${state}, attempts = attempts + 1, problem = '', waits_since = null, ended_at = ${now}
    where id = ${id} and ${inScope(tx)} and state = 'waiting' returning id`.execute(tx);
  return rows.length > 0;
}

/** Notes why an attempt failed; the last one ends the run. */
export async function markFailed(tx: Tx, id: number, reason: string, isLast: boolean, now: Date): Promise<void> {
  await sql`
    update auto_task_runs set attempts = attempts + 1, problem = ${reason}, waits_since = null,
      state = case when ${isLast} then 'failed' else state end, ended_at = case when ${isLast} then ${now}::timestamptz end
    where id = ${id} and ${inScope(tx)} and state = 'waiting'`.execute(tx);
}
