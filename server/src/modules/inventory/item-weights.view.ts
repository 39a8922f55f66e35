import type { ItemWeight } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { isMeasuredSql } from './measured.ts';

/** A base unit whose sizes were measured. */
const isMeasured = sql`u.is_base and ${isMeasuredSql('u')}`;

/** What a base unit of each item weighs. A kit weighs what its components do, if all of them have a weight. */
export async function readWeights(tx: Tx, ids: readonly number[]): Promise<ItemWeight[]> {
  const { rows } = await sql<ItemWeight>`
    select i.id, case i.type when 'Kit' then (
        select case when count(*) = count(u.weight) then sum(u.weight * k.quantity)::float8 end
        from kit_components k left join inventory_uoms u on u.client_id = k.client_id and u.inventory_id = k.item_id and ${isMeasured}
        where k.client_id = i.client_id and k.kit_id = i.id)
      else (
        select u.weight::float8 from inventory_uoms u where u.client_id = i.client_id and u.inventory_id = i.id and ${isMeasured})
      end as weight
    from inventories i where i.id = any(${ids}::int[]) and ${inScope(tx, 'i.client_id')} order by i.id`.execute(tx);
  return rows;
}
