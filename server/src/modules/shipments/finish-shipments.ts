import {
  api,
  type FinishInput,
  type FinishResult,
  fullPath,
  type MessageKey,
  mayCall,
  sentence,
} from '@longshore/contract';
import { type Actor, actorScope } from '../../platform/auth/actor.ts';
import type { Open, Tx } from '../../platform/database/tx.ts';
import type { Call } from '../../platform/http/bind.ts';
import { type ConstraintProblems, problemOf } from '../../platform/http/failure.ts';
import {
  claimKey,
  earlierAnswer,
  type IdempotentCall,
  isKeyTaken,
  keepAnswer,
} from '../../platform/http/idempotency.ts';
import { Problem } from '../../platform/http/problem.ts';
import { sha256 } from '../../platform/ids.ts';
import { finishShipment } from './close-shipment.ts';

/** Bills a shipment that is Ready and finishes it, as `billShipment` does. Registered by the module that bills. */
export type BillAndFinish = (tx: Tx, actor: Actor, shipmentId: number, email: boolean) => Promise<void>;

declare module '../../platform/module.ts' {
  interface Module {
    /** How shipments are billed; without one nothing can be. */
    shipmentBilling?: readonly BillAndFinish[];
  }
}

const BILLING_PERMISSION = 'create_entry_model';

export interface FinishTools {
  open: Open;
  constraints: ConstraintProblems;
  billing: readonly BillAndFinish[];
}

type Options = FinishInput['options'];

/** Of one shipment in a batch: the answer has its message, not a code. */
const refusal = (key: MessageKey) => new Problem(400, sentence(key), {}, {}, key);

function billerFor(actor: Actor, [biller]: readonly BillAndFinish[]): BillAndFinish {
  if (!biller) throw refusal('BillingIsNotAvailable');
  if (!mayCall(actor, BILLING_PERMISSION)) throw refusal('MayNotBill');
  return biller;
}

async function finishOne(
  tx: Tx,
  actor: Actor,
  id: number,
  { bill, email }: Options,
  billing: readonly BillAndFinish[],
) {
  if (!bill) return finishShipment(tx, actor, id, email === 1);
  await billerFor(actor, billing)(tx, actor, id, email === 1);
}

const done = (id: number): FinishResult => ({ id, result: true, message: '', message_key: '' });
const failed = (id: number, { message, reason }: Problem): FinishResult => ({
  ...{ id, result: false, message, message_key: reason },
});

/** One shipment of the call under the call's key: a repetition answers what the first one did. */
const onceFor = (call: FinishCall, id: number): IdempotentCall | undefined =>
  call.idempotencyKey === undefined
    ? undefined
    : {
        userId: call.actor.id,
        key: call.idempotencyKey,
        method: api.shipments.finishMany.method,
        path: `${fullPath(api.shipments.finishMany)}/${id}`,
        bodyHash: sha256(JSON.stringify(call.body)),
      };

type FinishCall = Pick<Call<typeof api.shipments.finishMany>, 'actor' | 'body' | 'idempotencyKey'>;

async function finishUnderKey(tools: FinishTools, call: FinishCall, id: number): Promise<FinishResult> {
  const { actor, body } = call;
  const scope = actorScope(actor);
  const once = onceFor(call, id);
  try {
    return await tools.open(scope, async (tx) => {
      if (once) claimKey(tx, once);
      await finishOne(tx, actor, id, body.options, tools.billing);
      if (once) keepAnswer(tx, once, done(id));
      return done(id);
    });
  } catch (error) {
    const earlier = once && isKeyTaken(error) && (await tools.open(scope, (tx) => earlierAnswer(tx, once)));
    if (earlier) return earlier.stored as FinishResult;
    const problem = problemOf(error, tools.constraints);
    if (!problem) throw error;
    return failed(id, problem);
  }
}

/** Finishes several shipments, each in its own transaction: one that is refused does not keep the others from it. */
export async function finishShipments(tools: FinishTools, call: FinishCall): Promise<FinishResult[]> {
  const results: FinishResult[] = [];
  for (const id of new Set(call.body.ids)) results.push(await finishUnderKey(tools, call, id));
  return results;
}
