import type { CHANNEL_RUN_STARTERS, CHANNEL_RUN_STATES } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { Outcome } from './take-order.ts';

export interface StoredRun {
  id: number;
  client_id: number;
  integration_id: number;
  state: (typeof CHANNEL_RUN_STATES)[number];
  since: string | null;
  until: string | null;
  cursor: string | null;
  pages: number;
}

/** A run that waits for its turn; the one that waits already, when there is one. */
export async function insertRun(
  tx: Tx,
  integration: { id: number; client_id: number },
  startedBy: (typeof CHANNEL_RUN_STARTERS)[number],
  userName = '',
): Promise<{ id: number; isNew: boolean }> {
  const { rows } = await sql<{ id: number; is_new: boolean }>`
    insert into channel_runs as r (client_id, integration_id, started_by, user_name)
    values (${integration.client_id}, ${integration.id}, ${startedBy}, ${userName})
    on conflict (integration_id, state) where state in ('waiting', 'running') do update set state = r.state
    returning r.id, xmax = 0 as is_new`.execute(tx);
  if (!rows[0]) throw new Error('The run was not written.');
  return { id: rows[0].id, isNew: rows[0].is_new };
}

/** Connections whose next run is due and that none waits for. */
export async function dueIntegrations(tx: Tx, now: Date): Promise<{ id: number; client_id: number }[]> {
  const { rows } = await sql<{ id: number; client_id: number }>`
    select i.id, i.client_id from integrations i join clients c on c.id = i.client_id and c.is_active
    where i.synchronize and i.verified and i.next_sync_at <= ${now}
      and not exists (select from channel_runs r where r.integration_id = i.id and r.state in ('waiting', 'running'))
    order by i.next_sync_at limit 1000`.execute(tx);
  return rows;
}

/** Runs that have not ended for long. Their job may be gone: the worker was killed in its last attempt. */
export async function oldRuns(
  tx: Tx,
  before: Date,
): Promise<{ id: number; integration_id: number; client_id: number }[]> {
  const { rows } = await sql<{ id: number; integration_id: number; client_id: number }>`
    select id, integration_id, client_id from channel_runs
    where state in ('waiting', 'running') and created_at < ${before} and ${inScope(tx)} order by id`.execute(tx);
  return rows;
}

/** Where a run that failed on its way stopped, when it was the last one. */
async function placeOfFailed(
  tx: Tx,
  before: number,
): Promise<Pick<StoredRun, 'since' | 'until' | 'cursor'> | undefined> {
  const { rows } = await sql<Pick<StoredRun, 'since' | 'until' | 'cursor' | 'state'>>`
    select f.since, f.until, f.cursor, f.state from channel_runs r
    join channel_runs f on f.integration_id = r.integration_id and f.id < r.id
    where r.id = ${before} and ${inScope(tx, 'r.client_id')} order by f.id desc limit 1`.execute(tx);
  const [last] = rows;
  return last?.state === 'failed' && last.cursor !== null ? last : undefined;
}

/**
 * Begins a run, or goes on with one that was interrupted; undefined while another run of the connection is under way. A
 * new run takes over the window and the place of one that failed on its way, so that a long one does not begin again.
 */
export async function beginRun(
  tx: Tx,
  id: number,
  window: { since: Date; until: Date },
): Promise<StoredRun | undefined> {
  const failed = await placeOfFailed(tx, id);
  const { rows } = await sql<StoredRun>`
    update channel_runs r set state = 'running', started_at = coalesce(r.started_at, now()),
      since = coalesce(r.since, ${failed?.since ?? window.since}), until = coalesce(r.until, ${failed?.until ?? window.until}),
      cursor = case when r.since is null then ${failed?.cursor ?? null} else r.cursor end
    where r.id = ${id} and r.state in ('waiting', 'running') and ${inScope(tx, 'r.client_id')}
      and not exists (select from channel_runs o where o.integration_id = r.integration_id and o.id <> r.id and o.state = 'running')
    returning r.id, r.client_id, r.integration_id, r.state, r.since, r.until, r.cursor, r.pages`.execute(tx);
  return rows[0];
}

export type Counts = Record<Outcome, number>;

/** The orders of a page are taken: the run goes on where the next one begins. */
export async function recordPage(
  tx: Tx,
  id: number,
  page: { next: string | null; total: number | null; read: number },
  { created, updated, skipped, failed }: Counts,
): Promise<void> {
  await sql`
    update channel_runs set cursor = ${page.next}, total = coalesce(${page.total}::int, total), pages = pages + 1, read = read + ${page.read}::int,
      created = created + ${created}::int, updated = updated + ${updated}::int, skipped = skipped + ${skipped}::int, failed = failed + ${failed}::int
    where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** The whole window was read: the next run begins where it ends. */
export async function endRun(tx: Tx, run: StoredRun, syncedUntil: Date, minutes: number, now: Date): Promise<void> {
  await sql`update channel_runs set state = 'done', ended_at = now(), problem = '' where id = ${run.id} and ${inScope(tx)}`.execute(
    tx,
  );
  await sql`
    update integrations set synced_until = greatest(synced_until, ${syncedUntil}), succeeded_at = now(), failures = 0,
      next_sync_at = ${now}::timestamptz + make_interval(mins => ${minutes}::int)
    where id = ${run.integration_id} and ${inScope(tx)}`.execute(tx);
}

/** The next run continues at the same place. The more runs failed in a row, the later it starts. */
export async function failRun(
  tx: Tx,
  run: { id: number; integration_id: number },
  reason: string,
  waitMs: number,
  now: Date,
): Promise<void> {
  await sql`update channel_runs set state = 'failed', ended_at = now(), problem = ${reason}
    where id = ${run.id} and state in ('waiting', 'running') and ${inScope(tx)}`.execute(tx);
  await sql`
    update integrations set failures = failures + 1, next_sync_at = ${now}::timestamptz + greatest(
      make_interval(secs => ${waitMs / 1000}::float8), make_interval(mins => least(60, sync_minutes * power(2, least(failures, 6))::int)))
    where id = ${run.integration_id} and ${inScope(tx)}`.execute(tx);
}

/** The run of a connection that waits for another one to end. */
export async function waitingRun(tx: Tx, integrationId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from channel_runs where integration_id = ${integrationId} and state = 'waiting' and ${inScope(tx)}`.execute(
    tx,
  );
  return rows[0]?.id;
}

const KEPT_DAYS = 90;

export const forgetRuns = (tx: Tx) =>
  sql`delete from channel_runs where state in ('done', 'failed') and created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(
    tx,
  );
