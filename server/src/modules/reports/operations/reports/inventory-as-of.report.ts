import { sql } from '../../../../platform/database/sql.ts';
import { sku, text, units } from '../../engine/columns.ts';
import { endOf, ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

export const inventoryAsOf = report({
  name: 'inventory-as-of',
  group: 'stock',
  asks: { dates: 'day' },
  columns: { sku: sku(), name: text(), pristine: units(), quarantined: units() },
  rows: (params) => sql`
    select i.id as item_id, i.sku, i.name, held.pristine, held.quarantined
    from (
      select m.client_id, m.inventory_id, coalesce(sum(m.quantity) filter (where not m.quarantine), 0)::int as pristine,
        coalesce(sum(m.quantity) filter (where m.quarantine), 0)::int as quarantined
      from movements m where ${ofClient(params, 'm.client_id')} and m.at < ${endOf(params)} group by 1, 2
      having sum(m.quantity) <> 0
    ) held join inventories i on i.client_id = held.client_id and i.id = held.inventory_id
    order by lower(i.sku), i.id`,
});
