import { sql } from '../../../../platform/database/sql.ts';
import { code, day, location, plate, sku, text, units } from '../../engine/columns.ts';
import { dayOf, ofClient } from '../../engine/report-params.ts';
import { ofItems, report } from '../report.ts';

/** The reason is that of the last goods that came onto the row. */
export const quarantine = report({
  name: 'quarantine',
  group: 'stock',
  asks: { items: true },
  columns: {
    sku: sku(),
    name: text(),
    lot: code(),
    plate: plate(),
    location: location(),
    quantity: units(),
    reason: text(),
    since: day(),
  },
  rows: (params) => sql`
    select i.id as item_id, i.sku, i.name, b.lot_number as lot, l.id as license_id, l.license as plate, p.id as location_id, p.location, r.quantity,
      coalesce((select m.reference from movements m where m.client_id = r.client_id and m.inventory_id = r.inventory_id and m.quarantine
        and m.license_id is not distinct from r.license_id and m.lot_id is not distinct from r.lot_id and m.quantity > 0
        order by m.id desc limit 1), '') as reason, ${dayOf(params, 'r.since')} as since
    from stock_rows r join inventories i on i.client_id = r.client_id and i.id = r.inventory_id
    left join licenses l on l.client_id = r.client_id and l.id = r.license_id left join locations p on p.id = l.location_id
    left join lots b on b.client_id = r.client_id and b.id = r.lot_id
    where r.quarantine and r.quantity > 0 and ${ofClient(params, 'r.client_id')} and ${ofItems(params, 'r.inventory_id')}
    order by lower(i.sku), r.since, r.id`,
});
