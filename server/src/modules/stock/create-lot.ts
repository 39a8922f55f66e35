import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { StockItem } from './named-stock.ts';

/** A new lot of a locked item; `lots_number_key` refuses a number that the item has. */
export async function createLot(tx: Tx, item: StockItem, number: string, expire: string | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into lots (client_id, inventory_id, lot_number, expire_date)
    values (${item.client_id}, ${item.id}, ${number}, ${expire}::date) returning id`.execute(tx);
  if (!rows[0]) throw new Error('The lot was not written.');
  return rows[0].id;
}
