import type { Actor } from '../../platform/auth/actor.ts';
import type { SessionTokens } from '../../platform/auth/session-tokens.ts';
import type { Lookup } from '../../platform/database/tx.ts';
import { forbidden } from '../../platform/http/problem.ts';
import { sha256 } from '../../platform/ids.ts';
import type { NoteTokenUse } from './token-use.ts';
import { API_TOKEN_PREFIX } from './tokens.ts';

interface ActorRow {
  id: number;
  name: string;
  email: string;
  client_id: number | null;
  last_working_client: number | null;
  is_su: boolean;
  is_main_user: boolean;
  order_controller: boolean;
  statement_reader: boolean;
  lang: 'en' | 'ch';
  access: Record<string, boolean> | null;
  is_barred: boolean;
}

interface SessionActorRow extends ActorRow {
  by_badge: boolean;
}

interface TokenActorRow extends ActorRow {
  read_only: boolean;
  last_used_at: string | null;
}

/**
 * The user with everything that decides their permissions, read for every request. A super user needs no role, so a
 * disabled role does not lock one out: nobody can lock out the last super user that way.
 */
const actorFrom = (source: string, condition: string, columns = '') => `
  select u.id, u.name, u.email, u.client_id, u.last_working_client, u.is_su, u.is_main_user, u.order_controller, u.statement_reader, u.lang,
         r.access, ((r.is_active is false and not u.is_su) or c.is_active is false) as is_barred${columns}
  from ${source} left join roles r on r.id = u.role_id left join clients c on c.id = u.client_id
  where u.is_active and ${condition}`;

const bySession = actorFrom(
  'sessions s join users u on u.id = s.user_id',
  's.id = $1 and s.ended_at is null and s.expires_at > now()',
  ', s.badge_id is not null as by_badge',
);
const byToken = actorFrom(
  'api_tokens t join users u on u.id = t.user_id',
  't.token_hash = $1 and (t.expires_at is null or t.expires_at > now())',
  ', t.read_only, t.last_used_at',
);
const byId = actorFrom('users u', 'u.id = $1::int');

function actorOf(row: ActorRow, credential: Pick<Actor, 'sessionId' | 'byBadge' | 'isReadOnly'>): Actor {
  if (row.is_barred) throw forbidden();
  const { client_id: clientId, last_working_client: workingClientId, is_barred: _, access, ...rest } = row;
  return { ...rest, clientId, workingClientId, access: access ?? {}, ...credential };
}

export const authenticator =
  (lookup: Lookup, tokens: SessionTokens, noteTokenUse: NoteTokenUse) => async (bearer: string, address: string) => {
    if (bearer.startsWith(API_TOKEN_PREFIX)) {
      const [row] = await lookup<TokenActorRow>('actor by token', byToken, [sha256(bearer)]);
      if (!row) return undefined;
      const { read_only: isReadOnly, last_used_at: lastUsedAt, ...actor } = row;
      noteTokenUse({ userId: actor.id, lastUsedAt, address });
      return actorOf(actor, { sessionId: null, isReadOnly });
    }
    const sessionId = tokens.read(bearer);
    if (!sessionId) return undefined;
    const [row] = await lookup<SessionActorRow>('actor by session', bySession, [sessionId]);
    if (!row) return undefined;
    const { by_badge: byBadge, ...actor } = row;
    return actorOf(actor, { sessionId, byBadge, isReadOnly: false });
  };

/** For jobs that continue what a user began. */
export const actorById = (lookup: Lookup) => async (userId: number) => {
  const [row] = await lookup<ActorRow>('actor by id', byId, [userId]);
  return row && actorOf(row, { sessionId: null, isReadOnly: false });
};
