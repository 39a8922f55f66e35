import { sql } from '../../../../platform/database/sql.ts';
import { code, day, location, money, number, sku, text, units } from '../../engine/columns.ts';
import { dayOf, inPeriod, ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** Counts that were posted in the period. The ledger at the moment is what the count was compared with. */
export const countVariance = report({
  name: 'count-variance',
  group: 'ledger',
  access: 'main',
  allClients: true,
  asks: { dates: 'period' },
  columns: {
    day: day(),
    client: text(),
    count: code({ link: { to: 'count', id: 'count_id' } }),
    location: location(),
    sku: sku(),
    lot: code(),
    sheet: number(),
    ledger: number(),
    counted: number(),
    difference: units(),
    value: money({ total: true }),
    who: text(),
  },
  rows: (params) => sql`
    select ${dayOf(params, 'k.posted_at')} as day, c.company as client, k.id as count_id, k.name as count, p.id as location_id, p.location,
      i.id as item_id, i.sku, b.lot_number as lot, n.expected as sheet, n.counted - coalesce(n.variance, 0) as ledger, n.counted,
      coalesce(n.variance, 0) as difference, round(coalesce(n.variance, 0) * i.cost, 4) as value, k.posted_by as who
    from counts k join count_lines n on n.client_id = k.client_id and n.count_id = k.id join clients c on c.id = k.client_id
    join inventories i on i.client_id = n.client_id and i.id = n.inventory_id
    left join licenses l on l.client_id = n.client_id and l.id = n.license_id left join locations p on p.id = l.location_id
    left join lots b on b.client_id = n.client_id and b.id = n.lot_id
    where k.state = 'posted' and n.counted is not null and ${inPeriod(params, 'k.posted_at')} and ${ofClient(params, 'k.client_id')}
    order by k.posted_at, k.id, n.id`,
});
