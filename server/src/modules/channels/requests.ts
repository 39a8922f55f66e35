import { type Message, sentence } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inSavepoint } from '../../platform/database/savepoint.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { Problem } from '../../platform/http/problem.ts';
import { cancelOrder } from '../orders/index.ts';
import { shipmentsOfOrders } from '../shipments/index.ts';
import type { ServiceRequest } from './connector.ts';
import { readRequest, type StoredRequest, updateRequest } from './requests.store.ts';
import { queueStep } from './shop-orders.store.ts';

/** The answer to the merchant; `later`: nothing yet · `person`: somebody decides. */
export type Decision = { isAccepted: boolean; message: string } | 'later' | 'person';

const ACCEPTED = { isAccepted: true, message: '' };
const rejected = (message: Message) => ({ isAccepted: false, message: sentence(message) });

/**
 * How a request is answered. What is placed here is fulfilled; what was cancelled here, or what a person does not want to
 * place, is not. A cancellation of what is processed is never decided without a person.
 */
export function decisionOf(
  request: Pick<
    StoredRequest,
    'request' | 'request_answer' | 'request_note' | 'state' | 'shop_state' | 'order_id' | 'order_status'
  >,
): Decision {
  if (request.request_answer)
    return { isAccepted: request.request_answer === 'accepted', message: request.request_note };
  const { order_id, order_status, state, shop_state } = request;
  const isOver = order_id === null || order_status === 'Cancelled';
  if (request.request === 'cancellation') return isOver ? ACCEPTED : 'person';
  if (order_id === null) return state === 'ignored' && shop_state === 'open' ? rejected('RequestNotTaken') : 'later';
  return order_status === 'Cancelled' ? rejected('RequestOrderCancelled') : ACCEPTED;
}

export const nameOfRequest = (request: ServiceRequest): Message =>
  request === 'fulfilment' ? 'FulfilmentRequest' : 'CancellationRequest';

const ASKED = 'CancellationAsked' satisfies Message;
const withoutAsking = ({ problems }: StoredRequest) => problems.filter(({ reason }) => reason !== ASKED);

/** An order of which nothing is processed is cancelled as if the shop had cancelled it. */
async function cancelHere(tx: Tx, actor: Actor, request: StoredRequest): Promise<StoredRequest> {
  const { order_id, order_status } = request;
  if (order_id === null || order_status !== 'Open') return request;
  try {
    await inSavepoint(tx, () => cancelOrder(tx, actor, order_id, shipmentsOfOrders));
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error;
    return request;
  }
  queueStep(tx, request, 'cancelled');
  return { ...request, order_status: 'Cancelled' };
}

export const askToAnswer = (tx: Tx, { id, client_id, integration_id }: StoredRequest): Promise<void> =>
  recordEvent(tx, {
    kind: 'channel.answer_due',
    clientId: client_id,
    subjectId: integration_id,
    payload: { channel_order_id: id },
  });

/** Decides about a request, or leaves it to a person. Answers the request as it is stored then. */
async function decide(tx: Tx, request: StoredRequest): Promise<StoredRequest> {
  const decision = decisionOf(request);
  if (decision === 'later') return updateRequest(tx, request, { request_state: 'none' });
  const problems = withoutAsking(request);
  if (decision === 'person')
    return updateRequest(tx, request, {
      request_state: 'asked',
      state: 'changed',
      problems: [...problems, { reason: ASKED }],
    });
  const isSettled = request.state === 'changed' && problems.length === 0;
  const state = isSettled ? 'placed' : request.state;
  const due = await updateRequest(tx, request, { request_state: 'due', state, problems });
  await askToAnswer(tx, due);
  return due;
}

const NO_REQUEST = {
  request: '',
  request_state: 'none',
  request_answer: '',
  request_note: '',
  is_request_unknown: false,
} as const;

/** What people see of a request: when this is the same, nothing has to be looked at again. */
const shownOf = ({ request, request_state, state, problems }: StoredRequest) =>
  JSON.stringify([request, request_state, state, problems]);

/**
 * What the merchant asks for, as it was read with the order. The same request again changes nothing. Answers whether
 * people see something else of the order now.
 */
export async function takeRequest(
  tx: Tx,
  actor: Actor,
  shopOrderId: number,
  asked: ServiceRequest | undefined,
): Promise<boolean> {
  const before = await readRequest(tx, shopOrderId);
  if (!before) return false;
  if (!asked) {
    if (before.request) await updateRequest(tx, before, NO_REQUEST);
    return before.request !== '';
  }
  const isNew = before.request !== asked;
  if (!isNew && (before.request_state === 'refused' || before.request_state === 'left')) return false;
  if (isNew) queueStep(tx, before, 'asked', nameOfRequest(asked));
  const request = isNew ? { ...before, ...NO_REQUEST, request: asked } : before;
  const now = await decide(tx, asked === 'cancellation' ? await cancelHere(tx, actor, request) : request);
  return shownOf(now) !== shownOf(before);
}

/** A person has dealt with an order: one that is not to be placed is rejected, anything else stays unanswered. */
export async function leaveRequest(tx: Tx, shopOrderId: number): Promise<void> {
  const request = await readRequest(tx, shopOrderId);
  if (!request?.request || request.request_state === 'due') return;
  if (request.request_state === 'none') await decide(tx, request);
  else await updateRequest(tx, request, { request_state: 'left' });
}

/** A person answers a cancellation request. Answers whether there was one to decide about. */
export async function answerCancellation(
  tx: Tx,
  actor: Actor,
  shopOrderId: number,
  { isAccepted, message }: { isAccepted: boolean; message: string },
): Promise<StoredRequest | undefined> {
  const asked = await readRequest(tx, shopOrderId);
  if (asked?.request !== 'cancellation' || asked.request_state !== 'asked') return undefined;
  // Its shipment may have been voided meanwhile.
  const request = isAccepted ? await cancelHere(tx, actor, asked) : asked;
  await decide(tx, { ...request, request_answer: isAccepted ? 'accepted' : 'rejected', request_note: message });
  return request;
}

/** The shop has our answer. */
export async function endRequest(tx: Tx, sent: StoredRequest): Promise<boolean> {
  const now = await readRequest(tx, sent.id);
  if (!now || now.request !== sent.request) return false;
  await updateRequest(tx, now, NO_REQUEST);
  return true;
}

/** The shop did not take our answer: a person looks at it. */
export async function refuseRequest(tx: Tx, sent: StoredRequest, reason: string): Promise<void> {
  const now = await readRequest(tx, sent.id);
  if (!now || now.request !== sent.request) return;
  await updateRequest(tx, now, {
    request_state: 'refused',
    is_request_unknown: false,
    state: 'changed',
    problems: [...withoutAsking(now), { reason }],
  });
}
