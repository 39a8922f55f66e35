import { api } from '@longshore/contract';
import { sql } from '../database/sql.ts';
import { exception, type Fact } from '../exceptions/exception.ts';

/** A mail that failed is tried again for some hours: it is given up when its job is. */
export const mailGivenUp = exception({
  name: 'mail-given-up',
  severity: 'stopped',
  access: 'super',
  find: () => sql<Fact>`
    select m.id::text as record, null::int as client_id, j.finished_at as since, null::int as for_user,
      jsonb_build_object('name', m.subject, 'address', m.recipient, 'problem', m.problem, 'run', j.id) as slots
    from mails m cross join lateral (
      select r.id, r.finished_at from job_runs r
      where r.state = 'given up' and r.task = 'send-mail' and r.payload = jsonb_build_object('mail_id', m.id)
      order by r.id desc limit 1) j
    where m.state = 'failed' order by j.finished_at, m.id`,
  slots: { address: 'code' },
  facts: ['address', 'problem'],
  link: () => '/system/outbox',
  action: ({ run }) => ({ endpoint: api.operations.retryJob, params: { id: Number(run) } }),
});
