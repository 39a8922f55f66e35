import { sql } from '../../../../platform/database/sql.ts';
import { day, number, order, sku, text, units } from '../../engine/columns.ts';
import { dayOf, ofClient, orderLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** It waits since its order was shipped in part. The expected day is that of the next inbound shipment with the item. */
export const backOrders = report({
  name: 'back-orders',
  group: 'orders',
  columns: {
    order: order(),
    relation: text(),
    sku: sku(),
    name: text(),
    leftover: units(),
    available: number(),
    waiting: number(),
    expected: day(),
  },
  rows: (params) => sql`
    select ${orderLink} as order_id, o.reference as order, r.name as relation, i.id as item_id, i.sku, i.name,
      l.quantity - l.processed_qty - l.cancelled_qty as leftover, t.in_stock - t.reserved as available,
      ${params.to}::date - ${dayOf(params, 'first.at')} as waiting, next.expected
    from orders o join order_lines l on l.client_id = o.client_id and l.order_id = o.id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id
    join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
    join item_totals t on t.client_id = l.client_id and t.inventory_id = l.inventory_id
    cross join lateral (select coalesce(min(s.created_at), o.created_at) as at from shipments s
      where s.client_id = o.client_id and s.order_id = o.id and s.voided_at is null) first
    left join lateral (select min(s.ship_date) as expected from shipment_lines n
      join shipments s on s.client_id = n.client_id and s.id = n.shipment_id
      where n.client_id = l.client_id and n.inventory_id = l.inventory_id and s.direction = 'inbound' and s.status <> 'Finished'
        and s.voided_at is null) next on true
    where o.status = 'Processed' and o.has_bo and l.quantity > l.processed_qty + l.cancelled_qty and ${ofClient(params, 'o.client_id')}
    order by first.at, o.id, l.id`,
});
