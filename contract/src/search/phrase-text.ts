import { LANGUAGES } from '../text/languages.ts';
import { type ServerTextKey, textFor } from '../text/text-for.ts';

/** The words of a key in every language, longer ones first. */
export const wordsOf = (key: ServerTextKey): string[] =>
  LANGUAGES.flatMap((language) => textFor(language)(key).split(','))
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean)
    .sort((one, other) => other.length - one.length);

const WORD_CHARACTER = /[\p{L}\p{N}_/#.&'’-]/u;
const HAN = /\p{Script=Han}/u;

/** Whether a word can begin or end between two characters: Chinese words follow each other without a space. */
export const isBoundary = (before: string, after: string): boolean =>
  HAN.test(before) || HAN.test(after) || !WORD_CHARACTER.test(before) || !WORD_CHARACTER.test(after);

/** Whether a piece of the text ends with a word. */
export const endsWord = (text: string, end: number) => isBoundary(text.charAt(end - 1), text.charAt(end) || ' ');
