import { type RawBuilder, sql } from 'kysely';
import { runShaped, Slot } from '../../platform/database/shaped.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Posting } from './posting.ts';
import { statementOf } from './posting-sql.ts';

const locking = (these: RawBuilder<unknown>) => () =>
  sql`select from item_totals where inventory_id ${these} order by inventory_id for no key update`;
const lockOne = locking(sql`= ${new Slot((id) => id)}`);
const lockMany = locking(sql`= any(${new Slot((ids) => ids)}::int[])`);

/**
 * Waits for the item. Every command takes its items before anything else and in order of id, so that two of them never
 * wait for each other, and reads the clock only afterwards, so that an item's history never runs backwards.
 */
export async function lockItems(tx: Tx, inventoryIds: readonly number[]): Promise<void> {
  const [first, ...more] = new Set(inventoryIds);
  // One item is by far the most frequent, and an equality is planned once; an array would be planned every time.
  if (!more.length) await runShaped(tx, 'lock item', first, lockOne);
  else await runShaped(tx, 'lock items', [first, ...more], lockMany);
}

/** What an item has in all. */
export interface Totals {
  in_stock: number;
  reserved: number;
  quarantined: number;
}

/**
 * The only way stock changes: totals, balances and the ledger in one statement, all or nothing. Answers the item's
 * totals; nothing when a place lacks what is taken, the item would no longer hold what it has promised, or what is named
 * is not there, and then nothing was changed. The item must be locked.
 */
export async function post(tx: Tx, posting: Posting): Promise<Totals | undefined> {
  const { shape, source, write } = statementOf(posting);
  const [totals] = await runShaped<Totals>(tx, shape, source, write);
  return totals;
}

/** Promises units to a shipment; false when the item has not so many left to promise. The item must be locked. */
export async function promise(tx: Tx, clientId: number, inventoryId: number, quantity: number): Promise<boolean> {
  const { rows } = await sql`
    update item_totals set reserved = reserved + ${quantity}
    where client_id = ${clientId} and inventory_id = ${inventoryId}
      and reserved + ${quantity} between 0 and in_stock returning 1`.execute(tx);
  return rows.length > 0;
}
