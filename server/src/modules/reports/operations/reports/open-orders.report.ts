import { sql } from '../../../../platform/database/sql.ts';
import { day, number, order, sku, text, units } from '../../engine/columns.ts';
import { dayOf, ofClient, orderLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';

export const openOrders = report({
  name: 'open-orders',
  group: 'orders',
  asks: {
    criteria: {
      kind: 'choice',
      of: {
        'Customer Order': 'operationReports.orderTypes.Customer Order',
        'Vendor Order': 'operationReports.orderTypes.Vendor Order',
        'Customer Return': 'operationReports.orderTypes.Customer Return',
        'Vendor Return': 'operationReports.orderTypes.Vendor Return',
      },
    },
  },
  columns: {
    order: order(),
    type: text({ words: 'operationReports.orderTypes' }),
    po: text(),
    relation: text(),
    created: day(),
    age: number(),
    sku: sku(),
    name: text(),
    ordered: units(),
    processed: units(),
    leftover: units(),
    available: number(),
    enough: text({ words: 'operationReports.enough' }),
  },
  rows: (params) => sql`
    select ${orderLink} as order_id, o.reference as order, o.type, o.po, r.name as relation, ${dayOf(params, 'o.created_at')} as created,
      ${params.to}::date - ${dayOf(params, 'o.created_at')} as age, i.id as item_id, i.sku, i.name, l.quantity as ordered, l.processed_qty as processed,
      l.quantity - l.processed_qty - l.cancelled_qty as leftover, t.in_stock - t.reserved as available,
      case when o.type in ('Vendor Order', 'Customer Return') then ''
        when t.in_stock - t.reserved >= l.quantity - l.processed_qty - l.cancelled_qty then 'yes'
        when t.in_stock - t.reserved > 0 then 'partly' else 'no' end as enough
    from order_lines l join orders o on o.client_id = l.client_id and o.id = l.order_id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id
    join inventories i on i.client_id = l.client_id and i.id = l.inventory_id
    join item_totals t on t.client_id = l.client_id and t.inventory_id = l.inventory_id
    where o.status in ('Open', 'Processed') and l.quantity > l.processed_qty + l.cancelled_qty
      and (${params.criteria} = '' or o.type = ${params.criteria}) and ${ofClient(params, 'o.client_id')}
    order by o.created_at, o.id, l.id`,
});
