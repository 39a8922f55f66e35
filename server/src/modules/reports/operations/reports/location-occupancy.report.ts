import { sql } from '../../../../platform/database/sql.ts';
import { hasSidesSql } from '../../../inventory/index.ts';
import { day, location, number, text, units } from '../../engine/columns.ts';
import { dayOf, ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** Empty since the last plate with goods left or was emptied; never used when nothing ever stood there. */
export const locationOccupancy = report({
  name: 'location-occupancy',
  group: 'stock',
  access: 'main',
  allClients: true,
  columns: {
    location: location(),
    aisle: text(),
    type: text(),
    category: text(),
    clients: number(),
    plates: units(),
    units: units(),
    volume: units(),
    empty_since: day(),
  },
  chart: { kind: 'bars', by: 'aisle', values: ['plates'] },
  rows: (params) => sql`
    select p.id as location_id, p.location, split_part(p.location, '-', 1) as aisle, p.type, p.billing_category as category, held.clients, held.plates,
      held.units, round(held.volume / case k.measure when 'metric' then 1000000 else 1728 end, 4) as volume,
      case when held.plates = 0 then ${dayOf(params, 'gone.at')} end as empty_since
    from locations p cross join company k
    cross join lateral (
      select count(distinct plate.client_id)::int as clients, count(*)::int as plates, coalesce(sum(plate.units), 0)::int as units,
        sum(plate.volume) as volume
      from (
        select l.client_id, l.id, sum(r.quantity) as units,
          case when ${hasSidesSql('l')} then l.length * l.width * l.height end as volume
        from licenses l join stock_rows r on r.client_id = l.client_id and r.license_id = l.id and r.quantity > 0
        where l.location_id = p.id and ${ofClient(params, 'l.client_id')} group by l.id
      ) plate
    ) held
    left join lateral (
      select max(greatest(e.at, next.at)) as at from license_locations e
      left join lateral (select min(n.at) as at from license_locations n where n.client_id = e.client_id and n.license_id = e.license_id and n.id > e.id) next on true
      where e.location_id = p.id and ${ofClient(params, 'e.client_id')}
    ) gone on true
    order by lower(p.location), p.id`,
});
