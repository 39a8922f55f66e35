import {
  type CompanyAccount,
  type CompanyAccountCall,
  type CompanyPartnerSlug,
  CREDENTIAL_FIELDS,
  keyOfReason,
  type Language,
  type PartnerCatalogue,
  reasonSentence,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { problemIn, subjectIn } from '../call-subjects.ts';
import type { AccountTools } from './account-connection.ts';
import { readAccount, readAccounts, type StoredAccount } from './accounts.store.ts';
import type { CompanyPartner } from './company-partner.ts';

const CALLS_MAX = 100;

const EMPTY: PartnerCatalogue = { carriers: [], places: [], lists: {} };

/** What was last read of an account; empty when there is none. */
export const readCatalogue = async (tx: Tx, partner: CompanyPartnerSlug): Promise<PartnerCatalogue> => ({
  ...EMPTY,
  ...(await readAccount(tx, partner))?.catalogue,
});

function fieldsOf({ fields }: CompanyPartner, { lang }: Actor, stored: StoredAccount | undefined) {
  return fields.map(({ field, label, hint, kind, required }) => ({
    field,
    label: label[lang],
    hint: hint?.[lang] ?? '',
    kind,
    required,
    value: kind === 'secret' ? '' : (stored?.fields[field] ?? ''),
    set_at: stored?.set_at[field] ?? null,
  }));
}

function demoOf({ partners }: AccountTools, partner: CompanyPartnerSlug): CompanyAccount['demo'] {
  const values = partners.settings.demo?.[partner];
  return CREDENTIAL_FIELDS.flatMap((field) => {
    const value = values?.[field];
    return value ? [{ field, value }] : [];
  });
}

function accountOf(
  tools: AccountTools,
  actor: Actor,
  slug: CompanyPartnerSlug,
  stored: StoredAccount | undefined,
): CompanyAccount {
  const partner = tools.companyPartners.get(slug);
  const { carriers = [], places = [] } = stored?.catalogue ?? {};
  return {
    partner: slug,
    name: partner?.name ?? slug,
    connected: stored ? 1 : 0,
    verified: stored?.verified ? 1 : 0,
    verified_at: stored?.verified_at ?? null,
    problem: stored?.problem ? reasonSentence(stored.problem) : '',
    problem_key: keyOfReason(stored?.problem ?? ''),
    account: stored?.account ?? '',
    fields: partner ? fieldsOf(partner, actor, stored) : [],
    carriers: carriers.length,
    places: places.length,
    cached_at: stored?.cached_at ?? null,
    user: stored?.user_name ?? '',
    demo: demoOf(tools, slug),
  };
}

export const describeAccount = async (
  tx: Tx,
  tools: AccountTools,
  actor: Actor,
  partner: CompanyPartnerSlug,
): Promise<CompanyAccount> => accountOf(tools, actor, partner, await readAccount(tx, partner));

export async function listAccounts(tx: Tx, tools: AccountTools, actor: Actor) {
  const stored = await readAccounts(tx);
  const one = (partner: CompanyPartnerSlug) =>
    accountOf(
      tools,
      actor,
      partner,
      stored.find((account) => account.partner === partner),
    );
  return { shipstation: one('shipstation'), shippo: one('shippo'), freight: one('freight') };
}

/** What the calls are about is said in the caller's language. */
export async function listAccountCalls(
  tx: Tx,
  { companyPartners }: AccountTools,
  language: Language,
  partner: CompanyPartnerSlug,
): Promise<CompanyAccountCall[]> {
  const { rows } = await sql<CompanyAccountCall>`
    select id, subject, status, ms, request_id, problem, created_at from company_account_calls
    where partner = ${partner} order by id desc limit ${sql.lit(CALLS_MAX)}`.execute(tx);
  return rows.map((call) => ({
    ...call,
    subject: subjectIn(language, companyPartners.get(partner) ?? {}, call.subject),
    problem: problemIn(language, call.problem),
  }));
}
