import { staffScope } from '../../platform/database/tx.ts';
import { recordEvent, type Subscribers } from '../../platform/events/events.ts';
import type { Job } from '../../platform/jobs/worker.ts';
import { withSubject } from './call-subjects.ts';
import { connectStored } from './connection.ts';
import { readStored } from './integrations.store.ts';
import { isTransient, PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import { partnerOf } from './partners.ts';
import { readRequest, updateRequest } from './requests.store.ts';
import { decisionOf, endRequest, nameOfRequest, refuseRequest } from './requests.ts';
import { revoke } from './revoke.ts';
import { queueStep } from './shop-orders.store.ts';
import type { SyncTools } from './sync.jobs.ts';

/** With the waits between them growing, these take some days. */
const ATTEMPTS = 20;

export const requestSubscribers: Subscribers = {
  'channel.answer_due': [
    ({ subject_id, payload }) => [
      {
        task: 'answer-shop-request',
        payload: { integration_id: subject_id, channel_order_id: payload.channel_order_id },
        queue: `channel ${subject_id} answers`,
        key: `channel answer ${payload.channel_order_id}`,
        attempts: ATTEMPTS,
      },
    ],
  ],
};

/**
 * Answers what a merchant asks for, as it is decided when it is sent. Connectors look first what is still asked for, so
 * that an answer that was lost is harmless.
 */
export const answerRequestJob =
  (tools: SyncTools): Job =>
  async ({ open }, payload) => {
    const read = await open(staffScope, async (tx) => {
      const stored = await readStored(tx, Number(payload.integration_id));
      const request = stored?.verified && (await readRequest(tx, Number(payload.channel_order_id)));
      if (!request || request.request === '' || request.request_state !== 'due') return undefined;
      const decision = decisionOf(request);
      if (typeof decision === 'string') return undefined;
      await updateRequest(tx, request, { is_request_unknown: true });
      return { stored, request, asked: request.request, decision };
    });
    if (!read) return;
    const { stored, request, asked, decision } = read;
    const partner = partnerOf(tools.connectors, stored.type);
    try {
      if (!partner.service) throw new PartnerProblem('refused', `NotOffered:${partner.name}`);
      const connection = withSubject(connectStored(tools, partner, stored), request.source_id);
      const isAnswered = await partner.service.answer(connection, request.source_id, asked, decision);
      await open(staffScope, async (tx) => {
        const isEnded = await endRequest(tx, request);
        // What nobody asked for any more was answered by an attempt whose answer was lost, or elsewhere.
        if (isEnded && (isAnswered || request.is_request_unknown))
          queueStep(
            tx,
            request,
            decision.isAccepted ? 'accepted' : 'rejected',
            [nameOfRequest(asked), decision.message].filter(Boolean).join('\n'),
          );
        await recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: stored.id });
      });
    } catch (error) {
      if (!(error instanceof PartnerProblem)) throw error;
      const isRetried = isTransient(error) || error.kind === 'conflict';
      await open(staffScope, async (tx) => {
        const reason = reasonOfProblem(error);
        if (error.kind === 'auth') return revoke(tx, tools, stored, reason);
        if (isRetried) return;
        await refuseRequest(tx, request, reason);
        queueStep(tx, request, 'refused', reason);
        await recordEvent(tx, { kind: 'channel.orders', clientId: stored.client_id, subjectId: stored.id });
      });
      // Tried again by the queue, later each time.
      if (isRetried) throw error;
    }
  };
