import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import { sql } from '../database/sql.ts';
import { type Open, workerScope } from '../database/tx.ts';
import { type DiskSpace, errorText } from '../disk-space.ts';
import type { Log } from '../log.ts';
import { watchAbandoned } from './abandoned.ts';
import { makeWorkerPool } from './worker-pool.ts';

export interface JobContext {
  open: Open;
  log: Log;
}

/** The number of this attempt. After the last one there is no automatic retry. */
export interface Try {
  number: number;
  isLast: boolean;
}

/** What the runners of jobs need besides. */
export interface WorkerContext extends JobContext {
  disk: DiskSpace;
}

/** One job: it opens the transactions it needs, and must be safe to run again after an interruption. */
export interface Job {
  (context: JobContext, payload: Record<string, unknown>, attempt: Try): Promise<void>;
  /** It runs so often that its successes would hide what operators look for. */
  isQuiet?: boolean;
}

/**
 * Jobs of different lanes never wait for each other: each lane has its own number of runners. A partner that answers
 * slowly delays other calls to partners, not the mail; there are many runners for them, because they mostly wait. `runs` compute a whole day and come one after the other.
 */
export const LANES = { mail: 2, webhooks: 4, imports: 2, documents: 2, partners: 12, upkeep: 1, runs: 1 } as const;
export type Lane = keyof typeof LANES;
/** Jobs by lane and task. */
export type Jobs = Partial<Record<Lane, Record<string, Job>>>;

/** Scheduled jobs, in UTC. */
export interface Schedule {
  task: string;
  match: string;
}

/** A job that is queued whenever a worker starts: for what an earlier release, or a server that died, left undone. */
export interface StartTask {
  task: string;
  payload: Record<string, unknown>;
}

/** What is run without an event. */
export interface TimedTasks {
  schedules: readonly Schedule[];
  startTasks: readonly StartTask[];
}

interface Attempt {
  jobId: string;
  task: string;
  payload: Record<string, unknown>;
  attempt: number;
  startedAt: Date;
}

type State = 'done' | 'failed' | 'given up';

/** The queue deletes finished jobs; this table keeps their runs for operators. */
async function recordRun(open: Open, attempt: Attempt, state: State, problem: string): Promise<void> {
  await open(workerScope, async (tx) => {
    await sql`insert into job_runs (job_id, task, payload, attempt, state, problem, started_at)
      values (${attempt.jobId}, ${attempt.task}, ${JSON.stringify(attempt.payload)}::jsonb, ${attempt.attempt}, ${state}, ${problem}, ${attempt.startedAt})`.execute(
      tx,
    );
  });
}

function recorded(task: string, job: Job, context: WorkerContext, now: () => Date) {
  return async (payload: unknown, helpers: { job: { id: string; attempts: number; max_attempts: number } }) => {
    const { id, attempts, max_attempts: last } = helpers.job;
    const attempt = {
      jobId: id,
      task,
      payload: payload as Record<string, unknown>,
      attempt: attempts,
      startedAt: now(),
    };
    try {
      await job(context, attempt.payload, { number: attempts, isLast: attempts >= last });
    } catch (error) {
      context.disk.report(error);
      await recordRun(context.open, attempt, attempts >= last ? 'given up' : 'failed', errorText(error).slice(0, 2000));
      throw error;
    }
    if (!job.isQuiet) await recordRun(context.open, attempt, 'done', '');
  };
}

type Worker = { name: string; stop(): Promise<void> };

/** Runs the tasks of one lane. */
async function startLane(
  pgPool: pg.Pool,
  concurrency: number,
  jobs: Record<string, Job>,
  { schedules, startTasks }: TimedTasks,
  context: WorkerContext,
  now: () => Date,
): Promise<Worker> {
  const events: WorkerEvents = new EventEmitter();
  let name = '';
  events.once('pool:create', ({ workerPool }) => {
    name = workerPool.id;
  });
  // The library only counts it: a lane that cannot read its jobs would stop silently.
  events.on('worker:getJob:error', ({ error }) =>
    context.log.warn({ tasks: Object.keys(jobs).length, error: String(error) }, 'a lane cannot read its jobs'),
  );
  const runner = await run({
    pgPool,
    events,
    schema: 'graphile_worker',
    concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: new Logger(() => (level, message) => {
      if (level === 'error' || level === 'warning') context.log.warn({ worker: level }, message);
    }),
    taskList: Object.fromEntries(
      Object.entries(jobs).map(([task, job]) => [task, recorded(task, job, context, now)]),
    ) as never,
    parsedCronItems: parseCronItems(
      schedules
        .filter(({ task }) => task in jobs)
        .map(({ task, match }) => ({ task, match, options: { backfillPeriod: 0 } })),
    ),
  });
  // Servers that start together queue it once.
  for (const { task, payload } of startTasks)
    if (task in jobs) await runner.addJob(task, payload, { jobKey: `at start: ${task}` });
  runner.promise.catch((error: Error) => context.log.error({ err: error }, 'a worker has stopped'));
  return { name, stop: () => runner.stop() };
}

/** Runs the queue, lane by lane. The pool logs in as the worker's role, which owns the queue's tables. */
export async function startWorker(
  url: string,
  jobs: Jobs,
  timed: TimedTasks,
  context: WorkerContext,
  now: () => Date,
): Promise<{ stop(): Promise<void> }> {
  const lanes = Object.entries(jobs) as [Lane, Record<string, Job>][];
  const pgPool = makeWorkerPool({
    connectionString: url,
    // Each lane listens on its own connection; the others are for fetching and completing jobs.
    max: lanes.length + 6,
    options: '-c role=app_worker',
    application_name: 'longshore worker',
  });
  pgPool.on('error', (error) => context.log.warn({ error: error.message }, 'the worker lost a connection'));
  const workers: Worker[] = [];
  const stopAll = () => Promise.allSettled(workers.map((worker) => worker.stop()));
  try {
    for (const [lane, tasks] of lanes) workers.push(await startLane(pgPool, LANES[lane], tasks, timed, context, now));
  } catch (error) {
    await stopAll();
    await pgPool.end();
    throw error;
  }
  const watch = watchAbandoned(
    url,
    workers.map(({ name }) => name),
    context.log,
  );
  return {
    async stop() {
      await stopAll();
      await watch.stop();
      await pgPool.end();
    },
  };
}
