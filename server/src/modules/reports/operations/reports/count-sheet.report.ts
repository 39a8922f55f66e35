import { sql } from '../../../../platform/database/sql.ts';
import { code, day, flag, location, number, plate, sku, text } from '../../engine/columns.ts';
import { ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** `A-01`, or from one to another: `A-01..B-09`. Empty is everywhere, and goods without a location are counted too. */
export const countSheet = report({
  name: 'count-sheet',
  group: 'ledger',
  asks: { criteria: { kind: 'locations' } },
  columns: {
    location: location(),
    plate: plate(),
    sku: sku(),
    name: text(),
    lot: code(),
    expiry: day(),
    quarantine: flag(),
    quantity: number({ total: true }),
  },
  rows: (params) => {
    const [first = '', last = first] = params.criteria.split('..').map((part) => part.trim());
    return sql`
      select p.id as location_id, p.location, l.id as license_id, l.license as plate, i.id as item_id, i.sku, i.name, b.lot_number as lot,
        b.expire_date as expiry, r.quarantine, r.quantity
      from stock_rows r join inventories i on i.client_id = r.client_id and i.id = r.inventory_id
      left join licenses l on l.client_id = r.client_id and l.id = r.license_id left join locations p on p.id = l.location_id
      left join lots b on b.client_id = r.client_id and b.id = r.lot_id
      where r.quantity > 0 and ${ofClient(params, 'r.client_id')}
        and (${first} = '' or lower(p.location) between lower(${first}) and lower(${last}) || chr(1114111))
      order by lower(p.location) nulls last, lower(l.license) nulls last, lower(i.sku), r.id`;
  },
});
