import { keyOfReason, WEBHOOK_SENT } from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import type { Open, Scope } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';
import type { Ids } from '../../../platform/ids.ts';
import { outgoingProblem } from '../../../platform/outgoing/outgoing.ts';
import { readCallableHook } from './callable-hook.ts';
import { countAttempt, type Delivery, markDelivered, readDelivery, recordFailure } from './deliveries.store.ts';
import { type SendTools, sendWebhook } from './send-webhook.ts';

/** Sends a delivery once and records the outcome. Throws the reason when it failed. */
export async function attemptDelivery(tools: SendTools, open: Open, scope: Scope, delivery: Delivery): Promise<void> {
  const hook = await open(scope, async (tx) => {
    await countAttempt(tx, delivery.id);
    return readCallableHook(tx, delivery.webhook_id);
  });
  try {
    await sendWebhook(tools, hook, delivery);
  } catch (error) {
    const problem = outgoingProblem(error);
    await open(scope, (tx) => recordFailure(tx, delivery.id, problem.reason, 'same'));
    throw problem;
  }
  await open(scope, (tx) => markDelivered(tx, delivery.id));
}

const sent = { success: true, message: WEBHOOK_SENT.success, problem: '', problem_key: '' };
const notSent = (error: unknown) => {
  const { message, reason } = outgoingProblem(error);
  return { success: false, message: WEBHOOK_SENT.failure, problem: message, problem_key: keyOfReason(reason) };
};

/** Sends an example of what the webhook will receive. Nothing is stored. */
export async function testWebhook(tools: SendTools & { ids: Ids }, open: Open, actor: Actor, id: number) {
  const hook = await open(actorScope(actor), (tx) => readCallableHook(tx, id), 'read');
  try {
    await sendWebhook(tools, hook, {
      client_id: hook.client_id,
      delivery_key: tools.ids.uuid(),
      trigger: hook.trigger,
      payload: { test: true, id: 0, reference: 'TEST' },
      created_at: tools.clock.now().toISOString(),
    });
    return sent;
  } catch (error) {
    return notSent(error);
  }
}

/** Sends a log entry again, immediately. When it succeeds it is removed from the log. */
export async function retryDelivery(tools: SendTools, open: Open, actor: Actor, id: number) {
  const scope = actorScope(actor);
  const delivery = await open(scope, (tx) => readDelivery(tx, id), 'read');
  if (!delivery) throw notFound();
  if (delivery.state === 'delivered') return sent;
  try {
    await attemptDelivery(tools, open, scope, delivery);
    return sent;
  } catch (error) {
    return notSent(error);
  }
}
