import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

/** Days until the first lot of each client expires; the others keep their shelf life. */
const EXPIRES_IN = [12, 25];

/**
 * A lot that expires soon. It is the one of its client that expires first anyway, so that stock is still taken in the
 * order in which the history of the demo took it.
 */
export async function seedExpiry(tx: Tx, clientIds: readonly number[]): Promise<void> {
  for (const [index, days] of EXPIRES_IN.entries())
    await sql`
      update lots set expire_date = (select (now() at time zone timezone)::date from company) + ${days}::int
      where client_id = ${clientIds[index] ?? 0} and id = (
        select l.id from lots l join stock_rows s on s.client_id = l.client_id and s.lot_id = l.id
        where l.client_id = ${clientIds[index] ?? 0} and s.quantity > 0 and not s.quarantine
        order by l.expire_date, l.id limit 1)
        and expire_date > (select (now() at time zone timezone)::date from company) + ${days}::int`.execute(tx);
}
