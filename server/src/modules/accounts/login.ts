import type { AuthData } from '@longshore/contract';
import type { SessionTokens } from '../../platform/auth/session-tokens.ts';
import { type Clock, hours, later } from '../../platform/clock.ts';
import { sql } from '../../platform/database/sql.ts';
import { authScope, type Open, type Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { forbidden, unauthenticated } from '../../platform/http/problem.ts';
import type { Ids } from '../../platform/ids.ts';
import { type Attempt, checkAttempt, markSucceeded } from './attempts.ts';

export const SESSION_HOURS = 7 * 24;

export interface LoginTools {
  clock: Clock;
  ids: Ids;
  tokens: SessionTokens;
}

/** A sign-in whose password was correct, or with a badge. */
export interface SignedIn {
  attemptId: number;
  userId: number;
  badgeId?: number;
}

export async function checkCredentials(open: Open, attempt: Attempt, password: string): Promise<SignedIn> {
  const { attemptId, account, fits } = await checkAttempt(open, attempt, password);
  if (!fits || !account?.is_active) throw unauthenticated();
  if (account.is_barred) throw forbidden();
  return { attemptId, userId: account.id };
}

const readTimezone = async (tx: Tx) => {
  const { rows } = await sql<{ timezone: string }>`select timezone from company`.execute(tx);
  return rows[0]?.timezone ?? 'America/New_York';
};

export async function startSession(
  tx: Tx,
  tools: LoginTools,
  { attemptId, userId, badgeId }: SignedIn,
): Promise<AuthData> {
  const sessionId = tools.ids.uuid();
  const expiresAt = later(tools.clock.now(), hours(SESSION_HOURS));
  await sql`insert into sessions (id, user_id, expires_at, badge_id) values (${sessionId}, ${userId}, ${expiresAt}, ${badgeId ?? null}::int)`.execute(
    tx,
  );
  await markSucceeded(tx, attemptId, userId);
  return {
    jwt: tools.tokens.sign(sessionId, expiresAt),
    expire: expiresAt.toISOString(),
    timezone: await readTimezone(tx),
  };
}

/** A session in use is extended: each boot returns a new token. A caller with an API token has no session to extend. */
export async function renewSession(open: Open, tools: LoginTools, sessionId: string | null): Promise<AuthData> {
  const expiresAt = later(tools.clock.now(), hours(SESSION_HOURS));
  return open(authScope, async (tx) => {
    const timezone = await readTimezone(tx);
    if (!sessionId) return { jwt: '', expire: expiresAt.toISOString(), timezone };
    await sql`update sessions set expires_at = ${expiresAt} where id = ${sessionId} and ended_at is null`.execute(tx);
    return { jwt: tools.tokens.sign(sessionId, expiresAt), expire: expiresAt.toISOString(), timezone };
  });
}

export async function endSession(tx: Tx, userId: number, sessionId: string | null): Promise<true> {
  await recordEvent(tx, { kind: 'session.ended', subjectId: userId });
  await sql`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`.execute(tx);
  return true;
}
