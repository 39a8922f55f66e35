import { errorCatalogue, type MessageKey, messages, messageWith } from '@longshore/contract';
import { sayCode, sayMessage, type Translate } from './text.ts';

const plain = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const sentences = Object.entries(messages).map(([key, sentence]) => ({
  key: key as MessageKey,
  pattern: new RegExp(
    `^${sentence
      .split(/\{\w+\}/)
      .map(plain)
      .join('(.*)')}$`,
  ),
}));
const refusals = Object.entries(errorCatalogue);

/** A sentence of the contract turned back into its key and what it names; other text stays as it is. */
export function messageOfSentence(sentence: string): string {
  for (const { key, pattern } of sentences) {
    const [, ...named] = pattern.exec(sentence) ?? [];
    if (pattern.test(sentence)) return named.length ? messageWith(key, ...named) : key;
  }
  return sentence;
}

/**
 * Imports and counts report English sentences, which stay with their rows: a refusal of the catalogue with its detail,
 * or a message. They are said anew in the reader's language; what nobody knows stays as it is.
 */
export function sayReported(t: Translate, reported: string): string {
  for (const [code, sentence] of refusals) {
    if (reported !== sentence && !reported.startsWith(`${sentence}: `)) continue;
    const detail = reported.slice(sentence.length + 2);
    const said = sayCode(t, Number(code)) ?? sentence;
    return detail ? t('common.withDetail', { said, detail: sayMessage(t, messageOfSentence(detail)) }) : said;
  }
  return sayMessage(t, messageOfSentence(reported));
}
