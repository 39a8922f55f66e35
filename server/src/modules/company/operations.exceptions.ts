import { api } from '@longshore/contract';
import { sql } from '../../platform/database/sql.ts';
import { exception, type Fact } from '../../platform/exceptions/exception.ts';

export const eventParked = exception({
  name: 'event-parked',
  severity: 'stopped',
  access: api.operations.parkedEvents.access,
  find: () => sql<Fact>`
    select e.id::text as record, c.id as client_id, e.parked_at as since, null::int as for_user,
      jsonb_build_object('name', e.id, 'event', e.kind, 'tries', e.tries, 'problem', e.problem) as slots
    from events e left join clients c on c.id = e.client_id
    where e.parked_at is not null order by e.parked_at, e.id`,
  slots: { event: 'code', tries: 'number' },
  facts: ['event', 'problem', 'tries'],
  link: () => '/system/events/on_page%3D1',
  action: ({ name: id }) => ({ endpoint: api.operations.retryEvent, params: { id: Number(id) } }),
});
