import { keyOfReason, reasonSentence, type WebhookLog } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

const LOGS_MAX = 100;

/** Waiting and failed deliveries, newest first. */
export async function listLogs(tx: Tx, webhookId: number): Promise<WebhookLog[]> {
  const { rows } = await sql<Omit<WebhookLog, 'problem_key'>>`
    select id, created_at, subject, state, attempts, problem from webhook_deliveries
    where webhook_id = ${webhookId} and ${inScope(tx)} and state <> 'delivered' order by id desc limit ${sql.lit(LOGS_MAX)}`.execute(
    tx,
  );
  return rows.map((log) => ({
    ...log,
    problem: reasonSentence(log.problem),
    problem_key: keyOfReason(log.problem),
  }));
}
