import type { Actor } from '../../platform/auth/actor.ts';
import type { Lookup } from '../../platform/database/tx.ts';
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

/**
 * Whoever is found, with all that decides what they may do, read anew for every request. A super user needs no role, so
 * a disabled one bars none: nobody can lock out the last super user that way.
 */
const actorWhere = (condition: string) => `
  select u.id, u.name, u.email, u.client_id, u.last_working_client, u.is_su, u.is_main_user, u.order_controller, u.lang,
         r.access, ((r.is_active is false and not u.is_su) or c.is_active is false) as is_barred
  from users u left join roles r on r.id = u.role_id left join clients c on c.id = u.client_id
  where u.is_active and u.id = (${condition})`;

const bySession = actorWhere('select user_id from sessions where id = $1 and ended_at is null and expires_at > now()');
const byToken = actorWhere('select user_id from api_tokens where token_hash = $1');
const byId = actorWhere('select $1::int');

function actorOf(row: ActorRow | undefined, sessionId: string | null): Actor | undefined {
  if (!row) return undefined;
  if (row.is_barred) throw forbidden();
  const { client_id: clientId, last_working_client: workingClientId, is_barred: _, access, ...rest } = row;
  return { ...rest, clientId, workingClientId, access: access ?? {}, sessionId };
}

export const authenticator = (lookup: Lookup, tokens: SessionTokens) => async (bearer: string) => {
  if (bearer.startsWith(API_TOKEN_PREFIX)) {
    const [row] = await lookup<ActorRow>('actor by token', byToken, [sha256(bearer)]);
    return actorOf(row, null);
  }
  const sessionId = tokens.read(bearer);
  if (!sessionId) return undefined;
  const [row] = await lookup<ActorRow>('actor by session', bySession, [sessionId]);
  return actorOf(row, sessionId);
};

/** For jobs that go on with what a user began. */
export const actorById = (lookup: Lookup) => async (userId: number) => {
  const [row] = await lookup<ActorRow>('actor by id', byId, [userId]);
  return actorOf(row, null);
};
