import { api } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import { exception, type Fact } from '../../../platform/exceptions/exception.ts';

/** One for each webhook, however many notices it did not take. */
export const webhookGivenUp = exception({
  name: 'webhook-given-up',
  severity: 'stopped',
  access: api.webhooks.logs.access,
  find: () => sql<Fact>`
    select w.id::text as record, w.client_id, f.since, null::int as for_user,
      jsonb_build_object('client', w.client_id, 'name', substring(w.endpoint from '^[a-z]+://([^/?#]+)'), 'endpoint', w.endpoint,
        'count', f.count, 'problem', f.problem, 'delivery', f.oldest) as slots
    from webhooks w join (
      select client_id, webhook_id, min(created_at) as since, count(*)::int as count, min(id) as oldest,
        (array_agg(problem order by id desc))[1] as problem
      from webhook_deliveries where state = 'failed' group by client_id, webhook_id) f
      on f.client_id = w.client_id and f.webhook_id = w.id
    order by f.since, w.id`,
  slots: { problem: 'reason', endpoint: 'code' },
  facts: ['endpoint', 'problem'],
  link: ({ client }) => `/clients/${client}/action/view`,
  action: ({ delivery }) => ({ endpoint: api.webhooks.retry, params: { id: Number(delivery) } }),
});
