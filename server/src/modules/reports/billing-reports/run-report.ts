import {
  type BillingReportRequest,
  currencyDecimals,
  dayInZone,
  isExcelReport,
  Money,
  type ReportDays,
  type ReportGrid,
  reportDays,
  textFor,
} from '@longshore/contract';
import type { ReportContent, ReportSection, ReportValue } from '../../../documents/billing/report-content.ts';
import { numberOf, rowsOf } from '../../../documents/billing/report-format.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Pdf, Sheet } from '../../../platform/http/bind.ts';
import { invalid } from '../../../platform/http/problem.ts';
import type { LoadLogos } from '../../company/index.ts';
import { readLetterhead } from '../../company/index.ts';
import { readReportClients } from './clients.view.ts';
import { drawReport, readReport, reportFileName, stationeryOf } from './read-report.ts';

export interface ReportTools {
  clock: Clock;
  loadLogos: LoadLogos;
}

const plainValue = (value: ReportValue | undefined) => (value instanceof Money ? numberOf(value) : (value ?? null));

/** The rows of all clients one below the other; with several clients a first column names them. */
function gridOf(content: ReportContent, isOfSeveral: boolean, clientHeading: string, decimals: number): ReportGrid {
  const { name, from, to, sections } = content;
  const clientColumn = { key: 'client', heading: clientHeading, kind: 'text', total: false } as const;
  const columns = [...(isOfSeveral ? [clientColumn] : []), ...content.columns];
  const sumIn = ({ rows, sums }: ReportSection, key: string) =>
    sums?.[key] ?? Money.sum(rows.flatMap((row) => (row[key] instanceof Money ? [row[key]] : [])));
  const sumOf = (key: string) => numberOf(Money.sum(sections.map((section) => sumIn(section, key))).rounded(decimals));
  return {
    name,
    from_date: from,
    to_date: to,
    columns,
    rows: sections.flatMap(({ client, rows }) =>
      rows.map((row) => ({
        ...(isOfSeveral ? { client: client.company } : {}),
        ...Object.fromEntries(content.columns.map(({ key }) => [key, plainValue(row[key])])),
      })),
    ),
    totals: Object.fromEntries(columns.filter(({ total }) => total).map(({ key }) => [key, sumOf(key)])),
    tables: sections.flatMap(({ client, tables }) =>
      tables.slice(1).map(({ title, columns: own, lines }) => ({
        client: client.company,
        title,
        columns: own.map(({ width: _, ...column }) => column),
        rows: rowsOf(lines).map((row) => Object.fromEntries(own.map(({ key }) => [key, plainValue(row[key])]))),
      })),
    ),
    clients: sections.map(({ client: { id, company }, totals }) => ({
      id,
      company,
      lines: totals
        .filter(({ kind }) => kind === 'money')
        .map(({ label, value }) => ({ label, amount: numberOf(value) })),
    })),
  };
}

/** The days asked for: the calendar period, with the ends that were given. */
function daysOf({ period, from_date, to_date }: BillingReportRequest, today: string): ReportDays {
  const { from, to } = reportDays(period, today);
  const days = { from: from_date ?? from, to: to_date ?? to };
  if (days.from > days.to) throw invalid(to_date ? 'to_date' : 'from_date', 'PeriodEndsBeforeItBegins');
  return days;
}

/** Reads a report; its file is drawn after the transaction has ended. */
export async function runReport(
  tx: Tx,
  actor: Actor,
  request: BillingReportRequest,
  { clock, loadLogos }: ReportTools,
): Promise<ReportGrid | Sheet | Pdf> {
  const now = clock.now();
  const format = request.format === 'pdf' && isExcelReport(request.name) ? 'grid' : request.format;
  const [letterhead, clients] = await Promise.all([readLetterhead(tx), readReportClients(tx, request.clients)]);
  if (clients.length < request.clients.length) throw invalid('clients', 'ClientIsUnknown');
  const days = daysOf(request, dayInZone(letterhead.timezone, now));
  const { name } = request;
  const content = await readReport(tx, { name, ...days, clients, format, language: actor.lang }, letterhead);
  const clientHeading = textFor(actor.lang)('reportWords.columns.client');
  if (format === 'grid')
    return gridOf(content, clients.length > 1, clientHeading, currencyDecimals(letterhead.currency));
  if (content.sections.length === 0) throw invalid('_', 'NoRecordFound');
  const draw = async () => {
    const logos = format === 'pdf' ? await loadLogos([letterhead.logo]) : new Map();
    return drawReport(format, content, stationeryOf(letterhead, actor.lang, now, logos));
  };
  return format === 'pdf' ? new Pdf(draw) : new Sheet(reportFileName(content, format), draw);
}
