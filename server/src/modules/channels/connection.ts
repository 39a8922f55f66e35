import { createHash, randomBytes } from 'node:crypto';
import { CREDENTIAL_FIELDS, type CredentialField } from '@longshore/contract';
import type { Vault } from '../../platform/vault.ts';
import type { Connection, Connector } from './connector.ts';
import type { StoredIntegration } from './integrations.store.ts';
import { type HttpTools, makePartnerHttp } from './partner-http.ts';
import { makeTokenCache } from './token-cache.ts';

export interface ConnectionTools extends HttpTools {
  vault: Vault;
}

/** What is encrypted of a connection: fields of the form, and what its webhooks are recognised by. */
export type Secrets = Partial<Record<CredentialField, string>> & { hook_token: string; hook_secret: string };

export const newHookSecrets = () => ({
  hook_token: randomBytes(24).toString('base64url'),
  hook_secret: randomBytes(24).toString('base64url'),
});

/** How a connection is found by the token in the address that its partner calls. */
export const hookHash = (token: string): Buffer => createHash('sha256').update(token).digest();

export const openSecrets = (vault: Vault, sealed: Buffer): Secrets => JSON.parse(vault.open(sealed)) as Secrets;
export const sealSecrets = (vault: Vault, secrets: Secrets): Buffer => vault.seal(JSON.stringify(secrets));

/** The values of all fields; those that are not set are empty. */
export const allValues = (
  fields: StoredIntegration['fields'],
  secrets: Partial<Record<CredentialField, string>>,
): Connection['values'] =>
  Object.fromEntries(
    CREDENTIAL_FIELDS.map((field) => [field, secrets[field] ?? fields[field] ?? '']),
  ) as Connection['values'];

/** What a connector needs of a connection that is stored, or about to be. */
type Connectable = Pick<
  StoredIntegration,
  | 'id'
  | 'client_id'
  | 'fields'
  | 'api_version'
  | 'store_time_zone'
  | 'service_id'
  | 'service_loc_id'
  | 'is_inv_management'
>;

/** A connection as its connector uses it. */
export function connect(
  tools: ConnectionTools,
  partner: Connector,
  stored: Connectable,
  secrets: Partial<Secrets>,
  isWaitedFor: boolean,
): Connection {
  const values = allValues(stored.fields, secrets);
  return {
    id: stored.id,
    clientId: stored.client_id,
    values,
    apiVersion: stored.api_version,
    storeTimeZone: stored.store_time_zone,
    place: partner.places ? values[partner.places.field] : '',
    serviceId: stored.service_id,
    serviceLocationId: stored.service_loc_id,
    isInventoryManaged: stored.is_inv_management,
    baseUrl: tools.partners.settings.urls[partner.slug],
    http: makePartnerHttp(tools, partner, {
      ...stored,
      isWaitedFor,
      secrets: Object.values(secrets),
      limitedBy: partner.limitedBy?.(values),
    }),
    tokens: makeTokenCache(tools, stored.id),
    now: () => tools.clock.now(),
  };
}

export const connectStored = (
  tools: ConnectionTools,
  partner: Connector,
  stored: StoredIntegration,
  isWaitedFor = false,
): Connection => connect(tools, partner, stored, openSecrets(tools.vault, stored.secrets), isWaitedFor);
