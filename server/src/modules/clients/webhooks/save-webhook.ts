import type { TraceField, TraceSubject, Webhook, WebhookInput } from '@longshore/contract';
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
  readWebhook,
  type SealedHook,
  updateWebhook,
} from './webhooks.store.ts';

/** The columns of a save. A secret of the other type is dropped, because no screen would show that it exists. */
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

/** The changes of a webhook, its secrets by name only. A secret that is not sent is unchanged. */
function changesOf(kept: SealedHook | undefined, input: WebhookInput): Change<TraceField<'Client'>>[] {
  const { trigger, type, method, endpoint, ftp_config } = input;
  const hash_key = input.hash_key || undefined;
  const password = ftp_config.password || undefined;
  const place = type === 'FTP' ? { username: ftp_config.username, path: ftp_config.path } : {};
  const own = changesBetween(kept ?? {}, { trigger, type, method, endpoint, hash_key }, ['hash_key']);
  const before = { username: kept?.ftp_username, path: kept?.ftp_path };
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
  const kept = await lockWebhook(tx, params.id, params.hookId);
  if (!kept) throw notFound();
  checkSecrets(input, kept);
  await updateWebhook(tx, kept.id, fieldsOf(vault, input, kept));
  const changes = changesOf(kept, input);
  if (changes.length) await recordChange(tx, actor, params.id, 'Webhook updated', kept.endpoint, changes);
  return readWebhook(tx, kept.id);
}

/** Also deletes its pending deliveries. */
export async function removeWebhook(tx: Tx, actor: Actor, params: { id: number; hookId: number }): Promise<true> {
  const kept = await lockWebhook(tx, params.id, params.hookId);
  if (!kept) throw notFound();
  await deleteWebhook(tx, kept.id);
  await recordChange(tx, actor, params.id, 'Webhook deleted', kept.endpoint, []);
  return true;
}
