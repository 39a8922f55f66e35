import type {
  CompanyPartnerSlug,
  CredentialField,
  Integration,
  IntegrationInput,
  IntegrationUpdate,
} from '@longshore/contract';
import { type Actor, actorScope } from '../../platform/auth/actor.ts';
import { type Open, staffScope, type Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { invalidFields, notFound, refused, stale } from '../../platform/http/problem.ts';
import { clientOfNew } from '../clients/index.ts';
import { changesBetween, trace } from '../records/index.ts';
import { readAccount } from './company-accounts/accounts.store.ts';
import {
  accountKeys,
  type ConnectionTools,
  connect,
  hookHash,
  newHookSecrets,
  openSecrets,
  sealSecrets,
} from './connection.ts';
import type { Connector, Words } from './connector.ts';
import { credentialsOf, type KnownCredentials, leavesKeys, secretsSetAt, withoutKeys } from './credentials.ts';
import {
  deleteIntegration,
  insertIntegration,
  lockStored,
  type Options,
  readStored,
  type StoredIntegration,
  updateIntegration,
} from './integrations.store.ts';
import { readIntegration } from './integrations.view.ts';
import { PartnerProblem, reasonOfProblem } from './partner-problem.ts';
import { type InvitedPartners, type Partners, partnerOf } from './partners.ts';

export interface SaveTools extends ConnectionTools {
  connectors: Partners;
  invitedPartners: InvitedPartners;
}

const optionsOf = (input: IntegrationInput | IntegrationUpdate): Options => ({
  store_time_zone: input.store_time_zone,
  create_new_item: input.create_new_item,
  auto_process: input.auto_process,
  synchronize: input.synchronize,
  sync_minutes: input.sync_minutes,
  report_shipments: input.report_shipments,
  report_stock: input.report_stock,
  stock_share: input.stock_share,
  stock_reserve: input.stock_reserve,
});

function assertVersion(partner: Connector, version: string): string {
  const [first = '', ...others] = partner.apiVersions ?? [];
  if (!version) return first;
  if (version !== first && !others.includes(version))
    throw invalidFields({ api_version: ['CredentialFieldsAreEmpty'] });
  return version;
}

/**
 * Runs a call to a partner on behalf of a person who waits for the answer. A problem with the partner is refused as
 * 90003 with the partner's text: what was typed can be sent again. Some partners have a code of their own for refused
 * credentials.
 */
export async function refusePartnerProblems<Result>(
  work: () => Promise<Result>,
  authCode: NonNullable<Connector['authCodes']>['onSave' | 'onUse'] | undefined,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartnerProblem)) throw error;
    throw refused((error.kind === 'auth' && authCode) || 90003, reasonOfProblem(error));
  }
}

const noService = { service_id: '', service_loc_id: '', is_inv_management: false };

interface Keys {
  credentials: ReturnType<typeof credentialsOf>;
  /** Whose account of the company is used; null with keys of its own. */
  companyAccount: CompanyPartnerSlug | null;
  /** The credentials that calls to the partner use. */
  called: Partial<Record<CredentialField, string>>;
}

/**
 * The keys that a form means: its own, or where it leaves them out those of the company's account. 90006 when the company
 * has none that the partner accepts.
 */
async function keysOf(
  tools: SaveTools,
  open: Open,
  partner: Connector,
  form: IntegrationInput | IntegrationUpdate,
  known?: KnownCredentials,
): Promise<Keys> {
  const { companyAccount } = partner;
  if (!companyAccount || !leavesKeys(partner, form)) {
    const credentials = credentialsOf(partner, form, known);
    return { credentials, companyAccount: null, called: credentials.secrets };
  }
  const account = await open(staffScope, (tx) => readAccount(tx, companyAccount), 'read');
  if (!account?.verified) throw refused(partner.missingCode ?? 90006);
  const called = accountKeys(tools, partner, { account_fields: account.fields, account_secrets: account.secrets });
  return { credentials: withoutKeys(partner, form, known), companyAccount, called };
}

/** What the partner said about credentials that are not stored yet. */
export interface VerifiedNew {
  partner: Connector;
  clientId: number;
  apiVersion: string;
  account: string;
  warnings: readonly Words[];
  credentials: Keys['credentials'];
  companyAccount: Keys['companyAccount'];
}

/** Asks the partner, outside any transaction: a connection that it does not accept is not made. */
export async function verifyNew(
  tools: SaveTools,
  open: Open,
  actor: Actor,
  input: IntegrationInput,
): Promise<VerifiedNew> {
  const partner = partnerOf(tools.connectors, input.type);
  if (partner.isRetired && !tools.partners.settings.urls[partner.slug]) throw refused(90001, 'PartnerIsRetired');
  const apiVersion = assertVersion(partner, input.api_version);
  const { credentials, companyAccount, called } = await keysOf(tools, open, partner, input);
  const clientId = await open(actorScope(actor), (tx) => clientOfNew(tx, actor, input.client_id), 'read');
  const draft = {
    ...noService,
    id: 0,
    client_id: clientId,
    fields: credentials.fields,
    api_version: apiVersion,
    store_time_zone: input.store_time_zone,
  };
  const verified = await refusePartnerProblems(
    () => partner.verify(connect(tools, partner, draft, called, true)),
    partner.authCodes?.onSave,
  );
  return { partner, clientId, apiVersion, ...verified, credentials, companyAccount };
}

export async function createIntegration(
  tx: Tx,
  tools: SaveTools,
  actor: Actor,
  input: IntegrationInput,
  { partner, clientId, apiVersion, account, warnings, credentials, companyAccount }: VerifiedNew,
): Promise<Integration> {
  const hook = newHookSecrets();
  const { fields, secrets, changed } = credentials;
  const made = {
    client_id: clientId,
    type: partner.code,
    name: input.name,
    api_version: apiVersion,
    account,
    warnings,
    company_account: companyAccount,
    fields,
    secrets: sealSecrets(tools.vault, { ...secrets, ...hook }),
    set_at: secretsSetAt({}, secrets, changed, tools.clock.now()),
    hook_hash: hookHash(hook.hook_token),
  };
  const id = await insertIntegration(tx, actor, made, optionsOf(input));
  await trace(tx, actor, { type: 'Integration', id, clientId, subject: 'Created' });
  await recordEvent(tx, { kind: 'integration.saved', clientId, subjectId: id });
  return readIntegration(tx, tools, id);
}

export async function readOwn(tx: Tx, id: number): Promise<StoredIntegration> {
  const stored = await readStored(tx, id);
  if (!stored) throw notFound();
  return stored;
}

export interface VerifiedSave {
  before: StoredIntegration;
  partner: Connector;
  apiVersion: string;
  credentials: Keys['credentials'];
  companyAccount: Keys['companyAccount'];
  /** Undefined: nothing that the partner must be asked about changed. */
  verified: { account: string; warnings: readonly Words[] } | undefined;
}

/** Asks the partner again when a credential changed, when it was not verified, or when somebody asks for it. */
export async function verifySave(
  tools: SaveTools,
  open: Open,
  actor: Actor,
  id: number,
  input: IntegrationUpdate,
): Promise<VerifiedSave> {
  const before = await open(actorScope(actor), (tx) => readOwn(tx, id), 'read');
  const partner = partnerOf(tools.connectors, before.type);
  const known = { fields: before.fields, secrets: openSecrets(tools.vault, before.secrets) };
  const apiVersion = assertVersion(partner, input.api_version || before.api_version);
  const { credentials, companyAccount, called } = await keysOf(tools, open, partner, input, known);
  const isOther = companyAccount !== before.company_account;
  const mustVerify = isOther || credentials.changed.length > 0 || input.reverify === 1 || !before.verified;
  const draft = {
    ...before,
    id: 0,
    fields: credentials.fields,
    api_version: apiVersion,
    store_time_zone: input.store_time_zone,
  };
  const verified = mustVerify
    ? await refusePartnerProblems(
        () => partner.verify(connect(tools, partner, draft, called, true)),
        partner.authCodes?.onSave,
      )
    : undefined;
  return {
    before,
    partner,
    apiVersion,
    credentials,
    companyAccount,
    verified,
  };
}

export async function saveIntegration(
  tx: Tx,
  tools: SaveTools,
  actor: Actor,
  input: IntegrationUpdate,
  { before, partner, apiVersion, credentials, companyAccount, verified }: VerifiedSave,
): Promise<Integration> {
  const { id, client_id: clientId } = before;
  const now = await lockStored(tx, id);
  if (!now) throw notFound();
  // Also when somebody else saved it while the partner was asked.
  if (now.updated_at !== (input.updated_at ?? before.updated_at)) throw stale();
  const { fields, secrets, changed } = credentials;
  const known = openSecrets(tools.vault, before.secrets);
  const saved = {
    name: input.name,
    api_version: apiVersion,
    company_account: companyAccount,
    fields,
    secrets: sealSecrets(tools.vault, { ...known, ...secrets }),
    set_at: secretsSetAt(before.set_at, secrets, changed, tools.clock.now()),
  };
  const options = optionsOf(input);
  await updateIntegration(tx, id, saved, options, verified);
  const secretFields = partner.fields.filter(({ kind }) => kind === 'secret').map(({ field }) => field);
  await trace(tx, actor, {
    type: 'Integration',
    id,
    clientId,
    subject: 'Updated',
    changes: [
      ...changesBetween(flagged(before), { name: input.name, api_version: apiVersion, ...options }),
      ...changesBetween(before.fields, fields),
      ...changed.filter((field) => secretFields.includes(field)).map((field) => ({ field, newValue: 'changed' })),
    ],
  });
  await recordEvent(tx, { kind: 'integration.saved', clientId, subjectId: id });
  return readIntegration(tx, tools, id);
}

/** Flags as the form sends them. */
const flagged = (stored: StoredIntegration) =>
  Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  );

/** For good: its runs, mappings and trace go with it. Orders that came through it stay. */
export async function removeIntegration(tx: Tx, id: number): Promise<true> {
  const removed = await deleteIntegration(tx, id);
  if (!removed) throw notFound();
  await recordEvent(tx, { kind: 'integration.removed', clientId: removed.client_id, subjectId: id });
  return true;
}
