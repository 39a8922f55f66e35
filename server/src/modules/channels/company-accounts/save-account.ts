import {
  type CompanyAccount,
  type CompanyAccountInput,
  type CompanyPartnerSlug,
  CREDENTIAL_FIELDS,
  type PartnerCatalogue,
  reasonSentence,
  textFor,
} from '@longshore/contract';
import { type Actor, actorScope } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Open, Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { refused } from '../../../platform/http/problem.ts';
import type { QueueMail } from '../../../platform/mail/mail.ts';
import { hookHash, newHookSecrets, openSecrets, sealSecrets } from '../connection.ts';
import { type CredentialForm, credentialsOf, secretsSetAt } from '../credentials.ts';
import type { PartnerProblem } from '../partner-problem.ts';
import { reasonOfProblem } from '../partner-problem.ts';
import { refusePartnerProblems } from '../save-integration.ts';
import { type AccountTools, companyPartnerOf, connectAccount, findAccount } from './account-connection.ts';
import {
  deleteAccount,
  markAccountRefused,
  readAccount,
  type SavedAccount,
  type StoredAccount,
  saveAccountRow,
  saveCatalogue,
} from './accounts.store.ts';
import { describeAccount } from './accounts.view.ts';

const formOf = (input: CompanyAccountInput): CredentialForm =>
  Object.fromEntries(
    CREDENTIAL_FIELDS.map((field) => [field, field in input ? input[field as keyof CompanyAccountInput] : '']),
  ) as CredentialForm;

/** Keys that the partner has accepted, and what it offers with them; nothing is stored yet. */
export async function verifyAccount(
  tools: AccountTools,
  open: Open,
  actor: Actor,
  slug: CompanyPartnerSlug,
  input: CompanyAccountInput,
): Promise<SavedAccount> {
  const partner = companyPartnerOf(tools, slug);
  const before = await open(actorScope(actor), (tx) => readAccount(tx, slug), 'read');
  const known = before && openSecrets(tools.vault, before.secrets);
  const credentials = credentialsOf(partner, formOf(input), before && { fields: before.fields, secrets: known ?? {} });
  const { fields, secrets, changed } = credentials;
  const connection = connectAccount(tools, partner, fields, secrets, { isDraft: true, isWaitedFor: true });
  const { account, catalogue } = await refusePartnerProblems(
    async () => ({
      account: (await partner.verify(connection)).account,
      catalogue: await partner.catalogue(connection),
    }),
    undefined,
  );
  const hook = known ?? newHookSecrets();
  return {
    partner: slug,
    fields,
    secrets: sealSecrets(tools.vault, { ...hook, ...secrets }),
    set_at: secretsSetAt(before?.set_at ?? {}, secrets, changed, tools.clock.now()),
    account,
    catalogue,
    hook_hash: hookHash(hook.hook_token),
  };
}

const tellAccount = (tx: Tx) => recordEvent(tx, { kind: 'company_account.saved' });

export async function saveAccount(
  tx: Tx,
  tools: AccountTools,
  actor: Actor,
  saved: SavedAccount,
): Promise<CompanyAccount> {
  await saveAccountRow(tx, actor, saved);
  await tellAccount(tx);
  return describeAccount(tx, tools, actor, saved.partner);
}

/** Forgets the keys. What was bought or sent with them stays. */
export async function removeAccount(tx: Tx, slug: CompanyPartnerSlug): Promise<true> {
  if (await deleteAccount(tx, slug)) await tellAccount(tx);
  return true;
}

/** What the partner offers now. 90003 without an account that it accepts. */
export async function readCatalogueAgain(
  tools: AccountTools,
  open: Open,
  slug: CompanyPartnerSlug,
): Promise<PartnerCatalogue> {
  const account = await findAccount(tools, open, slug, true);
  if (!account) throw refused(90003, 'NotVerifiedYet');
  return refusePartnerProblems(() => account.partner.catalogue(account.connection), undefined);
}

export async function keepCatalogue(
  tx: Tx,
  tools: AccountTools,
  actor: Actor,
  slug: CompanyPartnerSlug,
  catalogue: PartnerCatalogue,
): Promise<CompanyAccount> {
  await saveCatalogue(tx, slug, catalogue);
  await tellAccount(tx);
  return describeAccount(tx, tools, actor, slug);
}

/** The user who entered the keys, while it is active. */
async function makerOf(tx: Tx, { user_id }: StoredAccount): Promise<{ email: string; lang: 'en' | 'ch' } | undefined> {
  const { rows } = await sql<{ email: string; lang: 'en' | 'ch' }>`
    select email, lang from users where id = ${user_id} and is_active and ${inScope(tx)}`.execute(tx);
  return rows[0];
}

/**
 * The partner does not accept the keys any more: nothing is asked of it until somebody enters others. Whoever entered them
 * gets one mail.
 */
export async function refuseAccount(
  tx: Tx,
  { queueMail, origin, companyPartners }: AccountTools & { queueMail: QueueMail; origin: string },
  stored: StoredAccount,
  problem: PartnerProblem,
): Promise<void> {
  const reason = reasonOfProblem(problem);
  if (!(await markAccountRefused(tx, stored.partner, reason))) return;
  await tellAccount(tx);
  const maker = await makerOf(tx, stored);
  if (!maker) return;
  const text = textFor(maker.lang);
  const name = companyPartners.get(stored.partner)?.name ?? stored.partner;
  await queueMail(tx, {
    to: maker.email,
    subject: text('channelMail.accountRefusedSubject', { name }),
    text: text('channelMail.accountRefusedText', { name, reason: reasonSentence(reason), link: `${origin}/company` }),
  });
}
