import { type Language, reasonText, reasonTextsFor, textFor } from '@longshore/contract';
import type { PartnerConnection, PartnerDeclaration } from './connector.ts';
import { quotePartner } from './partner-problem.ts';

const BETWEEN = ': ';
const PAGE = /\bpage (\d+)$/;
/** A call of the partner to us. */
export const WEBHOOK = 'Webhook';

/**
 * The same connection with calls whose trace lines name the record they are about: `Report a shipment: #1001 1Z999`.
 */
export const withSubject = <Connected extends PartnerConnection>(
  connection: Connected,
  record: string | number,
): Connected => ({
  ...connection,
  http: {
    call: (request) =>
      connection.http.call({ ...request, subject: [request.subject, record].filter(Boolean).join(BETWEEN) }),
  },
});

/** What a call is about, in a language; words that nobody declared stay as they are. */
export function subjectIn(
  language: Language,
  { subjects }: Pick<PartnerDeclaration, 'subjects'>,
  subject: string,
): string {
  if (language === 'en') return subject;
  const t = textFor(language);
  const [words = '', ...records] = subject.split(BETWEEN);
  const what = subjects?.[language][words] ?? (words === WEBHOOK ? t('channelTrace.Webhook') : words);
  if (records.length === 0) return what;
  const record = records.join(BETWEEN).replace(PAGE, (_, n: string) => t('channelTrace.page', { n }));
  return t('channelTrace.about', { what, record });
}

/** Why a call failed, in a language; what the partner said stays as it is, in quotation marks. */
export function problemIn(language: Language, problem: string): string {
  const words = reasonText(reasonTextsFor(language), problem);
  return words === problem ? quotePartner(problem) : words;
}
