import type { CompanyPartnerSlug, CredentialField, PartnerCatalogue } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { NewCall } from '../calls.store.ts';

const KEPT_DAYS = 90;

/** An account as it is stored, with sealed secrets. */
export interface StoredAccount {
  partner: CompanyPartnerSlug;
  fields: Partial<Record<CredentialField, string>>;
  secrets: Buffer;
  set_at: Partial<Record<CredentialField, string>>;
  verified: boolean;
  verified_at: string | null;
  problem: string;
  account: string;
  catalogue: Partial<PartnerCatalogue>;
  cached_at: string | null;
  user_id: number;
  user_name: string;
}

const columns = sql`a.partner, a.fields, a.secrets, a.set_at, a.verified, a.verified_at, a.problem, a.account, a.catalogue,
  a.cached_at, a.user_id, a.user_name`;

export async function readAccounts(tx: Tx): Promise<StoredAccount[]> {
  const { rows } = await sql<StoredAccount>`select ${columns} from company_accounts a order by a.partner`.execute(tx);
  return rows;
}

export async function readAccount(tx: Tx, partner: CompanyPartnerSlug): Promise<StoredAccount | undefined> {
  const { rows } = await sql<StoredAccount>`
    select ${columns} from company_accounts a where a.partner = ${partner}`.execute(tx);
  return rows[0];
}

/** The account that a partner calls: by the hash of the token in the address. */
export async function readAccountByHook(tx: Tx, hash: Buffer): Promise<StoredAccount | undefined> {
  const { rows } = await sql<StoredAccount>`
    select ${columns} from company_accounts a where a.hook_hash = ${hash}`.execute(tx);
  return rows[0];
}

export interface SavedAccount extends Pick<StoredAccount, 'partner' | 'fields' | 'secrets' | 'set_at' | 'account'> {
  /** Of a new account; a stored one keeps its own. */
  hook_hash: Buffer;
  catalogue: PartnerCatalogue;
}

/** Writes keys that the partner has just accepted, with what it offers. */
export async function saveAccountRow(tx: Tx, actor: Actor, saved: SavedAccount): Promise<void> {
  const fields = JSON.stringify(saved.fields);
  const setAt = JSON.stringify(saved.set_at);
  const catalogue = JSON.stringify(saved.catalogue);
  await sql`
    insert into company_accounts as a (partner, fields, secrets, set_at, verified, verified_at, account, catalogue, cached_at,
      hook_hash, user_id, user_name)
    values (${saved.partner}, ${fields}::jsonb, ${saved.secrets}, ${setAt}::jsonb, true, now(), ${saved.account},
      ${catalogue}::jsonb, now(), ${saved.hook_hash}, ${actor.id}, ${actor.name})
    on conflict (partner) do update set fields = excluded.fields, secrets = excluded.secrets, set_at = excluded.set_at,
      verified = true, verified_at = now(), problem = '', account = excluded.account, catalogue = excluded.catalogue,
      cached_at = now(), user_id = excluded.user_id, user_name = excluded.user_name, updated_at = now()`.execute(tx);
}

export async function saveCatalogue(tx: Tx, partner: CompanyPartnerSlug, catalogue: PartnerCatalogue): Promise<void> {
  await sql`
    update company_accounts set catalogue = ${JSON.stringify(catalogue)}::jsonb, cached_at = now()
    where partner = ${partner}`.execute(tx);
}

/** The partner does not accept the keys any more. Answers whether it did until now. */
export async function markAccountRefused(tx: Tx, partner: CompanyPartnerSlug, reason: string): Promise<boolean> {
  const { count } = await sql`
    update company_accounts set verified = false, problem = ${reason}, updated_at = now()
    where partner = ${partner} and verified`.execute(tx);
  return count > 0;
}

export async function deleteAccount(tx: Tx, partner: CompanyPartnerSlug): Promise<boolean> {
  const { count } = await sql`delete from company_accounts where partner = ${partner}`.execute(tx);
  return count > 0;
}

export async function insertAccountCall(tx: Tx, partner: CompanyPartnerSlug, call: NewCall): Promise<void> {
  await sql`
    insert into company_account_calls (partner, subject, status, ms, request_id, problem)
    values (${partner}, ${call.subject}, ${call.status}::smallint, ${call.ms}::int, ${call.request_id}, ${call.problem})`.execute(
    tx,
  );
}

export async function forgetAccountCalls(tx: Tx): Promise<void> {
  await sql`
    delete from company_account_calls
    where created_at < now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`.execute(tx);
}
