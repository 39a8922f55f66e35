import { sql } from '../../../../platform/database/sql.ts';
import { hasSidesSql, isMeasuredSql } from '../../../inventory/index.ts';
import { sku, text, units } from '../../engine/columns.ts';
import { ofClient } from '../../engine/report-params.ts';
import { ofItems, report } from '../report.ts';

/** What inbound orders still bring: not yet in a shipment, and in one but not yet received. */
const expected = sql`
  coalesce((select sum(l.quantity - l.processed_qty - l.cancelled_qty) from order_lines l
    join orders o on o.client_id = l.client_id and o.id = l.order_id
    where l.client_id = i.client_id and l.inventory_id = i.id and o.status in ('Open', 'Processed')
      and o.type in ('Vendor Order', 'Customer Return')), 0)
  + coalesce((select sum(greatest(l.quantity - l.fulfilled, 0)) from shipment_lines l
    join shipments s on s.client_id = l.client_id and s.id = l.shipment_id
    where l.client_id = i.client_id and l.inventory_id = i.id and s.direction = 'inbound' and s.status <> 'Finished'
      and s.voided_at is null), 0)`;

export const inventory = report({
  name: 'inventory',
  group: 'stock',
  asks: { items: true },
  columns: {
    sku: sku(),
    name: text(),
    upc: text(),
    uom: text(),
    in_stock: units(),
    reserved: units(),
    available: units(),
    quarantined: units(),
    on_order: units(),
    volume: units(),
    weight: units(),
  },
  rows: (params) => sql`
    select i.id as item_id, i.sku, i.name, i.upc, coalesce(n.name, '') as uom, t.in_stock, t.reserved, t.in_stock - t.reserved as available,
      t.quarantined, (${expected})::int as on_order,
      case when ${hasSidesSql('u')} then round(u.length * u.width * u.height * (t.in_stock + t.quarantined)
        / case c.measure when 'metric' then 1000000 else 1728 end, 4) end as volume,
      case when ${isMeasuredSql('u')} then round(u.weight * (t.in_stock + t.quarantined), 4) end as weight
    from inventories i join item_totals t on t.client_id = i.client_id and t.inventory_id = i.id cross join company c
    left join inventory_uoms u on u.client_id = i.client_id and u.inventory_id = i.id and u.is_base left join uoms n on n.id = u.uom_id
    where i.type = 'Item' and ${ofClient(params, 'i.client_id')} and ${ofItems(params, 'i.id')}
      and (i.is_active or t.in_stock + t.quarantined > 0)
    order by lower(i.sku), i.id`,
});
