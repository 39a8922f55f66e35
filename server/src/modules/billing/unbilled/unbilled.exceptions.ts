import { api, formatListQuery } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import { exception, type Fact, type Slots } from '../../../platform/exceptions/exception.ts';
import { unbilledRows } from './unbilled.view.ts';

const listOf = ({ client, reason }: Slots) =>
  `/billing/unbilled/${encodeURIComponent(
    formatListQuery({ on_page: 1, filter_by: { client_id: [String(client)], reason: [String(reason)] } }),
  )}`;

/** The rows of the unbilled list that nobody waived. */
export const workUnbilled = exception({
  name: 'work-unbilled',
  severity: 'attention',
  access: api.unbilled.list.access,
  find: ({ timezone }) => sql<Fact>`
    select concat_ws('/', r.client_id, r.reason, r.billable_type, coalesce(r.direction, '-'), coalesce(r.activity_id, 0), coalesce(r.item_id, 0)) as record,
      r.client_id, day_start(r.from_day, ${timezone}) as since, null::int as for_user,
      jsonb_build_object('client', r.client_id, 'reason', r.reason, 'name', concat_ws(', ', a.name, i.name), 'count', r.causes,
        'activity', a.name, 'item', i.name, 'from', r.from_day) as slots
    from ${unbilledRows} r left join billing_activities a on a.client_id = r.client_id and a.id = r.activity_id
    left join billing_items i on i.id = r.item_id
    where r.waived_at is null order by r.from_day, 1`,
  slots: { reason: 'words', from: 'day' },
  words: 'billing.unbilled.reasons',
  variant: ({ name, reason }) => {
    if (reason === 'not_billed') return 'Shipments';
    return name ? '' : 'Reason';
  },
  facts: ['activity', 'item', 'reason', 'from'],
  link: listOf,
  action: (slots) => ({ to: listOf(slots) }),
  on: ['billing_gaps.changed', 'billing_run.saved', 'billing_entry.saved', 'shipment.finished', 'shipment.voided'],
});
