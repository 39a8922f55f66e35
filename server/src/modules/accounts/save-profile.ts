import type { SessionUser } from '@longshore/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/auth/actor.ts';
import { inScope } from '../../platform/database/in-scope.ts';
import { authScope, type Open, type Tx } from '../../platform/database/tx.ts';
import { invalid, notFound } from '../../platform/http/problem.ts';
import { changesBetween, trace } from '../records/index.ts';
import { endOtherSessions } from './login.ts';
import { hashPassword, passwordFits } from './passwords.ts';
import { readSessionUser } from './session-user.view.ts';

export interface Profile {
  name: string;
  email: string;
  lang: 'en' | 'ch';
  avatar_path: string;
}

/** Before the transaction: a new password needs the current one, and hashing takes its time. */
export async function preparePassword(
  open: Open,
  actor: Actor,
  given: { current_password: string; password: string },
): Promise<string | undefined> {
  if (!given.password) return undefined;
  const passwordHash = await open(authScope, async (tx) => {
    const { rows } = await sql<{
      password_hash: string;
    }>`select password_hash from users where id = ${actor.id} and ${inScope(tx)}`.execute(tx);
    return rows[0]?.password_hash;
  });
  if (!(await passwordFits(given.current_password, passwordHash)))
    throw invalid('current_password', 'CurrentPasswordIsWrong');
  return hashPassword(given.password);
}

export async function saveProfile(
  tx: Tx,
  actor: Actor,
  profile: Profile,
  passwordHash: string | undefined,
): Promise<SessionUser> {
  const { rows } =
    await sql<Profile>`select name, email, lang, avatar_path from users where id = ${actor.id} and ${inScope(tx)} for no key update`.execute(
      tx,
    );
  const before = rows[0];
  if (!before) throw notFound();
  const { name, email, lang, avatar_path } = profile;
  await sql`update users set name = ${name}, email = ${email}, lang = ${lang}, avatar_path = ${avatar_path}, updated_at = now() where id = ${actor.id} and ${inScope(tx)}`.execute(
    tx,
  );
  if (passwordHash) {
    await sql`update users set password_hash = ${passwordHash} where id = ${actor.id} and ${inScope(tx)}`.execute(tx);
    await endOtherSessions(tx, actor.id, actor.sessionId);
  }
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
