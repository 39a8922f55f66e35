import { sql } from 'kysely';
import { authScope, workerScope } from './database/tx.ts';
import type { Job } from './jobs/worker.ts';

/** Nightly: what has served its time goes. Sign-in history, traces and mail stay. */
export const housekeeping: Job = async ({ open }) => {
  await open(workerScope, async (tx) => {
    await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(tx);
    await sql`delete from events where dispatched_at < now() - interval '7 days'`.execute(tx);
    await sql`delete from job_runs where finished_at < now() - interval '90 days'`.execute(tx);
  });
  await open(authScope, async (tx) => {
    await sql`delete from sessions where expires_at < now() - interval '7 days'`.execute(tx);
    await sql`delete from password_resets where expires_at < now() - interval '7 days'`.execute(tx);
  });
};
