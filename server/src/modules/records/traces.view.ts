import { TRACE_PAGE, type Trace, type Traceable } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';

export async function listTraces(tx: Tx, query: { traceable_type: Traceable; traceable_id: number; page: number }) {
  const rows = sql<Trace>`
    select id, user_name as user, subject, created_at, changes as array_log from traces
    where traceable_type = ${query.traceable_type} and traceable_id = ${query.traceable_id} and ${inScope(tx)}
    order by id desc limit ${sql.lit(TRACE_PAGE)} offset ${(query.page - 1) * TRACE_PAGE}`.execute(tx);
  const count = sql<{ total: number }>`
    select count(*) as total from traces
    where traceable_type = ${query.traceable_type} and traceable_id = ${query.traceable_id} and ${inScope(tx)}`.execute(
    tx,
  );
  const [page, counted] = await Promise.all([rows, count]);
  const lastPage = Math.max(1, Math.ceil((counted.rows[0]?.total ?? 0) / TRACE_PAGE));
  return { data: page.rows, current_page: query.page, last_page: lastPage };
}
