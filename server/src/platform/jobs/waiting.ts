import { sql } from 'kysely';
import type { Tx } from '../database/tx.ts';

/**
 * What a queue's jobs are still to do, in the order in which they were asked for. A job that failed is laid back and
 * others of its queue come first: whoever promises an order looks here. What nobody tries any more is not among them.
 */
export async function waitingInQueue(tx: Tx, queue: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ payload: Record<string, unknown> }>`
    select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where q.queue_name = ${queue} and j.attempts < j.max_attempts order by j.id`.execute(tx);
  return rows.map(({ payload }) => payload);
}
