import pg from 'pg';
import { nameWithContract } from '../database/migration-files.ts';
import type { Log } from '../log.ts';

/** Separates our locks from other advisory locks; the second key is derived from the worker's name. */
const WORKER_LOCKS = 7_263_043;
/** A worker takes its lock just after it starts: job locks younger than this are ignored. */
const GRACE_SECONDS = 5;
const EVERY_MS = 5_000;
const RECONNECT_MS = 500;

const lockedBy = `
  select distinct locked_by as name from (
    select locked_by, locked_at from graphile_worker._private_jobs
    union all select locked_by, locked_at from graphile_worker._private_job_queues) locks
  where locked_by is not null and locked_at < now() - make_interval(secs => $1)`;

/**
 * graphile-worker leaves the jobs of a killed process locked for four hours. Every process holds an advisory lock on
 * the names of its workers, one for each lane, for as long as it lives; jobs of a name whose lock is free are
 * abandoned and go back into the queue.
 */
export function watchAbandoned(url: string, ownNames: readonly string[], log: Log): { stop(): Promise<void> } {
  let stopped = false;
  let holder: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: url,
      options: '-c role=app_worker',
      application_name: nameWithContract('longshore worker watch'),
    });
    // Without its locks this process looks dead to the others, which would free its jobs: they are taken again at once.
    const reconnect = () => {
      if (holder !== client) return;
      holder = undefined;
      if (!stopped) sweepSoon(0);
    };
    client.on('error', reconnect);
    client.on('end', reconnect);
    await client.connect();
    for (const name of ownNames) await client.query('select pg_advisory_lock($1, hashtext($2))', [WORKER_LOCKS, name]);
    return client;
  }

  async function sweep(): Promise<void> {
    holder ??= await connect();
    const { rows } = await holder.query<{ name: string }>(lockedBy, [GRACE_SECONDS]);
    for (const { name } of rows.filter((row) => !ownNames.includes(row.name))) {
      const lock = [WORKER_LOCKS, name];
      const free = await holder.query<{ free: boolean }>('select pg_try_advisory_lock($1, hashtext($2)) as free', lock);
      if (!free.rows[0]?.free) continue;
      await holder.query('select graphile_worker.force_unlock_workers(array[$1::text])', [name]);
      await holder.query('select pg_advisory_unlock($1, hashtext($2))', lock);
      log.warn({ worker: name }, 'jobs of a worker that is gone go back into the queue');
    }
  }

  const sweepAgain = async () => {
    isSweeping = true;
    await sweep().catch((error: Error) => log.warn({ error: error.message }, 'abandoned jobs were not looked for'));
    isSweeping = false;
    if (!stopped) sweepSoon(holder ? EVERY_MS : RECONNECT_MS);
  };
  const sweepSoon = (ms: number) => {
    clearTimeout(timer);
    // A sweep that is under way finds out itself.
    if (!isSweeping) timer = setTimeout(() => (running = sweepAgain()), ms);
  };
  let isSweeping = false;
  let running = sweepAgain();

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      await holder?.end().catch(() => {});
    },
  };
}
