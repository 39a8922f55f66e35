import { sql } from '../../../../platform/database/sql.ts';
import { code, flag, number, sku, text } from '../../engine/columns.ts';
import { ofClient } from '../../engine/report-params.ts';
import { ofItems, report } from '../report.ts';

export const kitAvailability = report({
  name: 'kit-availability',
  group: 'stock',
  asks: { items: true },
  columns: {
    kit: code({ link: { to: 'inventory', id: 'kit_id' } }),
    name: text(),
    sku: sku(),
    per_kit: number(),
    available: number(),
    kits: number(),
    limiting: flag(),
  },
  rows: (params) => sql`
    select k.id as kit_id, k.sku as kit, k.name, i.id as item_id, i.sku, c.quantity as per_kit, t.in_stock - t.reserved as available,
      (t.in_stock - t.reserved) / c.quantity as kits,
      (t.in_stock - t.reserved) / c.quantity = min((t.in_stock - t.reserved) / c.quantity) over (partition by k.id) as limiting
    from inventories k join kit_components c on c.client_id = k.client_id and c.kit_id = k.id
    join inventories i on i.client_id = c.client_id and i.id = c.item_id
    join item_totals t on t.client_id = c.client_id and t.inventory_id = c.item_id
    where k.is_active and ${ofClient(params, 'k.client_id')} and ${ofItems(params, 'k.id')}
    order by lower(k.sku), k.id, lower(i.sku)`,
});
