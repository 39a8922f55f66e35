import { sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';

/**
 * The unfinished jobs of a queue, in the order in which they were queued. A job that failed is rescheduled and others
 * of its queue overtake it: jobs that guarantee an order check here. Jobs that are no longer retried are not
 * included.
 */
export async function waitingInQueue(tx: Tx, queue: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where q.queue_name = ${queue} and j.attempts < j.max_attempts order by j.id`.execute(tx);
  return rows.map(({ payload }) => payload);
}
