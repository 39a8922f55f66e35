import { WEBHOOK_TRIGGERS } from '@longshore/contract';
import type { Clock } from '../../../platform/clock.ts';
import { uploadFile } from '../../../platform/outgoing/ftp.ts';
import { type Outgoing, OutgoingProblem } from '../../../platform/outgoing/outgoing.ts';
import type { Vault } from '../../../platform/vault.ts';
import type { Delivery } from './deliveries.store.ts';
import { signatureOf } from './webhook-rules.ts';
import type { SealedHook } from './webhooks.store.ts';

export interface SendTools {
  vault: Vault;
  clock: Clock;
  outgoing: Outgoing;
}

export type DeliveryContent = Pick<Delivery, 'client_id' | 'delivery_key' | 'trigger' | 'payload' | 'created_at'>;

/** Identical for every attempt. */
const bodyOf = ({ delivery_key, trigger, client_id, created_at, payload }: DeliveryContent) =>
  JSON.stringify({
    id: delivery_key,
    trigger,
    event: WEBHOOK_TRIGGERS[trigger as keyof typeof WEBHOOK_TRIGGERS],
    client_id,
    created_at,
    data: payload,
  });

function opened(vault: Vault, sealed: Buffer | null): string {
  try {
    return sealed ? vault.open(sealed) : '';
  } catch {
    throw new OutgoingProblem('SecretIsUnreadable');
  }
}

async function callHttp(
  { vault, clock, outgoing }: SendTools,
  hook: SealedHook,
  content: DeliveryContent,
): Promise<void> {
  const body = bodyOf(content);
  const timestamp = Math.floor(clock.now().getTime() / 1000);
  const { status, text } = await outgoing.send({
    url: hook.endpoint,
    method: hook.method,
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'user-agent': 'Longshore',
      'x-longshore-id': content.delivery_key,
      'x-longshore-timestamp': String(timestamp),
      'x-longshore-signature': signatureOf(opened(vault, hook.hash_key_sealed), timestamp, body),
    },
  });
  if (status >= 200 && status < 300) return;
  if (status >= 300 && status < 400) throw new OutgoingProblem(`EndpointRedirects:${status}`);
  const words = text.replace(/\s+/g, ' ').trim().slice(0, 200);
  throw new OutgoingProblem(`EndpointAnswered:${status}${words && `: ${words}`}`);
}

/** Sends one delivery now, outside any transaction. Throws an OutgoingProblem with the reason when it failed. */
export async function sendWebhook(tools: SendTools, hook: SealedHook, content: DeliveryContent): Promise<void> {
  if (hook.type === 'HTTP') return callHttp(tools, hook, content);
  await uploadFile(tools.outgoing, {
    url: hook.endpoint,
    username: hook.ftp_username,
    password: opened(tools.vault, hook.ftp_password_sealed),
    path: hook.ftp_path,
    name: `${content.delivery_key}.json`,
    content: bodyOf(content),
  });
}
