import type { LocationInput } from '@longshore/contract';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tx.ts';

export async function insertLocation(tx: Tx, fields: LocationInput): Promise<number> {
  const row = await tx.insertInto('locations').values(fields).returning('id').executeTakeFirstOrThrow();
  return row.id;
}

export async function updateLocation(tx: Tx, id: number, fields: LocationInput): Promise<void> {
  await tx
    .updateTable('locations')
    .set({ ...fields, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Whether there was one. What stands there, or ever stood there, is held by its foreign keys. */
export async function deleteLocation(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`delete from locations where id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

/** Locks the bin against other writers; false when there is none. */
export async function lockLocation(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from locations where id = ${id} for no key update`.execute(tx);
  return rows.length > 0;
}

export async function locationNamed(tx: Tx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from locations where lower(location) = lower(${name}::text)`.execute(tx);
  return rows[0]?.id;
}

export async function locationExists(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from locations where id = ${id}`.execute(tx);
  return rows.length > 0;
}
