import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Held, Holder } from './reservation-rules.ts';

/**
 * All reservations of these holders. PostgreSQL plans a statement again at every call when the length of an array makes
 * a cheaper plan, as that of one holder does; planning takes several times as long as reading. A subselect hides the
 * length.
 */
export async function readHeld(tx: Tx, holders: readonly Holder[]): Promise<Held[]> {
  const kinds = holders.map(({ kind }) => kind);
  const ids = holders.map(({ id }) => id);
  const { rows } = await sql<Held>`
    select r.id, r.client_id, r.inventory_id, r.holder_kind, r.holder_id, r.quantity
    from unnest((select ${kinds}::text[]), (select ${ids}::int[])) h (kind, id)
    join reservations r on r.holder_kind = h.kind and r.holder_id = h.id
    where ${inScope(tx, 'r.client_id')}
    order by r.inventory_id, r.id`.execute(tx);
  return rows;
}
