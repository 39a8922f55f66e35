import { keyOfReason, reasonSentence, type ScheduledRun } from '@longshore/contract';
import { type Sql, sql } from '../../../platform/database/sql.ts';

/** The columns of `lastRun` in a row. */
export interface ReadRun {
  run: Omit<ScheduledRun, 'problem_key' | 'created_at' | 'ended_at' | 'waits_since'> | null;
  run_waits_since: string | null;
  run_created_at: string | null;
  run_ended_at: string | null;
}

/** Mails belong to the company: client users do not read them. */
const mailOfRun = sql`(select json_build_object('state', m.state, 'problem', m.problem) from mails m where m.id = r.mail_id)`;

/** The last run of a schedule, to be joined as `r` by the condition that names it. */
export const lastRun = (ofSchedule: Sql, isStaff: boolean) => ({
  columns: sql`
    case when r.id is not null then json_build_object('id', r.id, 'from_date', r.from_day, 'to_date', r.to_day, 'by_hand', r.by_hand,
      'user_name', r.user_name, 'state', r.state, 'attempts', r.attempts, 'problem', r.problem,
      'mail', ${isStaff ? mailOfRun : sql`null`}) end as run,
    r.waits_since as run_waits_since, r.created_at as run_created_at, r.ended_at as run_ended_at`,
  join: sql`left join lateral (select * from auto_task_runs r where ${ofSchedule} order by r.id desc limit 1) r on true`,
});

export const runOf = ({ run, run_waits_since, run_created_at, run_ended_at }: ReadRun): ScheduledRun | null =>
  run && {
    ...run,
    problem: run.problem && reasonSentence(run.problem),
    problem_key: keyOfReason(run.problem),
    waits_since: run_waits_since,
    created_at: run_created_at ?? '',
    ended_at: run_ended_at,
  };
