import { createHmac } from 'node:crypto';
import {
  type FieldMessages,
  isSameServer,
  type MessageKey,
  TRIGGER_CALLED_MAX,
  type WebhookInput,
} from '@longshore/contract';

/** Which secrets a webhook has, without their values. */
export interface StoredSecrets {
  endpoint: string;
  has_hash_key: boolean;
  has_password: boolean;
}

/** Secrets that a save must include: none is stored, or the stored one would be sent to another server. */
export function missingSecrets(hook: WebhookInput, stored: StoredSecrets | undefined): FieldMessages {
  if (hook.trigger > TRIGGER_CALLED_MAX) return {};
  const hasMoved = stored !== undefined && !isSameServer(stored.endpoint, hook.endpoint);
  const missing = (field: string, given: string, isKept: boolean | undefined, key: MessageKey): FieldMessages => {
    if (given || (isKept && !hasMoved)) return {};
    return { [field]: [isKept ? 'EndpointMovedNeedsSecret' : key] };
  };
  if (hook.type === 'HTTP') return missing('hash_key', hook.hash_key, stored?.has_hash_key, 'HashKeyIsRequired');
  const { username, password } = hook.ftp_config;
  return {
    ...(username ? {} : { 'ftp_config.username': ['FtpUserIsRequired'] }),
    ...missing('ftp_config.password', password, stored?.has_password, 'FtpPasswordIsRequired'),
  };
}

/** The signature of a call: a receiver with the key can verify that we sent this body, and when. */
export const signatureOf = (key: string, timestamp: number, body: string) =>
  `sha256=${createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex')}`;
