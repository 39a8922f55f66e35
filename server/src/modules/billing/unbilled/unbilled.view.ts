import {
  ATTENTION_MAX,
  type Dashboard,
  type GapReason,
  textFor,
  UNBILLED_NAMED_MAX,
  unbilledList,
} from '@longshore/contract';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { FRAGMENT_MIN, likePattern, listSql, oneOf } from '../../../platform/lists/list-sql.ts';
import { finishedDay, unbilledShipments } from '../gaps.store.ts';
import { GAPS_READ, rowDetails } from './row-details.view.ts';

type Unbilled = NonNullable<Dashboard['attention']['unbilled']>;

const newestOf = (ids: Sql, order: Sql, most: number) => sql`(array_agg(${ids} order by ${order}))[:${sql.lit(most)}]`;
const newestGap = sql`g.day desc, g.id desc`;

/** A row per reason, activity and item of a client, and one for its shipments of a direction that nobody billed. */
export const unbilledRows = sql`(
  select min(g.id) as id, g.client_id, g.reason, g.billable_type, null as direction, g.activity_id, g.item_id, min(g.day) as from_day,
    max(g.day) as to_day, count(*)::int as causes, ${newestOf(sql`g.id`, newestGap, GAPS_READ)} as gaps,
    g.waived_at, g.waived_by, g.waived_note,
    ${newestOf(sql`g.billable_id`, newestGap, UNBILLED_NAMED_MAX)} as named
  from billing_gaps g
  where g.reason <> 'not_billed' or g.waived_at is not null
  group by g.client_id, g.reason, g.billable_type, g.activity_id, g.item_id, g.waived_at, g.waived_by, g.waived_note
  union all
  select -min(s.id), s.client_id, 'not_billed', 'shipment', s.direction, null, null, min(s.day), max(s.day), count(*)::int, null,
    null::timestamptz, '', '', ${newestOf(sql`s.id`, sql`s.finished_date desc, s.id desc`, UNBILLED_NAMED_MAX)}
  from (
    select s.id, s.client_id, s.direction, s.finished_date, ${finishedDay} as day from ${unbilledShipments}) s
  group by s.client_id, s.direction)`;

const named = sql`coalesce(case r.billable_type
  when 'shipment' then (
    select json_agg(json_build_object('id', s.id, 'name', s.reference, 'direction', s.direction) order by array_position(r.named, s.id))
    from shipments s where s.id = any(r.named))
  when 'count' then (
    select json_agg(json_build_object('id', k.id, 'name', k.name, 'direction', null) order by array_position(r.named, k.id))
    from counts k where k.id = any(r.named)) end, '[]')`;

export const unbilledListSql = listSql<typeof unbilledList>({
  spec: unbilledList,
  select: sql`r.id, r.client_id, c.company as client, r.reason, r.billable_type, r.direction, r.activity_id, coalesce(a.name, '') as activity, r.item_id,
    coalesce(i.name, '') as item, coalesce(i.uom, '') as uom, r.from_day, r.to_day, r.causes,
    ${rowDetails} as details, ${named} as named, r.waived_at, r.waived_by,
    r.waived_note`,
  from: sql`${unbilledRows} r join clients c on c.id = r.client_id
    left join billing_activities a on a.client_id = r.client_id and a.id = r.activity_id left join billing_items i on i.id = r.item_id`,
  id: sql`r.id`,
  visible: () => sql`true`,
  sort: { to_day: [sql`r.to_day`], client: [sql`lower(c.company)`], causes: [sql`r.causes`] },
  filter: {
    state: (values) =>
      values.length === 1
        ? values[0] === 'waived'
          ? sql`r.waived_at is not null`
          : sql`r.waived_at is null`
        : sql`true`,
    reason: oneOf(sql`r.reason`),
    client_id: oneOf(sql`r.client_id`),
  },
  search: (term) => {
    const pattern = `${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`;
    return sql`(lower(c.company) like ${pattern} or lower(a.name) like ${pattern} or lower(i.name) like ${pattern})`;
  },
  exportWords: { reason: (code) => textFor('en')(`billing.unbilled.reasons.${code as GapReason}`) },
  conditions: {},
});

/** For the dashboard, of one client or of all: by the indexes of what is open, and no more than it shows. */
export async function countUnbilled(tx: Tx, clientId: number | null): Promise<Unbilled> {
  const most = sql.lit(ATTENTION_MAX + 1);
  const of = (column: Sql) => (clientId === null ? sql`true` : sql`${column} = ${clientId}::int`);
  const { rows: counted } = await sql<{ gaps: number; shipments: number }>`
    select (select count(*)::int from (
        select distinct client_id, reason, billable_type, activity_id, item_id from billing_gaps where waived_at is null and ${of(sql`client_id`)} limit ${most}) g) as gaps,
      (select count(*)::int from (select from ${unbilledShipments} and ${of(sql`s.client_id`)} limit ${most}) s) as shipments`.execute(
    tx,
  );
  const { gaps, shipments } = counted[0] ?? { gaps: 0, shipments: 0 };
  const total = gaps + shipments;
  return {
    total: Math.min(total, ATTENTION_MAX),
    is_minimum: total > ATTENTION_MAX,
    reasons: Math.min(gaps, ATTENTION_MAX),
  };
}
