import type { EventKind, EventPayload, EventPayloadIn } from '@longshore/contract';
import { sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';
import { type QueuedEventKind, runInTransaction } from './in-transaction.ts';

type PayloadField<Kind extends EventKind> =
  Record<never, never> extends EventPayloadIn<Kind>
    ? { payload?: EventPayloadIn<Kind> }
    : { payload: EventPayloadIn<Kind> };

/** An event as it is recorded. Kinds and their payloads are declared in the contract. */
export type NewEvent<Kind extends EventKind = EventKind> = {
  kind: Kind;
  /** The client whose users may see it; null for events of the company. */
  clientId?: number | null;
  /** The record it is about. */
  subjectId?: number | null;
} & PayloadField<Kind>;

/** Kinds that can be recorded without a payload. */
export type PlainEventKind = {
  [Kind in EventKind]: Record<never, never> extends EventPayloadIn<Kind> ? Kind : never;
}[EventKind];

const insertEvent = ({ kind, clientId = null, subjectId = null, payload = {} }: NewEvent) => sql`
  insert into events (kind, client_id, subject_id, payload)
  values (${kind}, ${clientId}, ${subjectId}, ${JSON.stringify(payload)}::jsonb)`;

/**
 * Records an event in the transaction that caused it, and runs the `inTransaction` subscribers: if one throws, the
 * transaction is aborted. It only inserts a row: a NOTIFY in every business transaction would serialize all commits
 * behind one lock, so the dispatcher polls for rows instead. The row is sent with the next batch, so that an event
 * without subscribers costs no round trip.
 */
export async function recordEvent<Kind extends EventKind>(tx: Tx, event: NewEvent<Kind>): Promise<void> {
  const { kind, clientId = null, subjectId = null, payload = {} } = event as NewEvent;
  insertEvent(event as NewEvent).queue(tx);
  await runInTransaction(tx, { kind, clientId, subjectId, payload } as never);
}

/** The same for kinds that cannot have `inTransaction` subscribers: there is nothing to wait for. */
export function queueEvent<Kind extends QueuedEventKind>(tx: Tx, event: NewEvent<Kind>): void {
  insertEvent(event as NewEvent).queue(tx);
}

/** The same event of several records, in one statement. */
export function queueEvents(
  tx: Tx,
  kind: QueuedEventKind & PlainEventKind,
  clientId: number,
  subjectIds: readonly number[],
): void {
  sql`
    insert into events (kind, client_id, subject_id, payload)
    select ${kind}, ${clientId}, subject_id, '{}' from unnest(${subjectIds}::int[]) subject_id`.queue(tx);
}

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
  /** Jobs of one queue run sequentially. */
  queue?: string;
  /** A job with this key is not queued twice. */
  key?: string;
  attempts?: number;
  /** Delay in seconds. */
  afterSeconds?: number;
  /** When it is queued already, it keeps its time: events that follow each other closely do not put it off. */
  keepsTime?: boolean;
}

/** Which of these clients want the events; asked once for a batch of events, after they were committed. */
export type Audience = (tx: Tx, clientIds: readonly number[]) => Promise<readonly number[]>;

/** The jobs to queue for an event, after its commit. With an audience, only for events of the clients in it. */
export interface Subscriber<Kind extends EventKind = EventKind> {
  (event: StoredEvent<Kind>): JobRequest[];
  audience?: Audience;
}

/** A subscriber for some clients only: a job that would find nobody to tell costs more than the event itself. */
export const forClients = <Kind extends EventKind>(
  audience: Audience,
  jobs: (event: StoredEvent<Kind>) => JobRequest[],
): Subscriber<Kind> => Object.assign((event: StoredEvent<Kind>) => jobs(event), { audience });

export type Subscribers = { [Kind in EventKind]?: Subscriber<Kind>[] };

/** Joins the subscribers of several modules; a kind may have some in each. */
export function joinSubscribers<Joined extends Record<string, unknown[] | undefined>>(...parts: Joined[]): Joined {
  const joined: Record<string, unknown[]> = {};
  for (const part of parts)
    for (const [kind, subscribers = []] of Object.entries(part))
      joined[kind] = [...(joined[kind] ?? []), ...subscribers];
  return joined as Joined;
}
