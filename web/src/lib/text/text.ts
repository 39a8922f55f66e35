import { type ErrorCode, type Language, permissionKeys, slotsOf, splitMessage } from '@longshore/contract';
import { createInstance } from 'i18next';
import { useCallback, useSyncExternalStore } from 'react';
import type { TextKey, Translate } from './types.ts';

export type { PlainKey, TextKey, Translate } from './types.ts';

/** Our code for Simplified Chinese is `ch`; the rest of the world says zh-CN. */
export const localeOf = (language: Language) => (language === 'ch' ? 'zh-CN' : 'en-US');

const REMEMBERED = 'longshore-language';
type Part = 'guest' | 'user';
const loaders: Record<Part, Record<Language, () => Promise<object>>> = {
  guest: {
    en: async () => (await import('./en/guest.ts')).guest,
    ch: async () => (await import('./ch/guest.ts')).guest,
  },
  user: {
    en: async () => (await import('./en/index.ts')).en,
    ch: async () => (await import('./ch/index.ts')).ch,
  },
};

const texts = createInstance({
  lng: 'en',
  fallbackLng: false,
  resources: {},
  keySeparator: '.',
  interpolation: { escapeValue: false },
});
void texts.init();

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
  texts.addResourceBundle(wanted, 'translation', await loaders[part][wanted](), true, true);
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
  await texts.changeLanguage(next);
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

const say = (spoken: Language, key: string, values: Record<string, string | number> = {}): string =>
  String(texts.t(key, { ...values, lng: spoken, defaultValue: key }));

/** The text of a key, outside of components (toasts, say). Components use `useText`, which follows the language. */
export const translate: Translate = (key, ...values) => say(language, key, values[0]);

export function useText(): Translate {
  const spoken = useLanguage();
  // A new function for each language makes memoised components draw anew.
  return useCallback((key, ...values) => say(spoken, key, values[0]), [spoken]);
}

/** Permission keys as people say them. */
const sayRights = (t: Translate, keys: string) =>
  keys
    .split(', ')
    .map((key) => permissionKeys.find((known) => known === key))
    .flatMap((key) => (key ? [t(`permissions.keys.${key}`)] : []))
    .join(t('lists.valuesJoin'));

/** A message of the contract (`TooLong:255`, `EmailIsInvalid`) in the reader's language; other text stays as it is. */
export function sayMessage(t: Translate, message: string): string {
  const found = splitMessage(message);
  if (!found) return message;
  const n = found.key === 'MoreThanYouHold' ? sayRights(t, found.n) : found.n;
  // Which slots a message has is known at run time only.
  return (t as (key: TextKey, values: Record<string, string>) => string)(`messages.${found.key}`, slotsOf(n));
}

/** The text of a numeric refusal, when the catalogue knows it. */
export function sayCode(t: Translate, code: number | undefined): string | undefined {
  return texts.exists(`errors.${code}`, { lng: language }) ? t(`errors.${code as ErrorCode}`) : undefined;
}
