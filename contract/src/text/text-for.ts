import type { Language } from '../accounts/session.ts';
import type { ReasonTexts } from '../kit/messages.ts';
import { server as ch } from './ch/server.ts';
import { server as en } from './en/server.ts';
import { localeOf } from './languages.ts';
import type { PlainKeyOf, TranslateOf } from './types.ts';

/** Reads texts on the server: those of the screens, and of documents, sheets and mail. */
export type ServerText = TranslateOf<typeof en>;
/** Keys of texts without slots. */
export type ServerTextKey = PlainKeyOf<typeof en>;

interface Texts {
  [key: string]: string | Texts;
}
const catalogues: Record<Language, Texts> = { en, ch };

function find(texts: Texts, key: string): string | undefined {
  let found: string | Texts | undefined = texts;
  for (const part of key.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

const fill = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => String(values[name] ?? slot));

/**
 * The texts of one language, for the server. The web does not call this: it would load both languages whole, so it
 * loads the parts it shows by itself.
 */
export function textFor(language: Language): ServerText {
  const texts = catalogues[language];
  const plurals = new Intl.PluralRules(localeOf(language));
  return (key, ...[values = {}]) => {
    const counted = 'count' in values ? find(texts, `${key}_${plurals.select(Number(values.count))}`) : undefined;
    return fill(counted ?? find(texts, key) ?? key, values);
  };
}

/** How a language says stored reasons: `reasonText(reasonTextsFor(actor.lang), problem)`. */
export function reasonTextsFor(language: Language): ReasonTexts {
  const texts = catalogues[language];
  const t = textFor(language);
  return {
    refusal: (code) => find(texts, `errors.${code}`),
    message: (key, slots) => {
      const text = find(texts, `messages.${key}`);
      return text === undefined ? undefined : fill(text, slots);
    },
    withDetail: (said, detail) => t('common.withDetail', { said, detail }),
  };
}
