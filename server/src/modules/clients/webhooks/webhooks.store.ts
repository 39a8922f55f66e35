import type { Trigger, WebhookInput } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { changedColumns, insertOne } from '../../../platform/database/written-columns.ts';

/** A webhook with its stored secrets. It never leaves the server. */
export interface SealedHook {
  id: number;
  client_id: number;
  trigger: Trigger;
  type: WebhookInput['type'];
  method: WebhookInput['method'];
  endpoint: string;
  hash_key_sealed: Buffer | null;
  ftp_username: string;
  ftp_password_sealed: Buffer | null;
  ftp_path: string;
}

export type HookFields = Omit<SealedHook, 'id' | 'client_id'>;

/** Those of the clients that have a webhook of this trigger. */
export async function clientsWithWebhook(tx: Tx, clientIds: readonly number[], trigger: number): Promise<number[]> {
  const { rows } = await sql<{ client_id: number }>`
    select distinct client_id from webhooks where client_id = any(${clientIds}::int[]) and trigger = ${trigger}
      and ${inScope(tx)}`.execute(tx);
  return rows.map(({ client_id }) => client_id);
}

const sealed = sql`id, client_id, trigger, type, method, endpoint, hash_key_sealed, ftp_username, ftp_password_sealed, ftp_path`;

export async function readSealedHook(tx: Tx, id: number): Promise<SealedHook | undefined> {
  const { rows } = await sql<SealedHook>`select ${sealed} from webhooks where id = ${id} and ${inScope(tx)}`.execute(
    tx,
  );
  return rows[0];
}

export async function lockWebhook(tx: Tx, clientId: number, id: number): Promise<SealedHook | undefined> {
  const { rows } = await sql<SealedHook>`
    select ${sealed} from webhooks where client_id = ${clientId} and id = ${id} for no key update`.execute(tx);
  return rows[0];
}

export async function insertWebhook(tx: Tx, clientId: number, fields: HookFields): Promise<number> {
  return insertOne(tx, 'webhooks', { ...fields, client_id: clientId });
}

export async function updateWebhook(tx: Tx, id: number, fields: HookFields): Promise<void> {
  const changed = changedColumns('webhooks', fields);
  await sql`update webhooks set ${changed}, updated_at = now() where id = ${id} and ${inScope(tx)}`.execute(tx);
}

const moved = sql`${sealed}, created_at`;

/** Deletes a locked webhook with its deliveries, and keeps both apart for a while. */
export async function deleteWebhook(tx: Tx, id: number): Promise<void> {
  await sql`
    insert into deleted_webhooks (id, client_id, trigger, type, method, endpoint, hash_key_sealed, ftp_username, ftp_password_sealed,
      ftp_path, created_at, deliveries)
    select ${moved}, coalesce((select jsonb_agg(to_jsonb(d) order by d.id) from webhook_deliveries d
      where d.webhook_id = webhooks.id and d.state <> 'delivered'), '[]')
    from webhooks where id = ${id} and ${inScope(tx)}`.execute(tx);
  await sql`delete from webhooks where id = ${id} and ${inScope(tx)}`.execute(tx);
}

/** Puts a deleted webhook back as it was. Answers its endpoint and what waits to be delivered; undefined without one. */
export async function restoreDeleted(
  tx: Tx,
  clientId: number,
  id: number,
): Promise<{ endpoint: string; waiting: { id: number; record: string }[] } | undefined> {
  const { rows } = await sql<{ endpoint: string }>`
    insert into webhooks (id, client_id, trigger, type, method, endpoint, hash_key_sealed, ftp_username, ftp_password_sealed, ftp_path, created_at)
    overriding system value
    select ${moved} from deleted_webhooks where client_id = ${clientId} and id = ${id} and ${inScope(tx)}
    returning endpoint`.execute(tx);
  if (!rows[0]) return undefined;
  const waiting = await sql<{ id: number; record: string; state: string }>`
    with restored as (
      delete from deleted_webhooks where client_id = ${clientId} and id = ${id} and ${inScope(tx)} returning deliveries
    )
    insert into webhook_deliveries overriding system value
    select d.* from restored r, jsonb_populate_recordset(null::webhook_deliveries, r.deliveries) d
    returning id, record, state`.execute(tx);
  return { endpoint: rows[0].endpoint, waiting: waiting.rows.filter(({ state }) => state === 'waiting') };
}

/** After this long a deleted webhook can no longer be restored. */
const RESTORABLE_DAYS = 1;

export async function forgetDeleted(tx: Tx): Promise<void> {
  await sql`delete from deleted_webhooks where deleted_at < now() - make_interval(days => ${sql.lit(RESTORABLE_DAYS)})`.execute(
    tx,
  );
}
