import type { AuthData } from '@longshore/contract';
import { sql } from 'kysely';
import { type Clock, hours, later } from '../../platform/clock.ts';
import { authScope, type Open, type Tx } from '../../platform/database/tx.ts';
import { forbidden, Problem, tooMany, unauthenticated } from '../../platform/http/problem.ts';
import type { Ids } from '../../platform/ids.ts';
import { passwordFits } from './passwords.ts';
import type { SessionTokens } from './tokens.ts';

export const SESSION_HOURS = 7 * 24;
const FAILURES_MAX = 10;

export interface LoginTools {
  clock: Clock;
  ids: Ids;
  tokens: SessionTokens;
}

export interface Attempt {
  email: string;
  address: string;
  agent: string;
}

interface Account {
  id: number;
  password_hash: string;
  is_active: boolean;
  is_barred: boolean;
  recent_failures: number;
}

/** Looks the account up with its recent failures, then checks the password outside any transaction. */
export async function checkCredentials(open: Open, attempt: Attempt, password: string): Promise<number> {
  const account = await open(authScope, async (tx) => {
    const { rows } = await sql<Partial<Account> & { recent_failures: number }>`
      select u.id, u.password_hash, u.is_active, ((r.is_active is false and not u.is_su) or c.is_active is false) as is_barred, f.recent_failures
      from (select count(*) as recent_failures from sign_ins
            where email = ${attempt.email} and address = ${attempt.address} and not succeeded
              and at > now() - interval '1 minute') f
      left join users u on u.email = ${attempt.email}
      left join roles r on r.id = u.role_id left join clients c on c.id = u.client_id`.execute(tx);
    return rows[0];
  });
  if ((account?.recent_failures ?? 0) >= FAILURES_MAX) throw tooMany(60);
  const fits = await passwordFits(password, account?.password_hash);
  if (!fits || !account?.id || !account.is_active) throw unauthenticated();
  if (account.is_barred) throw forbidden();
  return account.id;
}

async function keepSignIn(tx: Tx, attempt: Attempt, userId: number | null): Promise<void> {
  await sql`insert into sign_ins (email, user_id, succeeded, address, agent)
    values (${attempt.email}, ${userId}, ${userId !== null}, ${attempt.address}, ${attempt.agent})`.execute(tx);
}

/** The call was refused and rolled back; that somebody tried is remembered all the same. */
export async function rememberFailure(open: Open, attempt: Attempt, error: unknown): Promise<void> {
  if (error instanceof Problem && error.status === 401) await open(authScope, (tx) => keepSignIn(tx, attempt, null));
}

const readTimezone = async (tx: Tx) => {
  const { rows } = await sql<{ timezone: string }>`select timezone from company`.execute(tx);
  return rows[0]?.timezone ?? 'America/New_York';
};

export async function startSession(tx: Tx, tools: LoginTools, attempt: Attempt, userId: number): Promise<AuthData> {
  const sessionId = tools.ids.uuid();
  const expiresAt = later(tools.clock.now(), hours(SESSION_HOURS));
  await sql`insert into sessions (id, user_id, expires_at) values (${sessionId}, ${userId}, ${expiresAt})`.execute(tx);
  await keepSignIn(tx, attempt, userId);
  return {
    jwt: tools.tokens.sign(sessionId, expiresAt),
    expire: expiresAt.toISOString(),
    timezone: await readTimezone(tx),
  };
}

/** A session that is used goes on: each boot gives a fresh token. A caller with an API token has no session to renew. */
export async function renewSession(open: Open, tools: LoginTools, sessionId: string | null): Promise<AuthData> {
  const expiresAt = later(tools.clock.now(), hours(SESSION_HOURS));
  return open(authScope, async (tx) => {
    const timezone = await readTimezone(tx);
    if (!sessionId) return { jwt: '', expire: expiresAt.toISOString(), timezone };
    await sql`update sessions set expires_at = ${expiresAt} where id = ${sessionId} and ended_at is null`.execute(tx);
    return { jwt: tools.tokens.sign(sessionId, expiresAt), expire: expiresAt.toISOString(), timezone };
  });
}

export async function endSession(tx: Tx, sessionId: string | null): Promise<true> {
  await sql`update sessions set ended_at = now() where id = ${sessionId} and ended_at is null`.execute(tx);
  return true;
}

export async function endOtherSessions(tx: Tx, userId: number, keepId: string | null): Promise<void> {
  await sql`update sessions set ended_at = now() where user_id = ${userId} and id is distinct from ${keepId} and ended_at is null`.execute(
    tx,
  );
}
