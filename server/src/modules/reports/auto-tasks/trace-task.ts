import { TASK_REPORTS, type TraceSubject } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { queueTrace } from '../../records/index.ts';
import type { StoredTask } from './tasks.store.ts';

/** Who receives the bills of a client is part of the client's history: tasks themselves have no page. */
export function traceTask(
  tx: Tx,
  actor: Actor,
  subject: Extract<TraceSubject, 'Auto task added' | 'Auto task removed'>,
  { frequency, report_type, receiver_1, receiver_2 }: StoredTask,
  clients: readonly number[],
): void {
  for (const id of clients)
    queueTrace(tx, actor, {
      type: 'Client',
      id,
      clientId: id,
      subject,
      changes: [
        { field: 'auto_task', newValue: `${TASK_REPORTS[report_type]}, ${frequency}` },
        { field: 'auto_task.receivers', newValue: [receiver_1, receiver_2].filter(Boolean).join(', ') },
      ],
    });
}
