import { inScope } from '../../../platform/database/in-scope.ts';
import { type Sql, sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { changedColumns } from '../../../platform/database/written-columns.ts';
import { likePattern } from '../../../platform/lists/list-sql.ts';
import { plateNumber } from '../ssccs/ssccs.view.ts';

export interface PlateFields {
  client_id: number;
  uom_id: number;
  length: number;
  width: number;
  height: number;
  weight: number;
}

export interface LockedPlate extends PlateFields {
  id: number;
  license: string;
  location_id: number | null;
  updated_at: string;
}

/** Inserted in the order of the numbers, all at one bin or none. */
export async function insertPlates(
  tx: Tx,
  numbers: readonly string[],
  fields: PlateFields,
  locationId: number | null,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into licenses (license, client_id, uom_id, length, width, height, weight, location_id)
    select n.license, ${fields.client_id}, ${fields.uom_id}, ${fields.length}, ${fields.width}, ${fields.height}, ${fields.weight}, ${locationId}::int
    from unnest(${numbers as string[]}::text[]) with ordinality n (license, place) order by n.place returning id`.execute(
    tx,
  );
  return rows.map((row) => row.id).sort((a, b) => a - b);
}

export async function updatePlate(tx: Tx, id: number, license: string, fields: PlateFields): Promise<void> {
  const changed = changedColumns('licenses', { ...fields, license });
  await sql`update licenses set ${changed}, updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function deletePlate(tx: Tx, id: number): Promise<void> {
  await sql`delete from licenses where id = ${id} and ${inScope(tx)}`.execute(tx);
}

async function locked(tx: Tx, id: number, against: Sql): Promise<LockedPlate | undefined> {
  const { rows } = await sql<LockedPlate>`
    select l.id, l.client_id, l.license, l.uom_id, l.location_id, l.updated_at, l.length::float8 as length, l.width::float8 as width,
      l.height::float8 as height, l.weight::float8 as weight
    from licenses l where l.id = ${id} and ${inScope(tx, 'l.client_id')} for ${against}`.execute(tx);
  return rows[0];
}

/** The names of a plate's client and unit, for its history. */
export async function plateNames(tx: Tx, { client_id, uom_id }: PlateFields): Promise<Record<string, string>> {
  const { rows } = await sql<{ client_id: string; uom_id: string }>`
    select (select company from clients where id = ${client_id} and ${inScope(tx, 'id')}) as client_id,
      (select name from uoms where id = ${uom_id}) as uom_id`.execute(tx);
  return { ...rows[0] };
}

/** Locks the plate against other writers and reads its current values. */
export const lockPlate = (tx: Tx, id: number) => locked(tx, id, sql`no key update`);

/**
 * Also locks the plate against postings to it: waits for those in progress, so that whether it has stock holds until
 * the commit.
 */
export const lockPlateForUpdate = (tx: Tx, id: number) => locked(tx, id, sql`update`);

/** A plate by its number, by the code of its label or by its SSCC. */
export async function plateNumbered(tx: Tx, number: string): Promise<number | undefined> {
  const license = await plateNumber(tx, number);
  const { rows } = await sql<{ id: number }>`
    select id from licenses where lower(license) = lower(${license}::text)`.execute(tx);
  return rows[0]?.id;
}

/** Those of the numbers that plates already have. */
export async function takenNumbers(tx: Tx, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ license: string }>`
    select license from licenses where lower(license) = any(select lower(n) from unnest(${numbers as string[]}::text[]) n)
    order by lower(license)`.execute(tx);
  return rows.map((row) => row.license);
}

/** Existing numbers with the prefix of the plate's parts. */
export async function existingPartNumbers(tx: Tx, license: string): Promise<string[]> {
  const { rows } = await sql<{ license: string }>`
    select license from licenses where lower(license) like ${`${likePattern(license)}-%`}`.execute(tx);
  return rows.map((row) => row.license);
}

/** Whether it has stock, ever had, or was in a count. */
export async function plateHasStock(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from stock_rows where license_id = ${id} and ${inScope(tx)} union all select from movements where license_id = ${id}
    union all select from count_lines where license_id = ${id} limit 1`.execute(tx);
  return rows.length > 0;
}

export async function plateWasPlaced(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from license_locations where license_id = ${id} and ${inScope(tx)} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function uomExists(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from uoms where id = ${id} and is_active`.execute(tx);
  return rows.length > 0;
}

/** Locks the plates of a bin, in order of id, to prevent deadlocks between two moves. */
export async function lockPlatesAt(tx: Tx, locationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from licenses where location_id = ${locationId} and ${inScope(tx)} order by id for no key update`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

/**
 * Puts locked plates into a bin and records it. This does not count as an edit of the plates: a user who has one open
 * in a form may still save it.
 */
export async function placePlates(tx: Tx, ids: readonly number[], locationId: number, by: string): Promise<void> {
  await sql`
    with placed as (update licenses set location_id = ${locationId} where id = any(${ids as number[]}::int[]) and ${inScope(tx)}
      returning client_id, id)
    insert into license_locations (client_id, license_id, location_id, user_name, user_id)
    select client_id, id, ${locationId}::int, ${by}::text, ${tx.scope.userId}::int from placed order by id`.execute(tx);
}

/** Takes a locked plate out of its bin and removes that bin from its history. */
export async function takeOutOfBin(tx: Tx, id: number): Promise<void> {
  await sql`
    with taken as (update licenses set location_id = null where id = ${id} and ${inScope(tx)} returning id)
    delete from license_locations where ${inScope(tx)} and id = (
      select max(h.id) from license_locations h join taken on taken.id = h.license_id where ${inScope(tx, 'h.client_id')})`.execute(
    tx,
  );
}

export interface PlateStock {
  id: number;
  inventory_id: number;
  lot_id: number | null;
  quarantine: boolean;
  quantity: number;
  /** The number of buckets, when the item is serial-controlled. */
  buckets: number | null;
}

/** The stock on a plate that can be broken down. */
export async function plateStock(tx: Tx, id: number): Promise<PlateStock[]> {
  const { rows } = await sql<PlateStock>`
    select s.id, s.inventory_id, s.lot_id, s.quarantine, s.quantity,
      case when i.serial then (select count(*) from serial_buckets b where b.stock_row_id = s.id)::int end as buckets
    from stock_rows s join inventories i on i.id = s.inventory_id
    where s.license_id = ${id} and ${inScope(tx, 's.client_id')} and s.quantity > 0 order by s.inventory_id, s.id`.execute(
    tx,
  );
  return rows;
}
