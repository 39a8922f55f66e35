import { keyOfReason, reasonSentence, type WebhookLog } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';

const LOGS_MAX = 100;
const KEPT_DAYS = 30;

export interface NewDelivery {
  clientId: number;
  trigger: number;
  /** The event of the notification; each webhook receives an event once. */
  eventId: number | null;
  /** Deliveries about one record stay in order. */
  record: string;
  subject: string;
  payload: Record<string, unknown>;
}

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

/** Stores the deliveries for the client's webhooks of a trigger; jobs send them after the commit. */
export async function queueDelivery(tx: Tx, delivery: NewDelivery): Promise<number[]> {
  const { clientId, trigger, eventId, record, subject, payload } = delivery;
  const { rows } = await sql<{ id: number; webhook_id: number }>`
    insert into webhook_deliveries (client_id, webhook_id, event_id, record, subject, payload)
    select client_id, id, ${eventId}::bigint, ${record}::text, ${subject}::text, ${JSON.stringify(payload)}::jsonb
    from webhooks where client_id = ${clientId} and trigger = ${trigger} order by id
    on conflict (webhook_id, event_id) where event_id is not null do nothing
    returning id, webhook_id`.execute(tx);
  for (const row of rows)
    await recordEvent(tx, {
      kind: 'webhook.queued',
      clientId,
      subjectId: row.webhook_id,
      payload: { delivery_id: row.id, webhook_id: row.webhook_id, record },
    });
  return rows.map((row) => row.id);
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
export async function nextBefore(tx: Tx, id: number): Promise<Delivery | undefined> {
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

export async function deleteDelivered(tx: Tx): Promise<void> {
  await sql`delete from webhook_deliveries
    where state = 'delivered' and delivered_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(tx);
}
