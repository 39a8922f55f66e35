import type { WorkFigures } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

export interface FiguresOf extends WorkFigures {
  user_id: number;
  last_at: string;
}

/** A longer pause between two scans is a break, and is not counted as work. */
const BREAK_MINUTES = 15;

/** No speed is shown for less work than this: it would mean nothing. */
const MINUTES_THAT_TELL = 5;

export const linesPerHour = ({ lines, minutes }: WorkFigures): number | null =>
  minutes < MINUTES_THAT_TELL ? null : Math.round((lines * 60) / minutes);

/**
 * What people did today, where the company is: goods received, picked, moved and corrected, plates put away and rows
 * counted. A move of goods is two movements and one line. Of one person, or of all.
 */
export async function readFigures(tx: Tx, userId: number | null = null): Promise<FiguresOf[]> {
  const isMeant = (column: 'm.user_id' | 'e.user_id' | 'n.counted_by_id') =>
    userId === null ? sql`${sql.ref(column)} is not null` : sql`${sql.ref(column)} = ${userId}`;
  const since = sql`(select day_start((now() at time zone timezone)::date, timezone) from company)`;
  const { rows } = await sql<FiguresOf>`
    with work as (
      select m.user_id, m.at, abs(m.quantity) as units from movements m
      where m.at >= ${since} and ${isMeant('m.user_id')}
        and (m.kind in ('receive', 'ship', 'adjust', 'dispose') or (m.kind in ('move', 'convert') and m.quantity > 0))
      union all
      select e.user_id, e.at, 0 from license_locations e where e.at >= ${since} and ${isMeant('e.user_id')}
      union all
      select n.counted_by_id, n.uploaded_at, n.counted from counts k join count_lines n on n.client_id = k.client_id and n.count_id = k.id
      where (k.state = 'open' or k.posted_at >= ${since} or k.state = 'posting') and n.uploaded_at >= ${since} and ${isMeant('n.counted_by_id')}
    ), spaced as (
      select user_id, at, units, at - lag(at) over (partition by user_id order by at) as gap from work)
    select user_id, count(*)::int as lines, sum(units)::int as units, max(at)::timestamptz(3) as last_at,
      round(extract(epoch from coalesce(sum(gap) filter (where gap <= make_interval(mins => ${sql.lit(BREAK_MINUTES)})), '0')) / 60)::int as minutes
    from spaced group by user_id`.execute(tx);
  return rows;
}
