import type { SearchHit } from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { FRAGMENT_MIN, likePattern } from '../../platform/lists/list-sql.ts';

const HITS_MAX = 10;

interface FoundLot {
  id: number;
  lot_number: string;
  expire_date: string | null;
  inventory_id: number;
  sku: string;
  units: number;
}

/** For the palette: lots of the working client. A lot has no page of its own, so the hit leads to its item. */
export async function findLots(tx: Tx, actor: Actor, term: string): Promise<SearchHit[]> {
  const pattern = `${term.length >= FRAGMENT_MIN ? '%' : ''}${likePattern(term)}%`;
  const { rows } = await sql<FoundLot>`
    select o.id, o.lot_number, o.expire_date::text as expire_date, i.id as inventory_id, i.sku,
      (select coalesce(sum(s.quantity), 0)::int from stock_rows s where s.client_id = o.client_id and s.lot_id = o.id) as units
    from lots o join inventories i on i.client_id = o.client_id and i.id = o.inventory_id
    where o.client_id = ${workingClient(actor)} and lower(o.lot_number) like ${pattern}
    order by lower(o.lot_number) <> lower(${term}::text), lower(o.lot_number), o.id limit ${sql.lit(HITS_MAX)}`.execute(
    tx,
  );
  return rows.map((row) => ({
    kind: 'lot',
    id: row.id,
    title: row.lot_number,
    description: [row.sku, row.expire_date].filter(Boolean).join(' · '),
    path: `/inventories/${row.inventory_id}/action/view`,
    quantity: row.units,
  }));
}
