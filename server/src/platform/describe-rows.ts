import type { sql } from './database/sql.ts';
import type { Tx } from './database/tx.ts';

/** So many rows are named; more would not help to find the cause. */
export const NAMED = 20;

/** The messages of a query that describes violations of an invariant. */
export async function describeRows(tx: Tx, query: ReturnType<typeof sql<{ described: string }>>): Promise<string[]> {
  const { rows } = await query.execute(tx);
  return rows.map((row) => row.described);
}
