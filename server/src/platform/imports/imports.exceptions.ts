import { api } from '@longshore/contract';
import { sql } from '../database/sql.ts';
import { exception, type Fact } from '../exceptions/exception.ts';

/** Only who uploaded it can resume it; of a disabled user, a super user on that user's page. */
export const importFailed = exception({
  name: 'import-failed',
  severity: 'stopped',
  access: 'user',
  find: () => sql<Fact>`
    select i.id::text as record, i.client_id, i.finished_at as since, i.user_id as for_user,
      jsonb_build_object('id', i.id, 'name', i.file_name, 'row', i.next_row + 1, 'rows', i.row_count, 'saved', i.success,
        'user', i.user_name, 'user_id', i.user_id, 'is_disabled', (u.id is null)::int, 'reason', i.reason) as slots
    from imports i left join users u on u.id = i.user_id and u.is_active
    where i.state = 'failed' order by i.finished_at, i.id`,
  slots: { row: 'number', rows: 'number', saved: 'number', reason: 'reason' },
  facts: ['user', 'saved', 'reason'],
  link: ({ user_id: user, is_disabled }, actor) => (is_disabled && actor.is_su ? `/users/${user}/action/view` : ''),
  action: ({ id, user_id: user, is_disabled }, actor) =>
    user === actor.id || (is_disabled && actor.is_su)
      ? { endpoint: api.records.resumeImport, params: { id: Number(id) } }
      : null,
});
