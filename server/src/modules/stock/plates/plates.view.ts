import {
  type License,
  type LicenseInventory,
  type LicenseMovement,
  type LicensePlace,
  licenseList,
  MOVEMENT_PAGE,
  mayCall,
  NO_LOT,
  PLACES_MAX,
  type ScannedCodes,
  type SearchHit,
  ssccOf,
} from '@longshore/contract';
import type { PlateLabel } from '../../../documents/plate-labels.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import { FRAGMENT_MIN, likePattern, listSql } from '../../../platform/lists/list-sql.ts';
import { platesNamed, ssccOfPlate } from '../ssccs/ssccs.view.ts';
import { movementColumns } from '../stock.view.ts';

/** The current bin first; then previous bins, each once, by when the plate left it last. */
const binHistory = sql`coalesce((
  select json_agg(json_build_object('id', b.id, 'location', b.location, 'type', b.type, 'billing_category', b.billing_category,
      'pivot', json_build_object('in_location', (h.location_id is not distinct from l.location_id)::int))
    order by h.location_id is not distinct from l.location_id desc, h.last desc)
  from (select location_id, max(id) as last from license_locations where license_id = l.id group by location_id) h
  join locations b on b.id = h.location_id), '[]') as locations`;

/** Only whether there are any is used, and a plate may have a million. */
const FULFILLMENTS_MAX = 1_000;

const plateColumns = sql`l.id, l.license, l.client_id, json_build_object('id', c.id, 'company', c.company) as client, l.uom_id, u.name as uom,
  l.length::float8 as length, l.width::float8 as width, l.height::float8 as height, l.weight::float8 as weight, l.created_at, l.updated_at,
  ${binHistory}, (select count(*) from (select from movements m where m.license_id = l.id limit ${sql.lit(FULFILLMENTS_MAX)}) m) as fulfillments_count`;
const plates = sql`licenses l join clients c on c.id = l.client_id join uoms u on u.id = l.uom_id`;

/** By a part of the number, or by the SSCC of one of those that are listed. */
function matches(term: string): Sql {
  const byNumber = sql`lower(l.license) like ${`${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`}`;
  const sscc = ssccOf(term);
  return sscc ? sql`(${byNumber} or l.id in (select x.license_id from ssccs x where x.sscc = ${sscc}))` : byNumber;
}
/** A text that is not an id finds nothing. */
const ids = (values: readonly string[]) => values.filter((value) => /^\d{1,9}$/.test(value)).map(Number);

export const licenseListSql = listSql<typeof licenseList>({
  spec: licenseList,
  select: sql`${plateColumns}, c.company, coalesce(b.location, '') as location`,
  from: sql`${plates} left join locations b on b.id = l.location_id`,
  id: sql`l.id`,
  visible: () => sql`true`,
  sort: { license: [sql`lower(l.license)`], created_at: [sql`l.created_at`] },
  filter: {
    client_id: (values) => sql`l.client_id = any(${ids(values)}::int[])`,
    // A number may contain commas.
    license: (values) => sql`lower(l.license) = lower(${values.join(',')})`,
  },
  search: matches,
  conditions: {},
});

/** In the order of the ids. */
export async function readPlates(tx: Tx, wanted: readonly number[]): Promise<License[]> {
  const { rows } = await sql<License>`
    select ${plateColumns} from ${plates} where l.id = any(${wanted as number[]}::int[]) and ${inScope(tx, 'l.client_id')} order by l.id`.execute(
    tx,
  );
  return rows;
}

export async function readPlate(tx: Tx, id: number): Promise<License> {
  const [plate] = await readPlates(tx, [id]);
  if (!plate) throw notFound();
  return plate;
}

/** The data of their labels. */
export async function readPlateLabels(tx: Tx, wanted: readonly number[]): Promise<(PlateLabel & { id: number })[]> {
  const { rows } = await sql<PlateLabel & { id: number }>`
    select ${licenseListSql.select}, ${ssccOfPlate} as sscc from ${licenseListSql.from} where l.id = any(${wanted as number[]}::int[]) and ${inScope(tx, 'l.client_id')}`.execute(
    tx,
  );
  return rows;
}

export async function readPlateItems(tx: Tx, id: number): Promise<LicenseInventory[]> {
  const { license } = await readPlate(tx, id);
  const { rows } = await sql<LicenseInventory>`
    select ${license}::text as license, i.sku, i.name, s.quantity as qty_left, s.quarantine::int as quarantine, s.inventory_id,
      coalesce(o.lot_number, ${NO_LOT}) as lot_number, o.expire_date as lot_expire
    from stock_rows s join inventories i on i.id = s.inventory_id left join lots o on o.id = s.lot_id
    where s.license_id = ${id} and ${inScope(tx, 's.client_id')} and s.quantity > 0
    order by lower(i.sku), s.quarantine, o.expire_date nulls last, s.id`.execute(tx);
  return rows;
}

/** The movements of goods onto and off a plate, newest first. */
export async function readPlateMovements(tx: Tx, id: number, before: number | undefined) {
  await readPlate(tx, id);
  const older = before ? sql`and m.id < ${before}` : sql``;
  const { rows } = await sql<LicenseMovement>`
    select ${movementColumns}, m.inventory_id, i.sku
    from movements m join inventories i on i.id = m.inventory_id left join serial_buckets k on k.id = m.bucket_id
    left join licenses l on l.id = m.license_id left join lots o on o.id = m.lot_id
    where m.license_id = ${id} and ${inScope(tx, 'm.client_id')} ${older}
    order by m.id desc limit ${sql.lit(MOVEMENT_PAGE + 1)}`.execute(tx);
  return { records: rows.slice(0, MOVEMENT_PAGE), more: rows.length > MOVEMENT_PAGE };
}

/** The bins a plate was put into, newest first. */
export async function readPlatePlaces(tx: Tx, id: number): Promise<LicensePlace[]> {
  await readPlate(tx, id);
  const { rows } = await sql<LicensePlace>`
    select h.id, h.location_id, b.location, h.at, h.user_name as user
    from license_locations h join locations b on b.id = h.location_id
    where h.license_id = ${id} and ${inScope(tx, 'h.client_id')} order by h.id desc limit ${sql.lit(PLACES_MAX)}`.execute(
    tx,
  );
  return rows;
}

const HITS_MAX = 5;

async function plateHits(tx: Tx, actor: Actor, condition: Sql): Promise<SearchHit[]> {
  if (!mayCall(actor, 'view_license_list')) return [];
  const { rows } = await sql<{ id: number; license: string; company: string; location: string | null; units: number }>`
    select l.id, l.license, c.company, b.location,
      (select coalesce(sum(s.quantity), 0)::int from stock_rows s where s.client_id = l.client_id and s.license_id = l.id) as units
    from licenses l join clients c on c.id = l.client_id left join locations b on b.id = l.location_id where ${condition}
    order by lower(l.license) limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.map((row) => ({
    kind: 'license',
    id: row.id,
    title: row.license,
    description: [row.company, row.location].filter(Boolean).join(' · '),
    path: `/licenses/${row.id}/action/view`,
    quantity: row.units,
  }));
}

/** For the palette of main users: plates of all clients, as in their list. */
export const findPlates = (tx: Tx, actor: Actor, term: string) => plateHits(tx, actor, matches(term));

/** The plate that a scan names, of whatever client. */
export const findScannedPlates = (tx: Tx, actor: Actor, codes: ScannedCodes) =>
  plateHits(tx, actor, platesNamed(tx, 'l', codes));
