import { sql } from '../../../../platform/database/sql.ts';
import { code, day, order, sku, text, units } from '../../engine/columns.ts';
import { dayOf, orderLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';
import { movedInPeriod } from './ledger-rows.ts';

export const returns = report({
  name: 'returns',
  group: 'orders',
  asks: { dates: 'period' },
  columns: {
    day: day(),
    order: order(),
    customer: text(),
    sku: sku(),
    name: text(),
    lot: code(),
    pristine: units(),
    quarantined: units(),
    reason: text(),
  },
  rows: (params) => sql`
    select ${dayOf(params, 'm.at')} as day, ${orderLink} as order_id, o.reference as order, r.name as customer, i.id as item_id, i.sku, i.name, b.lot_number as lot,
      case when m.quarantine then 0 else m.quantity end as pristine, case when m.quarantine then m.quantity else 0 end as quarantined,
      coalesce((select f.reason from fulfillments f where f.client_id = m.client_id and f.shipment_id = s.id and f.inventory_id = m.inventory_id
        and f.quarantine = m.quarantine and f.lot_id is not distinct from m.lot_id order by f.id limit 1), '') as reason
    from ${movedInPeriod(params, sql`m.kind in ('receive', 'reverse')`)} m
    join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
    join orders o on o.client_id = s.client_id and o.id = s.order_id join relations r on r.client_id = o.client_id and r.id = o.relation_id
    join inventories i on i.client_id = m.client_id and i.id = m.inventory_id left join lots b on b.client_id = m.client_id and b.id = m.lot_id
    where o.type = 'Customer Return'
    order by m.at, m.id`,
});
