import {
  AISLE_BINS_MAX,
  type Aisle,
  type AisleBin,
  CONTENTS_MAX,
  type LocationInventory,
  type LocationVisit,
  NO_LOT,
  VISITS_PAGE,
} from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { locationExists } from '../../locations/index.ts';

async function assertBin(tx: Tx, id: number): Promise<void> {
  if (!(await locationExists(tx, id))) throw notFound();
}

/** The plates in a bin, each with its number of units. */
export async function platesAt(tx: Tx, locationId: number) {
  await assertBin(tx, locationId);
  const { rows } = await sql<{ id: number; license: string; client_id: number; company: string; quantity: number }>`
    select l.id, l.license, l.client_id, c.company,
      coalesce((select sum(s.quantity) from stock_rows s where s.license_id = l.id), 0)::int as quantity
    from licenses l join clients c on c.id = l.client_id where l.location_id = ${locationId} and ${inScope(tx, 'l.client_id')} order by lower(l.license)`.execute(
    tx,
  );
  return rows;
}

/** The goods in a bin, plate by plate. */
export async function binContents(tx: Tx, locationId: number) {
  await assertBin(tx, locationId);
  const { rows } = await sql<LocationInventory>`
    select l.id as license_id, l.license, l.client_id, c.company, s.inventory_id, i.sku, i.name, s.quantity,
      s.quarantine::int as quarantine, coalesce(o.lot_number, ${NO_LOT}) as lot_number, o.expire_date as lot_expire
    from licenses l join clients c on c.id = l.client_id join stock_rows s on s.license_id = l.id
    join inventories i on i.id = s.inventory_id left join lots o on o.id = s.lot_id
    where l.location_id = ${locationId} and ${inScope(tx, 'l.client_id')} and s.quantity > 0
    order by lower(l.license), lower(i.sku), s.quarantine, o.expire_date nulls last, s.id
    limit ${sql.lit(CONTENTS_MAX + 1)}`.execute(tx);
  return { records: rows.slice(0, CONTENTS_MAX), more: rows.length > CONTENTS_MAX };
}

/** The plates that were put into a bin, newest first; a plate leaves a bin when it is put into the next one. */
export async function binVisits(tx: Tx, locationId: number, before: number | undefined) {
  await assertBin(tx, locationId);
  const older = before ? sql`and h.id < ${before}` : sql``;
  const { rows } = await sql<LocationVisit>`
    select h.id, h.license_id, l.license, c.company, h.at, h.user_name as user, n.at as left_at,
      case when b.id is not null then json_build_object('id', b.id, 'location', b.location) end as left_for
    from license_locations h join licenses l on l.id = h.license_id join clients c on c.id = h.client_id
    left join lateral (select location_id, at from license_locations where license_id = h.license_id and id > h.id
      order by id limit 1) n on true
    left join locations b on b.id = n.location_id
    where h.location_id = ${locationId} and ${inScope(tx, 'h.client_id')} ${older}
    order by h.id desc limit ${sql.lit(VISITS_PAGE + 1)}`.execute(tx);
  return { records: rows.slice(0, VISITS_PAGE), more: rows.length > VISITS_PAGE };
}

/** What separates the parts of a bin's name. */
const SEPARATORS = '-._/ ';
const part = `[^${SEPARATORS}]+`;
const gap = `[${SEPARATORS}]+`;

/**
 * The aisle in a bin's name: all but the last two parts (`A-01-2` is in `A`, `W1-A-01-2` in `W1-A`), all but the last of
 * two (`A-01`), and without separators what is before the digits (`A0102`). A name without either is an aisle itself.
 */
const aisleIn = (name: Sql) => sql`case
  when ${name} ~ ${sql.lit(`^${part}${gap}${part}`)} then regexp_replace(${name}, ${sql.lit(`(${gap}${part}){1,2}$`)}, '')
  else coalesce(nullif(regexp_replace(${name}, '\\d+$', ''), ''), ${name}) end`;

/** Read once: as a join, every bin of the aisle would be compared with every other. */
const placeOf = (id: number) => sql`(select here.place from numbered here where here.id = ${id})`;

/**
 * The bins of an aisle that are nearest to one of them, in the order of bays and levels. Materialized: plates and units
 * are counted for these only, however many bins the warehouse has.
 */
const nearestBins = (id: number) => sql`
  with bins as materialized (
    select b.id, b.location, b.type, a.aisle from locations b
    cross join lateral (select ${aisleIn(sql`lower(b.location)`)} as aisle) a
    where a.aisle = (select ${aisleIn(sql`lower(o.location)`)} from locations o where o.id = ${id})),
  placed as (
    select id, location, type, aisle, coalesce(parts[1], '') as bay, coalesce(parts[2], '') as level
    from bins cross join lateral (select regexp_split_to_array(
      ltrim(substring(location from char_length(aisle) + 1), ${SEPARATORS}::text), ${gap}::text) as parts) p),
  numbered as materialized (
    select *, row_number() over (order by char_length(bay), lower(bay), char_length(level), lower(level), id) as place, count(*) over () as total
    from placed),
  nearest as materialized (
    select n.* from numbered n
    where n.place > ${placeOf(id)} - ${sql.lit(AISLE_BINS_MAX / 2)} and n.place <= ${placeOf(id)} + ${sql.lit(AISLE_BINS_MAX / 2)})`;

/** The map of a bin's aisle: of an aisle with very many bins, those nearest to it. */
export async function readAisle(tx: Tx, id: number): Promise<Aisle> {
  await assertBin(tx, id);
  const { rows } = await sql<AisleBin & { aisle: string; total: number }>`
    ${nearestBins(id)}
    select n.id, n.location, n.type, left(n.location, char_length(n.aisle)) as aisle, n.bay, n.level, n.total::int as total,
      coalesce(f.plates, 0)::int as license_count, coalesce(f.units, 0)::int as units
    from nearest n
    left join lateral (
      select count(*) as plates, sum((select sum(s.quantity) from stock_rows s where s.license_id = l.id)) as units
      from licenses l where l.location_id = n.id and ${inScope(tx, 'l.client_id')}) f on true
    order by n.place`.execute(tx);
  const bins = rows.map(({ aisle: _, total: __, ...bin }) => bin);
  return { aisle: rows[0]?.aisle ?? '', bins, more: (rows[0]?.total ?? 0) > bins.length };
}
