import type { CredentialField } from '@longshore/contract';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { trace } from '../records/index.ts';
import {
  type ConnectionTools,
  connectPartner,
  hookHash,
  newHookSecrets,
  openSecrets,
  sealSecrets,
} from './connection.ts';
import type { InvitedPartner, PartnerConnection } from './connector.ts';
import { secretsSetAt } from './credentials.ts';
import { insertIntegration, type Options, readStored, type StoredIntegration } from './integrations.store.ts';
import type { InvitedPartners } from './partners.ts';

export interface InvitedTools extends ConnectionTools {
  invitedPartners: InvitedPartners;
}

type Values = Partial<Record<CredentialField, string>>;

/** What a client entered, by whether it is a secret. */
function divide(partner: InvitedPartner, values: Values): { fields: Values; secrets: Values } {
  const isSecret = (field: string) => partner.fields.some((each) => each.field === field && each.kind === 'secret');
  const all = Object.entries(values);
  return {
    fields: Object.fromEntries(all.filter(([field]) => !isSecret(field))),
    secrets: Object.fromEntries(all.filter(([field]) => isSecret(field))),
  };
}

/** A connection with credentials that are not stored yet. */
export function connectDraft(
  tools: InvitedTools,
  partner: InvitedPartner,
  clientId: number,
  values: Values,
): PartnerConnection {
  const { fields, secrets } = divide(partner, values);
  return connectPartner(tools, partner, { id: 0, client_id: clientId, fields }, secrets, true);
}

/** The connection of a client with a partner that invites; the newest when there are several. */
export async function readInvited(tx: Tx, clientId: number, code: number): Promise<StoredIntegration | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from integrations where client_id = ${clientId} and type = ${code} and ${inScope(tx)}
    order by verified desc, id desc limit 1`.execute(tx);
  return rows[0] && readStored(tx, rows[0].id);
}

/** A stored connection, ready to be called. */
export const connectInvited = (
  tools: InvitedTools,
  partner: InvitedPartner,
  stored: StoredIntegration,
): PartnerConnection => connectPartner(tools, partner, stored, openSecrets(tools.vault, stored.secrets), false);

/** It reads no orders and reports nothing. */
const NOTHING: Options = {
  store_time_zone: 'America/New_York',
  create_new_item: 0,
  auto_process: 0,
  synchronize: 0,
  sync_minutes: 1440,
  report_shipments: 0,
  report_stock: 0,
  stock_share: 100,
  stock_reserve: 0,
};

export interface AcceptedInvitation {
  clientId: number;
  values: Values;
  account: string;
  /** Who invited, and gets a mail when the partner refuses the credentials later. */
  invitedBy: { id: number; name: string };
}

/** Makes the client's connection, or renews the one that it has. Answers its id. */
export async function saveInvited(
  tx: Tx,
  tools: InvitedTools,
  partner: InvitedPartner,
  { clientId, values, account, invitedBy }: AcceptedInvitation,
): Promise<number> {
  const { fields, secrets } = divide(partner, values);
  const changed = Object.keys(secrets) as CredentialField[];
  const setAt = secretsSetAt({}, secrets, changed, tools.clock.now());
  const there = await readInvited(tx, clientId, partner.code);
  const hook = there ? openSecrets(tools.vault, there.secrets) : newHookSecrets();
  const { hook_token, hook_secret } = hook;
  const sealed = sealSecrets(tools.vault, { ...secrets, hook_token, hook_secret });
  let id = there?.id ?? 0;
  if (there)
    await sql`
      update integrations set fields = ${JSON.stringify(fields)}::jsonb, secrets = ${sealed}, set_at = ${JSON.stringify(setAt)}::jsonb,
        account = ${account}, verified = true, verified_at = now(), problem = '', failures = 0, token = null, token_expires_at = null,
        updated_at = now(), user_id = ${invitedBy.id}, user_name = ${invitedBy.name}
      where id = ${there.id} and ${inScope(tx)}`.execute(tx);
  else
    id = await insertIntegration(
      tx,
      invitedBy,
      {
        client_id: clientId,
        type: partner.code,
        name: account || partner.name,
        api_version: '',
        account,
        warnings: [],
        fields,
        secrets: sealed,
        set_at: setAt,
        hook_hash: hookHash(hook_token),
        company_account: null,
      },
      NOTHING,
    );
  await trace(tx, undefined, {
    type: 'Integration',
    id,
    clientId,
    subject: there ? 'Updated' : 'Created',
    changes: there ? changed.map((field) => ({ field, newValue: 'changed' })) : [],
  });
  await recordEvent(tx, { kind: 'integration.saved', clientId, subjectId: id });
  return id;
}
