import type { Operator } from '../kit/list-query.ts';
import type { ServerTextKey } from '../text/text-for.ts';
import { type DaySpan, readDays, readingOfNumbers } from './phrase-dates.ts';
import type { FoundName } from './phrase-offer.ts';
import { endsWord, isBoundary, wordsOf } from './phrase-text.ts';
import { type Vocabulary, type WordMeaning, wordAt } from './phrase-words.ts';

/** A piece of a phrase, from and to a place in its text. */
export type Token = { from: number; to: number } & (
  | { kind: 'word'; meaning: WordMeaning }
  | { kind: 'days'; span: DaySpan }
  | { kind: 'number'; operator: Operator; value: string }
  | { kind: 'names'; names: FoundName[] }
  | { kind: 'unknown' }
);

const COMPARISONS: readonly [ServerTextKey, Operator][] = [
  ['phrases.numbers.atLeast', '>='],
  ['phrases.numbers.atMost', '<='],
  ['phrases.numbers.below', '<'],
  ['phrases.numbers.above', '>'],
];

interface Comparison {
  pattern: RegExp;
  operator: Operator | undefined;
}

let comparisons: Comparison[] | undefined;
function comparisonPatterns(): Comparison[] {
  const units = wordsOf('phrases.numbers.unit').join('|');
  const number = `\\s*(\\d{1,9}|${readingOfNumbers().pattern})(?!\\d)(?:\\s*(?:${units}))?`;
  comparisons ??= [
    ...COMPARISONS.map(([key, operator]) => ({
      pattern: new RegExp(`^(?:${wordsOf(key).join('|')})${number}`),
      operator,
    })),
    { pattern: new RegExp(`^([<>]=?)${number}`), operator: undefined },
  ];
  return comparisons;
}

/** `less than 10`, `少于10件`, `>= 5`. */
function numberAt(text: string, at: number): Token | undefined {
  for (const { pattern, operator } of comparisonPatterns()) {
    const found = pattern.exec(text.slice(at));
    if (!found) continue;
    const end = at + found[0].length;
    if (!endsWord(text, end)) continue;
    const [, first = '', second] = found;
    return {
      kind: 'number',
      operator: operator ?? (first as Operator),
      value: String(readingOfNumbers().read(second ?? first)),
      from: at,
      to: end,
    };
  }
  return undefined;
}

function namesAt(names: readonly FoundName[], text: string, at: number): Token | undefined {
  const here = names.filter(({ span }) => text.startsWith(span, at) && endsWord(text, at + span.length));
  const length = Math.max(0, ...here.map(({ span }) => span.length));
  if (length === 0) return undefined;
  return { kind: 'names', names: here.filter(({ span }) => span.length === length), from: at, to: at + length };
}

/** Whether a name is expected next: *of*, *client*. */
const expectsName = (token: Token | undefined) =>
  token?.kind === 'word' && Boolean(token.meaning.isOf || token.meaning.nameKind);

function unknownAt(text: string, at: number): Token {
  let to = at + 1;
  while (to < text.length && !isBoundary(text.charAt(to - 1), text.charAt(to))) to += 1;
  return { kind: 'unknown', from: at, to };
}

/** What means the same in every list, at each place of one phrase. */
export interface Measures {
  at: (place: number) => Token[];
}

/** Days and numbers of a phrase; each place is read once, for all lists. */
export function measuresOf(text: string, today: string): Measures {
  const read = new Map<number, Token[]>();
  const readAt = (at: number): Token[] => {
    const days = readDays(today, text.slice(at));
    const number = numberAt(text, at);
    const found: Token[] = number ? [number] : [];
    if (!days) return found;
    const { length, ...span } = days;
    return [{ kind: 'days', span, from: at, to: at + length }, ...found];
  };
  return {
    at: (place) => {
      const tokens = read.get(place) ?? readAt(place);
      read.set(place, tokens);
      return tokens;
    },
  };
}

const lengthOf = (token: Token) => token.to - token.from;

interface Reading {
  vocabulary: Vocabulary;
  names: readonly FoundName[];
  measures: Measures;
}

function tokenAt(
  text: string,
  at: number,
  { vocabulary, names, measures }: Reading,
  previous: Token | undefined,
): Token {
  const meaning = wordAt(vocabulary, text, at);
  const named = namesAt(names, text, at);
  const found: Token[] = [];
  // The first of those with the same length is taken.
  if (named && expectsName(previous)) found.push(named);
  if (meaning) found.push({ kind: 'word', meaning, from: at, to: at + meaning.text.length });
  found.push(...measures.at(at));
  if (named) found.push(named);
  // A word that means nothing here may still be a name, if somebody is called so.
  const rank = (token: Token) =>
    lengthOf(token) - (token.kind === 'word' && token.meaning.isForeign && named ? 0.5 : 0);
  const [best] = found.toSorted((one, other) => rank(other) - rank(one));
  return best ?? unknownAt(text, at);
}

/** The phrase in pieces: at each place the longest that is known. `text` is in lower case, with single spaces. */
export function tokensOf(text: string, reading: Reading): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    if (text.charAt(at) === ' ') {
      at += 1;
      continue;
    }
    const token = tokenAt(text, at, reading, tokens.at(-1));
    tokens.push(token);
    at = token.to;
  }
  return tokens;
}
