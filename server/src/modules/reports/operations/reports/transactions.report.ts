import { sql } from '../../../../platform/database/sql.ts';
import { code, flag, moment, movementKind, number, plate, sku, text, units } from '../../engine/columns.ts';
import { shipmentLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';
import { movedInPeriod } from './ledger-rows.ts';

export const transactions = report({
  name: 'transactions',
  group: 'ledger',
  asks: { dates: 'period', items: true },
  columns: {
    moment: moment(),
    kind: movementKind(),
    sku: sku(),
    plate: plate(),
    lot: code(),
    quarantine: flag(),
    quantity: units(),
    balance: number(),
    reference: text(),
    document: code({ link: { to: 'shipment', id: 'shipment_id' } }),
    who: text(),
  },
  rows: (params) => sql`
    select m.at as moment, m.kind, i.id as item_id, i.sku, l.id as license_id, l.license as plate, b.lot_number as lot, m.quarantine,
      m.quantity, m.row_balance as balance, m.reference, coalesce(s.pt_number, m.cause) as document, ${shipmentLink} as shipment_id, m.user_name as who
    from ${movedInPeriod(params, sql`true`)} m join inventories i on i.client_id = m.client_id and i.id = m.inventory_id
    left join licenses l on l.client_id = m.client_id and l.id = m.license_id
    left join lots b on b.client_id = m.client_id and b.id = m.lot_id
    left join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
    order by m.at, m.id`,
});
