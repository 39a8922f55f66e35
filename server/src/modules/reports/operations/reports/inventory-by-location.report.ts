import { sql } from '../../../../platform/database/sql.ts';
import { code, day, location, plate, sku, text, units } from '../../engine/columns.ts';
import { ofClient } from '../../engine/report-params.ts';
import { ofItems, report } from '../report.ts';

export const inventoryByLocation = report({
  name: 'inventory-by-location',
  group: 'stock',
  asks: { items: true },
  columns: {
    location: location(),
    type: text(),
    plate: plate(),
    sku: sku(),
    name: text(),
    lot: code(),
    expiry: day(),
    pristine: units(),
    quarantined: units(),
  },
  rows: (params) => sql`
    select p.id as location_id, p.location, p.type, l.id as license_id, l.license as plate, i.id as item_id, i.sku, i.name, b.lot_number as lot,
      b.expire_date as expiry, case when r.quarantine then 0 else r.quantity end as pristine,
      case when r.quarantine then r.quantity else 0 end as quarantined
    from stock_rows r join inventories i on i.client_id = r.client_id and i.id = r.inventory_id
    left join licenses l on l.client_id = r.client_id and l.id = r.license_id left join locations p on p.id = l.location_id
    left join lots b on b.client_id = r.client_id and b.id = r.lot_id
    where r.quantity > 0 and ${ofClient(params, 'r.client_id')} and ${ofItems(params, 'r.inventory_id')}
    order by lower(p.location) nulls last, lower(l.license) nulls last, lower(i.sku), b.expire_date nulls last, r.id`,
});
