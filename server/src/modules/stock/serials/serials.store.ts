import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { LockedBucket } from './bucket-rules.ts';

export interface StoredSerial {
  id: number;
  serial: string;
}

/** Inserted in the given order: their ids preserve it. */
export async function insertSerials(
  tx: Tx,
  bucket: Pick<LockedBucket, 'id' | 'client_id' | 'inventory_id'>,
  serials: readonly string[],
): Promise<void> {
  await sql`
    insert into serials (client_id, inventory_id, bucket_id, serial)
    select ${bucket.client_id}, ${bucket.inventory_id}, ${bucket.id}, n.serial
    from unnest(${serials as string[]}::text[]) with ordinality n (serial, place) order by n.place`.execute(tx);
}

/** Those of the serials that the item already has, in lower case; `except` is the one being corrected. */
export async function takenSerials(
  tx: Tx,
  inventoryId: number,
  serials: readonly string[],
  except = 0,
): Promise<Set<string>> {
  const { rows } = await sql<{ serial: string }>`
    select lower(serial) as serial from serials
    where inventory_id = ${inventoryId} and ${inScope(tx)} and id <> ${except}
      and lower(serial) = any(select lower(n) from unnest(${serials as string[]}::text[]) n)`.execute(tx);
  return new Set(rows.map((row) => row.serial));
}

/** In insertion order. */
export async function serialsOf(tx: Tx, bucketId: number): Promise<StoredSerial[]> {
  const { rows } = await sql<StoredSerial>`
    select id, serial from serials where bucket_id = ${bucketId} and ${inScope(tx)} order by id`.execute(tx);
  return rows;
}

export async function updateSerial(tx: Tx, id: number, serial: string): Promise<void> {
  await sql`update serials set serial = ${serial} where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function deleteSerial(tx: Tx, id: number): Promise<void> {
  await sql`delete from serials where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function giveSerials(tx: Tx, ids: readonly number[], bucketId: number): Promise<void> {
  await sql`update serials set bucket_id = ${bucketId} where id = any(${ids as number[]}::int[]) and ${inScope(tx)}`.execute(
    tx,
  );
}
