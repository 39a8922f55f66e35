import type { AutoTaskInput, TaskFrequency } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { StandingSchedule } from '../schedules/mail-runs.ts';
import type { DueRun, RunOwner } from '../schedules/runs.store.ts';
import { type StoredRun, taskSchedule } from './tasks.view.ts';

export const ownerOfTask = (id: number): RunOwner => ({ task_id: id, subscription_id: null, client_id: null });

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

/** When and after which period tasks run: at six o'clock of the first day after their period. */
export async function readTaskSchedules(tx: Tx): Promise<StandingSchedule[]> {
  const { rows } = await sql<{ id: number; frequency: TaskFrequency; after: string; made_through: string | null }>`
    select t.id, t.frequency, t.created_at as after,
      (select max(r.to_day) from auto_task_runs r where r.task_id = t.id and not r.by_hand) as made_through
    from auto_tasks t order by t.id`.execute(tx);
  return rows.map(({ id, frequency, after, made_through: madeThrough }) => ({
    ...taskSchedule(frequency),
    of: ownerOfTask(id),
    after: new Date(after),
    madeThrough,
  }));
}

/** Locks a task; answers its run that a person started and that still waits, if there is one. */
export async function lockTask(
  tx: Tx,
  id: number,
): Promise<{ waiting: number | null; frequency: TaskFrequency } | undefined> {
  const { rows } = await sql<{ waiting: number | null; frequency: TaskFrequency }>`
    select (select r.id from auto_task_runs r where r.task_id = t.id and r.by_hand and r.state = 'waiting'
      and ${inScope(tx, 'r.client_id')} limit 1) as waiting, t.frequency
    from auto_tasks t where t.id = ${id} for no key update`.execute(tx);
  return rows[0];
}

/** The runs that waited for days which are charged now: all before the first one that is not. */
export async function findChargedRuns(tx: Tx, firstUncharged: string | null): Promise<DueRun[]> {
  const { rows } = await sql<DueRun>`
    select id, task_id, subscription_id, client_id from auto_task_runs where state = 'waiting' and waits_since is not null
      and (${firstUncharged}::date is null or to_day < ${firstUncharged}::date) order by id`.execute(tx);
  return rows;
}
