import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';

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
