import { sql } from '../../../../platform/database/sql.ts';
import { code, text } from '../../engine/columns.ts';
import { orderLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';
import { finishedShipments } from './finished-shipments.ts';

/** The columns that AfterShip imports, one row for each distinct waybill; a field may hold several of them. */
export const aftership = report({
  name: 'aftership',
  group: 'billing',
  access: 'main',
  allClients: true,
  asks: { dates: 'period' },
  // As AfterShip names them, in every language.
  columns: () => ({
    tracking_number: code({ heading: 'tracking_number' }),
    courier: text({ heading: 'courier' }),
    order_id: code({ heading: 'order_id', link: { to: 'order', id: 'order_link' } }),
    title: text({ heading: 'title' }),
    customer_name: text({ heading: 'customer_name' }),
    email: text({ heading: 'email' }),
    sms: text({ heading: 'sms' }),
    origin_country: text({ heading: 'origin_country' }),
    destination_country: text({ heading: 'destination_country' }),
    tracking_ship_date: text({ heading: 'tracking_ship_date' }),
  }),
  // The relation is looked up for each row (`offset 0` keeps it so): the planner takes the rows of a month for a few, and
  // would compare each of them with every relation.
  rows: (params) => sql`
    with shipped as materialized (
      select * from ${finishedShipments(params)} f where f.waybill <> ''
    )
    select distinct on (lower(w.waybill)) w.waybill as tracking_number,
      coalesce((array['fedex', 'ups', 'usps', 'dhl'])[array_position(array[k.name ilike '%fedex%', k.name ilike '%ups%', k.name ilike '%usps%',
        k.name ilike '%dhl%'], true)], '') as courier,
      ${orderLink} as order_link, o.reference as order_id, s.pt_number as title, r.name as customer_name, r.email, r.phone as sms,
      c.home_country_code as origin_country, coalesce(s.shipping_addr ->> 'country_code', '') as destination_country,
      to_char(s.ship_date, 'YYYYMMDD') as tracking_ship_date
    from shipped s join orders o on o.client_id = s.client_id and o.id = s.order_id
    cross join lateral (select * from relations where client_id = o.client_id and id = o.relation_id offset 0) r
    join couriers k on k.id = s.courier_id cross join company c
    cross join lateral regexp_split_to_table(s.waybill, '[\\s,;]+') w (waybill)
    where w.waybill <> ''
    order by lower(w.waybill), s.id`,
});
