import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

/** Those of these clients that exist. */
export async function existingClients(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from clients where id = any(${ids as number[]}::int[]) and ${inScope(tx, 'id')} order by id`.execute(tx);
  return rows.map(({ id }) => id);
}
