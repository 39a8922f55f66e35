import { PASSWORD_MIN } from '@longshore/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Shorter ones are refused for their length already. */
const common = new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN));

/** Whether a password is among the 49,000 most common, in capitals or not. */
export const isCommonPassword = (password: string) => common.has(password.toLowerCase());
