import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { hasSidesSql } from '../../inventory/index.ts';
import { PERIOD_LOCK } from '../periods/open-day.ts';
import type { StoredSnapshot } from './accrual-rules.ts';

/** The clients that are charged; null: all of them. */
export type ClientIds = readonly number[] | null;

export const ofClients = (clientIds: ClientIds, column: string): Sql =>
  clientIds === null ? sql`true` : sql`${sql.ref(column)} = any(${clientIds as number[]}::int[])`;

/** The moments between which a day lies in the company's zone, exact to the microsecond of a movement. */
export async function readEdges(tx: Tx, day: string): Promise<{ start: string; end: string }> {
  const { rows } = await sql<{ start: string; end: string }>`
    select day_start(${day}::date, timezone)::text as start, day_start(${day}::date + 1, timezone)::text as "end" from company`.execute(
    tx,
  );
  const [edges] = rows;
  if (!edges) throw new Error('There is no company.');
  return edges;
}

/** A client's whole stock is sorted and summed up at once; the limit is per step and of this transaction only. */
export async function raiseWorkMemory(tx: Tx): Promise<void> {
  await sql`select set_config('work_mem', '64MB', true)`.execute(tx);
}

/** Cubic centimetres in a cubic metre, cubic inches in a cubic foot. */
const PER_VOLUME = sql`case c.measure when 'metric' then 1000000 else 1728 end`;

/** More cannot be stored; a volume that large is not charged either. */
const VOLUME_MAX = sql.lit('9999999999999999.9999');

/** Whether an entry of a closed month was computed from a snapshot: it must explain that entry for good. */
const explainsClosed = sql`exists (
  select from billing_entries e join billing_periods p
    on p.client_id = e.client_id and p.is_closed and p.month = date_trunc('month', e.bill_date)::date
  where e.client_id = billing_snapshots.client_id and e.billable_type = 'snapshot' and e.billable_id = billing_snapshots.id
    and e.deleted_at is null)`;

/**
 * Takes the snapshots of a day: today's stock minus what moved since its end, and plates where they were then. One that
 * was taken before is replaced only when `retake` says so, and never when a closed month was charged by it. Clients get a row when they had stock that day or the day
 * before, so that a day without stock differs from one that was never looked at.
 */
export async function takeSnapshots(
  tx: Tx,
  { day, end, clientIds, retake }: { day: string; end: string; clientIds: ClientIds; retake: boolean },
): Promise<void> {
  const since = sql`${end}::timestamptz`;
  await sql`
    with later as materialized (
      select client_id, inventory_id, license_id, -sum(quantity)::int as units from movements
      where at >= ${since} and ${ofClients(clientIds, 'client_id')} group by 1, 2, 3
    ), posted as not materialized (
      select client_id, inventory_id, license_id, quantity as units from stock_rows
      where quantity > 0 and ${ofClients(clientIds, 'client_id')}
      union all select client_id, inventory_id, license_id, units from later
    ), item as (
      select client_id, inventory_id, sum(units) as units from posted group by 1, 2 having sum(units) > 0
    ), unit as (
      select k.inventory_id, jsonb_object_agg(lower(u.name), k.qty_per_base) as uoms,
        max(k.length * k.width * k.height) filter (where k.is_base and ${hasSidesSql('k')}) as volume
      from inventory_uoms k join uoms u on u.id = k.uom_id where ${ofClients(clientIds, 'k.client_id')} group by 1
    ), of_items as (
      select item.client_id, sum(item.units)::bigint as units, sum(item.units * unit.volume) as volume,
        jsonb_agg(jsonb_build_object('id', i.id, 'sku', i.sku, 'units', item.units,
          'volume', trim_scale(round(unit.volume / ${PER_VOLUME}, 10)), 'uoms', coalesce(unit.uoms, '{}'))
          order by lower(i.sku), i.id) as items
      from item join inventories i on i.id = item.inventory_id
      left join unit on unit.inventory_id = item.inventory_id cross join company c group by 1
    ), plate as (
      select client_id, license_id, sum(units) as units from posted group by 1, 2 having sum(units) > 0
    ), moved as (
      -- Where a plate was before it was first moved after the day's end; nowhere, when it was put away only then.
      select k.license_id, (select e.location_id from license_locations e where e.license_id = k.license_id and e.at < ${since}
        order by e.id desc limit 1) as location_id
      from (select distinct license_id from license_locations where at >= ${since} and ${ofClients(clientIds, 'client_id')}) k
    ), placed as (
      select plate.client_id, plate.units, l.id, l.license, l.uom_id = (select u.id from uoms u where lower(u.name) = 'pallet') as is_pallet,
        case when moved.license_id is null then l.location_id else moved.location_id end as location_id
      from plate left join licenses l on l.id = plate.license_id
      left join moved on moved.license_id = plate.license_id
    ), of_plates as (
      select client_id, coalesce(sum(units) filter (where location_id is null), 0)::bigint as unplaced,
        (sum(units) - coalesce(sum(units) filter (where is_pallet), 0))::bigint as off_pallets,
        coalesce(jsonb_agg(jsonb_build_object('id', id, 'license', license) order by id) filter (where is_pallet), '[]') as pallets
      from placed group by 1
    ), of_places as (
      select held.client_id, jsonb_agg(jsonb_build_object('id', l.id, 'location', l.location, 'category', l.billing_category)
        order by lower(l.location)) as places
      from (select distinct client_id, location_id from placed where location_id is not null) held
      join locations l on l.id = held.location_id group by 1
    )
    insert into billing_snapshots (client_id, day, units, volume, measure, unplaced, off_pallets, items, places, pallets)
    select k.id, ${day}::date, coalesce(i.units, 0), least(coalesce(round(i.volume / ${PER_VOLUME}, 4), 0), ${VOLUME_MAX}::numeric), c.measure,
      coalesce(p.unplaced, 0), coalesce(p.off_pallets, 0), coalesce(i.items, '[]'), coalesce(w.places, '[]'), coalesce(p.pallets, '[]')
    from clients k cross join company c
    left join of_items i on i.client_id = k.id left join of_plates p on p.client_id = k.id left join of_places w on w.client_id = k.id
    where ${ofClients(clientIds, 'k.id')} and (i.units > 0 or exists (
      select from billing_snapshots b where b.client_id = k.id and (b.day = ${day}::date or b.day = ${day}::date - 1 and b.units > 0)))
    on conflict (client_id, day) do update
      set units = excluded.units, volume = excluded.volume, measure = excluded.measure, unplaced = excluded.unplaced,
        off_pallets = excluded.off_pallets, items = excluded.items, places = excluded.places, pallets = excluded.pallets, taken_at = now()
      where ${retake}::boolean and not ${explainsClosed}`.execute(tx);
}

/** Takes the period locks of the clients that are charged, as `lockPeriodsShared` does for one client. */
export async function lockPeriodsSharedOf(tx: Tx, day: string, clientIds: ClientIds): Promise<void> {
  await sql`
    select pg_advisory_xact_lock_shared(${PERIOD_LOCK}::int, client_id) from (
      select distinct client_id from billing_snapshots
      where day in (${day}::date, ${day}::date - 1) and ${ofClients(clientIds, 'client_id')} order by client_id) charged`.execute(
    tx,
  );
}

/** Which lists of the snapshots are needed, by client: they are long. */
export interface NeededLists {
  items: readonly number[];
  places: readonly number[];
}

/** The snapshots of a day and of the day before it, with the lists that are needed. */
export async function readSnapshots(
  tx: Tx,
  day: string,
  clientIds: ClientIds,
  needed: NeededLists,
): Promise<StoredSnapshot[]> {
  const listOf = (column: string, clients: readonly number[]) =>
    sql`case when client_id = any(${clients as number[]}::int[]) then ${sql.ref(column)} else '[]' end`;
  const { rows } = await sql<StoredSnapshot>`
    select id, client_id, day, units, volume::text as volume, unplaced, off_pallets, jsonb_array_length(pallets) as pallets,
      ${explainsClosed} as is_frozen,
      ${listOf('items', needed.items)} as items, ${listOf('places', needed.places)} as places
    from billing_snapshots
    where day in (${day}::date, ${day}::date - 1) and ${ofClients(clientIds, 'client_id')} and ${inScope(tx)}`.execute(
    tx,
  );
  return rows;
}
