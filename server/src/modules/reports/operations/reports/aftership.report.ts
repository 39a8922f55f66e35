import { sql } from '../../../../platform/database/sql.ts';
import { code, order, orderLink, report, text } from '../report.ts';
import { finishedShipments } from './finished-shipments.ts';

/** The columns that AfterShip imports, one row for each distinct waybill; a field may hold several of them. */
export const aftership = report({
  name: 'aftership',
  group: 'billing',
  access: 'main',
  allClients: true,
  asks: { dates: 'period' },
  columns: {
    tracking_number: code(),
    courier_slug: text(),
    order: order(),
    title: text(),
    customer_name: text(),
    email: text(),
    sms: text(),
    origin_country: text(),
    destination_country: text(),
    tracking_ship_date: text(),
  },
  rows: (asked) => sql`
    select distinct on (lower(w.waybill)) w.waybill as tracking_number,
      coalesce((array['fedex', 'ups', 'usps', 'dhl'])[array_position(array[k.name ilike '%fedex%', k.name ilike '%ups%', k.name ilike '%usps%',
        k.name ilike '%dhl%'], true)], '') as courier_slug,
      ${orderLink} as order_id, o.reference as order, s.pt_number as title, r.name as customer_name, r.email, r.phone as sms,
      c.home_country_code as origin_country, coalesce(s.shipping_addr ->> 'country_code', '') as destination_country,
      to_char(s.ship_date, 'YYYYMMDD') as tracking_ship_date
    from ${finishedShipments(asked)} s join orders o on o.client_id = s.client_id and o.id = s.order_id
    join relations r on r.client_id = o.client_id and r.id = o.relation_id join couriers k on k.id = s.courier_id cross join company c
    cross join lateral regexp_split_to_table(s.waybill, '[\\s,;]+') w (waybill)
    where w.waybill <> ''
    order by lower(w.waybill), s.id`,
});
