import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/auth/actor.ts';
import { authScope, type Open } from '../../platform/database/tx.ts';
import { forbidden } from '../../platform/http/problem.ts';
import { sha256 } from '../../platform/ids.ts';
import { API_TOKEN_PREFIX, type SessionTokens } from './tokens.ts';

interface ActorRow {
  id: number;
  name: string;
  email: string;
  client_id: number | null;
  last_working_client: number | null;
  is_su: boolean;
  is_main_user: boolean;
  order_controller: boolean;
  lang: 'en' | 'ch';
  access: Record<string, boolean> | null;
  is_barred: boolean;
}

/** Whoever the condition finds, with all that decides what they may do, read anew for every request. */
async function findActor(open: Open, found: RawBuilder<unknown>, sessionId: string | null): Promise<Actor | undefined> {
  const row = await open(authScope, async (tx) => {
    const { rows } = await sql<ActorRow>`
      select u.id, u.name, u.email, u.client_id, u.last_working_client, u.is_su, u.is_main_user, u.order_controller, u.lang,
             r.access, (r.is_active is false or c.is_active is false) as is_barred
      from users u left join roles r on r.id = u.role_id left join clients c on c.id = u.client_id
      where u.is_active and u.id = (${found})`.execute(tx);
    return rows[0];
  });
  if (!row) return undefined;
  if (row.is_barred) throw forbidden();
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    clientId: row.client_id,
    workingClientId: row.last_working_client,
    is_su: row.is_su,
    is_main_user: row.is_main_user,
    order_controller: row.order_controller,
    lang: row.lang,
    access: row.access ?? {},
    sessionId,
  };
}

export const authenticator = (open: Open, tokens: SessionTokens) => async (bearer: string) => {
  if (bearer.startsWith(API_TOKEN_PREFIX))
    return findActor(open, sql`select user_id from api_tokens where token_hash = ${sha256(bearer)}`, null);
  const sessionId = tokens.read(bearer);
  if (!sessionId) return undefined;
  const found = sql`select user_id from sessions where id = ${sessionId} and ended_at is null and expires_at > now()`;
  return findActor(open, found, sessionId);
};

/** For jobs that go on with what a user began. */
export const actorById = (open: Open, userId: number) => findActor(open, sql`select ${userId}::int`, null);
