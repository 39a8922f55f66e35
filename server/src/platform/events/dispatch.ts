import { type EventKind, eventOf, type Schema } from '@longshore/contract';
import type { z } from 'zod';
import { sql } from '../database/sql.ts';
import { type Open, staffScope, type Tx, workerScope } from '../database/tx.ts';
import type { Log } from '../log.ts';
import type { Audience, JobRequest, StoredEvent, Subscriber, Subscribers } from './events.ts';

export const BATCH = 500;
/** After this many failures an event is parked until a super user retries it. */
export const TRIES_MAX = 10;
export const LIVE_CHANNEL = 'longshore_live';
/** The maximum size of a PostgreSQL notification is 8000 bytes. */
const NOTICE_BYTES = 7000;

interface EventRow {
  id: number;
  kind: string;
  client_id: number | null;
  subject_id: number | null;
  payload: unknown;
}

/** Of jobs with the same key the last one counts, as if they were queued one after the other. */
const lastOfKey = (jobs: readonly JobRequest[]): JobRequest[] => [
  ...new Map(jobs.map((job, at) => [job.key ?? at, job])).values(),
];

const queueJob = async (tx: Tx, job: JobRequest): Promise<boolean> => {
  const { rows } = await sql<{ is_queued: boolean }>`
    select added.id is not null as is_queued from graphile_worker.add_job(${job.task}::text, ${JSON.stringify(job.payload)}::json,
      queue_name => ${job.queue ?? null}::text, run_at => now() + make_interval(secs => ${job.afterSeconds ?? 0}), max_attempts => ${job.attempts ?? 12}::int, job_key => ${job.key ?? null}::text,
      job_key_mode => ${job.keepsTime ? 'preserve_run_at' : 'replace'}::text) as added`.execute(tx);
  return rows[0]?.is_queued ?? false;
};

/**
 * The statements are issued in the same tick, so that they are sent in one network write. A worker may take the job of a
 * key between the steps of queueing it again: then nothing is queued, although that job has not seen what happened, and
 * it is queued anew.
 */
async function queueJobs(tx: Tx, jobs: readonly JobRequest[], tries = 5): Promise<void> {
  const queued = await Promise.all(jobs.map((job) => queueJob(tx, job)));
  const missed = jobs.filter((_, at) => !queued[at]);
  if (!missed.length) return;
  if (tries <= 1) throw new Error(`The job "${missed[0]?.key}" could not be queued.`);
  await queueJobs(tx, missed, tries - 1);
}

function payloadOf(schema: Schema, row: EventRow): unknown {
  const parsed = (schema as unknown as z.ZodType).safeParse(row.payload);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new Error(`Payload of "${row.kind}": ${issue?.path.join('.')}: ${issue?.message}`);
}

const subscribersOf = (row: EventRow, subscribers: Subscribers) =>
  (subscribers[row.kind as EventKind] ?? []) as Subscriber[];

/** The clients of these events that want these events, for each audience: one query each, however many events. */
async function readAudiences(
  open: Open,
  rows: readonly EventRow[],
  subscribers: Subscribers,
): Promise<Map<Audience, ReadonlySet<number>>> {
  const asked = new Map<Audience, Set<number>>();
  for (const row of rows)
    for (const { audience } of subscribersOf(row, subscribers))
      if (audience && row.client_id !== null)
        asked.set(audience, (asked.get(audience) ?? new Set()).add(row.client_id));
  if (!asked.size) return asked;
  return open(
    staffScope,
    async (tx) =>
      new Map(
        await Promise.all(
          [...asked].map(async ([audience, ids]) => [audience, new Set(await audience(tx, [...ids]))] as const),
        ),
      ),
    'read',
  );
}

/** Throws for a kind this version does not know: a newer process may have recorded it and will dispatch it. */
function jobsOf(
  row: EventRow,
  subscribers: Subscribers,
  audiences: ReadonlyMap<Audience, ReadonlySet<number>>,
): JobRequest[] {
  const declaration = eventOf(row.kind);
  if (!declaration) throw new Error(`This version of the server does not know events of the kind "${row.kind}".`);
  const event = { ...row, payload: payloadOf(declaration.payload, row) };
  return subscribersOf(row, subscribers)
    .filter(({ audience }) => !audience || audiences.get(audience)?.has(row.client_id ?? 0))
    .flatMap((subscriber) => subscriber(event as StoredEvent));
}

/** Notifies open screens, in as many notifications as needed; several changes of one record become one notice. */
async function notifyScreens(tx: Tx, rows: readonly EventRow[]): Promise<void> {
  const notices = new Set(rows.map((row) => JSON.stringify([row.kind, row.client_id, row.subject_id])));
  const texts: string[] = [];
  for (const notice of notices) {
    const last = texts.at(-1);
    if (last !== undefined && last.length + notice.length < NOTICE_BYTES) texts[texts.length - 1] = `${last},${notice}`;
    else texts.push(notice);
  }
  await Promise.all(texts.map((text) => sql`select pg_notify(${LIVE_CHANNEL}, ${`[${text}]`})`.execute(tx)));
}

/** Turns events into jobs and live notices, all in one transaction. */
async function dispatch(tx: Tx, open: Open, rows: readonly EventRow[], subscribers: Subscribers): Promise<number> {
  if (!rows.length) return 0;
  const audiences = await readAudiences(open, rows, subscribers);
  await queueJobs(tx, lastOfKey(rows.flatMap((row) => jobsOf(row, subscribers, audiences))));
  await sql`update events set dispatched_at = now(), parked_at = null where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(
    tx,
  );
  await notifyScreens(tx, rows);
  return rows.length;
}

const columns = sql`id, kind, client_id, subject_id, payload`;

async function dispatchNew(tx: Tx, open: Open, subscribers: Subscribers): Promise<number> {
  const { rows } = await sql<EventRow>`
    select ${columns} from events where dispatched_at is null and tries = 0
    order by id limit ${sql.lit(BATCH)} for no key update skip locked`.execute(tx);
  return dispatch(tx, open, rows, subscribers);
}

async function dispatchBatch(tx: Tx, open: Open, ids: readonly number[], subscribers: Subscribers): Promise<number> {
  const { rows } = await sql<EventRow>`
    select ${columns} from events where id = any(${ids}::bigint[]) and dispatched_at is null
    order by id for no key update skip locked`.execute(tx);
  return dispatch(tx, open, rows, subscribers);
}

/** Backoff of 2, 4, 8 … seconds: ten attempts take a quarter of an hour. */
async function noteFailure(tx: Tx, id: number, problem: string): Promise<boolean> {
  const { rows } = await sql<{ is_parked: boolean }>`
    update events set tries = tries + 1, problem = ${problem.slice(0, 2000)},
      next_try_at = now() + make_interval(secs => power(2, least(tries + 1, 10))),
      parked_at = case when tries + 1 >= ${sql.lit(TRIES_MAX)} then now() end
    where id = ${id} and dispatched_at is null
    returning parked_at is not null as is_parked`.execute(tx);
  return rows[0]?.is_parked ?? false;
}

/** Halves a failing batch until the failing event is isolated, so that it does not block the others. */
async function dispatchByHalves(open: Open, ids: readonly number[], subscribers: Subscribers, log: Log): Promise<void> {
  if (!ids.length) return;
  try {
    await open(workerScope, (tx) => dispatchBatch(tx, open, ids, subscribers));
  } catch (error) {
    if (ids.length > 1) {
      const middle = ids.length >> 1;
      await dispatchByHalves(open, ids.slice(0, middle), subscribers, log);
      await dispatchByHalves(open, ids.slice(middle), subscribers, log);
      return;
    }
    const [id = 0] = ids;
    const problem = (error as Error).message;
    // Without a database this throws too: then it does not count as an attempt.
    const isParked = await open(workerScope, (tx) => noteFailure(tx, id, problem));
    log.warn({ event: id, error: problem }, isParked ? 'an event was parked' : 'an event was not dispatched');
  }
}

const idsOf = (open: Open, condition: ReturnType<typeof sql>) =>
  open(
    workerScope,
    async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from events where dispatched_at is null and ${condition} order by id limit ${sql.lit(BATCH)}`.execute(
        tx,
      );
      return rows.map(({ id }) => id);
    },
    'read',
  );

/**
 * Dispatches waiting events: new ones in one transaction, then those whose next attempt is due. Returns whether there
 * may be more. Throws only when the database cannot be used.
 */
export async function dispatchWaiting(open: Open, subscribers: Subscribers, log: Log): Promise<boolean> {
  const count = await open(workerScope, (tx) => dispatchNew(tx, open, subscribers)).catch(async () => {
    const ids = await idsOf(open, sql`tries = 0`);
    await dispatchByHalves(open, ids, subscribers, log);
    return ids.length;
  });
  const due = await idsOf(open, sql`tries > 0 and parked_at is null and next_try_at <= now()`);
  await dispatchByHalves(open, due, subscribers, log);
  return count >= BATCH || due.length >= BATCH;
}
