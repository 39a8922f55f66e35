import type { CompanyPartnerSlug } from '@longshore/contract';
import { type Open, staffScope } from '../../../platform/database/tx.ts';
import { refused } from '../../../platform/http/problem.ts';
import { allValues, type ConnectionTools, hookHash, openSecrets, type Secrets } from '../connection.ts';
import type { PartnerConnection } from '../connector.ts';
import { allowanceOf, makePartnerHttp } from '../partner-http.ts';
import { unstoredTokens } from '../token-cache.ts';
import { insertAccountCall, readAccount, readAccountByHook, type StoredAccount } from './accounts.store.ts';
import type { CompanyPartner, CompanyPartners } from './company-partner.ts';

export interface AccountTools extends ConnectionTools {
  companyPartners: CompanyPartners;
}

/** Throws 90001 for a partner that this installation does not have. */
export function companyPartnerOf({ companyPartners }: AccountTools, slug: CompanyPartnerSlug): CompanyPartner {
  const partner = companyPartners.get(slug);
  if (!partner) throw refused(90001);
  return partner;
}

/** A connection with keys that are stored, or are being tried (`isDraft`). */
export function connectAccount(
  tools: AccountTools,
  partner: CompanyPartner,
  fields: StoredAccount['fields'],
  secrets: Partial<Secrets>,
  { isDraft = false, isWaitedFor = false }: { isDraft?: boolean; isWaitedFor?: boolean } = {},
): PartnerConnection {
  const values = allValues(fields, secrets);
  return {
    values,
    baseUrl: tools.partners.settings.urls[partner.slug],
    http: makePartnerHttp(tools, partner, {
      allowance: allowanceOf(
        partner,
        isDraft ? 'new company' : 'company',
        isDraft ? undefined : partner.limitedBy?.(values),
      ),
      isDraft,
      isWaitedFor,
      secrets: Object.values(secrets),
      record: (tx, call) => insertAccountCall(tx, partner.slug, call),
    }),
    // The company's partners have keys that do not expire.
    tokens: unstoredTokens,
    now: () => tools.clock.now(),
  };
}

/** The company's account, ready to be called. `isWaitedFor`: a person waits for the answer. */
export const connectStoredAccount = (
  tools: AccountTools,
  partner: CompanyPartner,
  stored: StoredAccount,
  isWaitedFor = false,
): PartnerConnection =>
  connectAccount(tools, partner, stored.fields, openSecrets(tools.vault, stored.secrets), { isWaitedFor });

export interface OpenedAccount {
  partner: CompanyPartner;
  stored: StoredAccount;
  connection: PartnerConnection;
}

/** The account of a partner; undefined when there is none, or the partner does not accept its keys. */
export async function findAccount(
  tools: AccountTools,
  open: Open,
  slug: CompanyPartnerSlug,
  isWaitedFor = false,
): Promise<OpenedAccount | undefined> {
  const partner = companyPartnerOf(tools, slug);
  const stored = await open(staffScope, (tx) => readAccount(tx, slug), 'read');
  if (!stored?.verified) return undefined;
  return { partner, stored, connection: connectStoredAccount(tools, partner, stored, isWaitedFor) };
}

/** The account that a partner calls by the token in the address, with the secret that it may sign with. */
export async function findAccountByHook(
  tools: AccountTools,
  open: Open,
  token: string,
): Promise<(OpenedAccount & { hookSecret: string }) | undefined> {
  const stored = await open(staffScope, (tx) => readAccountByHook(tx, hookHash(token)), 'read');
  const partner = stored && tools.companyPartners.get(stored.partner);
  if (!stored || !partner) return undefined;
  const { hook_secret } = openSecrets(tools.vault, stored.secrets);
  return { partner, stored, connection: connectStoredAccount(tools, partner, stored), hookSecret: hook_secret };
}

/** The address that the partner of an account calls. */
export const accountHookUrl = (
  { vault, origin }: AccountTools & { origin: string },
  { secrets }: StoredAccount,
): string => `${origin}/api/hooks/accounts/${openSecrets(vault, secrets).hook_token}`;
