import { PASSWORD_MIN } from '@longshore/contract';

/** Shorter ones are already refused because of their length. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN));
}

/** Read when the first password is chosen: most servers are started more often than that, and it takes 10 MB. */
let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is among the 49,000 most common, ignoring case. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readCommon();
  return (await common).has(password.toLowerCase());
}
