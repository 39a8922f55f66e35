import { Money } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { idsOf, type ReportRequest } from './report-request.ts';

export interface DayQuantity {
  client_id: number;
  day: string;
  sku: string;
  name: string;
  uom: string;
  quantity: Money;
}

/** What the ledger says: units that were taken back count on the day they were. */
const moved = {
  received: sql`m.quantity as units, m.kind = 'receive' or (m.kind = 'reverse' and m.quantity < 0) as counts`,
  shipped: sql`-m.quantity as units, m.kind = 'ship' or (m.kind = 'reverse' and m.quantity > 0) as counts`,
};

/** Units that were received or shipped, by day and item. */
export async function readDayQuantities(
  tx: Tx,
  request: ReportRequest,
  which: keyof typeof moved,
): Promise<DayQuantity[]> {
  const { rows } = await sql<Omit<DayQuantity, 'quantity'> & { quantity: number }>`
    select t.client_id, t.day, i.sku, i.name, coalesce((select u.name from inventory_uoms n join uoms u on u.id = n.uom_id
        where n.client_id = t.client_id and n.inventory_id = t.inventory_id and n.is_base), '') as uom, t.quantity
    from (
      select m.client_id, (m.at at time zone ${request.zone})::date as day, m.inventory_id, sum(m.units)::float8 as quantity
      from (select m.client_id, m.at, m.inventory_id, ${moved[which]} from movements m
        where m.client_id = any(${idsOf(request)}::int[]) and ${inScope(tx, 'm.client_id')}
          and m.at >= day_start(${request.from}::date, ${request.zone}) and m.at < day_start(${request.to}::date + 1, ${request.zone})) m
      where m.counts group by 1, 2, 3 having sum(m.units) <> 0
    ) t
    join inventories i on i.client_id = t.client_id and i.id = t.inventory_id
    order by t.client_id, t.day, lower(i.sku), i.id limit ${request.rowsMax + 1}`.execute(tx);
  return rows.map((row) => ({ ...row, quantity: Money.ofUnits(BigInt(row.quantity) * 10_000n) }));
}
