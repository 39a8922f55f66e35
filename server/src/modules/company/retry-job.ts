import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../platform/events/events.ts';
import { invalid } from '../../platform/http/problem.ts';
import { readJob } from './operations.view.ts';

/** Queues the same work again, through an event like all work. The stored attempts are unchanged. */
export async function retryJob(tx: Tx, id: number): Promise<true> {
  const job = await readJob(tx, id);
  if (!job.can_retry) throw invalid('id', 'JobIsDone');
  await recordEvent(tx, {
    kind: 'job.retried',
    payload: { job_id: job.job_id, task: job.task, payload: JSON.parse(job.payload) },
  });
  return true;
}

/** Requested twice before it has run, it runs once. */
export const operationsSubscribers: Subscribers = {
  'job.retried': [
    ({ payload }) => [
      {
        task: payload.task,
        payload: payload.payload,
        key: `retry ${payload.job_id}`,
      },
    ],
  ],
};
