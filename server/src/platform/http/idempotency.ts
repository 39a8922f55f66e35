import { outcome } from '@longshore/contract';
import { sql } from '../database/sql.ts';
import type { Tx } from '../database/tx.ts';
import { sha256 } from '../ids.ts';
import { Problem } from './problem.ts';
import { Serialized } from './serialize.ts';

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
  response: string;
}

/**
 * Claims the key inside the transaction of the write, so that the answer is stored if and only if the write is
 * committed. A second caller waits at the unique index until the first has committed, and then fails with
 * `isKeyTaken`: its batch and the rest of its transaction change nothing, so nothing needs to wait for the claim.
 */
export function claimKey(tx: Tx, { userId, key, method, path, bodyHash }: IdempotentCall): void {
  sql`
    insert into idempotency_keys (user_id, key, method, path, body_hash)
    values (${userId}, ${key}, ${method}, ${path}, ${bodyHash})`.queue(tx);
}

const UNIQUE_VIOLATION = '23505';
export function isKeyTaken(error: unknown): boolean {
  const { code, table } = error as { code?: string; table?: string };
  return code === UNIQUE_VIOLATION && table === 'idempotency_keys';
}

const ofCall = ({ userId, key, method, path }: IdempotentCall) =>
  sql`user_id = ${userId} and key = ${key} and method = ${method} and path = ${path}`;
/** Twice as long as a scan may wait on a device (`SCAN_HOURS_MAX`), whose clock may be wrong. */
const EXPIRED = sql`created_at < now() - interval '48 hours'`;

/** The answer stored under the key of a call; undefined when there is none, or the key has expired. */
export async function readStoredAnswer(tx: Tx, call: IdempotentCall): Promise<Serialized | undefined> {
  const { rows } = await sql<Kept>`
    select body_hash, response::text from idempotency_keys where ${ofCall(call)} and not (${EXPIRED})`.execute(tx);
  const stored = rows[0];
  if (!stored) return undefined;
  if (!stored.body_hash.equals(call.bodyHash)) throw new Problem(409, outcome.keyReused);
  return new Serialized(stored.response);
}

/** The same for a key that was found taken: one that has expired is free again after this transaction. */
export async function readEarlierAnswer(tx: Tx, call: IdempotentCall): Promise<Serialized | undefined> {
  const [, answer] = await Promise.all([
    sql`delete from idempotency_keys where ${ofCall(call)} and ${EXPIRED}`.execute(tx),
    readStoredAnswer(tx, call),
  ]);
  return answer;
}

/** Stores the answer for a repeated call; sent with the commit. */
export function storeAnswer(tx: Tx, call: IdempotentCall, { text }: Serialized): void {
  sql`update idempotency_keys set response = ${text}::json where ${ofCall(call)}`.queue(tx);
}
