import { sql } from '../../../../platform/database/sql.ts';
import { code, day, number, sku, text, units } from '../../engine/columns.ts';
import { ofClient } from '../../engine/report-params.ts';
import { ofItems, report } from '../report.ts';

export const inventoryByLot = report({
  name: 'inventory-by-lot',
  group: 'stock',
  asks: { items: true },
  columns: {
    sku: sku(),
    name: text(),
    lot: code(),
    expiry: day(),
    days_left: number(),
    pristine: units(),
    quarantined: units(),
  },
  rows: (params) => sql`
    select i.id as item_id, i.sku, i.name, b.lot_number as lot, b.expire_date as expiry, b.expire_date - ${params.to}::date as days_left,
      held.pristine, held.quarantined
    from (
      select r.client_id, r.lot_id, coalesce(sum(r.quantity) filter (where not r.quarantine), 0)::int as pristine,
        coalesce(sum(r.quantity) filter (where r.quarantine), 0)::int as quarantined
      from stock_rows r where r.quantity > 0 and r.lot_id is not null and ${ofClient(params, 'r.client_id')}
        and ${ofItems(params, 'r.inventory_id')} group by 1, 2
    ) held join lots b on b.client_id = held.client_id and b.id = held.lot_id
    join inventories i on i.client_id = b.client_id and i.id = b.inventory_id
    order by lower(i.sku), b.expire_date nulls last, b.id`,
});
