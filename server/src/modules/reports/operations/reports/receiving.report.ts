import { sql } from '../../../../platform/database/sql.ts';
import { code, day, order, plate, shipment, sku, text, units } from '../../engine/columns.ts';
import { dayOf, orderLink, shipmentLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';
import { movedInPeriod } from './ledger-rows.ts';

/** What came in and what was taken back, as the ledger has it: a receipt that is undone later stays in its period. */
export const receiving = report({
  name: 'receiving',
  group: 'orders',
  asks: { dates: 'period' },
  columns: {
    day: day(),
    order: order(),
    po: text(),
    vendor: text(),
    shipment: shipment(),
    sku: sku(),
    name: text(),
    lot: code(),
    expiry: day(),
    plate: plate(),
    pristine: units(),
    quarantined: units(),
  },
  rows: (params) => sql`
    select ${dayOf(params, 'm.at')} as day, ${orderLink} as order_id, o.reference as order, o.po, r.name as vendor, ${shipmentLink} as shipment_id, s.pt_number as shipment,
      i.id as item_id, i.sku, i.name, b.lot_number as lot, b.expire_date as expiry, l.id as license_id, l.license as plate,
      case when m.quarantine then 0 else m.quantity end as pristine, case when m.quarantine then m.quantity else 0 end as quarantined
    from ${movedInPeriod(params, sql`m.kind in ('receive', 'reverse')`)} m
    join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
    join orders o on o.client_id = s.client_id and o.id = s.order_id join relations r on r.client_id = o.client_id and r.id = o.relation_id
    join inventories i on i.client_id = m.client_id and i.id = m.inventory_id
    left join licenses l on l.client_id = m.client_id and l.id = m.license_id left join lots b on b.client_id = m.client_id and b.id = m.lot_id
    where s.direction = 'inbound'
    order by m.at, m.id`,
});
