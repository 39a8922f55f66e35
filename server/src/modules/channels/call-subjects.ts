import type { Language } from '@longshore/contract';
import type { PartnerConnection, PartnerDeclaration } from './connector.ts';

const BETWEEN = ': ';
const PAGE = /^page (\d+)$/;

/** The same connection, whose calls say in the trace which record they are about: `Report a shipment: #1001 1Z999`. */
export const about = <Connected extends PartnerConnection>(
  connection: Connected,
  record: string | number,
): Connected => ({
  ...connection,
  http: {
    call: (request) =>
      connection.http.call({ ...request, subject: [request.subject, record].filter(Boolean).join(BETWEEN) }),
  },
});

/** What is about no partner. */
const OWN: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<string, string>>>> = {
  ch: { Webhook: '平台通知', 'Callback of the service': '配送服务回调' },
};

/** What a call is about, in a language; words that nobody declared stay as they are. */
export function subjectIn(
  language: Language,
  { subjects }: Pick<PartnerDeclaration, 'subjects'>,
  subject: string,
): string {
  if (language === 'en') return subject;
  const [words = '', ...records] = subject.split(BETWEEN);
  const said = subjects?.[language][words] ?? OWN[language][words] ?? words;
  return [said, ...records.map((record) => record.replace(PAGE, '第 $1 页'))].join('：');
}
