import { createHmac } from 'node:crypto';
import { type FieldMessages, TRIGGER_CALLED_MAX, type WebhookInput } from '@longshore/contract';

/** What is kept of a webhook's secrets, without the secrets. */
export interface KeptSecrets {
  endpoint: string;
  has_hash_key: boolean;
  has_password: boolean;
}

const hostOf = (endpoint: string) => endpoint.replace(/^ftps?:\/\/(?:[^/@]*@)?/i, '').split('/')[0];

/** Secrets that a save must bring: there is none to keep, or the kept one would be told to another server. */
export function missingSecrets(hook: WebhookInput, kept: KeptSecrets | undefined): FieldMessages {
  if (hook.trigger > TRIGGER_CALLED_MAX) return {};
  if (hook.type === 'HTTP') return hook.hash_key || kept?.has_hash_key ? {} : { hash_key: ['HashKeyIsRequired'] };
  const { username, password } = hook.ftp_config;
  const keeps = kept?.has_password === true && hostOf(kept.endpoint) === hostOf(hook.endpoint);
  return {
    ...(username ? {} : { 'ftp_config.username': ['FtpUserIsRequired'] }),
    ...(password || keeps ? {} : { 'ftp_config.password': ['FtpPasswordIsRequired'] }),
  };
}

/** The signature of a call: whoever has the key can tell that we sent this body, and when. */
export const signatureOf = (key: string, timestamp: number, body: string) =>
  `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;
