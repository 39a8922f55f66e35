import { availableParallelism } from 'node:os';
import { PASSWORD_MIN } from '@longshore/contract';
import { hash, verify } from '@node-rs/argon2';
import { boundedQueue, QueueIsFull } from '../../platform/bounded-queue.ts';
import { busy, invalid, refused } from '../../platform/http/problem.ts';
import { isCommonPassword } from './common-passwords.ts';

/** Argon2id at the cost OWASP recommends; the library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Leaves a CPU core, and one of Node's four threads, for everything else. */
const hashing = boundedQueue({ atOnce: Math.max(1, Math.min(3, availableParallelism() - 1)), waitingMax: 100 });

function queued<Result>(work: () => Promise<Result>): Promise<Result> {
  return hashing.run(work).catch((error: unknown) => {
    throw error instanceof QueueIsFull ? busy(2) : error;
  });
}

export const hashPassword = (password: string) => queued(() => hash(password, cost));

/** A hash of an unknown password, so that refusing an unknown address takes as long as refusing a wrong password. */
let decoy: Promise<string> | undefined;

export async function passwordFits(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hash(crypto.randomUUID(), cost);
  const against = passwordHash ?? (await decoy);
  const fits = await queued(() => verify(against, password).catch(() => false));
  return fits && passwordHash !== undefined;
}

/** Hashes a password that a user chose; the contract has checked its length, but not whether it is too common. */
export async function hashChosenPassword(password: string): Promise<string> {
  if (await isCommonPassword(password)) throw invalid('password', 'PasswordIsCommon');
  return hashPassword(password);
}

/** A password set for another user: present, long enough and typed the same twice. */
export function checkedPassword(given: { password: string; password_confirmation: string }): string {
  if (!given.password) throw refused(10007);
  if (given.password.length < PASSWORD_MIN) throw invalid('password', `PasswordTooShort:${PASSWORD_MIN}`);
  if (given.password !== given.password_confirmation) throw invalid('password_confirmation', 'PasswordsDiffer');
  return given.password;
}
