import type { AutoTaskInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { runMoment, type StoredRun, step, unit } from './tasks.view.ts';

export type StoredTask = Pick<StoredRun, 'frequency' | 'report_type' | 'receiver_1' | 'receiver_2' | 'client_ids'>;

const taskColumns = (t: Sql) =>
  sql`${t}.frequency, ${t}.report_type, ${t}.receiver_1, ${t}.receiver_2, ${t}.client_ids`;

export async function insertTask(tx: Tx, actor: Actor, input: AutoTaskInput, now: Date): Promise<number> {
  const { frequency, report_type, file_type, receiver_1, receiver_2, params } = input;
  const { rows } = await sql<{ id: number }>`
    insert into auto_tasks (frequency, report_type, file_type, receiver_1, receiver_2, client_ids, lang, user_id, user_name, created_at, updated_at)
    values (${frequency}, ${report_type}, ${file_type}, ${receiver_1}, ${receiver_2}, ${params.clients}::int[], ${actor.lang}, ${actor.id},
      ${actor.name}, ${now}, ${now}) returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Answers the task as it was; undefined without one. */
export async function updateClients(
  tx: Tx,
  id: number,
  clients: readonly number[],
  now: Date,
): Promise<StoredTask | undefined> {
  const { rows } = await sql<StoredTask>`
    update auto_tasks t set client_ids = ${clients as number[]}::int[], updated_at = ${now}
    from (select * from auto_tasks where id = ${id} for no key update) o
    where t.id = o.id returning ${taskColumns(sql`o`)}`.execute(tx);
  return rows[0];
}

/** Its runs go with it; a run that is being drawn finds nothing to mail. */
export async function removeTask(tx: Tx, id: number): Promise<StoredTask | undefined> {
  const { rows } = await sql<StoredTask>`
    delete from auto_tasks t where t.id = ${id} returning ${taskColumns(sql`t`)}`.execute(tx);
  return rows[0];
}

/** Those of these clients that exist. */
export async function existingClients(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from clients where id = any(${ids as number[]}::int[]) and ${inScope(tx, 'id')} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Makes the runs that are due: one per task and period whose moment has passed since the task was created, those missed
 * while no server ran included. Whichever server is first makes a run; the unique index refuses it to all others.
 */
export async function insertDueRuns(tx: Tx, zone: string, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into auto_task_runs (task_id, from_day, to_day, created_at)
    select t.id, (d.day - ${step})::date, d.day::date - 1, ${now}
    from auto_tasks t
    cross join lateral (select max(r.from_day) as from_day from auto_task_runs r where r.task_id = t.id and not r.by_hand) last
    cross join lateral generate_series(
      coalesce(last.from_day + 2 * ${step}, date_trunc(${unit}, t.created_at at time zone ${zone})),
      date_trunc(${unit}, ${now}::timestamptz at time zone ${zone}), ${step}) d (day)
    where ${runMoment(sql`d.day`, zone)} <= ${now} and ${runMoment(sql`d.day`, zone)} > t.created_at
    order by d.day, t.id
    on conflict (task_id, from_day) where not by_hand do nothing returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks a task; answers its run that a person started and that still waits, if there is one. */
export async function lockTask(tx: Tx, id: number): Promise<{ waiting: number | null } | undefined> {
  const { rows } = await sql<{ waiting: number | null }>`
    select (select r.id from auto_task_runs r where r.task_id = t.id and r.by_hand and r.state = 'waiting' limit 1) as waiting
    from auto_tasks t where t.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** A run for the last period, started by a person. */
export async function insertRunByHand(
  tx: Tx,
  taskId: number,
  actor: Actor,
  zone: string,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into auto_task_runs (task_id, from_day, to_day, by_hand, user_name, created_at)
    select t.id, (d.day - ${step})::date, d.day::date - 1, true, ${actor.name}, ${now}
    from auto_tasks t cross join lateral (select date_trunc(${unit}, ${now}::timestamptz at time zone ${zone}) as day) d
    where t.id = ${taskId} returning id`.execute(tx);
  return rows[0]?.id;
}

/** Notes that a run waits for days that are not charged yet, and since when. */
export async function markWaiting(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update auto_task_runs set waits_since = coalesce(waits_since, ${now})
    where id = ${id} and state = 'waiting'`.execute(tx);
}

/** The runs that waited for days which are charged now: all before the first one that is not. */
export async function findChargedRuns(tx: Tx, firstUncharged: string | null): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from auto_task_runs where state = 'waiting' and waits_since is not null
      and (${firstUncharged}::date is null or to_day < ${firstUncharged}::date) order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The mail whose state is the outcome of the run. */
export async function keepMail(tx: Tx, id: number, mailId: number): Promise<void> {
  await sql`update auto_task_runs set mail_id = ${mailId} where id = ${id}`.execute(tx);
}

/** Ends a run as sent. False when another worker ended it before, or the task was deleted: then nothing may be mailed. */
export async function markSent(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update auto_task_runs set state = 'sent', attempts = attempts + 1, problem = '', waits_since = null, ended_at = ${now}
    where id = ${id} and state = 'waiting' returning id`.execute(tx);
  return rows.length > 0;
}

/** Notes why an attempt failed; the last one ends the run. */
export async function markFailed(tx: Tx, id: number, reason: string, isLast: boolean, now: Date): Promise<void> {
  await sql`
    update auto_task_runs set attempts = attempts + 1, problem = ${reason}, waits_since = null,
      state = case when ${isLast} then 'failed' else state end, ended_at = case when ${isLast} then ${now}::timestamptz end
    where id = ${id} and state = 'waiting'`.execute(tx);
}
