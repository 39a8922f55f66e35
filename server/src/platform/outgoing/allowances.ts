import { sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';

/** A token bucket: `burst` calls, refilled by `perSecond`. */
export interface CallLimit {
  burst: number;
  perSecond: number;
}

/** A turn that is further away than this is not reserved: whoever asks comes back later. */
const AHEAD_SECONDS = 60;

/**
 * Takes calls from an allowance that all servers share, and answers after how many milliseconds they may be made. Calls
 * that must wait are reserved, so that servers which ask at the same moment get different turns. A turn that is more than
 * a minute away, or whose other side asked to wait longer, is not reserved: `isReserved` is false.
 */
export async function takeCalls(
  tx: Tx,
  name: string,
  { burst, perSecond }: CallLimit,
  cost = 1,
): Promise<{ waitMs: number; isReserved: boolean }> {
  // The clock of the database, because those of the servers differ. `left` is what remains when these calls are taken.
  const { rows } = await sql<{ wait_ms: number; is_reserved: boolean }>`
    with asked as (
      insert into call_allowances as a (name, calls, counted_at) values (${name}, ${burst}::float8, clock_timestamp())
      on conflict (name) do update set counted_at = clock_timestamp(),
        calls = least(${burst}::float8, a.calls + greatest(0, extract(epoch from clock_timestamp() - a.counted_at))::float8 * ${perSecond}::float8)
      returning calls, coalesce(greatest(0, extract(epoch from blocked_until - clock_timestamp())), 0)::float8 as blocked),
    turn as (
      select greatest(blocked, greatest(0, ${cost}::float8 - calls) / ${perSecond}::float8) as seconds from asked)
    select ceil(seconds * 1000)::float8 as wait_ms, seconds <= ${sql.lit(AHEAD_SECONDS)} as is_reserved from turn`.execute(
    tx,
  );
  const [turn] = rows;
  if (!turn) throw new Error('An allowance is always answered.');
  if (turn.is_reserved)
    await sql`update call_allowances set calls = calls - ${cost}::float8 where name = ${name}`.execute(tx);
  return { waitMs: turn.wait_ms, isReserved: turn.is_reserved };
}

/** The other side asked not to be called for a while; a longer wait that it asked for before stays. */
export async function blockCalls(tx: Tx, name: string, waitMs: number): Promise<void> {
  await sql`
    insert into call_allowances as a (name, calls, blocked_until)
    values (${name}, 0, clock_timestamp() + make_interval(secs => ${waitMs / 1000}::float8))
    on conflict (name) do update set blocked_until = greatest(a.blocked_until, excluded.blocked_until)`.execute(tx);
}

/** Whether the caller is the only one to do something for so many seconds, or until it ends the lease. */
export async function takeLease(tx: Tx, name: string, seconds: number): Promise<boolean> {
  const { count } = await sql`
    insert into call_allowances as a (name, calls, blocked_until)
    values (${name}, 0, clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (name) do update set blocked_until = excluded.blocked_until, counted_at = clock_timestamp()
      where a.blocked_until < clock_timestamp()`.execute(tx);
  return count > 0;
}

export async function endLease(tx: Tx, name: string): Promise<void> {
  await sql`delete from call_allowances where name = ${name}`.execute(tx);
}

/** Allowances that nobody asked for in a day are full again anyway. */
export const forgetAllowances = (tx: Tx) =>
  sql`delete from call_allowances where counted_at < now() - interval '1 day' and (blocked_until is null or blocked_until < now())`.execute(
    tx,
  );

/** Whoever has a lease needs it longer. */
export async function renewLease(tx: Tx, name: string, seconds: number): Promise<void> {
  await sql`
    update call_allowances set blocked_until = clock_timestamp() + make_interval(secs => ${seconds}::float8), counted_at = clock_timestamp()
    where name = ${name}`.execute(tx);
}
