import { CUSTOMS_GAPS_SHOWN, type CustomsFact, type CustomsGaps, missingCustoms } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

type Row = Omit<CustomsGaps['lines'][number], 'missing'> & Record<CustomsFact, string> & { total: number };

/** The lines of these shipments that a commercial invoice prints as missing; each item of a shipment once. */
export async function readCustomsGaps(tx: Tx, ids: readonly number[]): Promise<CustomsGaps> {
  const { rows } = await sql<Row>`
    select s.id as shipment_id, s.pt_number, i.id as inventory_id, i.sku, i.name, i.custom_value::text as value, i.hs_code, i.origin,
      count(*) over ()::int as total
    from shipments s join shipment_lines l on l.client_id = s.client_id and l.shipment_id = s.id
    join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
    where s.id = any(${ids}::int[]) and s.voided_at is null and ${inScope(tx, 's.client_id')} and l.quantity > 0
      and (i.custom_value = 0 or trim(i.hs_code) = '' or trim(i.origin) = '')
    group by s.id, i.client_id, i.id
    order by s.id, min(l.id) limit ${CUSTOMS_GAPS_SHOWN}`.execute(tx);
  return {
    total: rows[0]?.total ?? 0,
    lines: rows.map(({ total: _, value, hs_code, origin, ...line }) => ({
      ...line,
      missing: missingCustoms({ value, hs_code, origin }),
    })),
  };
}
