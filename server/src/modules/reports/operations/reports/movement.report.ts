import { sql } from '../../../../platform/database/sql.ts';
import { endOf, ofClient, ofItems, report, sku, startOf, text, units } from '../report.ts';

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
  chart: {
    kind: 'steps',
    values: ['opening', 'received', 'returned', 'shipped', 'adjusted', 'disposed', 'counted', 'other', 'closing'],
  },
  rows: (asked) => sql`
    with sums as (
      select m.client_id, m.inventory_id, m.at < ${startOf(asked)} as is_before,
        case when m.kind in ('receive', 'reverse') and s.order_type = 'Customer Return' then 'returned'
          when m.kind = 'receive' or (m.kind = 'reverse' and s.direction = 'inbound') then 'received'
          when m.kind = 'ship' or (m.kind = 'reverse' and s.direction = 'outbound') then 'shipped'
          else m.kind end as what, sum(m.quantity) as units, count(*) as rows
      from movements m left join shipments s on m.kind in ('receive', 'ship', 'reverse') and m.cause like 'shipment %'
        and s.client_id = m.client_id and s.id = substr(m.cause, 10)::int
      where ${ofClient(asked, 'm.client_id')} and ${ofItems(asked, 'm.inventory_id')} and m.at < ${endOf(asked)}
      group by 1, 2, 3, 4
    ), items as (
      select client_id, inventory_id, coalesce(sum(units) filter (where is_before), 0)::int as opening,
        coalesce(sum(units) filter (where not is_before and what = 'received'), 0)::int as received,
        coalesce(sum(units) filter (where not is_before and what = 'returned'), 0)::int as returned,
        coalesce(sum(units) filter (where not is_before and what = 'shipped'), 0)::int as shipped,
        coalesce(sum(units) filter (where not is_before and what = 'adjust'), 0)::int as adjusted,
        coalesce(sum(units) filter (where not is_before and what = 'dispose'), 0)::int as disposed,
        coalesce(sum(units) filter (where not is_before and what = 'count'), 0)::int as counted,
        coalesce(sum(units) filter (where not is_before and what in ('move', 'convert', 'break', 'reverse')), 0)::int as other,
        sum(units)::int as closing, coalesce(sum(rows) filter (where not is_before), 0) as moved
      from sums group by 1, 2
    )
    select i.id as item_id, i.sku, i.name, t.opening, t.received, t.returned, t.shipped, t.adjusted, t.disposed, t.counted, t.other, t.closing
    from items t join inventories i on i.client_id = t.client_id and i.id = t.inventory_id
    where t.opening <> 0 or t.moved > 0 order by lower(i.sku), i.id`,
});
