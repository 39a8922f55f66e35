import { type Language, textFor } from '@longshore/contract';
import { type Clock, hours, later } from '../../platform/clock.ts';
import { sql } from '../../platform/database/sql.ts';
import { authScope, type Open, type Tx } from '../../platform/database/tx.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type Ids, sha256 } from '../../platform/ids.ts';
import type { QueueMail } from '../../platform/mail/mail.ts';
import { replacePassword } from './replace-password.ts';

const LINK_HOURS = 2;
const REFUSED = 'Cannot reset password: your request is not valid';
const UNKNOWN = 'Cannot find your account. Please request a reset again. Your previous request might be expired';

export interface ResetTools {
  clock: Clock;
  ids: Ids;
  queueMail: QueueMail;
}

function resetLetter(language: Language, link: string) {
  const t = textFor(language);
  return { subject: t('mail.resetSubject'), text: t('mail.resetText', { hours: LINK_HOURS, link }) };
}

/** Mails a link when the account exists, and answers the same when it does not, so that accounts are not revealed. */
export async function requestReset(tx: Tx, tools: ResetTools, email: string, origin: string): Promise<true> {
  const { rows } = await sql<{
    id: number;
    lang: Language;
  }>`select id, lang from users where email = ${email} and is_active`.execute(tx);
  const token = tools.ids.token();
  const user = rows[0];
  if (!user) return true;
  const expiresAt = later(tools.clock.now(), hours(LINK_HOURS));
  await sql`insert into password_resets (token_hash, user_id, expires_at) values (${sha256(token)}, ${user.id}, ${expiresAt})`.execute(
    tx,
  );
  const letter = resetLetter(user.lang, `${origin}/auth/reset-password/${token}`);
  await tools.queueMail(tx, { to: email, ...letter, secrets: [token] });
  return true;
}

const validReset = (token: string) => sql`
  from password_resets p join users u on u.id = p.user_id and u.is_active
  where p.token_hash = ${sha256(token)} and p.used_at is null and p.expires_at > now()`;

export async function resetOwner(tx: Tx, token: string): Promise<{ id: number; email: string }> {
  const { rows } = await sql<{ id: number; email: string }>`select u.id, u.email ${validReset(token)}`.execute(tx);
  if (!rows[0]) throw new Problem(404, UNKNOWN);
  return rows[0];
}

/** Uses the link, which works once, and ends everything that was started with the old password. */
export async function resetPassword(
  tx: Tx,
  given: { token: string; email: string; passwordHash: string },
): Promise<true> {
  const { rows } = await sql<{ user_id: number }>`
    update password_resets set used_at = now()
    where token_hash = (select p.token_hash ${validReset(given.token)} and u.email = ${given.email}) and used_at is null
    returning user_id`.execute(tx);
  const userId = rows[0]?.user_id;
  if (!userId) throw new Problem(400, REFUSED);
  await replacePassword(tx, userId, given.passwordHash, null);
  return true;
}

/** The user of a link; an invalid one is refused before the expensive check and hash. */
export async function userOfResetLink(open: Open, token: string): Promise<number> {
  const { id } = await open(authScope, (tx) => resetOwner(tx, token)).catch((error: unknown) => {
    throw error instanceof Problem && error.status === 404 ? new Problem(400, REFUSED) : error;
  });
  return id;
}
