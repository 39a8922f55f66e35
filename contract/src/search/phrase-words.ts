import { LANGUAGES } from '../text/languages.ts';
import { type ServerTextKey, textFor } from '../text/text-for.ts';
import { PHRASE_LISTS, type PhraseList, type PhraseMeasure, type PhraseWord } from './phrase-lists.ts';
import type { NameKind } from './phrase-offer.ts';
import { endsWord, wordsOf } from './phrase-text.ts';

/** What a word means in phrases about one list. It may mean several things; its neighbours decide. */
export interface WordMeaning {
  text: string;
  namesList?: true;
  word?: PhraseWord;
  days?: PhraseMeasure;
  numbers?: PhraseMeasure;
  /** Says of what kind the name beside it is: *client Kiwi*. */
  nameKind?: NameKind;
  /** Names records that the list answers for. */
  namesOthers?: true;
  isOf?: true;
  isNot?: true;
  isFiller?: true;
  /** Means something in phrases about other lists only. */
  isForeign?: true;
}

/** The words of a list by their first character, longer ones first. */
export type Vocabulary = Map<string, WordMeaning[]>;

const GRAMMAR: readonly [ServerTextKey, Partial<WordMeaning>][] = [
  ['phrases.grammar.not', { isNot: true }],
  ['phrases.grammar.of', { isOf: true }],
  ['phrases.grammar.filler', { isFiller: true }],
];

const HINTS: readonly [ServerTextKey, NameKind][] = [
  ['phrases.grammar.client', 'client'],
  ['phrases.grammar.customer', 'customer'],
  ['phrases.grammar.vendor', 'vendor'],
  ['phrases.grammar.courier', 'courier'],
  ['phrases.grammar.item', 'item'],
];

/** Yes and no say nothing without the name of their filter. */
const UNNAMED: readonly ServerTextKey[] = ['lists.yes', 'lists.no'];

/** The labels of filter values are words for them, as the screens show them in either language. */
const labelsOf = (list: PhraseList): { text: string; word: PhraseWord }[] =>
  list.filters.flatMap(({ name, values }) =>
    Object.entries(values)
      .filter(([, label]) => !UNNAMED.includes(label))
      .flatMap(([value, label]) =>
        LANGUAGES.map((language) => ({
          text: textFor(language)(label).toLowerCase(),
          word: { words: label, says: { filter: name, values: [value] } },
        })),
      ),
  );

const saying = (key: ServerTextKey | undefined, meaning: Omit<WordMeaning, 'text'>): WordMeaning[] =>
  key ? wordsOf(key).map((text) => ({ ...meaning, text })) : [];

/** What the words of a list mean, without those of the grammar. */
function meaningsOf(list: PhraseList): WordMeaning[] {
  const own = wordsOf(list.words);
  return [
    ...saying(list.words, { namesList: true }),
    ...saying(list.answersFor, { namesOthers: true }),
    ...list.says.flatMap((word) => saying(word.words, { word })),
    // A value that is called like the list means the list: items are all that is in stock, kits too.
    ...labelsOf(list).filter(({ text }) => !own.includes(text)),
    ...list.days.flatMap((days) => saying(days.words, { days })),
    ...list.numbers.flatMap((numbers) => saying(numbers.words, { numbers })),
    ...HINTS.flatMap(([key, nameKind]) => (list.names[nameKind] ? saying(key, { nameKind }) : [])),
  ];
}

const grammarMeanings = (): WordMeaning[] => GRAMMAR.flatMap(([key, meaning]) => saying(key, meaning));

/** Meanings of the same text are one; the first of a kind stays. */
function merged(all: readonly WordMeaning[]): Map<string, WordMeaning> {
  const byText = new Map<string, WordMeaning>();
  for (const meaning of all) byText.set(meaning.text, { ...meaning, ...byText.get(meaning.text) });
  return byText;
}

function vocabularyOf(list: PhraseList): Vocabulary {
  const known = merged([...meaningsOf(list), ...grammarMeanings()]);
  for (const other of PHRASE_LISTS)
    for (const { text } of meaningsOf(other)) if (!known.has(text)) known.set(text, { text, isForeign: true });
  const vocabulary: Vocabulary = new Map();
  for (const meaning of known.values()) {
    const first = meaning.text.charAt(0);
    vocabulary.set(first, [...(vocabulary.get(first) ?? []), meaning]);
  }
  for (const meanings of vocabulary.values()) meanings.sort((one, other) => other.text.length - one.text.length);
  return vocabulary;
}

const vocabularies = new Map<PhraseList, Vocabulary>();
/** Built when the first phrase about the list is read. */
export function wordsOfList(list: PhraseList): Vocabulary {
  const made = vocabularies.get(list) ?? vocabularyOf(list);
  vocabularies.set(list, made);
  return made;
}

/** The longest word of the vocabulary at a place of the text. */
export function wordAt(vocabulary: Vocabulary, text: string, at: number): WordMeaning | undefined {
  return vocabulary
    .get(text.charAt(at))
    ?.find(({ text: word }) => text.startsWith(word, at) && endsWord(text, at + word.length));
}

let grammar: Set<string> | undefined;
/** Whether a text is a word of the grammar, which alone is nobody's name. */
export function isGrammar(text: string): boolean {
  grammar ??= new Set(grammarMeanings().map((meaning) => meaning.text));
  return grammar.has(text);
}
