import { outcome } from '@longshore/contract';
import { sql } from 'kysely';
import type { Tx } from '../database/tx.ts';
import { Problem } from './problem.ts';

export interface IdempotentCall {
  userId: number;
  key: string;
  method: string;
  path: string;
  bodyHash: Buffer;
}

interface Kept {
  body_hash: Buffer;
  response: unknown;
}

/**
 * Claims the key inside the transaction of the write, so that the answer is kept if and only if the write is. A
 * second caller waits at the unique index until the first has committed and then gets its answer.
 */
export async function claimKey(tx: Tx, call: IdempotentCall): Promise<{ kept: unknown } | undefined> {
  const claimed = await sql`
    insert into idempotency_keys as k (user_id, key, method, path, body_hash)
    values (${call.userId}, ${call.key}, ${call.method}, ${call.path}, ${call.bodyHash})
    on conflict (user_id, key, method, path) do update
      set body_hash = excluded.body_hash, response = null, created_at = now()
      where k.created_at < now() - interval '24 hours'
    returning 1`.execute(tx);
  if (claimed.rows.length) return undefined;
  const { rows } = await sql<Kept>`
    select body_hash, response from idempotency_keys
    where user_id = ${call.userId} and key = ${call.key} and method = ${call.method} and path = ${call.path}`.execute(
    tx,
  );
  const kept = rows[0];
  if (!kept?.body_hash.equals(call.bodyHash)) throw new Problem(409, outcome.keyReused);
  return { kept: kept.response };
}

const claim = `insert into idempotency_keys (user_id, key, method, path, body_hash) values ($1, $2, $3, $4, $5)`;

/**
 * Claims a key that nobody has, in the packet that does the work: nothing waits for it. A key that was claimed before
 * fails the transaction.
 */
export async function claimNewKey(tx: Tx, { userId, key, method, path, bodyHash }: IdempotentCall): Promise<void> {
  await tx.say(claim, [userId, key, method, path, bodyHash]);
}

const UNIQUE_VIOLATION = '23505';
export function isKeyTaken(error: unknown): boolean {
  const { code, table } = error as { code?: string; table?: string };
  return code === UNIQUE_VIOLATION && table === 'idempotency_keys';
}

const keep = `update idempotency_keys set response = $1::jsonb
  where user_id = $2 and key = $3 and method = $4 and path = $5`;

/** The last words before the commit: they leave with it, and it fails when they do, so nobody waits for them. */
export function keepAnswer(tx: Tx, { userId, key, method, path }: IdempotentCall, answer: unknown): void {
  tx.say(keep, [JSON.stringify(answer), userId, key, method, path]).catch(() => {});
}
