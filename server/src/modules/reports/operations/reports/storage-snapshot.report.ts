import { sql } from '../../../../platform/database/sql.ts';
import { number, text, units } from '../../engine/columns.ts';
import { ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** What the accrual of the day counted, as it stored it. */
export const storageSnapshot = report({
  name: 'storage-snapshot',
  group: 'ledger',
  access: 'main',
  allClients: true,
  asks: { dates: 'day' },
  columns: {
    client: text(),
    units: units(),
    plates: units(),
    volume: number({ total: true }),
    unplaced: units(),
    category: text(),
    locations: units(),
  },
  rows: (params) => sql`
    select c.company as client, case when place.n = 1 then s.units end as units, case when place.n = 1 then jsonb_array_length(s.pallets) end as plates,
      case when place.n = 1 then s.volume end as volume, case when place.n = 1 then s.unplaced end as unplaced, place.category, place.locations
    from billing_snapshots s join clients c on c.id = s.client_id
    cross join lateral (
      select row_number() over (order by g.category nulls last) as n, g.category, g.locations from (
        select e ->> 'category' as category, count(*)::int as locations from jsonb_array_elements(s.places) e group by 1
        union all select null, 0 where s.places = '[]'
      ) g
    ) place
    where s.day = ${params.to}::date and ${ofClient(params, 's.client_id')} order by lower(c.company), s.client_id, place.n`,
});
