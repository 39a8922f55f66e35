import type { TraceSubject } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { queueTrace } from '../../records/index.ts';

/** What the history says of a subscription: which report, how often, and who receives it. */
export interface TracedSubscription {
  report: string;
  of_client: number | null;
  frequency: string;
  receivers: string[];
}

/** Who receives the rows of a client is part of the client's history: subscriptions themselves have no page. */
export function traceSubscription(
  tx: Tx,
  actor: Actor,
  subject: Extract<TraceSubject, `Subscription ${string}`>,
  { report, of_client, frequency, receivers }: TracedSubscription,
): void {
  if (of_client === null) return;
  queueTrace(tx, actor, {
    type: 'Client',
    id: of_client,
    clientId: of_client,
    subject,
    changes: [
      { field: 'auto_task', newValue: `${report}, ${frequency}` },
      { field: 'auto_task.receivers', newValue: receivers.join(', ') },
    ],
  });
}
