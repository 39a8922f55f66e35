import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import type { ExternalState, ServiceRequest } from './connector.ts';
import type { OrderProblem } from './shop-order.ts';
import type { ShopOrderState } from './shop-orders.store.ts';

export type RequestState = 'none' | 'due' | 'asked' | 'refused' | 'left';

/** What the merchant of a shop's order asks for, with what decides the answer. */
export interface StoredRequest {
  id: number;
  client_id: number;
  integration_id: number;
  source_id: string;
  request: '' | ServiceRequest;
  request_state: RequestState;
  /** What a person decided. */
  request_answer: '' | 'accepted' | 'rejected';
  request_note: string;
  is_request_unknown: boolean;
  state: ShopOrderState;
  problems: OrderProblem[];
  /** The state in the shop. */
  shop_state: ExternalState;
  order_id: number | null;
  /** The status of the order here. */
  order_status: string | null;
}

export async function readRequest(tx: Tx, id: number): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select o.id, o.client_id, o.integration_id, o.source_id, o.request, o.request_state, o.request_answer, o.request_note,
      o.is_request_unknown, o.state, o.problems, o.document ->> 'state' as shop_state, o.order_id, h.status as order_status
    from channel_orders o left join orders h on h.client_id = o.client_id and h.id = o.order_id
    where o.id = ${id} and ${inScope(tx, 'o.client_id')} for no key update of o`.execute(tx);
  return rows[0];
}

export type RequestChange = Partial<
  Pick<
    StoredRequest,
    'request' | 'request_state' | 'request_answer' | 'request_note' | 'is_request_unknown' | 'state' | 'problems'
  >
>;

export async function updateRequest(tx: Tx, before: StoredRequest, change: RequestChange): Promise<StoredRequest> {
  const now = { ...before, ...change };
  await sql`
    update channel_orders set request = ${now.request}, request_state = ${now.request_state}, request_answer = ${now.request_answer},
      request_note = ${now.request_note}, is_request_unknown = ${now.is_request_unknown}, state = ${now.state},
      problems = ${JSON.stringify(now.problems)}::jsonb, updated_at = now()
    where id = ${before.id} and ${inScope(tx)}`.execute(tx);
  return now;
}

/** Orders of a connection whose merchant waits for an answer, oldest first. */
export async function answersDue(tx: Tx, integrationId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from channel_orders where integration_id = ${integrationId} and request_state = 'due' and ${inScope(tx)} order by id`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
