import { type Activity, activityList } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';
import { FRAGMENT_MIN, flagOf, likePattern, listSql, oneOf } from '../../platform/lists/list-sql.ts';
import { validityOn } from './activity-states.ts';
import { activitiesOn, linkOn, statesOf, today } from './links.store.ts';

const facts = sql`a.id, a.name, a.client_id, json_build_object('id', c.id, 'company', c.company) as client, a.charge,
  a.is_active::int as is_active, a.created_at, a.updated_at`;
const activities = activitiesOn(today);

export const activityListSql = listSql<typeof activityList>({
  spec: activityList,
  select: sql`${facts}, c.company, (
    select count(*) from (select distinct item_id from billing_links where activity_id = a.id) each
    cross join lateral (${linkOn(sql`a.client_id`, sql`a.id`, sql`each.item_id`, today)}) l where l.rate > 0) as item_count`,
  from: sql`${activities} a join clients c on c.id = a.client_id`,
  id: sql`a.id`,
  visible: () => sql`true`,
  sort: { name: [sql`lower(a.name)`], company: [sql`lower(c.company)`], created_at: [sql`a.created_at`] },
  filter: {
    is_active: flagOf(sql`a.is_active`),
    charge: oneOf(sql`a.charge`),
    client_id: oneOf(sql`a.client_id`),
  },
  search: (term) => {
    const pattern = `${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`;
    return sql`(lower(a.name) like ${pattern} or lower(c.company) like ${pattern})`;
  },
  conditions: {},
});

const link = sql`'rate', x.rate::float8, 'quantity', x.quantity::float8, 'minimum_charge', x.minimum_charge::float8,
  'minimum_quantity', x.minimum_quantity::float8, 'valid_from', x.valid_from`;

/** The items that an activity has today, and those that it will have; with a day, those that it has on it. */
const itemsOn = (day?: string) => sql`coalesce((
  select json_agg(json_build_object('id', i.id, 'name', i.name, 'uom', i.uom, 'is_active', i.is_active::int,
    'pivot', (select json_build_object(${link}) from billing_links x where x.id = coalesce(l.id, (
      select f.id from billing_links f where f.activity_id = a.id and f.item_id = i.id order by f.valid_from limit 1))),
    'history', (
      select json_agg(json_build_object(${link}, 'user', x.user_name, 'created_at',
        to_char(x.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by x.valid_from desc)
      from billing_links x where x.activity_id = a.id and x.item_id = i.id)) order by lower(i.name), i.id)
  from billing_items i left join lateral (${linkOn(sql`a.client_id`, sql`a.id`, sql`i.id`, day ? sql`${day}::date` : today)}) l on true
  where coalesce(l.rate > 0, false)
    or ${day === undefined} and exists (select from billing_links f where f.activity_id = a.id and f.item_id = i.id and f.valid_from > ${today} and f.rate > 0)), '[]')`;

async function readWhere(tx: Tx, condition: Sql, day?: string): Promise<Activity[]> {
  const onDay = day ? sql`${day}::date` : today;
  const { rows } = await sql<Omit<Activity, 'valid_from' | 'valid_to'> & { on_day: string }>`
    select ${facts}, ${statesOf(sql`a.client_id`, sql`a.id`)} as states, ${itemsOn(day)} as items, ${onDay} as on_day
    from ${activitiesOn(onDay)} a join clients c on c.id = a.client_id
    where ${condition} and ${inScope(tx, 'a.client_id')} order by lower(a.name), a.id`.execute(tx);
  return rows.map(({ on_day, ...activity }) => ({ ...activity, ...validityOn(activity.states, on_day) }));
}

export async function readActivity(tx: Tx, id: number): Promise<Activity> {
  const [activity] = await readWhere(tx, sql`a.id = ${id}`);
  if (!activity) throw notFound();
  return activity;
}

/** The activities that charges of a client can be entered for. */
export async function loadActivities(tx: Tx, clientId: number, day?: string): Promise<Activity[]> {
  const { rows } = await sql`select from clients where id = ${clientId} and ${inScope(tx, 'id')}`.execute(tx);
  if (!rows.length) throw notFound();
  return readWhere(tx, sql`a.client_id = ${clientId} and a.is_active`, day);
}
