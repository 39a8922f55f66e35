import {
  FBA_INVITATION_ATTEMPTS,
  FBA_INVITATION_DAYS,
  type FbaCredentials,
  type FbaDeveloper,
  type FbaInvite,
  type Language,
  type Out,
  textFor,
} from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Clock, days, later } from '../../../platform/clock.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import { type Open, staffScope, type Tx } from '../../../platform/database/tx.ts';
import { recordEvent } from '../../../platform/events/events.ts';
import { invalid, refused } from '../../../platform/http/problem.ts';
import { type Ids, sha256 } from '../../../platform/ids.ts';
import type { QueueMail } from '../../../platform/mail/mail.ts';
import type { InvitedPartner } from '../../channels/index.ts';
import { connectDraft, PartnerProblem, refusePartnerProblems, saveInvited } from '../../channels/index.ts';
import { type InboundTools, inboundOf } from './connected.ts';

export interface InvitationTools extends InboundTools {
  clock: Clock;
  ids: Ids;
  queueMail: QueueMail;
}

const usesFba = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ do_fba: boolean }>`select do_fba from company`.execute(tx);
  return rows[0]?.do_fba ?? false;
};

/** Mails the link; only where the company uses it. */
export async function invite(
  tx: Tx,
  tools: InvitationTools,
  actor: Actor,
  { client_id, to, cc }: Out<typeof FbaInvite>,
  origin: string,
): Promise<true> {
  inboundOf(tools);
  if (!(await usesFba(tx))) throw refused(90001, 'FbaIsSwitchedOff');
  const { rows } = await sql<{ company: string; name: string }>`
    select c.company, k.name from clients c cross join company k where c.id = ${client_id} and c.is_active
      and ${inScope(tx, 'c.id')}`.execute(tx);
  const [client] = rows;
  if (!client) throw invalid('client_id', 'ClientIsRequired');
  const token = tools.ids.token();
  const recipients = [...new Set([...to, ...(cc ?? [actor.email])])].join(', ');
  const expiresAt = later(tools.clock.now(), days(FBA_INVITATION_DAYS));
  await sql`
    insert into fba_invitations (client_id, token_hash, recipients, user_id, user_name, expires_at)
    values (${client_id}, ${sha256(token)}, ${recipients}, ${actor.id}, ${actor.name}, ${expiresAt})`.execute(tx);
  const t = textFor(actor.lang as Language);
  await tools.queueMail(tx, {
    to: recipients,
    subject: t('fbaMail.subject', { company: client.name }),
    text: t('fbaMail.text', {
      company: client.name,
      client: client.company,
      count: FBA_INVITATION_DAYS,
      link: `${origin}/auth/fba/${token}`,
    }),
    secrets: [token],
  });
  return true;
}

interface Invitation {
  id: number;
  client_id: number;
  company: string;
  user_id: number;
  user_name: string;
}

async function findInvitation(tx: Tx, tools: InvitationTools, token: string): Promise<Invitation> {
  const { rows } = await sql<Invitation>`
    select i.id, i.client_id, c.company, i.user_id, i.user_name from fba_invitations i join clients c on c.id = i.client_id
    where i.token_hash = ${sha256(token)} and i.used_at is null and i.expires_at > ${tools.clock.now()}
      and i.attempts < ${FBA_INVITATION_ATTEMPTS} and c.is_active`.execute(tx);
  if (!rows[0]) throw invalid('token', 'FbaInvitationIsInvalid');
  return rows[0];
}

/** The operator's application; without one, the company names itself. */
export function readDeveloper(tools: InvitationTools, open: Open, token: string): Promise<FbaDeveloper> {
  const { invited } = inboundOf(tools);
  return open(staffScope, async (tx) => {
    const { company } = await findInvitation(tx, tools, token);
    const { rows } = await sql<{ name: string }>`select name from company`.execute(tx);
    const app = tools.partners.settings.apps?.[invited.slug];
    return {
      developer_name: app?.developerName || (rows[0]?.name ?? ''),
      developer_id: app?.developerId || (app?.clientId ?? ''),
      client: company,
    };
  });
}

/** What the client entered, by the fields that the partner declares: the account's name first, then its secret. */
function valuesOf({ fields }: InvitedPartner, { sellerId, mwsToken }: FbaCredentials) {
  const account = fields.find(({ kind }) => kind !== 'secret')?.field ?? 'key_1';
  const secret = fields.find(({ kind }) => kind === 'secret')?.field ?? 'key_2';
  return { [account]: sellerId, [secret]: mwsToken };
}

/**
 * Connects the seller account, once. Counted before the marketplace is asked, so that credentials cannot be guessed; two
 * who send the same invitation at once make one connection.
 */
export async function acceptInvitation(tools: InvitationTools, open: Open, input: FbaCredentials): Promise<true> {
  const { inbound, invited } = inboundOf(tools);
  const invitation = await open(staffScope, async (tx) => {
    const found = await findInvitation(tx, tools, input.token);
    await sql`update fba_invitations set attempts = attempts + 1 where id = ${found.id} and ${inScope(tx)}`.execute(tx);
    return found;
  });
  const { client_id: clientId } = invitation;
  const values = valuesOf(invited, input);
  const { account } = await refusePartnerProblems(
    () =>
      inbound.verify(connectDraft(tools, invited, clientId, values)).catch((error: unknown) => {
        if (error instanceof PartnerProblem && error.kind === 'auth') throw invalid('mwsToken', 'MwsTokenIsInvalid');
        throw error;
      }),
    undefined,
  );
  return open(staffScope, async (tx) => {
    const { count } =
      await sql`update fba_invitations set used_at = now() where id = ${invitation.id} and used_at is null
        and ${inScope(tx)}`.execute(tx);
    if (count === 0) throw invalid('token', 'FbaInvitationIsInvalid');
    const id = await saveInvited(tx, tools, invited, {
      clientId,
      values,
      account,
      invitedBy: { id: invitation.user_id, name: invitation.user_name },
    });
    await recordEvent(tx, { kind: 'fba.connected', clientId, subjectId: id });
    return true as const;
  });
}
