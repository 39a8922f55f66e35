import type pg from 'pg';
import { inOneTransaction } from './driver.ts';

/**
 * The least work that keeps the invariants of stock: a transaction, its scope and one statement that takes the item's
 * total first, then the balances, and writes the movements with both. What is short breaks a constraint (a balance
 * below zero, a movement without a balance), and then nothing has happened. No session, plate number or rule of the
 * item is looked up, other screens are not notified and the item is not read back.
 */
export interface Adjustment {
  clientId: number;
  inventoryId: number;
  licenseId: number;
  quantity: number;
}

export interface Move extends Adjustment {
  toLicenseId: number;
}

const entry = `insert into movements (client_id, inventory_id, license_id, quarantine, quantity, row_balance, item_balance, kind, user_id, user_name, at)`;

const total = `total as (update item_totals set in_stock = in_stock + $4 where client_id = $1 and inventory_id = $2 returning in_stock)`;

const taken = (quantity: string) => `update stock_rows s set quantity = s.quantity + ${quantity} from total
  where s.client_id = $1 and s.inventory_id = $2 and s.license_id = $3 and s.lot_id is null and not s.quarantine returning s.quantity`;

const put = (
  plate: string,
) => `insert into stock_rows as s (client_id, inventory_id, license_id, quantity) select $1, $2, ${plate}, $4 from total
  on conflict (inventory_id, license_id, lot_id, quarantine) do update
    set quantity = s.quantity + excluded.quantity, since = case when s.quantity = 0 then now() else s.since end
  returning s.quantity`;

const adjusted = (balance: string) => `with ${total}, balance as (${balance})
  ${entry} select $1, $2, $3, false, $4, (select quantity from balance), in_stock, 'adjust', 1, 'Floor', clock_timestamp() from total`;

const moved = `with total as (select in_stock from item_totals where client_id = $1 and inventory_id = $2 for no key update),
  source as (${taken('-$4')}), target as (${put('$5')})
  ${entry} select $1, $2, $3, false, -$4, (select quantity from source), in_stock - $4, 'move', 1, 'Floor', clock_timestamp() from total
  union all select $1, $2, $5, false, $4, (select quantity from target), in_stock, 'move', 1, 'Floor', clock_timestamp() from total`;

const typed = (text: string) => text.replace(/\$\d/g, '$&::int');
const take = { name: 'take', text: typed(adjusted(taken('$4'))) };
const add = { name: 'add', text: typed(adjusted(put('$3'))) };
const move = { name: 'move', text: typed(moved) };

async function written(pool: pg.Pool, statement: { name: string; text: string }, values: unknown[]) {
  const [result] = await inOneTransaction(pool, [{ ...statement, values }]);
  return { data: result?.rowCount };
}

export const adjustStock = (pool: pg.Pool, { clientId, inventoryId, licenseId, quantity }: Adjustment) =>
  written(pool, quantity < 0 ? take : add, [clientId, inventoryId, licenseId, quantity]);

export const moveStock = (pool: pg.Pool, { clientId, inventoryId, licenseId, quantity, toLicenseId }: Move) =>
  written(pool, move, [clientId, inventoryId, licenseId, quantity, toLicenseId]);
