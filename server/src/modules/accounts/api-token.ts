import { sql } from 'kysely';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Tx } from '../../platform/database/tx.ts';
import { type Ids, sha256 } from '../../platform/ids.ts';
import { trace } from '../records/index.ts';
import { API_TOKEN_PREFIX } from './tokens.ts';

/** One token per account: making one ends the one before. Only its hash is kept. */
export async function makeApiToken(tx: Tx, actor: Actor, ids: Ids): Promise<{ api_token: string }> {
  const token = API_TOKEN_PREFIX + ids.token();
  const hash = sha256(token);
  // Not `excluded.token_hash`: that reads the column, which nobody but sign-in may.
  await sql`insert into api_tokens (user_id, token_hash) values (${actor.id}, ${hash})
    on conflict (user_id) do update set token_hash = ${hash}, created_at = now()`.execute(tx);
  await trace(tx, actor, {
    type: 'User',
    id: actor.id,
    clientId: actor.clientId,
    subject: 'API token made',
    changes: [{ field: 'api_token', newValue: 'changed' }],
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
