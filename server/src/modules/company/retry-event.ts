import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { notFound } from '../../platform/http/problem.ts';

/**
 * Lets the dispatcher retry a parked event now. Its failures still count, so that it is parked again at once when
 * this attempt fails too.
 */
export async function retryEvent(tx: Tx, id: number): Promise<true> {
  const { rows } = await sql`
    update events set parked_at = null, next_try_at = now() where id = ${id} and ${inScope(tx)} and parked_at is not null
    returning id`.execute(tx);
  if (!rows.length) throw notFound();
  return true;
}
