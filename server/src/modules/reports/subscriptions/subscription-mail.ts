import { type Language, textFor } from '@longshore/contract';
import { makeDocumentFormat } from '../../../documents/document-format.ts';
import type { MailText } from '../../../platform/mail/mail.ts';
import type { Letterhead } from '../../company/index.ts';
import { operationReport } from '../operations/all-reports.ts';
import { type SubscriptionRun, titleOf } from './subscriptions.view.ts';

const HOW_OFTEN = {
  Day: 'subscriptionMail.daily',
  Week: 'subscriptionMail.weekly',
  Month: 'subscriptionMail.monthly',
} as const;

/** The days that a run is about, in words: a report without a period is of the day on which it is mailed. */
function periodWords(run: SubscriptionRun, language: Language): string {
  const { day } = makeDocumentFormat(language, 'UTC');
  if (operationReport(run.report)?.asks.dates !== 'period') return day(run.on_day);
  if (run.from_day === run.to_day) return day(run.from_day);
  return textFor(language)('reportWords.fromTo', { from: day(run.from_day), to: day(run.to_day) });
}

/** What a file of a mail is called, and how many rows it has; undefined when there is nothing to report. */
export interface MailedRows {
  name: string;
  count: number;
}

/** A mail that says what its file holds: which report, of which days and of whom. */
export function subscriptionMailText(
  run: SubscriptionRun,
  language: Language,
  { name: company }: Pick<Letterhead, 'name'>,
  rows: MailedRows | undefined,
): Omit<MailText, 'files'> {
  const t = textFor(language);
  const words = { company, report: titleOf(language, run.report), period: periodWords(run, language) };
  const lines = [
    rows ? t('subscriptionMail.holds', { ...words, n: rows.count }) : t('subscriptionMail.nothing', words),
    ...(run.client ? [t('subscriptionMail.client', { client: run.client })] : []),
    '',
    ...(rows ? [t('subscriptionMail.file', { name: rows.name })] : []),
    t(HOW_OFTEN[run.frequency], { company, user: run.user_name }),
  ];
  return {
    to: run.receivers.join(', '),
    subject: t('subscriptionMail.subject', words),
    text: `${lines.join('\n')}\n`,
  };
}
