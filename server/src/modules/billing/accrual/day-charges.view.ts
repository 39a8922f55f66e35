import { PERIODIC_CHARGES } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { activitiesOn, linkOn } from '../links.store.ts';
import type { BillableNames, DayLink } from './accrual-rules.ts';
import { type ClientIds, ofClients } from './snapshots.store.ts';

/** The links of active activities that the calendar or a count charges by, as they are priced on a day. */
export async function readDayLinks(tx: Tx, day: string, clientIds: ClientIds): Promise<DayLink[]> {
  const { rows } = await sql<DayLink>`
    select a.client_id, a.id as activity_id, a.name as activity, a.charge, i.id as item_id, i.name as item, i.uom, l.valid_from,
      trim_scale(l.rate)::text as rate, trim_scale(l.quantity)::text as quantity,
      trim_scale(l.minimum_charge)::text as minimum_charge, trim_scale(l.minimum_quantity)::text as minimum_quantity
    from ${activitiesOn(sql`${day}::date`)} a
    cross join lateral (select distinct k.item_id from billing_links k where k.activity_id = a.id) of_activity
    cross join lateral (${linkOn(sql`a.client_id`, sql`a.id`, sql`of_activity.item_id`, sql`${day}::date`)}) l
    join billing_items i on i.id = l.item_id
    where a.is_active and a.charge = any(${['Count', ...PERIODIC_CHARGES]}::text[]) and l.rate > 0 and i.is_active
      and ${ofClients(clientIds, 'a.client_id')} and ${inScope(tx, 'a.client_id')}
    order by a.client_id, a.id, i.id`.execute(tx);
  return rows;
}

/** Names of units of measure, and those billing items whose name is a category of locations. */
export async function readBillableNames(tx: Tx): Promise<BillableNames> {
  const { rows } = await sql<{ uoms: string[]; categories: string[] }>`
    select array(select lower(name) from uoms) as uoms, array(
      select lower(i.name) from billing_items i
      where exists (select from locations l where lower(l.billing_category) = lower(i.name))) as categories`.execute(
    tx,
  );
  return { uoms: new Set(rows[0]?.uoms), categories: new Set(rows[0]?.categories) };
}

export interface PostedCount {
  id: number;
  client_id: number;
  /** Lines that somebody counted. */
  lines: number;
}

export async function readPostedCounts(
  tx: Tx,
  { start, end }: { start: string; end: string },
  clientIds: ClientIds,
): Promise<PostedCount[]> {
  const { rows } = await sql<PostedCount>`
    select k.id, k.client_id, (select count(*)::int from count_lines l where l.count_id = k.id and l.counted is not null) as lines
    from counts k
    where k.state = 'posted' and k.posted_at >= ${start}::timestamptz and k.posted_at < ${end}::timestamptz
      and ${ofClients(clientIds, 'k.client_id')} and ${inScope(tx, 'k.client_id')} order by k.id`.execute(tx);
  return rows;
}
