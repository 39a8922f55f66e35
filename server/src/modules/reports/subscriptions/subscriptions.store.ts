import { SENT_BY_HAND_MAX, type SubscriptionSchedule } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { operationReport } from '../operations/all-reports.ts';
import type { MailSchedule } from '../schedules/due-periods.ts';
import type { StandingSchedule } from '../schedules/mail-runs.ts';
import type { RunOwner } from '../schedules/runs.store.ts';
import type { TracedSubscription } from './trace-subscription.ts';

/** What the report is asked for, as it is stored. */
export interface StoredReportRequest {
  report: string;
  of_client: number | null;
  criteria: string;
  item_ids: number[];
}

export const ownerOfSubscription = ({ id, client_id }: { id: number; client_id: number | null }): RunOwner => ({
  task_id: null,
  subscription_id: id,
  client_id,
});

type ScheduleColumns = Pick<SubscriptionSchedule, 'frequency' | 'weekday' | 'month_day' | 'hour'>;

export const scheduleOf = ({ frequency, weekday, month_day: monthDay, hour }: ScheduleColumns): MailSchedule => ({
  frequency,
  weekday,
  monthDay,
  hour,
});

export async function insertSubscription(
  tx: Tx,
  actor: Actor,
  ask: StoredReportRequest,
  schedule: SubscriptionSchedule,
  now: Date,
): Promise<number> {
  const { frequency, weekday, month_day, hour, receivers, format, when_empty } = schedule;
  const { rows } = await sql<{ id: number }>`
    insert into report_subscriptions (client_id, user_id, user_name, report, of_client, criteria, item_ids, frequency, weekday, month_day,
      hour, receivers, format, when_empty, active_since, created_at, updated_at)
    values (${actor.clientId}, ${actor.id}, ${actor.name}, ${ask.report}, ${ask.of_client}, ${ask.criteria}, ${ask.item_ids}::int[], ${frequency},
      ${weekday}, ${month_day}, ${hour}, ${receivers}::text[], ${format}, ${when_empty === 1}, ${now}, ${now}, ${now})
    returning id`.execute(tx);
  return rows[0]?.id ?? 0;
}

/** Locks the user's own row first, so that calls at the same time do not pass the limit together. */
export async function countSubscriptions(tx: Tx, userId: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('report subscriptions'), ${userId}::int)`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from report_subscriptions where user_id = ${userId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

export interface LockedSubscription extends StoredReportRequest, ScheduleColumns {
  id: number;
  client_id: number | null;
  state: string;
  /** Whether a run that a person started still waits, and how many people started in the last day. */
  is_waiting: boolean;
  sent_by_hand: number;
}

export async function lockSubscription(tx: Tx, id: number, now: Date): Promise<LockedSubscription | undefined> {
  const { rows } = await sql<LockedSubscription>`
    select s.id, s.client_id, s.report, s.of_client, s.criteria, s.item_ids, s.frequency, s.weekday, s.month_day, s.hour, s.state,
      exists (select from auto_task_runs r where r.subscription_id = s.id and r.by_hand and r.state = 'waiting') as is_waiting,
      (select count(*) from (select from auto_task_runs r where r.subscription_id = s.id and r.by_hand
        and r.created_at > ${now}::timestamptz - interval '1 day' limit ${sql.lit(SENT_BY_HAND_MAX)}) sent) as sent_by_hand
    from report_subscriptions s where s.id = ${id} and ${inScope(tx, 's.client_id')} for no key update`.execute(tx);
  return rows[0];
}

/** Who changes it becomes its owner. A new frequency begins now: the periods before were reported otherwise. */
export async function updateSubscription(
  tx: Tx,
  id: number,
  actor: Actor,
  schedule: SubscriptionSchedule,
  now: Date,
): Promise<void> {
  const { frequency, weekday, month_day, hour, receivers, format, when_empty } = schedule;
  await sql`
    update report_subscriptions set user_id = ${actor.id}, user_name = ${actor.name}, weekday = ${weekday}, month_day = ${month_day},
      hour = ${hour}, receivers = ${receivers}::text[], format = ${format}, when_empty = ${when_empty === 1}, updated_at = ${now},
      active_since = case when frequency = ${frequency} and state = 'active' then active_since else ${now}::timestamptz end,
      frequency = ${frequency}, state = case when state = 'stopped' then 'active' else state end, stop_reason = '', stopped_at = null
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function pauseActive(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`update report_subscriptions set state = 'paused', stop_reason = '', stopped_at = null, updated_at = ${now}
    where id = ${id} and ${inScope(tx)} and state <> 'paused'`.execute(tx);
}

/** What became due meanwhile is not mailed later. Of one that was stopped the caller becomes the owner. */
export async function resumeFor(tx: Tx, id: number, actor: Actor, now: Date): Promise<void> {
  await sql`
    update report_subscriptions set state = 'active', stop_reason = '', stopped_at = null, active_since = ${now}, updated_at = ${now},
      user_id = case when state = 'stopped' then ${actor.id} else user_id end,
      user_name = case when state = 'stopped' then ${actor.name} else user_name end
    where id = ${id} and ${inScope(tx)} and state <> 'active'`.execute(tx);
}

/** It stays stopped until a person resumes it. */
export async function stopSubscription(tx: Tx, id: number, reason: string, now: Date): Promise<void> {
  await sql`update report_subscriptions set state = 'stopped', stop_reason = ${reason}, stopped_at = ${now}
    where id = ${id} and ${inScope(tx)} and state = 'active'`.execute(tx);
}

/** Its runs go with it; a run that is being drawn finds nothing to mail. */
export async function removeSubscription(
  tx: Tx,
  id: number,
): Promise<(TracedSubscription & { client_id: number | null }) | undefined> {
  const { rows } = await sql<TracedSubscription & { client_id: number | null }>`
    delete from report_subscriptions where id = ${id} and ${inScope(tx)}
    returning client_id, report, of_client, frequency, receivers`.execute(tx);
  return rows[0];
}

type Standing = ScheduleColumns & {
  id: number;
  client_id: number | null;
  report: string;
  after: string;
  made_through: string | null;
};

export async function readSubscriptionSchedules(tx: Tx): Promise<StandingSchedule[]> {
  const { rows } = await sql<Standing>`
    select s.id, s.client_id, s.report, s.frequency, s.weekday, s.month_day, s.hour, s.active_since as after,
      (select r.to_day from auto_task_runs r where r.subscription_id = s.id and not r.by_hand order by r.from_day desc, r.to_day desc limit 1) as made_through
    from report_subscriptions s where s.state = 'active' order by s.id`.execute(tx);
  return rows.map((row) => ({
    ...scheduleOf(row),
    of: ownerOfSubscription(row),
    after: new Date(row.after),
    madeThrough: row.made_through,
    lastOnly: operationReport(row.report)?.asks.dates === undefined,
  }));
}
