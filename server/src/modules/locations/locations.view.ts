import { nameFromScan } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

/** A bin by its name, or by the code of its label. */
export async function locationNamed(tx: Tx, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from locations where lower(location) = lower(${nameFromScan('location', name)}::text)`.execute(tx);
  return rows[0]?.id;
}

export async function locationExists(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`select from locations where id = ${id}`.execute(tx);
  return rows.length > 0;
}
