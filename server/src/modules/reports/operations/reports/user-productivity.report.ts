import { sql } from '../../../../platform/database/sql.ts';
import { day, moment, text, units } from '../../engine/columns.ts';
import { dayOf, inPeriod, ofClient } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** Work as it was recorded: the ledger for goods, the places of plates, the counted lines, the history for cartons. */
export const userProductivity = report({
  name: 'user-productivity',
  group: 'orders',
  access: 'main',
  allClients: true,
  asks: { dates: 'period' },
  columns: {
    day: day(),
    who: text(),
    received_lines: units(),
    received: units(),
    put_aways: units(),
    picked_lines: units(),
    picked: units(),
    packed: units(),
    counted_lines: units(),
    first: moment(),
    last: moment(),
  },
  chart: { kind: 'bars', by: 'day', values: ['received_lines', 'picked_lines', 'counted_lines'] },
  rows: (params) => sql`
    with work as (
      select m.user_name as who, m.at, case m.kind when 'receive' then 'received' else 'picked' end as what, abs(m.quantity) as units
      from movements m where m.kind in ('receive', 'ship') and ${inPeriod(params, 'm.at')} and ${ofClient(params, 'm.client_id')}
      union all
      select e.user_name, e.at, 'put away', 1 from license_locations e where ${inPeriod(params, 'e.at')} and ${ofClient(params, 'e.client_id')}
      union all
      select n.counted_by, n.counted_at, 'counted', 1 from count_lines n
      where n.counted_at is not null and ${inPeriod(params, 'n.counted_at')} and ${ofClient(params, 'n.client_id')}
      union all
      select t.user_name, t.created_at, 'packed', (change ->> 'newValue')::int from traces t cross join jsonb_array_elements(t.changes) change
      where t.traceable_type = 'Shipment' and change ->> 'field' = 'carton_count' and change ->> 'newValue' ~ '^[0-9]{1,6}$'
        and ${inPeriod(params, 't.created_at')} and ${ofClient(params, 't.client_id')}
    ), days as (
      select ${dayOf(params, 'w.at')} as day, w.who, count(*) filter (where w.what = 'received')::int as received_lines,
        coalesce(sum(w.units) filter (where w.what = 'received'), 0)::int as received,
        count(*) filter (where w.what = 'put away')::int as put_aways, count(*) filter (where w.what = 'picked')::int as picked_lines,
        coalesce(sum(w.units) filter (where w.what = 'picked'), 0)::int as picked,
        coalesce(sum(w.units) filter (where w.what = 'packed'), 0)::int as packed,
        count(*) filter (where w.what = 'counted')::int as counted_lines, min(w.at) as first, max(w.at) as last
      from work w where w.who <> '' group by 1, 2
    )
    select d.day, d.who, d.received_lines, d.received, d.put_aways, d.picked_lines, d.picked, d.packed, d.counted_lines,
      d.first as first, d.last as last
    from days d order by d.day, lower(d.who)`,
});
