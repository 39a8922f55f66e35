import { sql } from 'kysely';
import pg from 'pg';
import { type Open, type Tx, workerScope } from '../database/tx.ts';
import type { Log } from '../log.ts';
import type { JobRequest, StoredEvent, Subscribers } from './events.ts';

const DISPATCHER_LOCK = 7_263_042;
const EVERY_MS = 250;
const BATCH = 500;
export const LIVE_CHANNEL = 'longshore_live';

async function queueJobs(tx: Tx, jobs: JobRequest[]): Promise<void> {
  for (const job of jobs)
    await sql`select graphile_worker.add_job(${job.task}::text, ${JSON.stringify(job.payload)}::json,
      queue_name => ${job.queue ?? null}::text, run_at => now() + make_interval(secs => ${job.afterSeconds ?? 0}), max_attempts => ${job.attempts ?? 12}::int, job_key => ${job.key ?? null}::text)`.execute(
      tx,
    );
}

/** Turns waiting events into jobs and one live notice, all in one transaction. Answers how many there were. */
export async function dispatchBatch(tx: Tx, subscribers: Subscribers): Promise<number> {
  const { rows } = await sql<StoredEvent>`
    select id, kind, client_id, subject_id, payload from events
    where dispatched_at is null order by id limit ${sql.lit(BATCH)} for no key update skip locked`.execute(tx);
  if (!rows.length) return 0;
  await queueJobs(
    tx,
    rows.flatMap((event) => (subscribers[event.kind] ?? []).flatMap((subscriber) => subscriber(event))),
  );
  await sql`update events set dispatched_at = now() where id = any(${rows.map((event) => event.id)}::bigint[])`.execute(
    tx,
  );
  const notice = rows.map((event) => [event.kind, event.client_id, event.subject_id]);
  // A notice holds at most 8000 bytes; a longer one is told as "look again".
  const text = JSON.stringify(notice);
  await sql`select pg_notify(${LIVE_CHANNEL}, ${text.length < 7000 ? text : '[]'})`.execute(tx);
  return rows.length;
}

/** Runs while it holds an advisory lock, so that of several processes one dispatches and another takes over. */
export function startDispatcher(url: string, open: Open, subscribers: Subscribers, log: Log) {
  let stopped = false;
  let wake = () => {};
  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function holdLock(): Promise<pg.Client | undefined> {
    const holder = new pg.Client({ connectionString: url, application_name: 'longshore dispatcher' });
    let lost = false;
    holder.on('error', () => {
      lost = true;
    });
    try {
      await holder.connect();
      const { rows } = await holder.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        DISPATCHER_LOCK,
      ]);
      if (rows[0]?.held && !lost) return holder;
    } catch (error) {
      log.warn({ error: (error as Error).message }, 'the dispatcher cannot reach the database');
    }
    await holder.end().catch(() => {});
    return undefined;
  }

  async function dispatchWhileHeld(holder: pg.Client): Promise<void> {
    let lost = false;
    holder.on('end', () => {
      lost = true;
    });
    while (!stopped && !lost) {
      try {
        const count = await open(workerScope, (tx) => dispatchBatch(tx, subscribers));
        if (count < BATCH) await pause(EVERY_MS);
      } catch (error) {
        log.warn({ error: (error as Error).message }, 'events were not dispatched; trying again');
        await pause(1000);
      }
    }
  }

  const running = (async () => {
    while (!stopped) {
      const holder = await holdLock();
      if (!holder) {
        await pause(2000);
        continue;
      }
      await dispatchWhileHeld(holder);
      await holder.end().catch(() => {});
    }
  })();

  return {
    async stop() {
      stopped = true;
      wake();
      await running;
    },
  };
}
