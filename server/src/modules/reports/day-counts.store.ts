import { orderTypesOf } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { readTimezone } from '../company/index.ts';

export const DAY_KINDS = ['outbound orders', 'outbound shipments', 'inbound shipments'] as const;
export type DayKind = (typeof DAY_KINDS)[number];

/** Which rows a kind counts, each on the day it was created; a voided shipment counts nowhere. */
export const countedRows: Record<DayKind, Sql> = {
  'outbound orders': sql`orders o where o.type in (${sql.join(orderTypesOf('outbound').map((type) => sql.lit(type)))})`,
  'outbound shipments': sql`shipments o where o.direction = 'outbound' and o.voided_at is null`,
  'inbound shipments': sql`shipments o where o.direction = 'inbound' and o.voided_at is null`,
};

export interface DayCountsState {
  /** The last day that is counted; null when none is. */
  through: string | null;
  zone: string;
}

/** The state of the counts in the company's current time zone; counts taken in another zone are of no use. */
export async function readDayCountsState(tx: Tx): Promise<DayCountsState> {
  const [zone, { rows }] = await Promise.all([
    readTimezone(tx),
    sql<DayCountsState>`select through, zone from day_counts_state`.execute(tx),
  ]);
  return { zone, through: rows[0]?.zone === zone ? (rows[0]?.through ?? null) : null };
}

export interface DaySpan {
  from: string;
  /** The day after the last one. */
  until: string;
}

/**
 * The next days to count, at most `max`, none after yesterday; undefined when nothing is left. A transaction that
 * began before midnight may commit shortly after it, so a day is counted a quarter of an hour after its end at the earliest.
 */
export async function nextDaysToCount(tx: Tx, state: DayCountsState, max: number): Promise<DaySpan | undefined> {
  const { rows } = await sql<DaySpan>`
    with first as (
      select coalesce(${state.through}::date + 1,
        (select (least((select min(created_at) from orders), (select min(created_at) from shipments)) at time zone ${state.zone})::date)) as day
    ), today as (select ((now() - interval '15 minutes') at time zone ${state.zone})::date as day)
    select first.day as "from", least(first.day + ${max}::int, today.day) as until from first, today
    where first.day < today.day`.execute(tx);
  return rows[0];
}

export async function countDays(tx: Tx, { from, until }: DaySpan, zone: string): Promise<void> {
  for (const kind of DAY_KINDS)
    await sql`
      insert into day_counts (client_id, kind, day, count)
      select o.client_id, ${kind}, (o.created_at at time zone ${zone})::date, count(*)
      from ${countedRows[kind]} and o.created_at >= day_start(${from}::date, ${zone}) and o.created_at < day_start(${until}::date, ${zone})
      group by 1, 3
      on conflict (client_id, kind, day) do update set count = excluded.count`.execute(tx);
  await sql`update day_counts_state set through = ${until}::date - 1, zone = ${zone}`.execute(tx);
}

/**
 * A shipment was voided: the day that it was created on has one less, if it is counted. The lock is against a job that
 * counts the day at the same time; the count comes after it, so that it sees what the job wrote.
 */
export function queueUncounted(tx: Tx, shipmentId: number): void {
  sql`select through from day_counts_state for share`.queue(tx);
  sql`
    update day_counts d set count = greatest(d.count - 1, 0) from shipments s, day_counts_state t
    where s.id = ${shipmentId} and ${inScope(tx, 's.client_id')} and d.client_id = s.client_id
      and d.kind = s.direction || ' shipments' and d.day = (s.created_at at time zone t.zone)::date
      and d.day <= t.through`.queue(tx);
}

/** Counts taken in another time zone are dropped, to be taken again. */
export async function dropDayCounts(tx: Tx, zone: string): Promise<void> {
  await sql`delete from day_counts`.execute(tx);
  await sql`update day_counts_state set through = null, zone = ${zone}`.execute(tx);
}

/** Locks the state, so that two servers do not count the same days; answers the zone it was taken in. */
export async function lockDayCountsState(tx: Tx): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select zone from day_counts_state for no key update`.execute(tx);
  return rows[0]?.zone ?? '';
}
