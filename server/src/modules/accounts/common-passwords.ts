import { PASSWORD_MIN } from '@longshore/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Shorter ones are already refused because of their length. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN));

/** Whether a password is among the 49,000 most common, ignoring case. */
export const isCommonPassword = (password: string) => common.has(password.toLowerCase());
