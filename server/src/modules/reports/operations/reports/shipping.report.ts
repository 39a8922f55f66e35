import { sql } from '../../../../platform/database/sql.ts';
import { code, day, number, order, shipment, sku, text, units } from '../../engine/columns.ts';
import { dayOf, endOf, ofClient, orderLink, shipmentLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';
import { finishedShipments } from './finished-shipments.ts';
import { movementsWithShipment } from './ledger-rows.ts';

export const shipping = report({
  name: 'shipping',
  group: 'orders',
  asks: { dates: 'period' },
  columns: {
    day: day(),
    order: order(),
    po: text(),
    customer: text(),
    destination: text(),
    shipment: shipment(),
    courier: text(),
    waybill: code(),
    cartons: number(),
    sku: sku(),
    name: text(),
    lot: code(),
    serials: text(),
    quantity: units(),
  },
  chart: { kind: 'bars', by: 'courier', values: ['quantity'] },
  rows: (params) => sql`
    with finished as materialized (
      select * from ${finishedShipments(params)} s
    ), taken as materialized (
      select m.shipment_id, m.inventory_id, m.lot_id, -sum(m.quantity)::int as quantity, array_agg(m.bucket_id) as buckets
      from ${movementsWithShipment(sql`m.kind in ('ship', 'reverse') and m.at >= (select min(created_at) from finished) and m.at < ${endOf(params)}
        and ${ofClient(params, 'm.client_id')}`)} m
      where m.shipment_id in (select id from finished) group by 1, 2, 3 having sum(m.quantity) < 0
    )
    select ${dayOf(params, 's.finished_at')} as day, ${orderLink} as order_id, o.reference as order, o.po, r.name as customer,
      concat_ws(', ', nullif(s.shipping_addr ->> 'city', ''), nullif(s.shipping_addr ->> 'state_code', ''),
        nullif(s.shipping_addr ->> 'country_code', '')) as destination,
      ${shipmentLink} as shipment_id, s.pt_number as shipment, k.name as courier, s.waybill, s.carton_count as cartons, i.id as item_id, i.sku, i.name,
      b.lot_number as lot, coalesce((select string_agg(n.serial, ', ' order by n.id) from serials n
        where n.client_id = s.client_id and n.bucket_id = any(t.buckets)), '') as serials, t.quantity
    from finished s join taken t on t.shipment_id = s.id join orders o on o.client_id = s.client_id and o.id = s.order_id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id join couriers k on k.id = s.courier_id
    join inventories i on i.client_id = s.client_id and i.id = t.inventory_id
    left join lots b on b.client_id = s.client_id and b.id = t.lot_id
    order by s.finished_at, s.id, lower(i.sku), b.lot_number`,
});
