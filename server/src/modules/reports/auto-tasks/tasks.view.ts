import {
  type AutoTask,
  keyOfReason,
  type Language,
  reasonSentence,
  type TaskFile,
  type TaskFrequency,
  type TaskRun,
} from '@longshore/contract';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';

/** What a frequency counts, and the hour of the first day at which a task runs. */
export const unit = sql`case t.frequency when 'Week' then 'week' else 'month' end`;
export const step = sql`case t.frequency when 'Week' then interval '7 days' else interval '1 month' end`;
/** By the clock on the wall: in summer an hour earlier in UTC than in winter. */
export const runMoment = (day: Sql, zone: string) => sql`((${day}) + interval '6 hours') at time zone ${zone}`;

type Read = Omit<AutoTask, 'params' | 'last_run'> & {
  client_ids: number[];
  run: Omit<TaskRun, 'problem_key' | 'created_at' | 'ended_at' | 'waits_since'> | null;
  run_waits_since: string | null;
  run_created_at: string | null;
  run_ended_at: string | null;
};

function taskOf({ client_ids, run, run_waits_since, run_created_at, run_ended_at, ...task }: Read): AutoTask {
  const last = run && {
    ...run,
    problem: run.problem && reasonSentence(run.problem),
    problem_key: keyOfReason(run.problem),
    waits_since: run_waits_since,
    created_at: run_created_at ?? '',
    ended_at: run_ended_at,
  };
  return { ...task, params: { clients: client_ids }, last_run: last };
}

/** Tasks belong to the company: whoever may run billing reports sees all of them. */
async function readTasks(tx: Tx, zone: string, now: Date, which: Sql): Promise<AutoTask[]> {
  const { rows } = await sql<Read>`
    select t.id, t.frequency, t.report_type, t.file_type, t.receiver_1, t.receiver_2, t.client_ids, t.user_name, t.created_at,
      array(select c.company from clients c where c.id = any(t.client_ids) order by lower(c.company), c.id) as companies,
      case when r.id is not null then json_build_object('id', r.id, 'from_date', r.from_day, 'to_date', r.to_day, 'by_hand', r.by_hand,
        'user_name', r.user_name, 'state', r.state, 'attempts', r.attempts, 'problem', r.problem,
        'mail', (select json_build_object('state', m.state, 'problem', m.problem) from mails m where m.id = r.mail_id)) end as run,
      r.waits_since as run_waits_since, r.created_at as run_created_at, r.ended_at as run_ended_at,
      case when ${runMoment(sql`n.first`, zone)} > ${now} then ${runMoment(sql`n.first`, zone)}
        else ${runMoment(sql`n.first + ${step}`, zone)} end as next_run
    from auto_tasks t
    cross join lateral (select date_trunc(${unit}, ${now}::timestamptz at time zone ${zone}) as first) n
    left join lateral (select * from auto_task_runs r where r.task_id = t.id order by r.id desc limit 1) r on true
    where ${which} order by t.id`.execute(tx);
  return rows.map(taskOf);
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
    select r.id, r.task_id, r.from_day, r.to_day, r.by_hand, t.frequency, t.report_type, t.file_type, t.receiver_1, t.receiver_2,
      t.client_ids, t.lang, t.user_id, t.user_name
    from auto_task_runs r join auto_tasks t on t.id = r.task_id where r.id = ${id} and r.state = 'waiting'`.execute(tx);
  return rows[0];
}
