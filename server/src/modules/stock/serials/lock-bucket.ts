import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { LockedBucket } from './bucket-rules.ts';

/** Locks a bucket against other writers; a command that moves it locks its item first. */
export async function lockBucket(tx: Tx, id: number): Promise<LockedBucket | undefined> {
  const { rows } = await sql<LockedBucket>`
    select b.id, b.client_id, b.inventory_id, b.lead, b.increment, b.units, b.state, b.used, b.stock_row_id,
      coalesce((select concat_ws(' · ', p.license, l.location, o.lot_number)
        from stock_rows s join licenses p on p.id = s.license_id left join locations l on l.id = p.location_id
        left join lots o on o.id = s.lot_id where s.id = b.stock_row_id), '') as place
    from serial_buckets b where b.id = ${id} and ${inScope(tx, 'b.client_id')} for no key update of b`.execute(tx);
  return rows[0];
}
