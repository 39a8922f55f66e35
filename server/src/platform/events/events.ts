import type { EventKind, EventPayload, EventPayloadIn } from '@longshore/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../database/tx.ts';
import { runInTransaction } from './in-transaction.ts';

type PayloadField<Kind extends EventKind> =
  Record<never, never> extends EventPayloadIn<Kind>
    ? { payload?: EventPayloadIn<Kind> }
    : { payload: EventPayloadIn<Kind> };

/** An event as it is recorded. Kinds and their payloads are declared in the contract. */
export type NewEvent<Kind extends EventKind = EventKind> = {
  kind: Kind;
  /** The client whose users may hear of it; none for events of the company. */
  clientId?: number | null;
  /** The record it is about. */
  subjectId?: number | null;
} & PayloadField<Kind>;

/** Kinds that can be recorded without a payload. */
export type PlainEventKind = {
  [Kind in EventKind]: Record<never, never> extends EventPayloadIn<Kind> ? Kind : never;
}[EventKind];

/**
 * Records what happened, in the transaction that made it happen, and runs the subscribers that belong to that
 * transaction: an error of theirs aborts it. Only a row is written: notifying from every business transaction would
 * queue all commits behind one lock, so the dispatcher polls for rows instead.
 */
export async function recordEvent<Kind extends EventKind>(tx: Tx, event: NewEvent<Kind>): Promise<void> {
  const { kind, clientId = null, subjectId = null, payload = {} } = event as NewEvent;
  await insertSql(kind, sql`${clientId}`, sql`${subjectId}`, payload).execute(tx);
  await runInTransaction(tx, { kind, clientId, subjectId, payload } as never);
}

const insertSql = (
  kind: EventKind,
  clientId: RawBuilder<unknown>,
  subjectId: RawBuilder<unknown>,
  payload: object,
  from = sql`(values (1)) once`,
) => sql`
  insert into events (kind, client_id, subject_id, payload)
  select ${kind}::text, ${clientId}::int, ${subjectId}::int, ${JSON.stringify(payload)}::jsonb from ${from}`;

/** Kinds that are also written as part of a larger SQL statement, so that nothing can run in their transaction. */
export type SqlEventKind = 'inventory.moved';

/** The insert of an event as part of a larger statement: one event for each row of `from`. */
export const eventSql = (
  event: { kind: SqlEventKind; clientId: RawBuilder<unknown>; subjectId: RawBuilder<unknown> },
  from: RawBuilder<unknown>,
) => insertSql(event.kind, event.clientId, event.subjectId, {}, from);

/** An event as its subscribers receive it after the commit. */
export interface StoredEvent<Kind extends EventKind = EventKind> {
  id: number;
  kind: Kind;
  client_id: number | null;
  subject_id: number | null;
  payload: EventPayload<Kind>;
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

/** Which jobs an event of a kind gives rise to after its commit. */
export type Subscribers = { [Kind in EventKind]?: ((event: StoredEvent<Kind>) => JobRequest[])[] };

/** Joins the subscribers of several modules; a kind may have some in each. */
export function joinSubscribers<Joined extends Record<string, unknown[] | undefined>>(...parts: Joined[]): Joined {
  const joined: Record<string, unknown[]> = {};
  for (const part of parts)
    for (const [kind, subscribers = []] of Object.entries(part))
      joined[kind] = [...(joined[kind] ?? []), ...subscribers];
  return joined as Joined;
}
