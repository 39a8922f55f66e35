import { type ErrorCode, type Language, splitMessage } from '@longshore/contract';
import { createInstance } from 'i18next';
import { useCallback, useSyncExternalStore } from 'react';
import type { TextKey, Translate } from './types.ts';

export type { PlainKey, TextKey, Translate } from './types.ts';

/** Our code for Simplified Chinese is `ch`; the rest of the world says zh-CN. */
export const localeOf = (language: Language) => (language === 'ch' ? 'zh-CN' : 'en-US');

const REMEMBERED = 'longshore-language';
const loaders: Record<Language, () => Promise<object>> = {
  en: async () => (await import('./en/index.ts')).en,
  ch: async () => (await import('./ch/index.ts')).ch,
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

/** Loads a language, speaks it from now on and remembers it for the next visit. */
export async function speak(next: Language): Promise<void> {
  if (!texts.hasResourceBundle(next, 'translation'))
    texts.addResourceBundle(next, 'translation', await loaders[next]());
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

/** A message of the contract (`TooLong:255`, `EmailIsInvalid`) in the reader's language; other text stays as it is. */
export function sayMessage(t: Translate, message: string): string {
  const found = splitMessage(message);
  // Which slots a message has is known at run time only.
  return found
    ? (t as (key: TextKey, values: { n: string }) => string)(`messages.${found.key}`, { n: found.n })
    : message;
}

/** The text of a numeric refusal, when the catalogue knows it. */
export function sayCode(t: Translate, code: number | undefined): string | undefined {
  return texts.exists(`errors.${code}`, { lng: language }) ? t(`errors.${code as ErrorCode}`) : undefined;
}
