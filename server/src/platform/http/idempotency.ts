import { outcome } from '@longshore/contract';
import { sql } from 'kysely';
import type { Tx } from '../database/tx.ts';
import { sha256 } from '../ids.ts';
import { Problem } from './problem.ts';

export interface IdempotentCall {
  userId: number;
  key: string;
  method: string;
  path: string;
  bodyHash: Buffer;
}

const PATH_MAX = 500;

/** The path as stored in the key's index, whose entries may not exceed 8 kB: a long one is stored as its hash. */
export const pathForKey = (url: string): string =>
  url.length <= PATH_MAX ? url : `${url.slice(0, PATH_MAX)} ${sha256(url).toString('hex')}`;

interface Kept {
  body_hash: Buffer;
  response: unknown;
}

const claim = `insert into idempotency_keys (user_id, key, method, path, body_hash) values ($1, $2, $3, $4, $5)`;

/**
 * Claims the key inside the transaction of the write, so that the answer is stored if and only if the write is
 * committed. A second caller waits at the unique index until the first has committed, and then fails with
 * `isKeyTaken`: its batch and the rest of its transaction change nothing, so nothing needs to wait for the claim.
 */
export function claimKey(tx: Tx, { userId, key, method, path, bodyHash }: IdempotentCall): void {
  tx.queue(claim, [userId, key, method, path, bodyHash]);
}

const UNIQUE_VIOLATION = '23505';
export function isKeyTaken(error: unknown): boolean {
  const { code, table } = error as { code?: string; table?: string };
  return code === UNIQUE_VIOLATION && table === 'idempotency_keys';
}

/**
 * The answer stored under a taken key; undefined when the key has expired, and is free again after this transaction.
 */
export async function earlierAnswer(tx: Tx, call: IdempotentCall): Promise<{ stored: unknown } | undefined> {
  const ofCall = sql`user_id = ${call.userId} and key = ${call.key} and method = ${call.method} and path = ${call.path}`;
  await sql`delete from idempotency_keys where ${ofCall} and created_at < now() - interval '24 hours'`.execute(tx);
  const { rows } = await sql<Kept>`select body_hash, response from idempotency_keys where ${ofCall}`.execute(tx);
  const stored = rows[0];
  if (!stored) return undefined;
  if (!stored.body_hash.equals(call.bodyHash)) throw new Problem(409, outcome.keyReused);
  return { stored: stored.response };
}

const keep = `update idempotency_keys set response = $1::jsonb
  where user_id = $2 and key = $3 and method = $4 and path = $5`;

/** Stores the answer for a repeated call; sent with the commit. */
export function keepAnswer(tx: Tx, { userId, key, method, path }: IdempotentCall, answer: unknown): void {
  tx.queue(keep, [JSON.stringify(answer), userId, key, method, path]);
}
