import type { MessageKey } from '@longshore/contract';
import { type Match, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { DEMO_PASSWORD } from './published-password.ts';

/** Whose password it is. What others know of a user, such as names, is guessed first. */
export interface PasswordOwner {
  names: readonly string[];
  emails: readonly string[];
  /** The names of the company and of the user's client. */
  companies: readonly string[];
}

/** Fewer different characters than this are the same few repeated. */
const DIFFERENT_MIN = 5;
/** What follows does not make a weak beginning strong enough to matter, and the estimate's time grows with the length. */
const ESTIMATED_LENGTH = 40;
/** Of zxcvbn's scores, 0 to 4: 3 is 10^8 guesses, 4 is 10^10. A password with a known word in it needs the higher one. */
const SCORE_MIN = 3;
const SCORE_MIN_WITH_OWN_WORDS = 4;
/** Shorter parts of names are found in any text. */
const WORD_MIN = 3;

let estimator: ZxcvbnFactory | undefined;

const wordsIn = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= WORD_MIN);

/** The words that somebody who knows the user tries, and the demo's. */
function wordsOf({ names, emails, companies }: PasswordOwner): string[] {
  const texts = [...names, ...emails, ...companies, DEMO_PASSWORD];
  // A company called "Harbor 3PL" is also written harbor3pl.
  const joined = texts.map((text) => text.replace(/[^\p{L}\p{N}]+/gu, ''));
  return [...new Set([...texts, ...joined, ...texts.flatMap(wordsIn)])].filter((word) => word.length >= WORD_MIN);
}

const longest = (sequence: readonly Match[]) =>
  sequence.reduce((one, other) => (other.token.length > one.token.length ? other : one));

/** Why a password cannot be used, or undefined. The contract has checked its length. */
export function passwordProblem(password: string, owner: PasswordOwner): MessageKey | undefined {
  if (password.toLowerCase() === DEMO_PASSWORD) return 'PasswordIsTheDemos';
  if (new Set(password.toLowerCase()).size < DIFFERENT_MIN) return 'PasswordRepeatsCharacters';
  estimator ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const { score, sequence } = estimator.check(password.slice(0, ESTIMATED_LENGTH), wordsOf(owner));
  if (sequence.some(({ dictionaryName }) => dictionaryName === 'userInputs'))
    return score < SCORE_MIN_WITH_OWN_WORDS ? 'PasswordHoldsOwnWords' : undefined;
  if (score >= SCORE_MIN) return undefined;
  const { pattern, token, dictionaryName } = longest(sequence);
  if (dictionaryName === 'passwords-common' && token.length === password.length) return 'PasswordIsCommon';
  return pattern === 'repeat' ? 'PasswordRepeatsCharacters' : 'PasswordIsEasyToGuess';
}
