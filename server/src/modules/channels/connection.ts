import { createHash, randomBytes } from 'node:crypto';
import { CREDENTIAL_FIELDS, type CredentialField } from '@longshore/contract';
import { staffScope } from '../../platform/database/tx.ts';
import { refused } from '../../platform/http/problem.ts';
import type { Vault } from '../../platform/vault.ts';
import { insertCall } from './calls.store.ts';
import { readAccount } from './company-accounts/accounts.store.ts';
import type { Connection, Connector, PartnerConnection, PartnerDeclaration, PartnerHttp } from './connector.ts';
import type { StoredIntegration } from './integrations.store.ts';
import { allowanceOf, type HttpTools, makePartnerHttp } from './partner-http.ts';
import { PartnerProblem } from './partner-problem.ts';
import { makeTokenCache } from './token-cache.ts';

type Values = Partial<Record<CredentialField, string>>;

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

/** The keys of the company's account: what a connection without keys of its own is called with. */
async function companyKeys(
  { open, vault }: ConnectionTools,
  slug: NonNullable<Connector['usesCompanyAccount']>,
): Promise<Pick<StoredIntegration, 'fields'> & { secrets: Values }> {
  const account = await open(staffScope, (tx) => readAccount(tx, slug), 'read');
  if (!account?.verified) return { fields: {}, secrets: {} };
  const { hook_token, hook_secret, ...secrets } = openSecrets(vault, account.secrets);
  return { fields: account.fields, secrets };
}

/** Of a partner whose account the company does not have (any more): it is asked nothing until there is one. */
const withoutAccount = ({ name }: Connector, isWaitedFor: boolean): PartnerHttp => ({
  call: async () => {
    if (isWaitedFor) throw refused(90006);
    throw new PartnerProblem('unavailable', `The company has no account for ${name}.`);
  },
});

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

/** A connection as its connector uses it, with the keys of the company where it has none of its own. */
export async function connect(
  tools: ConnectionTools,
  partner: Connector,
  stored: Connectable,
  secrets: Partial<Secrets>,
  isWaitedFor: boolean,
): Promise<Connection> {
  const slug = stored.fields.key_1 ? undefined : partner.usesCompanyAccount;
  const company = slug && (await companyKeys(tools, slug));
  const fields = { ...company?.fields, ...stored.fields };
  const used = { ...secrets, ...company?.secrets };
  const connection = connectPartner(tools, partner, { ...stored, fields }, used, isWaitedFor);
  return {
    ...connection,
    ...(company && !fields.key_1 ? { http: withoutAccount(partner, isWaitedFor) } : {}),
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

export const connectStored = (
  tools: ConnectionTools,
  partner: Connector,
  stored: StoredIntegration,
  isWaitedFor = false,
): Promise<Connection> => connect(tools, partner, stored, openSecrets(tools.vault, stored.secrets), isWaitedFor);
