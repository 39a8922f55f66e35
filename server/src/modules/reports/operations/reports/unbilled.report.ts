import { sql } from '../../../../platform/database/sql.ts';
import { code, day, text } from '../../engine/columns.ts';
import { ofClient, shipmentLink } from '../../engine/report-params.ts';
import { report } from '../report.ts';

/** What the unbilled list shows, one row for each day or document instead of a sum. */
export const unbilled = report({
  name: 'unbilled',
  group: 'billing',
  access: 'main',
  allClients: true,
  asks: { dates: 'period' },
  columns: {
    day: day(),
    client: text(),
    reason: text({ words: 'billing.unbilled.reasons' }),
    activity: text(),
    item: text(),
    document: code({ link: { to: 'shipment', id: 'shipment_id' } }),
  },
  rows: (params) => sql`
    select w.day, c.company as client, w.reason, coalesce(a.name, '') as activity, coalesce(i.name, '') as item,
      coalesce(s.reference, k.name) as document, ${shipmentLink} as shipment_id
    from (
      select g.client_id, g.day, g.reason, g.activity_id, g.item_id, g.billable_type, g.billable_id from billing_gaps g
      where g.waived_at is null and g.reason <> 'not_billed' and g.day between ${params.from}::date and ${params.to}::date
      union all
      select s.client_id, (s.finished_date at time zone ${params.timezone})::date, 'not_billed', null, null, 'shipment', s.id from shipments s
      where s.status = 'Finished' and not s.billed and s.voided_at is null
        and (s.finished_date at time zone ${params.timezone})::date between ${params.from}::date and ${params.to}::date
        and not exists (select from billing_gaps g where g.billable_type = 'shipment' and g.billable_id = s.id and g.reason = 'not_billed')
    ) w join clients c on c.id = w.client_id
    left join billing_activities a on a.client_id = w.client_id and a.id = w.activity_id left join billing_items i on i.id = w.item_id
    left join shipments s on w.billable_type = 'shipment' and s.client_id = w.client_id and s.id = w.billable_id
    left join counts k on w.billable_type = 'count' and k.client_id = w.client_id and k.id = w.billable_id
    where ${ofClient(params, 'w.client_id')} order by w.day, lower(c.company), w.reason, w.billable_id`,
});
