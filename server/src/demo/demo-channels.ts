import { createHash } from 'node:crypto';
import { sql } from '../platform/database/sql.ts';
import type { Tx } from '../platform/database/tx.ts';

type Seal = (plain: string) => Buffer;

/** The connection that a start of the demo points at its built-in shop. */
export const DEMO_SHOP = 'Kestrel web shop';

/** By the index of their client. They are read when somebody asks for it, so that the demo stays as it is. */
const shops = [
  { client: 0, name: DEMO_SHOP, method: 'Standard shipping', courier: 'UPS Ground' },
  { client: 1, name: 'Northfield store', method: 'Express', courier: 'FedEx 2Day' },
] as const;

/** An order that was cancelled in the shop before it was read: nothing is to be done about it. */
const cancelled = (number: string) => ({
  id: number,
  number,
  state: 'cancelled',
  rawStatus: 'cancelled',
  updatedAt: '2026-01-05T10:00:00.000Z',
  placedAt: '2026-01-05T09:00:00.000Z',
  customer: { name: 'Ann Porter', company: '', email: 'ann.porter@example.test', phone: '' },
  shipTo: null,
  billTo: null,
  shippingMethod: '',
  note: '',
  currency: 'USD',
  lines: [{ id: '1', sku: 'GIFT-CARD', name: 'Gift card', quantity: 1, price: 25 }],
});

/** Connections to shops with some history, so that their page is not empty. */
export async function seedChannels(tx: Tx, clientIds: readonly number[], seal: Seal): Promise<void> {
  for (const { client, name, method, courier } of shops) {
    const clientId = clientIds[client] ?? 0;
    const token = `demo-hook-${client}`;
    const { rows } = await sql<{ id: number }>`
      insert into integrations (client_id, type, name, fields, secrets, set_at, hook_hash, verified, verified_at, account, synchronize,
        synced_until, succeeded_at, user_id, user_name, created_at)
      select ${clientId}, 5, ${name}, ${JSON.stringify({ o_auth_token: 'https://shop.example', key_1: 'ck_demo' })}::jsonb,
        ${seal(JSON.stringify({ key_2: 'cs_demo', hook_token: token, hook_secret: token }))},
        jsonb_build_object('key_2', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        ${createHash('sha256').update(token).digest()}, true, now() - interval '40 days', 'shop.example', false,
        now() - interval '1 day', now() - interval '1 day', u.id, u.name, now() - interval '40 days'
      from users u where u.is_su order by u.id limit 1 returning id`.execute(tx);
    const id = rows[0]?.id ?? 0;
    const of = sql`${clientId}::int, ${id}::int`;
    await sql`
      insert into channel_runs (client_id, integration_id, started_by, state, since, until, pages, read, skipped, problem, created_at, started_at, ended_at)
      values (${of}, 'schedule', 'failed', now() - interval '3 days', now() - interval '2 days', 0, 0, 0,
          'PartnerUnavailable:no answer within 30 seconds', now() - interval '2 days', now() - interval '2 days', now() - interval '2 days'),
        (${of}, 'schedule', 'done', now() - interval '2 days', now() - interval '1 day', 1, 1, 1, '', now() - interval '1 day',
          now() - interval '1 day', now() - interval '1 day')`.execute(tx);
    const order = cancelled(String(9001 + client));
    await sql`
      with made as (
        insert into channel_orders (client_id, integration_id, source_id, number, customer, state, raw_status, document, source_updated_at, created_at)
        values (${of}, ${order.id}, ${order.number}, 'Ann Porter', 'ignored', 'cancelled', ${JSON.stringify(order)}::jsonb, ${order.updatedAt},
          now() - interval '1 day') returning id)
      insert into channel_order_steps (client_id, channel_order_id, step, detail) select ${clientId}::int, id, 'received', 'cancelled' from made`.execute(
      tx,
    );
    await sql`insert into channel_calls (client_id, integration_id, subject, status, ms, created_at)
      values (${of}, 'List orders', 0, 30000, now() - interval '2 days'), (${of}, 'List orders', 200, 212, now() - interval '1 day')`.execute(
      tx,
    );
    await sql`insert into channel_couriers (client_id, integration_id, method, courier_id)
      values (${of}, ${method}, (select id from couriers where name = ${courier} and client_id is null))`.execute(tx);
    await sql`insert into channel_skus (client_id, integration_id, sku, inventory_id)
      select ${of}, 'SHOP-' || i.sku, i.id from inventories i where i.client_id = ${clientId} and i.type = 'Item' order by i.id limit 1`.execute(
      tx,
    );
    await sql`
      with made as (
        insert into channel_fulfilments (client_id, integration_id, shipment_id, order_id, method, provider, state, problem, user_name, created_at)
        select ${of}, s.id, s.order_id, 'dropship', 'Ninja Van', 'refused', 'PartnerRefused:“not an order of a marketplace”', 'Marta Oliveira',
          now() - interval '1 day'
        from shipments s where s.client_id = ${clientId} order by s.id limit 1 returning id)
      insert into channel_documents (client_id, fulfilment_id, kind, state, problem)
      select ${clientId}::int, id, 'invoice', 'refused', 'DocumentIsNoPdf' from made`.execute(tx);
    await sql`insert into traces (client_id, traceable_type, traceable_id, user_name, subject, created_at)
      values (${clientId}, 'Integration', ${id}, 'Marta Oliveira', 'Created', now() - interval '40 days')`.execute(tx);
  }
}
