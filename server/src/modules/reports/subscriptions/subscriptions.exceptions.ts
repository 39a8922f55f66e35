import { api } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import { exception, type Fact } from '../../../platform/exceptions/exception.ts';

export const subscriptionStopped = exception({
  name: 'subscription-stopped',
  severity: 'attention',
  access: api.reportSubscriptions.resume.access,
  find: () => sql<Fact>`
    select s.id::text as record, s.client_id, s.stopped_at as since, null::int as for_user,
      jsonb_build_object('name', s.user_name, 'reason', s.stop_reason) as slots
    from report_subscriptions s where s.state = 'stopped' order by s.stopped_at, s.id`,
  slots: { reason: 'reason' },
  facts: ['reason'],
  link: () => '/reports',
  action: () => ({ to: '/reports' }),
  on: ['report_subscription.saved'],
});
