import type { SessionUser } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Open, Tx } from '../../platform/database/tx.ts';
import { invalid, notFound, stale } from '../../platform/http/problem.ts';
import type { QueueMail } from '../../platform/mail/mail.ts';
import { changesBetween, trace } from '../records/index.ts';
import { mailFormerAddress } from './address-change.ts';
import { type Attempt, confirmPassword } from './attempts.ts';
import { readPasswordOwner } from './password-owner.ts';
import { hashChosenPassword } from './passwords.ts';
import { endResetLinks, replacePassword } from './replace-password.ts';
import { readSessionUser } from './session-user.view.ts';

export interface Profile {
  name: string;
  email: string;
  lang: 'en' | 'ch';
  avatar_path: string;
}

/** Before the transaction, because hashing is slow: a new address or password needs the current password. */
export async function confirmProfile(
  open: Open,
  actor: Actor,
  given: { name: string; email: string; current_password: string; password: string },
  caller: Pick<Attempt, 'address' | 'agent'>,
): Promise<string | undefined> {
  if (given.email !== actor.email || given.password) {
    if (!given.current_password) throw invalid('current_password', 'CurrentPasswordIsRequired');
    await confirmPassword(open, { email: actor.email, ...caller }, given.current_password);
  }
  if (!given.password) return undefined;
  const { names, emails, companies } = await readPasswordOwner(open, actor.id);
  return hashChosenPassword(given.password, {
    names: [...names, given.name],
    emails: [...emails, given.email],
    companies,
  });
}

export async function saveProfile(
  tx: Tx,
  actor: Actor,
  queueMail: QueueMail,
  profile: Profile,
  passwordHash: string | undefined,
): Promise<SessionUser> {
  const { rows } =
    await sql<Profile>`select name, email, lang, avatar_path from users where id = ${actor.id} and ${inScope(tx)} for no key update`.execute(
      tx,
    );
  const before = rows[0];
  if (!before) throw notFound();
  // The address was changed since this call was confirmed: the confirmation was for another one.
  if (before.email !== actor.email) throw stale();
  const { name, email, lang, avatar_path } = profile;
  await sql`update users set name = ${name}, email = ${email}, lang = ${lang}, avatar_path = ${avatar_path}, updated_at = now() where id = ${actor.id} and ${inScope(tx)}`.execute(
    tx,
  );
  if (passwordHash) await replacePassword(tx, actor.id, passwordHash, actor.sessionId);
  else if (email !== before.email) await endResetLinks(tx, actor.id);
  if (email !== before.email)
    await mailFormerAddress(tx, queueMail, { name, lang, before: before.email, after: email, by: actor.name });
  const after = { name, email, lang, avatar_path, ...(passwordHash ? { password: passwordHash } : {}) };
  await trace(tx, actor, {
    type: 'User',
    id: actor.id,
    clientId: actor.clientId,
    subject: 'Profile updated',
    changes: changesBetween(before, after, ['password']),
  });
  return readSessionUser(tx, actor.id);
}
