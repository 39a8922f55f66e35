import type { BillingRun } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { DayResult } from './accrue-day.ts';

/** A transaction that began before midnight may commit shortly after it, so a day is charged this much after its end. */
const AFTER_DAY = sql`interval '15 minutes'`;

/** Days that can be charged. */
export interface AccrualDays {
  through: string | null;
  /** Of the first movement or count; null when there was none. */
  first_day: string | null;
  last_day: string;
}

/** Once days are charged the first snapshot says when stock began; before that, the whole ledger has to be read. */
export async function readAccrualDays(tx: Tx): Promise<AccrualDays> {
  const { rows } = await sql<AccrualDays>`
    select a.through, ((now() - ${AFTER_DAY}) at time zone c.timezone)::date - 1 as last_day, case
      when a.through is not null then coalesce((select min(day) from billing_snapshots), a.through)
      else (least((select min(at) from movements), (select min(posted_at) from counts)) at time zone c.timezone)::date end as first_day
    from billing_accrual a cross join company c`.execute(tx);
  const [days] = rows;
  if (!days) throw new Error('The row of the accrual is missing.');
  return days;
}

/** Locks the row that whoever charges a day must hold. False when somebody else holds it. */
export async function lockAccrual(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from billing_accrual for no key update skip locked`.execute(tx);
  return rows.length > 0;
}

/** Marks the days through this one as charged, unless days before it are still missing. */
export async function advanceChargedThrough(tx: Tx, day: string, firstDay: string | null): Promise<void> {
  await sql`
    update billing_accrual set through = ${day}::date
    where case when through is null then ${day}::date <= ${firstDay}::date else ${day}::date = through + 1 end`.execute(
    tx,
  );
}

export interface StoredRun {
  id: number;
  cause: BillingRun['cause'];
  state: BillingRun['state'];
  client_ids: number[] | null;
  from_day: string;
  to_day: string;
  done_through: string | null;
  /** Whether it may remove or lower entries. */
  may_lower: boolean;
}

export async function findRun(tx: Tx, id: number): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select id, cause, state, client_ids, from_day, to_day, done_through, may_lower from billing_runs where id = ${id}`.execute(
    tx,
  );
  return rows[0];
}

/** The nightly run that has not come to its end, also when it failed: it continues instead of a new one. */
export async function findOpenNightlyRun(tx: Tx): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    select id, cause, state, client_ids, from_day, to_day, done_through, may_lower from billing_runs
    where cause = 'nightly' and state <> 'done' order by id desc limit 1`.execute(tx);
  return rows[0];
}

export async function findUnfinishedRuns(tx: Tx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from billing_runs where state in ('waiting', 'running') order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface NewRun {
  cause: BillingRun['cause'];
  clientIds: readonly number[] | null;
  from: string;
  to: string;
  mayLower: boolean;
}

export async function insertRun(
  tx: Tx,
  userName: string,
  { cause, clientIds, from, to, mayLower }: NewRun,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into billing_runs (cause, client_ids, from_day, to_day, may_lower, user_name)
    values (${cause}, ${clientIds as number[] | null}::int[], ${from}::date, ${to}::date, ${mayLower}, ${userName}) returning id`.execute(
    tx,
  );
  return rows[0]?.id ?? 0;
}

/** Adds further days to a nightly run, which also restarts one that failed. */
export async function extendRun(tx: Tx, id: number, to: string): Promise<void> {
  await sql`
    update billing_runs set to_day = ${to}::date, state = 'waiting', problem = '', ended_at = null where id = ${id}`.execute(
    tx,
  );
}

export async function saveDay(tx: Tx, id: number, day: string, result: DayResult): Promise<void> {
  await sql`
    update billing_runs set done_through = ${day}::date, state = case when to_day <= ${day}::date then 'done' else 'running' end,
      started_at = coalesce(started_at, clock_timestamp()), ended_at = case when to_day <= ${day}::date then clock_timestamp() end,
      added = added + ${result.added}, changed = changed + ${result.changed}, removed = removed + ${result.removed},
      lowered = lowered + ${result.lowered},
      kept = kept + ${result.kept}, gaps = gaps + ${result.gaps}
    where id = ${id}`.execute(tx);
}

export async function failRun(tx: Tx, id: number, problem: string): Promise<void> {
  await sql`
    update billing_runs set state = 'failed', problem = ${problem}, ended_at = now()
    where id = ${id} and state in ('waiting', 'running')`.execute(tx);
}

export async function clientsExist(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from clients where id = any(${ids as number[]}::int[]) and ${inScope(tx, 'id')}`.execute(
    tx,
  );
  return rows[0]?.count === new Set(ids).size;
}
