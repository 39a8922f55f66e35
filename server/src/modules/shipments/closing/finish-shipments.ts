import type { api, FinishInput, FinishResult, MessageKey } from '@longshore/contract';
import { mayCall, sentence } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { Call, OpenPart } from '../../../platform/http/bind.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { finishShipment } from './close-shipment.ts';

/** Bills a shipment that is Ready and finishes it, as `billShipment` does. Registered by the module that bills. */
export type BillAndFinish = (tx: Tx, actor: Actor, shipmentId: number, email: boolean) => Promise<void>;

declare module '../../../platform/module.ts' {
  interface Module {
    /** How shipments are billed; without one nothing can be. */
    shipmentBilling?: readonly BillAndFinish[];
  }
}

const BILLING_PERMISSION = 'create_entry_model';

export interface FinishTools {
  billing: readonly BillAndFinish[];
}

type Options = FinishInput['options'];

/** The refusal of one shipment of a batch: the answer has its message, not a code. */
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
  id,
  result: false,
  message,
  message_key: reason,
});

type FinishCall = Pick<Call<typeof api.shipments.finishMany>, 'actor' | 'body'>;

/** Finishes several shipments, each in its own transaction: one that is refused does not keep the others from it. */
export async function finishShipments(
  openPart: OpenPart,
  { billing }: FinishTools,
  { actor, body }: FinishCall,
): Promise<FinishResult[]> {
  const results: FinishResult[] = [];
  const ids = [...new Set(body.ids)];
  for (const id of ids)
    try {
      const answer = id === ids.at(-1) ? () => [...results, done(id)] : undefined;
      await openPart(String(id), (tx) => finishOne(tx, actor, id, body.options, billing), answer);
      results.push(done(id));
    } catch (error) {
      results.push(failed(id, error as Problem));
    }
  return results;
}
