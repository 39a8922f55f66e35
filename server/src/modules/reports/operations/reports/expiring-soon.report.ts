import { sql } from '../../../../platform/database/sql.ts';
import { code, day, number, sku, text, units } from '../../engine/columns.ts';
import { ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

const DAYS_AHEAD = 90;

export const expiringSoon = report({
  name: 'expiring-soon',
  group: 'stock',
  asks: { criteria: { kind: 'days', default: DAYS_AHEAD } },
  columns: {
    sku: sku(),
    name: text(),
    lot: code(),
    expiry: day(),
    days_left: number(),
    quantity: units(),
    places: text(),
  },
  rows: (params) => sql`
    select i.id as item_id, i.sku, i.name, b.lot_number as lot, b.expire_date as expiry, b.expire_date - ${params.to}::date as days_left,
      held.quantity, held.places
    from (
      select r.client_id, r.lot_id, sum(r.quantity)::int as quantity,
        string_agg(distinct coalesce(p.location, l.license), ', ' order by coalesce(p.location, l.license)) as places
      from stock_rows r left join licenses l on l.client_id = r.client_id and l.id = r.license_id
      left join locations p on p.id = l.location_id
      where r.quantity > 0 and r.lot_id is not null and ${ofClient(params, 'r.client_id')} group by 1, 2
    ) held join lots b on b.client_id = held.client_id and b.id = held.lot_id
    join inventories i on i.client_id = b.client_id and i.id = b.inventory_id
    where b.expire_date <= ${params.to}::date + ${params.criteria}::int
    order by b.expire_date, lower(i.sku), b.id`,
});
