import { sql } from '../../../../platform/database/sql.ts';
import {
  code,
  day,
  dayOf,
  endOf,
  inPeriod,
  number,
  ofClient,
  order,
  report,
  shipment,
  sku,
  text,
  units,
} from '../report.ts';

/**
 * Shipments that were finished in the period. One that was voided after the period stays in it: its goods had left then.
 */
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
  rows: (asked) => sql`
    select ${dayOf(asked, 's.finished_date')} as day, o.id as order_id, o.reference as order, o.po, r.name as customer,
      concat_ws(', ', nullif(s.shipping_addr ->> 'city', ''), nullif(s.shipping_addr ->> 'state_code', ''),
        nullif(s.shipping_addr ->> 'country_code', '')) as destination,
      s.id as shipment_id, s.pt_number as shipment, k.name as courier, s.waybill, s.carton_count as cartons, i.id as item_id, i.sku, i.name,
      b.lot_number as lot, coalesce(left_with.serials, '') as serials, left_with.quantity
    from shipments s join orders o on o.client_id = s.client_id and o.id = s.order_id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id join couriers k on k.id = s.courier_id
    cross join lateral (
      select m.inventory_id, m.lot_id, -sum(m.quantity)::int as quantity,
        (select string_agg(n.serial, ', ' order by n.id) from serials n
          where n.client_id = s.client_id and n.bucket_id = any(array_agg(m.bucket_id))) as serials
      from movements m where m.client_id = s.client_id and m.cause = 'shipment ' || s.id and m.kind in ('ship', 'reverse')
        and m.at < ${endOf(asked)} group by 1, 2 having sum(m.quantity) < 0
    ) left_with
    join inventories i on i.client_id = s.client_id and i.id = left_with.inventory_id
    left join lots b on b.client_id = s.client_id and b.id = left_with.lot_id
    where s.direction = 'outbound' and ${inPeriod(asked, 's.finished_date')} and (s.voided_at is null or s.voided_at >= ${endOf(asked)})
      and ${ofClient(asked, 's.client_id')}
    order by s.finished_date, s.id, lower(i.sku), b.lot_number`,
});
