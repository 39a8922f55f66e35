import type { WebhookLog } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';

const KEPT_DAYS = 30;

export interface Delivery {
  id: number;
  client_id: number;
  webhook_id: number;
  delivery_key: string;
  trigger: number;
  payload: Record<string, unknown>;
  state: WebhookLog['state'];
  created_at: string;
}

const columns = sql`d.id, d.client_id, d.webhook_id, d.delivery_key, d.payload, d.state, d.created_at,
  (select trigger from webhooks w where w.id = d.webhook_id) as trigger`;

export async function readDelivery(tx: Tx, id: number): Promise<Delivery | undefined> {
  const { rows } =
    await sql<Delivery>`select ${columns} from webhook_deliveries d where d.id = ${id} and ${inScope(tx, 'd.client_id')}`.execute(
      tx,
    );
  return rows[0];
}

/** The delivery to send next: an earlier one of the same record that still waits, otherwise this one. */
export async function readDeliveryToSend(tx: Tx, id: number): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select ${columns} from webhook_deliveries own
    join webhook_deliveries d on d.webhook_id = own.webhook_id and d.record = own.record and d.state <> 'delivered'
      and (d.id = own.id or d.state = 'waiting') and (coalesce(d.event_id, 0), d.id) <= (coalesce(own.event_id, 0), own.id)
    where own.id = ${id} and ${inScope(tx, 'own.client_id')} and own.state <> 'delivered'
    order by coalesce(d.event_id, 0), d.id limit 1`.execute(tx);
  return rows[0];
}

/** Counted before sending: if the server dies meanwhile, the attempt counts. */
export async function countAttempt(tx: Tx, id: number): Promise<void> {
  await sql`update webhook_deliveries set attempts = attempts + 1 where id = ${id} and ${inScope(tx)}`.execute(tx);
}

export async function markDelivered(tx: Tx, id: number): Promise<void> {
  await sql`update webhook_deliveries set state = 'delivered', problem = '', delivered_at = now()
    where id = ${id} and ${inScope(tx)} and state <> 'delivered'`.execute(tx);
}

export async function recordFailure(tx: Tx, id: number, reason: string, state: 'same' | 'failed'): Promise<void> {
  await sql`update webhook_deliveries set problem = ${reason}, state = case when ${state}::text = 'failed' then 'failed' else state end
    where id = ${id} and ${inScope(tx)} and state <> 'delivered'`.execute(tx);
}

export async function deleteDelivered(tx: Tx): Promise<void> {
  await sql`delete from webhook_deliveries
    where state = 'delivered' and delivered_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(tx);
}
