import type { ApiToken, TokenInput } from '@longshore/contract';
import type { Actor } from '../../platform/auth/actor.ts';
import { type Clock, days, later } from '../../platform/clock.ts';
import { sql } from '../../platform/database/sql.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type Ids, sha256 } from '../../platform/ids.ts';
import { trace } from '../records/index.ts';
import { API_TOKEN_PREFIX } from './tokens.ts';

export async function readApiToken(tx: Tx, actor: Actor): Promise<ApiToken | null> {
  const { rows } = await sql<ApiToken>`
    select created_at, read_only, expires_at, coalesce(expires_at <= now(), false) as is_expired, last_used_at, last_used_address
    from api_tokens where user_id = ${actor.id}`.execute(tx);
  return rows[0] ?? null;
}

/** One token per account: creating one revokes the previous one. Only its hash is stored. */
export async function makeApiToken(
  tx: Tx,
  actor: Actor,
  tools: { ids: Ids; clock: Clock },
  input: TokenInput,
): Promise<{ api_token: string }> {
  const token = API_TOKEN_PREFIX + tools.ids.token();
  const hash = sha256(token);
  const isReadOnly = input.read_only === 1;
  const expiresAt = input.expires_in_days === null ? null : later(tools.clock.now(), days(input.expires_in_days));
  // Not `excluded.token_hash`: that would read the column, which only the sign-in role may.
  await sql`insert into api_tokens (user_id, token_hash, read_only, expires_at)
    values (${actor.id}, ${hash}, ${isReadOnly}, ${expiresAt})
    on conflict (user_id) do update set token_hash = ${hash}, read_only = ${isReadOnly}, expires_at = ${expiresAt},
      created_at = now(), last_used_at = null, last_used_address = ''`.execute(tx);
  await trace(tx, actor, {
    type: 'User',
    id: actor.id,
    clientId: actor.clientId,
    subject: 'API token made',
    changes: [
      { field: 'api_token', newValue: 'changed' },
      { field: 'token_read_only', newValue: String(isReadOnly) },
      { field: 'token_expires_at', newValue: expiresAt?.toISOString() ?? '' },
    ],
  });
  return { api_token: token };
}

export async function revokeApiToken(tx: Tx, actor: Actor): Promise<true> {
  const { rows } = await sql`delete from api_tokens where user_id = ${actor.id} returning user_id`.execute(tx);
  if (rows.length)
    await trace(tx, actor, {
      type: 'User',
      id: actor.id,
      clientId: actor.clientId,
      subject: 'API token ended',
      changes: [{ field: 'api_token', newValue: 'ended' }],
    });
  return true;
}
