import type { BucketState } from '@longshore/contract';
import { sql } from 'kysely';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Place } from '../posting.ts';

export interface LockedBucket {
  id: number;
  client_id: number;
  inventory_id: number;
  lead: string;
  increment: number;
  units: number;
  state: BucketState;
  used: boolean;
  stock_row_id: number | null;
}

/** Locks a bucket against other writers; its item must be locked before, as by every command. */
export async function lockBucket(tx: Tx, id: number): Promise<LockedBucket | undefined> {
  const { rows } = await sql<LockedBucket>`
    select id, client_id, inventory_id, lead, increment, units, state, used, stock_row_id from serial_buckets
    where id = ${id} and ${inScope(tx)} for no key update`.execute(tx);
  return rows[0];
}

/** The stock row of a place, when there ever was stock there. */
export async function stockRowAt(tx: Tx, inventoryId: number, place: Place): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from stock_rows where inventory_id = ${inventoryId} and ${inScope(tx)} and license_id is not distinct from ${place.licenseId}::int
      and lot_id is not distinct from ${place.lotId}::int and quarantine = ${place.quarantine}`.execute(tx);
  return rows[0]?.id;
}

/** Where the goods of a bucket are: its state, and in stock the row they stand on. A bucket that was received is used. */
export async function setBucketState(tx: Tx, id: number, state: BucketState, stockRowId: number | null): Promise<void> {
  await sql`
    update serial_buckets set state = ${state}, stock_row_id = ${stockRowId}::int, used = used or ${state !== 'created'}::boolean, updated_at = now()
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** The item of a bucket, to be locked before the bucket is. */
export async function itemOfBucket(tx: Tx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ inventory_id: number }>`
    select inventory_id from serial_buckets where id = ${id} and ${inScope(tx)}`.execute(tx);
  return rows[0]?.inventory_id;
}

/** The buckets that stand on a stock row, locked in order of id. */
export async function lockBucketsOn(tx: Tx, stockRowId: number): Promise<{ id: number; units: number }[]> {
  const { rows } = await sql<{ id: number; units: number }>`
    select id, units from serial_buckets where stock_row_id = ${stockRowId} and ${inScope(tx)} order by id for no key update`.execute(
    tx,
  );
  return rows;
}

/** A stock row as a person would look for it: plate, bin, lot; nothing when it stands on no plate. */
export async function sayStockRow(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ said: string }>`
    select concat_ws(' · ', p.license, b.location, o.lot_number) as said
    from stock_rows s join licenses p on p.id = s.license_id left join locations b on b.id = p.location_id
    left join lots o on o.id = s.lot_id where s.id = ${id} and ${inScope(tx, 's.client_id')}`.execute(tx);
  return rows[0]?.said ?? '';
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

/** A second bucket as the first one is, made now: what happened to the first until now happened to its goods. */
export async function insertPart(tx: Tx, whole: LockedBucket, lead: string, units: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into serial_buckets (client_id, inventory_id, lead, increment, units, state, used, stock_row_id, split_from, created_at)
    select client_id, inventory_id, ${lead}, increment, ${units}, state, used, stock_row_id, id, clock_timestamp()
    from serial_buckets where id = ${whole.id} and ${inScope(tx)} returning id`.execute(tx);
  if (!rows[0]) throw new Error('The part was not written.');
  return rows[0].id;
}

export async function deleteBucket(tx: Tx, id: number): Promise<void> {
  await sql`delete from serial_buckets where id = ${id} and ${inScope(tx)}`.execute(tx);
}
