import type { LinkInput } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';

type Sql = RawBuilder<unknown>;

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

export interface LinkState {
  /** The day that the change is for. */
  day: string;
  /** The rate that counts on that day; null when the item is not in the activity. */
  rate: string | null;
  /** The first later day on which the activity has the item; null when there is none. */
  starts: string | null;
}

/** What counts on the day from which a link is to change; today when no day is given. */
export async function readLink(
  tx: Tx,
  activity: Pick<LockedActivity, 'id' | 'client_id'>,
  itemId: number,
  validFrom: string | undefined,
): Promise<LinkState> {
  const day = sql`coalesce(${validFrom ?? null}::date, ${today})`;
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

export interface LockedActivity {
  id: number;
  client_id: number;
  name: string;
  charge: string;
  is_active: boolean;
  updated_at: string;
}

export async function lockActivity(tx: Tx, id: number): Promise<LockedActivity | undefined> {
  const { rows } = await sql<LockedActivity>`
    select id, client_id, name, charge, is_active, updated_at from billing_activities
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
