import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** The first key of the advisory locks of periods, as the trigger of billing_entries has it; the second is the client. */
export const PERIOD_LOCK = 29;

/** Takes the period lock of the client shared: nobody closes or reopens a month of it until the transaction ends. */
export async function lockPeriodsShared(tx: Tx, clientId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${PERIOD_LOCK}::int, ${clientId}::int)`.execute(tx);
}

/** Takes the period lock of the client exclusively: nobody writes entries of it until the transaction ends. */
export async function lockPeriodsExclusive(tx: Tx, clientId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PERIOD_LOCK}::int, ${clientId}::int)`.execute(tx);
}

/**
 * The day on which a charge of a day is billed: the day itself, or the first day of the next month that is open for the
 * client. It stays open until the transaction ends.
 */
export async function firstOpenDay(tx: Tx, clientId: number, day: string): Promise<string> {
  // A statement of its own: the next one must see what was closed while this one waited.
  await lockPeriodsShared(tx, clientId);
  const { rows } = await sql<{ day: string }>`
    with recursive candidates as (
      select ${day}::date as day
      union all
      select (date_trunc('month', c.day) + interval '1 month')::date from candidates c
      where exists (
        select from billing_periods p
        where p.client_id = ${clientId}::int and p.is_closed and p.month = date_trunc('month', c.day)::date))
    select max(day) as day from candidates`.execute(tx);
  return rows[0]?.day ?? day;
}
