import type { AutoTask, Language, TaskFile, TaskFrequency } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { type MailSchedule, nextMoment } from '../schedules/due-periods.ts';
import { lastRun, type ReadRun, runOf } from '../schedules/last-run.view.ts';

/** On the first day after the week or the month, in local time. */
export const taskSchedule = (frequency: TaskFrequency): MailSchedule => ({
  frequency,
  weekday: 1,
  monthDay: 1,
  hour: 6,
});

type Read = Omit<AutoTask, 'params' | 'last_run' | 'next_run'> & ReadRun & { client_ids: number[] };

function taskOf(read: Read, zone: string, now: Date): AutoTask {
  const {
    client_ids,
    run: _run,
    run_waits_since: _waits,
    run_created_at: _created,
    run_ended_at: _ended,
    ...task
  } = read;
  const next = nextMoment(taskSchedule(task.frequency), zone, now);
  return { ...task, params: { clients: client_ids }, last_run: runOf(read), next_run: next.toISOString() };
}

/** Tasks belong to the company: whoever may run billing reports sees all of them. */
async function readTasks(tx: Tx, zone: string, now: Date, which: Sql): Promise<AutoTask[]> {
  const last = lastRun(sql`r.task_id = t.id`, true);
  const { rows } = await sql<Read>`
    select t.id, t.frequency, t.report_type, t.file_type, t.receiver_1, t.receiver_2, t.client_ids, t.user_name, t.created_at,
      array(select c.company from clients c where c.id = any(t.client_ids) order by lower(c.company), c.id) as companies,
      ${last.columns}
    from auto_tasks t ${last.join}
    where ${which} order by t.id`.execute(tx);
  return rows.map((row) => taskOf(row, zone, now));
}

export const listTasks = (tx: Tx, zone: string, now: Date) => readTasks(tx, zone, now, sql`true`);

export async function readTask(tx: Tx, id: number, zone: string, now: Date): Promise<AutoTask> {
  const [task] = await readTasks(tx, zone, now, sql`t.id = ${id}`);
  if (!task) throw notFound();
  return task;
}

export interface StoredRun {
  id: number;
  task_id: number;
  from_day: string;
  to_day: string;
  by_hand: boolean;
  frequency: TaskFrequency;
  report_type: 1 | 2 | 3;
  file_type: TaskFile;
  receiver_1: string;
  receiver_2: string;
  client_ids: number[];
  lang: Language;
  user_id: number;
  user_name: string;
}

/** A run that is still to be mailed, with its task. */
export async function readWaitingRun(tx: Tx, id: number): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select r.id, t.id as task_id, r.from_day, r.to_day, r.by_hand, t.frequency, t.report_type, t.file_type, t.receiver_1, t.receiver_2,
      t.client_ids, t.lang, t.user_id, t.user_name
    from auto_task_runs r join auto_tasks t on t.id = r.task_id where r.id = ${id} and ${inScope(tx, 'r.client_id')} and r.state = 'waiting'`.execute(
    tx,
  );
  return rows[0];
}
