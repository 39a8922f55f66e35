import { keyOfReason, reasonSentence, type ScheduleFrequency, type Subscription, textFor } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { readTimezone } from '../../company/index.ts';
import { operationReport } from '../operations/all-reports.ts';
import { nextMoment } from '../schedules/due-periods.ts';
import { lastRun, type ReadRun, runOf } from '../schedules/last-run.view.ts';
import { type StoredReportRequest, scheduleOf } from './subscriptions.store.ts';

type Read = ReadRun &
  Omit<Subscription, 'title' | 'stop_reason_key' | 'is_own' | 'may_change' | 'last_run' | 'next_run'> & {
    client_id: number | null;
    user_id: number;
  };

/** A saved filter is called by its name. */
const criteriaOf = sql`coalesce((select f.name from saved_filters f where s.report = 'customized' and f.id::text = s.criteria), s.criteria)`;

/** The value of the report's own field, in words. */
function criteriaWords(actor: Actor, name: string, value: string): string {
  const criteria = operationReport(name)?.asks.criteria;
  if (criteria?.kind !== 'choice') return value;
  const word = criteria.of[value];
  return word ? textFor(actor.lang)(word as never) : value;
}

/** A report that no release knows any more is called by its name. */
export const titleOf = (lang: Actor['lang'], name: string): string => {
  const report = operationReport(name);
  return report ? textFor(lang)(`operationReports.reports.${report.name}.title`) : name;
};

function subscriptionOf(read: Read, actor: Actor, zone: string, now: Date): Subscription {
  const {
    client_id,
    user_id,
    run: _run,
    run_waits_since: _waits,
    run_created_at: _made,
    run_ended_at: _end,
    ...kept
  } = read;
  const next = kept.state === 'active' ? nextMoment(scheduleOf(kept), zone, now).toISOString() : null;
  return {
    ...kept,
    title: titleOf(actor.lang, kept.report),
    criteria: criteriaWords(actor, kept.report, kept.criteria),
    stop_reason: kept.stop_reason && reasonSentence(kept.stop_reason),
    stop_reason_key: keyOfReason(kept.stop_reason),
    is_own: user_id === actor.id ? 1 : 0,
    may_change: client_id === actor.clientId ? 1 : 0,
    last_run: runOf(read),
    next_run: next,
  };
}

/** Main users see all of them, client users those of their client. */
async function readSubscriptions(tx: Tx, actor: Actor, now: Date, which: Sql): Promise<Subscription[]> {
  const last = lastRun(sql`r.subscription_id = s.id`, actor.clientId === null);
  const { rows } = await sql<Read>`
    select s.id, s.client_id, s.user_id, s.user_name, s.report, coalesce(c.company, '') as client, ${criteriaOf} as criteria, cardinality(s.item_ids) as items,
      s.frequency, s.weekday, s.month_day, s.hour, s.receivers, s.format, s.when_empty::int as when_empty, s.state, s.stop_reason, s.stopped_at,
      s.created_at, (select max(r.ended_at) from auto_task_runs r where r.subscription_id = s.id and r.state = 'sent') as last_sent_at,
      ${last.columns}
    from report_subscriptions s left join clients c on c.id = s.of_client ${last.join}
    where ${which} and ${inScope(tx, 's.client_id')} order by s.id`.execute(tx);
  const zone = await readTimezone(tx);
  return rows.map((row) => subscriptionOf(row, actor, zone, now));
}

export const listSubscriptions = (tx: Tx, actor: Actor, now: Date) => readSubscriptions(tx, actor, now, sql`true`);

export async function readSubscription(tx: Tx, actor: Actor, id: number, now: Date): Promise<Subscription> {
  const [subscription] = await readSubscriptions(tx, actor, now, sql`s.id = ${id}`);
  if (!subscription) throw notFound();
  return subscription;
}

/** A run of a subscription that is still to be mailed. */
export interface SubscriptionRun extends StoredReportRequest {
  id: number;
  subscription_id: number;
  client_id: number | null;
  user_id: number;
  user_name: string;
  client: string;
  from_day: string;
  to_day: string;
  on_day: string;
  frequency: ScheduleFrequency;
  receivers: string[];
  format: 'excel' | 'csv';
  when_empty: boolean;
}

export async function readWaitingSubscription(tx: Tx, id: number): Promise<SubscriptionRun | undefined> {
  const { rows } = await sql<SubscriptionRun>`
    select r.id, s.id as subscription_id, s.client_id, s.user_id, s.user_name, coalesce(c.company, '') as client, r.from_day, r.to_day,
      coalesce(r.on_day, r.to_day + 1) as on_day, s.report, s.of_client, s.criteria, s.item_ids, s.frequency, s.receivers, s.format, s.when_empty
    from auto_task_runs r join report_subscriptions s on s.id = r.subscription_id left join clients c on c.id = s.of_client
    where r.id = ${id} and ${inScope(tx, 'r.client_id')} and r.state = 'waiting'`.execute(tx);
  return rows[0];
}
