import type { Trace, Traceable } from '@longshore/contract';
import { TRACE_PAGE } from '@longshore/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import type { Tx } from '../../platform/database/tx.ts';

export interface Change {
  field: string;
  newValue: string;
}

export interface NewTrace {
  type: Traceable;
  id: number;
  clientId: number | null;
  subject: string;
  changes?: Change[];
}

const asText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The fields of a save whose value is new. Secrets are named, never shown. */
export function changesBetween(before: object, after: object, secrets: readonly string[] = []): Change[] {
  const old = before as Record<string, unknown>;
  return Object.entries(after)
    .filter(([field, value]) => value !== undefined && asText(old[field]) !== asText(value))
    .map(([field, value]) => ({ field, newValue: secrets.includes(field) ? 'changed' : asText(value) }));
}

/** Writes down who changed what, in the transaction that changes it. Nothing changed leaves no trace. */
export async function trace(tx: Tx, actor: Actor | undefined, entry: NewTrace): Promise<void> {
  if (entry.changes && !entry.changes.length) return;
  await sql`insert into traces (client_id, traceable_type, traceable_id, user_id, user_name, subject, changes)
    values (${entry.clientId}, ${entry.type}, ${entry.id}, ${actor?.id ?? null}, ${actor?.name ?? 'System'}, ${entry.subject},
      ${JSON.stringify(entry.changes ?? [])}::jsonb)`.execute(tx);
}

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
