import { isSameServer, type TraceField, type TraceSubject, type Webhook, type WebhookInput } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalidFields, notFound } from '../../../platform/http/problem.ts';
import type { Vault } from '../../../platform/vault.ts';
import { type Change, changesBetween, changesUnder, trace } from '../../records/index.ts';
import { lockClient } from '../clients.store.ts';
import { missingSecrets } from './webhook-rules.ts';
import {
  deleteWebhook,
  type HookFields,
  insertWebhook,
  lockWebhook,
  restoreDeleted,
  type SealedHook,
  updateWebhook,
} from './webhooks.store.ts';
import { readWebhook } from './webhooks.view.ts';

/** The columns of a save. A secret of the other type is dropped, because no screen would show that it exists. */
function fieldsOf(vault: Vault, input: WebhookInput, stored: SealedHook | undefined): HookFields {
  const isFtp = input.type === 'FTP';
  // A stored secret stays with the server that it was entered for, whatever the trigger.
  const kept = stored && isSameServer(stored.endpoint, input.endpoint) ? stored : undefined;
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

/** The changes of a webhook, its secrets by name only. A secret that is not sent is unchanged. */
function changesOf(stored: SealedHook | undefined, input: WebhookInput): Change<TraceField<'Client'>>[] {
  const { trigger, type, method, endpoint, ftp_config } = input;
  const hash_key = input.hash_key || undefined;
  const password = ftp_config.password || undefined;
  const place = type === 'FTP' ? { username: ftp_config.username, path: ftp_config.path } : {};
  const own = changesBetween(stored ?? {}, { trigger, type, method, endpoint, hash_key }, ['hash_key']);
  const before = { username: stored?.ftp_username, path: stored?.ftp_path };
  const ftp = changesBetween(before, { ...place, password }, ['password']);
  return [...changesUnder('webhook', own), ...changesUnder('webhook.ftp_config', ftp)];
}

async function recordChange(
  tx: Tx,
  actor: Actor,
  clientId: number,
  subject: TraceSubject,
  endpoint: string,
  changes: Change<TraceField<'Client'>>[],
): Promise<void> {
  await trace(tx, actor, {
    type: 'Client',
    id: clientId,
    clientId,
    subject,
    changes: [{ field: 'webhook', newValue: endpoint }, ...changes],
  });
  await recordEvent(tx, { kind: 'client.saved', clientId, subjectId: clientId });
}

function checkSecrets(input: WebhookInput, stored: SealedHook | undefined): void {
  const missing = missingSecrets(
    input,
    stored && {
      endpoint: stored.endpoint,
      has_hash_key: stored.hash_key_sealed !== null,
      has_password: stored.ftp_password_sealed !== null,
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
  await recordChange(tx, actor, clientId, 'Webhook added', input.endpoint, changesOf(undefined, input));
  return readWebhook(tx, id);
}

export async function saveWebhook(
  tx: Tx,
  vault: Vault,
  actor: Actor,
  params: { id: number; hookId: number },
  input: WebhookInput,
): Promise<Webhook> {
  const stored = await lockWebhook(tx, params.id, params.hookId);
  if (!stored) throw notFound();
  checkSecrets(input, stored);
  await updateWebhook(tx, stored.id, fieldsOf(vault, input, stored));
  const changes = changesOf(stored, input);
  if (changes.length) await recordChange(tx, actor, params.id, 'Webhook updated', stored.endpoint, changes);
  return readWebhook(tx, stored.id);
}

/** Also deletes its pending deliveries. Both can be restored for a day. */
export async function removeWebhook(tx: Tx, actor: Actor, params: { id: number; hookId: number }): Promise<true> {
  const stored = await lockWebhook(tx, params.id, params.hookId);
  if (!stored) throw notFound();
  await deleteWebhook(tx, stored.id);
  await recordChange(tx, actor, params.id, 'Webhook deleted', stored.endpoint, []);
  return true;
}

/** Undoes a deletion: the webhook has its id, its secrets and its pending deliveries again. */
export async function restoreWebhook(tx: Tx, actor: Actor, params: { id: number; hookId: number }): Promise<Webhook> {
  const restored = await restoreDeleted(tx, params.id, params.hookId);
  if (!restored) throw notFound();
  for (const { id, record } of restored.waiting)
    await recordEvent(tx, {
      kind: 'webhook.queued',
      clientId: params.id,
      subjectId: params.hookId,
      payload: { delivery_id: id, webhook_id: params.hookId, record },
    });
  await recordChange(tx, actor, params.id, 'Webhook restored', restored.endpoint, []);
  return readWebhook(tx, params.hookId);
}
