import { availableUnits, type BatchFailure, lineToFill, type Order, sumOfUnits } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import type { OpenPart } from '../../../platform/http/bind.ts';
import type { Problem } from '../../../platform/http/problem.ts';
import { readOrder } from '../../orders/index.ts';
import { shipmentsOfOrders } from '../shipments-of-orders.view.ts';
import { shipOrder } from './ship-order.ts';

/** The reference of an order that was refused, and what could ship of one that is short. */
async function readRefused(tx: Tx, id: number, isShort: boolean) {
  const { rows } = await sql<{ reference: string }>`
    select reference from orders where id = ${id} and ${inScope(tx)}`.execute(tx);
  const failed_reference = rows[0]?.reference ?? String(id);
  return { failed_reference, available: isShort ? availableOf(await readOrder(tx, id, shipmentsOfOrders)) : 0 };
}

const availableOf = ({ lines }: Order): number => sumOfUnits(availableUnits(lines.map(lineToFill)));

/**
 * Ships everything that is left of several orders, or what is available of them, each in its own transaction: one that is refused does not keep the
 * others from being shipped. Answers those that were refused, with the reason.
 */
export async function processOrders(
  openPart: OpenPart,
  open: Open,
  actor: Actor,
  { orderIDs: ids, available }: { orderIDs: readonly number[]; available: 0 | 1 },
): Promise<BatchFailure[]> {
  const failures: BatchFailure[] = [];
  const wanted = [...new Set(ids)];
  for (const id of wanted)
    try {
      const answer = id === wanted.at(-1) ? () => failures : undefined;
      await openPart(String(id), (tx) => shipOrder(tx, actor, id, available ? 'available' : undefined), answer);
    } catch (error) {
      const problem = error as Problem;
      const isShort = problem.body.error_code === 40002;
      const about = await open(actorScope(actor), (tx) => readRefused(tx, id, isShort), 'read');
      failures.push({ id, ...about, failed_reason: problem.message, failed_reason_key: problem.reason });
    }
  return failures;
}
