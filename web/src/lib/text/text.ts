import {
  type ErrorCode,
  findText,
  type Language,
  localeOf,
  makeTranslator,
  messageText,
  permissionKeys,
  type ReasonTexts,
  reasonText,
  type TextKey,
  type Texts,
  type Translate,
  wordKeyOf,
} from '@longshore/contract';
import { useSyncExternalStore } from 'react';

export { localeOf, type PlainKey, type TextKey, type Translate } from '@longshore/contract';

const REMEMBERED = 'longshore-language';

/** Texts that are loaded together, in every language. */
export type TextPart = Record<Language, () => Promise<Texts>>;

const guestTexts: TextPart = {
  en: async () => (await import('@longshore/contract/text/en/guest.ts')).guest,
  ch: async () => (await import('@longshore/contract/text/ch/guest.ts')).guest,
};
const frameTexts: TextPart = {
  en: async () => (await import('@longshore/contract/text/en/parts/frame.ts')).frame,
  ch: async () => (await import('@longshore/contract/text/ch/parts/frame.ts')).frame,
};

export const deskTexts: TextPart = {
  en: async () => (await import('@longshore/contract/text/en/parts/desk.ts')).deskTexts,
  ch: async () => (await import('@longshore/contract/text/ch/parts/desk.ts')).deskTexts,
};

const catalogues: Record<Language, Texts> = { en: {}, ch: {} };

let language: Language = 'en';
/** The language that was chosen last; until it is loaded, the one before is shown. */
let nextLanguage: Language = language;
const listeners = new Set<() => void>();

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

/** What a visitor reads before anybody knows them: their last choice here, else their browser's language. */
export function guestLanguage(): Language {
  const chosen = (['en', 'ch'] as const).find((known) => known === remembered());
  if (chosen) return chosen;
  return navigator.languages?.[0]?.toLowerCase().startsWith('zh') ? 'ch' : 'en';
}

/** Every part that was requested: they are loaded again when another language is chosen. Guests need only their own. */
const wantedParts = new Set([guestTexts]);
const reads: Record<Language, Map<TextPart, Promise<void>>> = { en: new Map(), ch: new Map() };

/** Adds texts to a catalogue. An area that exists already, such as the messages, is extended. */
function addTexts(catalogue: Texts, texts: Texts): void {
  for (const [area, added] of Object.entries(texts)) {
    const there = catalogue[area];
    catalogue[area] = typeof there === 'object' && typeof added === 'object' ? { ...there, ...added } : added;
  }
}

async function readPart(part: TextPart, of: Language): Promise<void> {
  addTexts(catalogues[of], await part[of]());
  // A screen that was drawn without some of these texts is drawn again.
  if (missingRead && of === language) announce();
}

/** Reads a part once; after a failure it is read again. */
function loadPart(part: TextPart, of: Language): Promise<void> {
  const read =
    reads[of].get(part) ??
    readPart(part, of).catch((error) => {
      reads[of].delete(part);
      throw error;
    });
  reads[of].set(part, read);
  return read;
}

const load = async (wanted: Iterable<TextPart>, of: Language): Promise<void> => {
  await Promise.all([...wanted].map((part) => loadPart(part, of)));
};

/** Loads parts of the texts, in the current language and in those that are chosen later. */
export async function readParts(wanted: readonly TextPart[]): Promise<void> {
  for (const part of wanted) wantedParts.add(part);
  await load(wanted, nextLanguage);
}

/** Loads what every screen shows to users. */
export const readFrameTexts = () => readParts([frameTexts]);

/** Loads what the frame of the desk, its lists and records show. */
export const readDeskTexts = () => readParts([deskTexts]);

let readMissing: (() => Promise<void>) | undefined;

/** Sets what loads the other texts when a text is needed that no loaded part has. */
export function setMissingTextLoader(read: () => Promise<void>): void {
  readMissing = read;
}

let missingRead: Promise<void> | undefined;

function noteMissingText(): void {
  // Without a connection: the next missing text tries again.
  missingRead ??= readMissing?.().catch(() => {
    missingRead = undefined;
  });
}

/** Loads a language, shows everything in it from now on and remembers it for the next visit. */
export async function changeLanguage(next: Language): Promise<void> {
  nextLanguage = next;
  await load(wantedParts, next);
  // Another language may have been chosen meanwhile.
  if (nextLanguage !== next) return;
  language = next;
  document.documentElement.lang = localeOf(next);
  try {
    localStorage.setItem(REMEMBERED, next);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
  announce();
}

/** Every component that shows a text is drawn again. */
function announce(): void {
  translateNow = translateIn(language);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentLanguage = () => language;
export const useLanguage = () => useSyncExternalStore(subscribe, currentLanguage);

const translators = {
  en: makeTranslator(catalogues.en, localeOf('en')),
  ch: makeTranslator(catalogues.ch, localeOf('ch')),
};

/** A key without a text is answered as it is. */
const translateIn =
  (spoken: Language): Translate =>
  (key, ...values) => {
    const text = translators[spoken](key, values[0]);
    if (text === key) noteMissingText();
    return text;
  };

/** A new function, for each language and for texts that came late, makes memoised components draw again. */
let translateNow = translateIn(language);

/** The text of a key, outside of components (toasts, say). Components use `useText`, which follows the language. */
export const translate: Translate = (key, ...values) => translateNow(key, ...values);

export const useText = (): Translate => useSyncExternalStore(subscribe, () => translateNow);

/** Permission keys as people say them. */
const sayRights = (t: Translate, keys: string) =>
  keys
    .split(', ')
    .map((key) => permissionKeys.find((known) => known === key))
    .flatMap((key) => (key ? [t(`permissions.keys.${key}`)] : []))
    .join(t('lists.valuesJoin'));

const isKnown = (key: string) => findText(catalogues[language], key) !== undefined;

/** The text of a key that is known at run time only. */
function findKnown(key: string): string | undefined {
  const text = findText(catalogues[language], key);
  if (text === undefined) noteMissingText();
  return text;
}

/** A message key has no spaces; a sentence, which is shown as it is, has some. */
const MESSAGE_KEY = /^[A-Z]\w*$/;

/**
 * How the reader's language says messages and refusals. Which of them it knows, and their slots, is known at run time.
 */
const reasonTexts = (t: Translate): ReasonTexts => ({
  refusal: (code) => translateCode(t, Number(code)),
  message: (key, { n = '', ...slots }) => {
    if (!MESSAGE_KEY.test(key) || !findKnown(`messages.${key}`)) return undefined;
    const wordKey = wordKeyOf(key, n);
    const word = wordKey && findKnown(wordKey);
    const values = { ...slots, n: key === 'MoreThanYouHold' ? sayRights(t, n) : (word ?? n) };
    return (t as (key: TextKey, values: Record<string, string>) => string)(`messages.${key}` as TextKey, values);
  },
  withDetail: (sentence, detail) => t('common.withDetail', { sentence, detail }),
});

/** Separates the messages of one error; nobody types this character. */
const SEPARATOR = '\u001e';

/** The messages of a field as one error: forms keep one text for each field. */
export const errorOf = (messages: readonly string[]): string => [...new Set(messages)].join(SEPARATOR);

export const messagesOf = (error: string): string[] => error.split(SEPARATOR);

/**
 * A message of the contract (`TooLong:255`, `EmailIsInvalid`) in the reader's language; other text stays as it is. An
 * error of several messages has a line for each.
 */
export const translateMessage = (t: Translate, error: string): string =>
  messagesOf(error)
    .map((message) => messageText(reasonTexts(t), message))
    .join('\n');

/** Loads what is missing to say these messages: a refusal may come from any module. */
export async function readTextsOfMessages(messages: readonly string[]): Promise<void> {
  for (const message of messages) translateMessage(translate, message);
  await missingRead;
}

/** A stored reason in the reader's language. Without a key, the sentence that came with it is shown. */
export const translateReason = (t: Translate, key: string, sentence: string): string =>
  key ? reasonText(reasonTexts(t), key) : sentence;

/** The text of a numeric refusal, when the catalogue knows it. */
export function translateCode(t: Translate, code: number | undefined): string | undefined {
  return isKnown(`errors.${code}`) ? t(`errors.${code as ErrorCode}`) : undefined;
}
