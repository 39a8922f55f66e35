import { sql } from '../../../../platform/database/sql.ts';
import { hasSidesSql, isMeasuredSql } from '../../../inventory/index.ts';
import { day, location, number, plate, text, units } from '../../engine/columns.ts';
import { dayOf, ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** Volume and weight are those of the plate itself; one that was never measured has none. */
export const byLicense = report({
  name: 'by-license',
  group: 'stock',
  access: 'main',
  allClients: true,
  columns: {
    plate: plate(),
    client: text(),
    uom: text(),
    location: location(),
    type: text(),
    items: number(),
    units: units(),
    volume: units(),
    weight: units(),
    created: day(),
    moved: day(),
  },
  rows: (params) => sql`
    select l.id as license_id, l.license as plate, c.company as client, u.name as uom, p.id as location_id, p.location, p.type, held.items, held.units,
      case when ${hasSidesSql('l')} then
        round(l.length * l.width * l.height / case k.measure when 'metric' then 1000000 else 1728 end, 4) end as volume,
      case when ${isMeasuredSql('l')} then l.weight end as weight, ${dayOf(params, 'l.created_at')} as created,
      ${dayOf(params, 'moved.at')} as moved
    from licenses l join clients c on c.id = l.client_id join uoms u on u.id = l.uom_id cross join company k
    left join locations p on p.id = l.location_id
    cross join lateral (select count(distinct r.inventory_id)::int as items, coalesce(sum(r.quantity), 0)::int as units from stock_rows r
      where r.client_id = l.client_id and r.license_id = l.id and r.quantity > 0) held
    left join lateral (select max(e.at) as at from license_locations e where e.client_id = l.client_id and e.license_id = l.id) moved on true
    where ${ofClient(params, 'l.client_id')} order by lower(l.license), l.id`,
});
