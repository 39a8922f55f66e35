import { PASSWORD_MIN } from '@longshore/contract';
import { hash, verify } from '@node-rs/argon2';
import { invalid, refused } from '../../platform/http/problem.ts';

/** Argon2id at the cost OWASP recommends; the library's default algorithm is Argon2id. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string) => hash(password, cost);

/** A hash of nothing anybody knows, so that an unknown address takes as long to refuse as a wrong password. */
let decoy: Promise<string> | undefined;

export async function passwordFits(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hashPassword(crypto.randomUUID());
  const fits = await verify(passwordHash ?? (await decoy), password).catch(() => false);
  return fits && passwordHash !== undefined;
}

/** A password set for somebody else: given, long enough and typed the same twice. */
export function checkedPassword(given: { password: string; password_confirmation: string }): string {
  if (!given.password) throw refused(10007);
  if (given.password.length < PASSWORD_MIN) throw invalid('password', `PasswordTooShort:${PASSWORD_MIN}`);
  if (given.password !== given.password_confirmation) throw invalid('password_confirmation', 'PasswordsDiffer');
  return given.password;
}
