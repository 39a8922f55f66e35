import type { BatchFailure } from '@longshore/contract';
import { sql } from 'kysely';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import type { OpenPart } from '../../../platform/http/bind.ts';
import type { Problem } from '../../../platform/http/problem.ts';
import { shipOrder } from './ship-order.ts';

async function readReference(tx: Tx, id: number): Promise<string> {
  const { rows } = await sql<{ reference: string }>`
    select reference from orders where id = ${id} and ${inScope(tx)}`.execute(tx);
  return rows[0]?.reference ?? String(id);
}

/**
 * Ships everything that is left of several orders, each in its own transaction: one that is refused does not keep the
 * others from being shipped. Answers those that were refused, with the reason.
 */
export async function processOrders(
  openPart: OpenPart,
  open: Open,
  actor: Actor,
  ids: readonly number[],
): Promise<BatchFailure[]> {
  const failures: BatchFailure[] = [];
  const wanted = [...new Set(ids)];
  for (const id of wanted)
    try {
      const answer = id === wanted.at(-1) ? () => failures : undefined;
      await openPart(String(id), (tx) => shipOrder(tx, actor, id), answer);
    } catch (error) {
      const problem = error as Problem;
      const failed_reference = await open(actorScope(actor), (tx) => readReference(tx, id), 'read');
      failures.push({ id, failed_reference, failed_reason: problem.message, failed_reason_key: problem.reason });
    }
  return failures;
}
