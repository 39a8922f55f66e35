import type { Webhook } from '@longshore/contract';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { notFound } from '../../../platform/http/problem.ts';

const shape = sql`id, client_id, trigger, type, method, endpoint, hash_key_sealed is not null as has_hash_key,
  json_build_object('username', ftp_username, 'path', ftp_path, 'has_password', ftp_password_sealed is not null) as ftp_config,
  (select count(*)::int from webhook_deliveries d where d.webhook_id = webhooks.id and d.state = 'failed') as failed_count`;

export async function listWebhooks(tx: Tx, clientId: number, trigger?: number): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select ${shape} from webhooks where client_id = ${clientId} and (${trigger ?? null}::int is null or trigger = ${trigger ?? null}::int)
    order by trigger, id`.execute(tx);
  return rows;
}

export async function readWebhook(tx: Tx, id: number): Promise<Webhook> {
  const { rows } = await sql<Webhook>`select ${shape} from webhooks where id = ${id} and ${inScope(tx)}`.execute(tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
