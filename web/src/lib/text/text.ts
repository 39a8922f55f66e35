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
import { useCallback, useSyncExternalStore } from 'react';

export { localeOf, type PlainKey, type TextKey, type Translate } from '@longshore/contract';

const REMEMBERED = 'longshore-language';
type Part = 'guest' | 'user';
const loaders: Record<Part, Record<Language, () => Promise<Texts>>> = {
  guest: {
    en: async () => (await import('@longshore/contract/text/en/guest.ts')).guest,
    ch: async () => (await import('@longshore/contract/text/ch/guest.ts')).guest,
  },
  user: {
    en: async () => (await import('@longshore/contract/text/en/screens.ts')).screens,
    ch: async () => (await import('@longshore/contract/text/ch/screens.ts')).screens,
  },
};

const catalogues: Record<Language, Texts> = { en: {}, ch: {} };

let language: Language = 'en';
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

/** Visitors read the public pages' texts only; the rest comes with the screens behind them. */
let part: Part = 'guest';
const loaded = new Set<string>();

async function load(wanted: Language): Promise<void> {
  const name = `${part} ${wanted}`;
  if (loaded.has(name)) return;
  Object.assign(catalogues[wanted], await loaders[part][wanted]());
  loaded.add(name);
}

/** Loads the texts of every screen, in the language spoken now and in those spoken later. */
export async function readUserTexts(): Promise<void> {
  part = 'user';
  await load(language);
}

/** Loads a language, speaks it from now on and remembers it for the next visit. */
export async function speak(next: Language): Promise<void> {
  await load(next);
  language = next;
  document.documentElement.lang = localeOf(next);
  try {
    localStorage.setItem(REMEMBERED, next);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
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

/** The text of a key, outside of components (toasts, say). Components use `useText`, which follows the language. */
export const translate: Translate = (key, ...values) => translators[language](key, values[0]);

export function useText(): Translate {
  const spoken = useLanguage();
  // A new function for each language makes memoised components draw anew.
  return useCallback((key, ...values) => translators[spoken](key, values[0]), [spoken]);
}

/** Permission keys as people say them. */
const sayRights = (t: Translate, keys: string) =>
  keys
    .split(', ')
    .map((key) => permissionKeys.find((known) => known === key))
    .flatMap((key) => (key ? [t(`permissions.keys.${key}`)] : []))
    .join(t('lists.valuesJoin'));

const isKnown = (key: string) => findText(catalogues[language], key) !== undefined;

/** How the reader's language says messages and refusals. Which of them it knows, and their slots, is known at run time. */
const reasonTexts = (t: Translate): ReasonTexts => ({
  refusal: (code) => sayCode(t, Number(code)),
  message: (key, { n = '', ...slots }) => {
    if (!isKnown(`messages.${key}`)) return undefined;
    const word = findText(catalogues[language], wordKeyOf(key, n) ?? '');
    const values = { ...slots, n: key === 'MoreThanYouHold' ? sayRights(t, n) : (word ?? n) };
    return (t as (key: TextKey, values: Record<string, string>) => string)(`messages.${key}` as TextKey, values);
  },
  withDetail: (sentence, detail) => t('common.withDetail', { sentence, detail }),
});

/** Between the messages of one error; nobody types it. */
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

/** A stored reason in the reader's language. Without a key, the sentence that came with it is shown. */
export const sayReason = (t: Translate, key: string, sentence: string): string =>
  key ? reasonText(reasonTexts(t), key) : sentence;

/** The text of a numeric refusal, when the catalogue knows it. */
export function sayCode(t: Translate, code: number | undefined): string | undefined {
  return isKnown(`errors.${code}`) ? t(`errors.${code as ErrorCode}`) : undefined;
}
