import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

/**
 * Locks the totals of items, in order of id. Every command that reads or changes stock locks them first and reads
 * afterwards, so that what it reads holds until its commit, and the timestamps of an item's history never decrease.
 */
export async function lockItems(tx: Tx, inventoryIds: readonly number[]): Promise<void> {
  const ids = [...new Set(inventoryIds)];
  // One item is by far the most frequent, and an equality is cheaper to plan than an array.
  if (ids.length === 1)
    await sql`select from item_totals where inventory_id = ${ids[0]} and ${inScope(tx)} for no key update`.execute(tx);
  else
    await sql`
      select from item_totals where inventory_id = any(${ids}::int[]) and ${inScope(tx)}
      order by inventory_id for no key update`.execute(tx);
}
