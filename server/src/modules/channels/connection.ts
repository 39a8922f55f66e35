import { createHash, randomBytes } from 'node:crypto';
import { CREDENTIAL_FIELDS, type CredentialField } from '@longshore/contract';
import type { Vault } from '../../platform/vault.ts';
import { insertCall } from './calls.store.ts';
import type { Connection, Connector, PartnerConnection, PartnerDeclaration } from './connector.ts';
import type { StoredIntegration } from './integrations.store.ts';
import { allowanceOf, type HttpTools, makePartnerHttp } from './partner-http.ts';
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

/** The hash of the token in the address that a partner calls: connections are found by it. */
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

/** What a partner without orders needs of a client's connection. */
export function connectPartner(
  tools: ConnectionTools,
  partner: PartnerDeclaration,
  stored: Pick<Connectable, 'id' | 'client_id' | 'fields'>,
  secrets: Partial<Secrets>,
  isWaitedFor: boolean,
): PartnerConnection {
  const values = allValues(stored.fields, secrets);
  const isDraft = stored.id === 0;
  const { urls, apps } = tools.partners.settings;
  const app = apps?.[partner.slug];
  return {
    values,
    baseUrl: urls[partner.slug],
    app,
    http: makePartnerHttp(tools, partner, {
      allowance: allowanceOf(
        partner,
        isDraft ? `new ${stored.client_id}` : String(stored.id),
        isDraft ? undefined : partner.limitedBy?.(values),
      ),
      isDraft,
      isWaitedFor,
      secrets: [...Object.values(secrets), ...(app ? [app.clientSecret] : [])],
      record: (tx, call) => insertCall(tx, stored, call),
    }),
    tokens: makeTokenCache(tools, stored.id),
    now: () => tools.clock.now(),
  };
}

/** A connection as its connector uses it. */
export function connect(
  tools: ConnectionTools,
  partner: Connector,
  stored: Connectable,
  secrets: Partial<Secrets>,
  isWaitedFor: boolean,
): Connection {
  const connection = connectPartner(tools, partner, stored, secrets, isWaitedFor);
  return {
    ...connection,
    id: stored.id,
    clientId: stored.client_id,
    apiVersion: stored.api_version,
    storeTimeZone: stored.store_time_zone,
    place: partner.places ? connection.values[partner.places.field] : '',
    serviceId: stored.service_id,
    serviceLocationId: stored.service_loc_id,
    isInventoryManaged: stored.is_inv_management,
  };
}

/** The keys of the company's account, for a connection that has none of its own. */
export function accountKeys(
  { vault }: Pick<ConnectionTools, 'vault'>,
  partner: PartnerDeclaration,
  { account_fields, account_secrets }: Pick<StoredIntegration, 'account_fields' | 'account_secrets'>,
): Partial<Record<CredentialField, string>> {
  const values = allValues(account_fields ?? {}, account_secrets ? openSecrets(vault, account_secrets) : {});
  return Object.fromEntries(partner.fields.map(({ field }) => [field, values[field]]));
}

export function connectStored(
  tools: ConnectionTools,
  partner: Connector,
  stored: StoredIntegration,
  isWaitedFor = false,
): Connection {
  const own = openSecrets(tools.vault, stored.secrets);
  const secrets = stored.company_account === null ? own : { ...own, ...accountKeys(tools, partner, stored) };
  return connect(tools, partner, stored, secrets, isWaitedFor);
}
