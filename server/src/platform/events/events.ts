import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/tx.ts';

export interface NewEvent {
  kind: string;
  /** Whose it is; or the column that tells it. */
  clientId?: number | null | RawBuilder<unknown>;
  subjectId?: number | null | RawBuilder<unknown>;
  payload?: Record<string, unknown>;
}

/**
 * Says what happened, in the transaction that made it happen. Only a row: notifying from every business transaction
 * would queue all commits behind one lock, so the dispatcher looks for rows instead.
 */
export async function recordEvent(tx: Tx, event: NewEvent): Promise<void> {
  await eventSql(event).execute(tx);
}

/** The same as part of a statement: once for each row of `from`. */
export const eventSql = (event: NewEvent, from = sql`(values (1)) once`) => sql`
  insert into events (kind, client_id, subject_id, payload)
  select ${event.kind}::text, ${event.clientId ?? null}::int, ${event.subjectId ?? null}::int, ${JSON.stringify(event.payload ?? {})}::jsonb from ${from}`;

export interface StoredEvent {
  id: number;
  kind: string;
  client_id: number | null;
  subject_id: number | null;
  payload: Record<string, unknown>;
}

export interface JobRequest {
  task: string;
  payload: Record<string, unknown>;
  /** Jobs of one queue run one after the other. */
  queue?: string;
  /** A job with this key is not queued twice. */
  key?: string;
  attempts?: number;
  /** Not before so many seconds have passed. */
  afterSeconds?: number;
}

/** Which jobs an event of a kind gives rise to. */
export type Subscribers = Record<string, ((event: StoredEvent) => JobRequest[])[]>;
