import type { BucketState } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Place } from '../posting.ts';
import type { LockedBucket } from './bucket-rules.ts';

/** The units of a bucket are not in stock, or no longer. A bucket that was received is used. */
export function setBucketState(tx: Tx, id: number, state: BucketState): void {
  sql`
    update serial_buckets set state = ${state}, stock_row_id = null, used = used or ${state !== 'created'}, updated_at = now()
    where id = ${id} and ${inScope(tx)}`.queue(tx);
}

/** The units of a bucket are in stock at a place, whose stock row must exist by now (serial_buckets_on_one_row). */
export function placeBucket(tx: Tx, id: number, state: BucketState, inventoryId: number, place: Place): void {
  sql`
    update serial_buckets set state = ${state}, used = true, updated_at = now(),
      stock_row_id = (
        select s.id from stock_rows s
        where s.inventory_id = ${inventoryId} and coalesce(s.license_id, 0) = coalesce(${place.licenseId}::int, 0)
          and coalesce(s.lot_id, 0) = coalesce(${place.lotId}::int, 0) and s.quarantine = ${place.quarantine})
    where id = ${id} and ${inScope(tx)}`.queue(tx);
}

/** The item of a bucket, which must be locked before the bucket. */
export async function itemOfBucket(tx: Tx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ inventory_id: number }>`
    select inventory_id from serial_buckets where id = ${id} and ${inScope(tx)}`.execute(tx);
  return rows[0]?.inventory_id;
}

/** The buckets on a stock row, locked in order of id. */
export async function lockBucketsOn(tx: Tx, stockRowId: number): Promise<{ id: number; units: number }[]> {
  const { rows } = await sql<{ id: number; units: number }>`
    select id, units from serial_buckets where stock_row_id = ${stockRowId} and ${inScope(tx)} order by id for no key update`.execute(
    tx,
  );
  return rows;
}

export interface NewBucket {
  client_id: number;
  inventory_id: number;
  lead: string;
  increment: number;
  units: number;
}

export async function insertBucket(tx: Tx, bucket: NewBucket): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into serial_buckets (client_id, inventory_id, lead, increment, units)
    values (${bucket.client_id}, ${bucket.inventory_id}, ${bucket.lead}, ${bucket.increment}, ${bucket.units}) returning id`.execute(
    tx,
  );
  if (!rows[0]) throw new Error('The bucket was not written.');
  return rows[0].id;
}

/**
 * A second bucket with the state of the first, created now: movements of the first until now also concern its goods.
 */
export async function insertPart(tx: Tx, source: LockedBucket, lead: string, units: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into serial_buckets (client_id, inventory_id, lead, increment, units, state, used, stock_row_id, split_from, created_at)
    select client_id, inventory_id, ${lead}, increment, ${units}, state, used, stock_row_id, id, clock_timestamp()
    from serial_buckets where id = ${source.id} and ${inScope(tx)} returning id`.execute(tx);
  if (!rows[0]) throw new Error('The part was not written.');
  return rows[0].id;
}

export async function deleteBucket(tx: Tx, id: number): Promise<void> {
  await sql`delete from serial_buckets where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function updateBucket(
  tx: Tx,
  id: number,
  { units, lead }: { units: number; lead: string },
): Promise<void> {
  await sql`
    update serial_buckets set units = ${units}, lead = ${lead}, updated_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}
