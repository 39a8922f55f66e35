import { BEGINNING, type Charge, type LinkInput } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ActivityState } from './activity-states.ts';

/** The current day in the company's time zone. */
export const today = sql`(select (now() at time zone timezone)::date from company)`;

/**
 * The link of an item in a client's activity that counts on a day: no row when there was none yet, rate 0 when it was
 * taken out.
 */
export const linkOn = (client: Sql, activity: Sql, item: Sql, day: Sql): Sql => sql`
  select k.* from billing_links k
  where k.client_id = ${client} and k.activity_id = ${activity} and k.item_id = ${item} and k.valid_from <= ${day}
  order by k.valid_from desc limit 1`;

/** Activities as they are on a day: a change of the charge type, and disabling, count from a day on. */
export const activitiesOn = (day: Sql): Sql => sql`(
  select b.id, b.client_id, b.name, b.created_at, b.updated_at, s.charge, s.is_active
  from billing_activities b cross join lateral (
    select v.charge, v.is_active from billing_activity_states v
    where v.activity_id = b.id and v.client_id = b.client_id and v.valid_from <= ${day} order by v.valid_from desc limit 1) s)`;

export interface LinkState {
  /** The day that the change is for. */
  day: string;
  /** The rate that counts on that day; null when the item is not in the activity. */
  rate: string | null;
  /** The first later day on which the activity has the item; null when there is none. */
  starts: string | null;
}

/** What counts on the day from which a link is to change; without a day today, or from the beginning when it is the first. */
export async function readLink(
  tx: Tx,
  activity: Pick<LockedActivity, 'id' | 'client_id'>,
  itemId: number,
  validFrom: string | undefined,
): Promise<LinkState> {
  const day = sql`coalesce(${validFrom ?? null}::date, case when exists (
    select from billing_links o where o.client_id = ${activity.client_id} and o.activity_id = ${activity.id} and o.item_id = ${itemId})
    then ${today} else ${BEGINNING}::date end)`;
  const { rows } = await sql<LinkState>`
    select ${day} as day, nullif(l.rate, 0)::text as rate, (
      select min(f.valid_from) from billing_links f where f.client_id = ${activity.client_id} and f.activity_id = ${activity.id}
        and f.item_id = ${itemId} and f.valid_from > ${day} and f.rate > 0) as starts
    from (select) one left join lateral (${linkOn(sql`${activity.client_id}::int`, sql`${activity.id}::int`, sql`${itemId}::int`, day)}) l on true`.execute(
    tx,
  );
  const [state] = rows;
  if (!state) throw new Error('A left join has a row.');
  return state;
}

/** What an item costs in an activity on a day, today by default; its activity is locked. */
export async function lockLink(
  tx: Tx,
  activityId: number,
  itemId: number,
  validFrom: string | undefined,
): Promise<Omit<LinkInput, 'valid_from'> | undefined> {
  const activity = await lockActivity(tx, activityId);
  if (!activity) return undefined;
  const day = sql`coalesce(${validFrom ?? null}::date, ${today})`;
  const link = linkOn(sql`${activity.client_id}::int`, sql`${activityId}::int`, sql`${itemId}::int`, day);
  const { rows } = await sql<Omit<LinkInput, 'valid_from'>>`
    select trim_scale(l.rate)::text as rate, trim_scale(l.quantity)::text as quantity,
      trim_scale(l.minimum_charge)::text as minimum_charge, trim_scale(l.minimum_quantity)::text as minimum_quantity
    from (${link}) l`.execute(tx);
  return rows[0];
}

/** Writes what counts from a day on; a second change for the same day replaces the first. */
export async function writeLink(
  tx: Tx,
  activity: { id: number; client_id: number },
  itemId: number,
  day: string,
  { rate, quantity, minimum_charge, minimum_quantity }: LinkInput,
  userName: string,
): Promise<void> {
  await sql`
    insert into billing_links (client_id, activity_id, item_id, valid_from, rate, quantity, minimum_charge, minimum_quantity, user_name)
    values (${activity.client_id}, ${activity.id}, ${itemId}, ${day}::date, ${rate}, ${quantity}, ${minimum_charge}, ${minimum_quantity},
      ${userName})
    on conflict (activity_id, item_id, valid_from) do update
      set rate = excluded.rate, quantity = excluded.quantity, minimum_charge = excluded.minimum_charge,
        minimum_quantity = excluded.minimum_quantity, user_name = excluded.user_name, created_at = now()`.execute(tx);
}

/** The states of an activity, oldest first. */
export const statesOf = (client: Sql, activity: Sql): Sql => sql`(
  select json_agg(json_build_object('valid_from', v.valid_from, 'charge', v.charge, 'is_active', v.is_active) order by v.valid_from)
  from billing_activity_states v where v.client_id = ${client} and v.activity_id = ${activity})`;

/** Replaces the states of an activity, and shows today's on it. */
export async function writeStates(
  tx: Tx,
  { id, client_id }: { id: number; client_id: number },
  states: readonly ActivityState[],
  shown: { name: string; charge: Charge; is_active: boolean },
  userName: string,
): Promise<void> {
  const { name, charge, is_active } = shown;
  const rows = JSON.stringify(states);
  await sql`
    delete from billing_activity_states v where v.activity_id = ${id} and ${inScope(tx, 'v.client_id')}
      and v.valid_from <> all (array(select valid_from from jsonb_to_recordset(${rows}::jsonb) r (valid_from date)))`.execute(
    tx,
  );
  await sql`
    insert into billing_activity_states (client_id, activity_id, valid_from, charge, is_active, user_name)
    select ${client_id}, ${id}, valid_from, charge, is_active, ${userName}
    from jsonb_to_recordset(${rows}::jsonb) r (valid_from date, charge text, is_active boolean)
    on conflict (activity_id, valid_from) do update set charge = excluded.charge, is_active = excluded.is_active,
      user_name = excluded.user_name, created_at = now()
      where (billing_activity_states.charge, billing_activity_states.is_active) is distinct from (excluded.charge, excluded.is_active)`.execute(
    tx,
  );
  await sql`
    update billing_activities set name = ${name}, charge = ${charge}, is_active = ${is_active}, updated_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export interface LockedActivity {
  id: number;
  client_id: number;
  name: string;
  today: string;
  updated_at: string;
  states: ActivityState[];
}

export async function lockActivity(tx: Tx, id: number): Promise<LockedActivity | undefined> {
  const { rows } = await sql<LockedActivity>`
    select id, client_id, name, updated_at, ${today} as today, ${statesOf(sql`billing_activities.client_id`, sql`billing_activities.id`)} as states from billing_activities
    where id = ${id} and ${inScope(tx)} for no key update`.execute(tx);
  return rows[0];
}

export async function touchActivity(tx: Tx, id: number): Promise<void> {
  await sql`update billing_activities set updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** The current day of the company. */
export async function readToday(tx: Tx): Promise<string> {
  const { rows } = await sql<{ day: string }>`select ${today} as day`.execute(tx);
  if (!rows[0]) throw new Error('A company has a time zone.');
  return rows[0].day;
}
