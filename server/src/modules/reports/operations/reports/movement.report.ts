import { sql } from '../../../../platform/database/sql.ts';
import { sku, text, units } from '../../engine/columns.ts';
import { ofClient, startOf } from '../../engine/report-params.ts';
import { ofItems, report } from '../report.ts';
import { movedInPeriod } from './ledger-rows.ts';

/**
 * What was taken back counts against what it took back: a reversed receipt lowers what was received. Moves and
 * conversions inside the warehouse sum to zero and stay in `other`, so that the columns always close.
 */
export const movement = report({
  name: 'movement',
  group: 'ledger',
  asks: { dates: 'period', items: true },
  columns: {
    sku: sku(),
    name: text(),
    opening: units(),
    received: units(),
    returned: units(),
    shipped: units(),
    adjusted: units(),
    disposed: units(),
    counted: units(),
    other: units(),
    closing: units(),
  },
  details: 'transactions',
  chart: {
    kind: 'steps',
    values: ['opening', 'received', 'returned', 'shipped', 'adjusted', 'disposed', 'counted', 'other', 'closing'],
  },
  rows: (params) => sql`
    with before as materialized (
      select m.client_id, m.inventory_id, sum(m.quantity)::int as opening from movements m
      where ${ofClient(params, 'm.client_id')} and ${ofItems(params, 'm.inventory_id')} and m.at < ${startOf(params)} group by 1, 2
    ), moved as (
      select m.client_id, m.inventory_id, m.quantity,
        case when m.kind in ('receive', 'reverse') and s.order_type = 'Customer Return' then 'returned'
          when m.kind = 'receive' or (m.kind = 'reverse' and s.direction = 'inbound') then 'received'
          when m.kind = 'ship' or (m.kind = 'reverse' and s.direction = 'outbound') then 'shipped'
          else m.kind end as what
      from ${movedInPeriod(params, sql`true`)} m left join shipments s on s.client_id = m.client_id and s.id = m.shipment_id
    ), during as materialized (
      select client_id, inventory_id, sum(quantity)::int as units,
        coalesce(sum(quantity) filter (where what = 'received'), 0)::int as received,
        coalesce(sum(quantity) filter (where what = 'returned'), 0)::int as returned,
        coalesce(sum(quantity) filter (where what = 'shipped'), 0)::int as shipped,
        coalesce(sum(quantity) filter (where what = 'adjust'), 0)::int as adjusted,
        coalesce(sum(quantity) filter (where what = 'dispose'), 0)::int as disposed,
        coalesce(sum(quantity) filter (where what = 'count'), 0)::int as counted,
        coalesce(sum(quantity) filter (where what in ('move', 'convert', 'break', 'reverse')), 0)::int as other
      from moved group by 1, 2
    )
    select i.id as item_id, i.sku, i.name, coalesce(b.opening, 0) as opening, coalesce(d.received, 0) as received, coalesce(d.returned, 0) as returned,
      coalesce(d.shipped, 0) as shipped, coalesce(d.adjusted, 0) as adjusted, coalesce(d.disposed, 0) as disposed,
      coalesce(d.counted, 0) as counted, coalesce(d.other, 0) as other, coalesce(b.opening, 0) + coalesce(d.units, 0) as closing
    from before b full join during d on d.client_id = b.client_id and d.inventory_id = b.inventory_id
    join inventories i on i.client_id = coalesce(b.client_id, d.client_id) and i.id = coalesce(b.inventory_id, d.inventory_id)
    where b.opening <> 0 or d.units is not null order by lower(i.sku), i.id`,
});
