import type { Operator } from '../kit/list-query.ts';
import { addDays, type DaySpan } from './phrase-dates.ts';
import {
  PHRASE_LISTS,
  type PhraseCriterion,
  type PhraseField,
  type PhraseList,
  type PhraseMeasure,
  type PhraseName,
  TODAY,
} from './phrase-lists.ts';
import { type FoundName, PHRASE_MAX } from './phrase-offer.ts';
import { isBoundary } from './phrase-text.ts';
import { type Measures, measuresOf, type Token, tokensOf } from './phrase-tokens.ts';
import { isGrammar, wordAt, wordsOfList } from './phrase-words.ts';

/** What a phrase says of the rows of a list, in the list's own terms. */
export type Restriction =
  | { filter: string; values: readonly string[]; named?: string }
  | { field: PhraseField; operator: Operator; value: string }
  | { search: string }
  /** The list shows the records of this client only, when it is the working client. */
  | { client: { id: number; name: string } };

/** A list with the restrictions that a phrase means. */
export interface PhraseReading {
  list: PhraseList;
  restrictions: Restriction[];
  isComplete: boolean;
}

export interface PhraseContext {
  /** The company's day. */
  today: string;
  /** Records that parts of the phrase name; what the reader may not see is not among them. */
  names: readonly FoundName[];
  /** The lists that the reader may open. */
  lists: readonly PhraseList[];
}

const OFFERS_MAX = 4;
/** More words than these are a text, not a phrase. */
const ATOMS_MAX = 40;
const NAME_WORDS_MAX = 6;
const NAME_CHARACTERS_MAX = 14;

/** One spelling of a phrase: width, case, spaces and the marks at its end do not matter. */
function normalized(text: string): { lower: string; written: string } {
  const written = text
    .slice(0, PHRASE_MAX)
    .normalize('NFKC')
    .replace(/[\s"\u201c\u201d\u300c\u300d]+/g, ' ')
    .replace(/[?!.,;:\u3002]+$/, '')
    .trim();
  const lower = written.toLowerCase();
  return { lower, written: lower.length === written.length ? written : lower };
}

interface Run {
  from: number;
  to: number;
}

type Word = Extract<Token, { kind: 'word' }>;
type Pieces = {
  tokens: Token[];
  list: PhraseList;
  today: string;
  written: string;
};

const isSkipped = (token: Token | undefined) =>
  token?.kind === 'word' && Boolean(token.meaning.isFiller || token.meaning.isOf) && !hasMeaning(token);
const hasMeaning = ({ meaning }: Word) =>
  Boolean(meaning.word || meaning.days || meaning.numbers || meaning.namesList || meaning.nameKind || meaning.isNot);

/** The nearest token on a side that is more than a filler. */
function neighbour(tokens: Token[], at: number, step: 1 | -1): number | undefined {
  let next = at + step;
  while (isSkipped(tokens[next])) next += step;
  return tokens[next] ? next : undefined;
}

const wordOf = (token: Token | undefined) => (token?.kind === 'word' ? token.meaning : undefined);

/** The field that a day is compared with because of a word, or that there is none such. */
const dayFieldOf = (token: Token | undefined): PhraseField | 'refused' | undefined => {
  const meaning = wordOf(token);
  if (meaning?.days) return meaning.days.field;
  if (meaning?.word?.dated) return meaning.word.dated;
  return meaning?.word?.refusesDays ? 'refused' : undefined;
};
const numberFieldOf = (token: Token | undefined): PhraseField | undefined => {
  const meaning = wordOf(token);
  return meaning?.numbers?.field ?? meaning?.word?.counted;
};

interface Claims {
  /** The field of each token that is days or a number. */
  fields: Map<number, PhraseField>;
  /** Words that only name the field of their neighbour. */
  used: Set<number>;
}

/** The words beside a day or number, then any other, then the list's default decide about its field. */
function claimOf(
  { tokens }: Pieces,
  at: number,
  fieldOf: (token: Token | undefined) => PhraseField | 'refused' | undefined,
  otherwise: PhraseMeasure | undefined,
  used: ReadonlySet<number>,
): { field: PhraseField; by?: number } | undefined {
  const isFree = (place: number | undefined): place is number =>
    place !== undefined && !used.has(place) && fieldOf(tokens[place]) !== undefined;
  const beside = [neighbour(tokens, at, -1), neighbour(tokens, at, 1)].find(isFree);
  const by = beside ?? tokens.findIndex((_, place) => isFree(place));
  const field = by >= 0 ? fieldOf(tokens[by]) : undefined;
  if (field === 'refused') return undefined;
  if (field) return { field, by };
  return otherwise ? { field: otherwise.field } : undefined;
}

/** Which field each day and number is about; undefined when one of them has no field. */
function claimsOf(pieces: Pieces): Claims | undefined {
  const { tokens, list } = pieces;
  const claims: Claims = { fields: new Map(), used: new Set() };
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'days' && token.kind !== 'number') continue;
    const measures = token.kind === 'days' ? list.days : list.numbers;
    const otherwise = measures.find(({ isDefault }) => isDefault);
    const claim = claimOf(pieces, at, token.kind === 'days' ? dayFieldOf : numberFieldOf, otherwise, claims.used);
    if (!claim) return undefined;
    claims.fields.set(at, claim.field);
    if (claim.by !== undefined) claims.used.add(claim.by);
  }
  return claims;
}

const condition = (field: PhraseField, operator: Operator, value: string): Restriction => ({ field, operator, value });

/** The conditions of days on a field; undefined when the field does not allow such a condition. */
function restrictionsOfDays({ list, today }: Pieces, field: PhraseField, { from, to }: DaySpan) {
  const measure = list.days.find((each) => each.field === field);
  const isAhead = (from ?? today) >= today && (to ?? from ?? today) > today;
  if (isAhead && !measure?.isPlanned) return undefined;
  if (from && from === to) return [condition(field, '=', from)];
  if (measure?.hasOnlyEnd && from && to) return from <= today && to >= today ? [condition(field, '<=', to)] : undefined;
  return [...(from ? [condition(field, '>=', from)] : []), ...(to ? [condition(field, '<=', to)] : [])];
}

const restrictionOf = (says: PhraseCriterion, today: string): Restriction =>
  'filter' in says
    ? { filter: says.filter, values: says.values }
    : { ...says, value: says.value === TODAY ? today : says.value };

/** The opposite of what a word says (*not late*); undefined when the list cannot express it. */
function opposite(says: PhraseCriterion, { spec }: PhraseList): PhraseCriterion | undefined {
  if ('filter' in says) {
    const others = (spec.filters[says.filter] ?? []).filter((value) => !says.values.includes(value));
    return others.length ? { filter: says.filter, values: others } : undefined;
  }
  const kind = spec.conditions[says.field.relation]?.[says.field.field];
  return kind === 'flag' ? { ...says, value: says.value === '1' ? '0' : '1' } : undefined;
}

function restrictionOfName(use: PhraseName, { id, name }: FoundName): Restriction {
  if (use === 'working client') return { client: { id, name } };
  return 'filter' in use ? { filter: use.filter, values: [String(id)], named: name } : condition(use.field, '=', name);
}

/** The ways to understand a name in this list; a word beside it may say of which kind it is. */
function readingsOfName({ list, tokens }: Pieces, at: number, names: readonly FoundName[]): Restriction[] {
  const kind = wordOf(tokens[at - 1])?.nameKind;
  return names
    .filter((found) => !kind || found.kind === kind)
    .flatMap((found) => {
      const use = list.names[found.kind];
      return use ? [restrictionOfName(use, found)] : [];
    });
}

interface Reading {
  /** Ways to understand each part; all but names have one. */
  parts: Restriction[][];
  namesList: boolean;
  impliesList: boolean;
  /** Names records that the list answers for, and whether a word says what it answers. */
  namesOthers: boolean;
  answersOthers: boolean;
  unknown: Run | undefined;
}

/** What a word says by itself; undefined when the phrase cannot be understood with it. */
function readWord(pieces: Pieces, at: number, meaning: Word['meaning'], reading: Reading): boolean {
  const { list, today, tokens } = pieces;
  if (meaning.namesList || meaning.word?.namesList) reading.namesList = true;
  if (meaning.word?.impliesList) reading.impliesList = true;
  if (meaning.word?.ofOthers === 'always') reading.answersOthers = true;
  if (meaning.namesOthers) reading.namesOthers = true;
  if (meaning.word) {
    const isNegated = wordOf(tokens[at - 1])?.isNot;
    const says = isNegated ? opposite(meaning.word.says, list) : meaning.word.says;
    if (says) reading.parts.push([restrictionOf(says, today)]);
    return says !== undefined;
  }
  if (meaning.days?.daysAhead !== undefined) {
    reading.impliesList ||= meaning.days.impliesList === true;
    reading.parts.push([condition(meaning.days.field, '<=', addDays(today, meaning.days.daysAhead))]);
    return true;
  }
  return Boolean(meaning.namesList || meaning.namesOthers || meaning.nameKind || meaning.isOf || meaning.isFiller);
}

/** Unknown words are one text when nothing but fillers is between them. */
function addUnknown(tokens: Token[], at: number, { from, to }: Token, reading: Reading): boolean {
  const before = reading.unknown;
  if (!before) {
    reading.unknown = { from, to };
    return true;
  }
  const between = tokens.slice(0, at).filter((token) => token.from >= before.to);
  reading.unknown = { from: before.from, to };
  return between.every(isSkipped);
}

function readMeaning(pieces: Pieces, at: number, claims: Claims, meaning: Word['meaning'], reading: Reading): boolean {
  if (meaning.isForeign) return false;
  if (claims.used.has(at)) {
    reading.impliesList ||= Boolean(meaning.days?.impliesList || meaning.word?.impliesList);
    reading.answersOthers ||= meaning.word?.ofOthers !== undefined;
    return true;
  }
  // Only a word that says something can be negated.
  if (meaning.isNot) return wordOf(pieces.tokens[at + 1])?.word !== undefined;
  return readWord(pieces, at, meaning, reading);
}

/** Reads one token into the reading; false when the phrase cannot mean this list. */
function readToken(pieces: Pieces, at: number, claims: Claims, reading: Reading): boolean {
  const token = pieces.tokens[at];
  const field = claims.fields.get(at);
  switch (token?.kind) {
    case 'word':
      return readMeaning(pieces, at, claims, token.meaning, reading);
    case 'days': {
      const restrictions = field && restrictionsOfDays(pieces, field, token.span);
      for (const each of restrictions ?? []) reading.parts.push([each]);
      return restrictions !== undefined;
    }
    case 'number':
      if (field) reading.parts.push([condition(field, token.operator, token.value)]);
      return field !== undefined;
    case 'names': {
      const readings = readingsOfName(pieces, at, token.names);
      if (readings.length) reading.parts.push(readings);
      return readings.length > 0;
    }
    case 'unknown':
      return addUnknown(pieces.tokens, at, token, reading);
    default:
      return false;
  }
}

/** Two values of one filter are alternatives: *ready or finished*. All of its values would say nothing. */
function united(restrictions: Restriction[], { spec }: PhraseList): Restriction[] | undefined {
  const result: Restriction[] = [];
  for (const each of restrictions) {
    const same = 'filter' in each && result.findIndex((other) => 'filter' in other && other.filter === each.filter);
    const other = typeof same === 'number' && same >= 0 ? result[same] : undefined;
    if (!('filter' in each) || !other || !('filter' in other)) {
      result.push(each);
      continue;
    }
    // Two clients cannot both be meant by a name: the row says which.
    if (each.named) return undefined;
    result[same as number] = { filter: each.filter, values: [...new Set([...other.values, ...each.values])] };
  }
  const saysNothing = (each: Restriction) =>
    'filter' in each && each.values.length === (spec.filters[each.filter]?.length ?? 0);
  return result.some(saysNothing) ? undefined : result;
}

const LOOKS_LIKE_CODE = /[\d_/#-]/;

/** What is left becomes the name of the other party, after *of*, or the text search of the list. */
function restrictionOfUnknown({ list, tokens, written }: Pieces, { from, to }: Run): Restriction {
  const text = written.slice(from, to).trim();
  const before = tokens.filter((token) => token.to <= from).at(-1);
  const meaning = wordOf(before);
  const party = list.names.customer ?? list.names.vendor;
  const isName = Boolean(meaning?.isOf || meaning?.nameKind === 'customer' || meaning?.nameKind === 'vendor');
  return isName && party && party !== 'working client' && 'field' in party && !LOOKS_LIKE_CODE.test(text)
    ? condition(party.field, 'contain', text)
    : { search: text };
}

/** All combinations of the ways to understand each part. */
const combinations = (parts: Restriction[][]): Restriction[][] =>
  parts.reduce<Restriction[][]>(
    (all, ways) => all.flatMap((begun) => ways.map((way) => [...begun, way])).slice(0, OFFERS_MAX),
    [[]],
  );

interface Phrase {
  lower: string;
  written: string;
  measures: Measures;
}

/** What a phrase means in one list; nothing when a word of it would be lost. */
function readInList(phrase: Phrase, list: PhraseList, { today, names }: PhraseContext): PhraseReading[] {
  const { lower, written, measures } = phrase;
  const tokens = tokensOf(lower, { vocabulary: wordsOfList(list), names, measures });
  const pieces: Pieces = { tokens, list, today, written };
  const claims = claimsOf(pieces);
  if (!claims) return [];
  const reading: Reading = {
    parts: [],
    namesList: false,
    impliesList: false,
    namesOthers: false,
    answersOthers: false,
    unknown: undefined,
  };
  if (!tokens.every((_, at) => readToken(pieces, at, claims, reading))) return [];
  const { unknown } = reading;
  // Records of another list can only be described by words that these rows answer for them, never by unknown words.
  if (reading.namesOthers && (unknown || !reading.answersOthers)) return [];
  if (!reading.namesList && !reading.namesOthers && (unknown || !reading.impliesList)) return [];
  if (reading.parts.length === 0 && !unknown) return [];
  const rest = unknown ? [restrictionOfUnknown(pieces, unknown)] : [];
  return combinations(reading.parts).flatMap((restrictions) => {
    const all = united([...restrictions, ...rest], list);
    return all ? [{ list, restrictions: all, isComplete: !unknown }] : [];
  });
}

/**
 * The lists that a phrase means, with what it says of their rows. Every word of the phrase is in the answer, as a
 * restriction or as the text search, or the answer is empty: then it is no phrase, and stays a plain search.
 */
export function readPhrase(text: string, context: PhraseContext): PhraseReading[] {
  const { lower, written } = normalized(text);
  if (!lower) return [];
  const phrase = { lower, written, measures: measuresOf(lower, context.today) };
  const all = context.lists.flatMap((list) => readInList(phrase, list, context));
  const complete = all.filter(({ isComplete }) => isComplete);
  return (complete.length ? complete : all).slice(0, OFFERS_MAX);
}

/**
 * Whether a text can be a phrase at all: it names a list, or says something that only one list has. No names needed.
 */
export function mayBePhrase(text: string, lists: readonly PhraseList[] = PHRASE_LISTS): boolean {
  const { lower } = normalized(text);
  return lists.some((list) => {
    const vocabulary = wordsOfList(list);
    return [...lower].some((_, at) => {
      if (at > 0 && !isBoundary(lower.charAt(at - 1), lower.charAt(at))) return false;
      const meaning = wordAt(vocabulary, lower, at);
      return Boolean(
        meaning &&
          (meaning.namesList || meaning.word?.impliesList || meaning.word?.namesList || meaning.days?.impliesList),
      );
    });
  });
}

/** The parts of a phrase that could be names, in lower case: every row of words, or of Chinese characters. */
export function nameSpans(text: string): string[] {
  const { lower } = normalized(text);
  const atoms = [...lower.matchAll(/\p{Script=Han}|[^\s\p{Script=Han}]+/gu)].map(({ index, 0: atom }) => ({
    from: index,
    to: index + atom.length,
    isHan: /\p{Script=Han}/u.test(atom),
  }));
  if (atoms.length > ATOMS_MAX) return [];
  const spans = new Set<string>();
  for (const [first, { from }] of atoms.entries()) {
    let words = 0;
    for (const { to, isHan } of atoms.slice(first, first + NAME_CHARACTERS_MAX)) {
      words += isHan ? 0 : 1;
      if (words > NAME_WORDS_MAX) break;
      const span = lower.slice(from, to);
      if (span.length > 1 && !isGrammar(span)) spans.add(span);
    }
  }
  return [...spans];
}
