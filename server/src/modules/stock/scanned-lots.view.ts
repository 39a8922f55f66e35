import type { ScannedCodes, SearchHit } from '@longshore/contract';
import { type Actor, workingClient } from '../../platform/auth/actor.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

const HITS_MAX = 5;

/** The lots of the working client that a scan names. A lot has no page of its own: its item's page shows it. */
export async function findScannedLots(tx: Tx, actor: Actor, { lot }: ScannedCodes): Promise<SearchHit[]> {
  if (!lot) return [];
  const { rows } = await sql<{ id: number; lot_number: string; inventory_id: number; sku: string; name: string }>`
    select o.id, o.lot_number, i.id as inventory_id, i.sku, i.name from lots o
    join inventories i on i.client_id = o.client_id and i.id = o.inventory_id
    where o.client_id = ${workingClient(actor)} and lower(o.lot_number) = lower(${lot}::text)
    order by lower(i.sku) limit ${sql.lit(HITS_MAX)}`.execute(tx);
  return rows.map(({ id, lot_number, inventory_id, sku, name }) => ({
    kind: 'lot',
    id,
    title: lot_number,
    description: [sku, name].join(' · '),
    path: `/inventories/${inventory_id}/action/view`,
  }));
}
