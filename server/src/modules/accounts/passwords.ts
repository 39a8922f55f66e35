import { availableParallelism } from 'node:os';
import { PASSWORD_MIN } from '@longshore/contract';
import { hash, verify } from '@node-rs/argon2';
import { boundedQueue, QueueIsFull } from '../../platform/bounded-queue.ts';
import { busy, invalid, refused } from '../../platform/http/problem.ts';
import type { Ids } from '../../platform/ids.ts';
import { checkPassword } from './password-check.ts';
import type { PasswordOwner } from './password-rules.ts';

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

/** Every chosen password passes here: refused when it can be guessed. The contract has checked its length. */
export async function hashChosenPassword(password: string, owner: PasswordOwner): Promise<string> {
  const problem = await checkPassword(password, owner);
  if (problem) throw invalid('password', problem);
  return hashPassword(password);
}

/** A first password that nobody chose: 96 random bits, which the rules for chosen ones always accept. */
export const generatePassword = (ids: Ids): string => ids.token().slice(0, 16);

/** A password set for another user: present, long enough and typed the same twice. */
export function checkedPassword(given: { password: string; password_confirmation: string }): string {
  if (!given.password) throw refused(10007);
  if (given.password.length < PASSWORD_MIN) throw invalid('password', `PasswordTooShort:${PASSWORD_MIN}`);
  if (given.password !== given.password_confirmation) throw invalid('password_confirmation', 'PasswordsDiffer');
  return given.password;
}
