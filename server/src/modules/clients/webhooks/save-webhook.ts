import type { Webhook, WebhookInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalidFields, notFound } from '../../../platform/http/problem.ts';
import type { Vault } from '../../../platform/vault.ts';
import { changesBetween, trace } from '../../records/index.ts';
import { lockClient } from '../clients.store.ts';
import { missingSecrets } from './webhook-rules.ts';
import {
  deleteWebhook,
  type HookFields,
  insertWebhook,
  lockWebhook,
  readWebhook,
  type SealedHook,
  updateWebhook,
} from './webhooks.store.ts';

/** What a save writes. A secret of the other type is not kept: nobody could see that it is there. */
function fieldsOf(vault: Vault, input: WebhookInput, kept: SealedHook | undefined): HookFields {
  const isFtp = input.type === 'FTP';
  const sealed = (plain: string, old: Buffer | null | undefined) => (plain ? vault.seal(plain) : (old ?? null));
  return {
    trigger: input.trigger,
    type: input.type,
    method: input.method,
    endpoint: input.endpoint,
    hash_key_sealed: isFtp ? null : sealed(input.hash_key, kept?.hash_key_sealed),
    ftp_username: isFtp ? input.ftp_config.username : '',
    ftp_password_sealed: isFtp ? sealed(input.ftp_config.password, kept?.ftp_password_sealed) : null,
    ftp_path: isFtp ? input.ftp_config.path : '',
  };
}

/** How the history tells of a webhook: its secrets by name only. */
const told = (input: WebhookInput) => ({
  trigger: input.trigger,
  type: input.type,
  method: input.method,
  endpoint: input.endpoint,
  ...(input.hash_key ? { hash_key: input.hash_key } : {}),
  ...(input.type === 'FTP' ? { ftp_username: input.ftp_config.username, ftp_path: input.ftp_config.path } : {}),
  ...(input.ftp_config.password ? { ftp_password: input.ftp_config.password } : {}),
});
const SECRETS = ['hash_key', 'ftp_password'];

async function changed(
  tx: Tx,
  actor: Actor,
  clientId: number,
  subject: string,
  changes: { field: string; newValue: string }[],
): Promise<void> {
  if (!changes.length) return;
  await trace(tx, actor, { type: 'Client', id: clientId, clientId, subject, changes });
  await recordEvent(tx, { kind: 'client.saved', clientId, subjectId: clientId });
}

function checkSecrets(input: WebhookInput, kept: SealedHook | undefined): void {
  const missing = missingSecrets(
    input,
    kept && {
      endpoint: kept.endpoint,
      has_hash_key: kept.hash_key_sealed !== null,
      has_password: kept.ftp_password_sealed !== null,
    },
  );
  if (Object.keys(missing).length) throw invalidFields(missing);
}

export async function addWebhook(
  tx: Tx,
  vault: Vault,
  actor: Actor,
  clientId: number,
  input: WebhookInput,
): Promise<Webhook> {
  if (!(await lockClient(tx, clientId))) throw notFound();
  checkSecrets(input, undefined);
  const id = await insertWebhook(tx, clientId, fieldsOf(vault, input, undefined));
  await changed(tx, actor, clientId, 'Webhook added', changesBetween({}, told(input), SECRETS));
  return readWebhook(tx, id);
}

export async function saveWebhook(
  tx: Tx,
  vault: Vault,
  actor: Actor,
  params: { id: number; hookId: number },
  input: WebhookInput,
): Promise<Webhook> {
  const kept = await lockWebhook(tx, params.id, params.hookId);
  if (!kept) throw notFound();
  checkSecrets(input, kept);
  await updateWebhook(tx, kept.id, fieldsOf(vault, input, kept));
  await changed(tx, actor, params.id, 'Webhook updated', changesBetween(kept, told(input), SECRETS));
  return readWebhook(tx, kept.id);
}

/** With it goes what it was still to be told. */
export async function removeWebhook(tx: Tx, actor: Actor, params: { id: number; hookId: number }): Promise<true> {
  const kept = await lockWebhook(tx, params.id, params.hookId);
  if (!kept) throw notFound();
  await deleteWebhook(tx, kept.id);
  await changed(tx, actor, params.id, 'Webhook deleted', [{ field: 'webhook', newValue: kept.endpoint }]);
  return true;
}
