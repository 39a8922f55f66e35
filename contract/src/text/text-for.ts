import type { ReasonTexts } from '../kit/messages.ts';
import { server as ch } from './ch/server.ts';
import { server as en } from './en/server.ts';
import { type Language, localeOf } from './languages.ts';
import { wordKeyOf } from './message-words.ts';
import { fillSlots, findText, makeTranslator, type Texts } from './translator.ts';
import type { PlainKeyOf, TranslateOf } from './types.ts';

/** Reads texts on the server: those of the screens, and of documents, sheets and mail. */
export type ServerText = TranslateOf<typeof en>;
/** Keys of texts without slots. */
export type ServerTextKey = PlainKeyOf<typeof en>;

const catalogues: Record<Language, Texts> = { en, ch };

/**
 * The texts of one language, for the server. The web does not call this: it would load both languages whole, so it
 * loads the parts it shows by itself.
 */
export function textFor(language: Language): ServerText {
  const translate = makeTranslator(catalogues[language], localeOf(language));
  return (key, ...values) => translate(key, values[0]);
}

/** How a language writes stored reasons: `reasonText(reasonTextsFor(actor.lang), problem)`. */
export function reasonTextsFor(language: Language): ReasonTexts {
  const texts = catalogues[language];
  const t = textFor(language);
  return {
    refusal: (code) => findText(texts, `errors.${code}`),
    message: (key, slots) => {
      const text = findText(texts, `messages.${key}`);
      const word = findText(texts, wordKeyOf(key, slots.n ?? '') ?? '');
      return text === undefined ? undefined : fillSlots(text, word ? { ...slots, n: word } : slots);
    },
    withDetail: (sentence, detail) => t('common.withDetail', { sentence, detail }),
  };
}
