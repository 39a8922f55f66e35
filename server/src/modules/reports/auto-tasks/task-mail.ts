import { Money, textFor } from '@longshore/contract';
import type { ReportSection, ReportStationery } from '../../../documents/billing/report-content.ts';
import { makeReportFormat } from '../../../documents/billing/report-format.ts';
import type { MailText } from '../../../platform/mail/mail.ts';
import type { StoredRun } from './tasks.view.ts';

/** Clients that the text of a mail names. */
const NAMED_MAX = 50;

/** What the file of a run holds. */
interface MailedReport {
  title: string;
  sections: readonly Pick<ReportSection, 'client' | 'totals'>[];
}

/** A mail that says what its file holds: which report, of which days, and what each client owes. */
export function taskMailText(
  run: StoredRun,
  { title, sections }: MailedReport,
  stationery: ReportStationery,
  fileName: string,
): Omit<MailText, 'files'> {
  const t = textFor(run.lang);
  const { day, text: write } = makeReportFormat(stationery);
  const company = stationery.sender.name;
  const period = t('reportWords.fromTo', { from: day(run.from_day), to: day(run.to_day) });
  const totals = sections.flatMap(({ client, totals: all }) => {
    const total = all.at(-1);
    return total ? [{ client: client.company, total }] : [];
  });
  const named = totals.slice(0, NAMED_MAX);
  const sum = Money.sum(totals.map(({ total }) => total.value));
  const lines = [
    t('taskMail.holds', { report: title, period }),
    '',
    ...named.map(({ client, total }) => `${client}: ${write(total.kind, total.value)}`),
    ...(totals.length > named.length ? [t('taskMail.more', { n: totals.length - named.length })] : []),
    ...(totals.length > 1 ? [t('taskMail.total', { amount: write('money', sum) })] : []),
    ...(totals.length === 0 ? [t('taskMail.nothing')] : []),
    '',
    t('taskMail.file', { name: fileName }),
    run.frequency === 'Week'
      ? t('taskMail.weekly', { company, user: run.user_name })
      : t('taskMail.monthly', { company, user: run.user_name }),
  ];
  return {
    to: [run.receiver_1, run.receiver_2].filter(Boolean).join(', '),
    subject: t('taskMail.subject', { company, report: title, period }),
    text: `${lines.join('\n')}\n`,
  };
}
