import {
  type BillingReportName,
  currencyDecimals,
  type Language,
  REPORT_ROWS_MAX,
  type ReportDays,
  type ReportFormat,
  textFor,
} from '@longshore/contract';
import type {
  ReportClient,
  ReportContent,
  ReportSection,
  ReportStationery,
} from '../../../documents/billing/report-content.ts';
import { makeDocumentFormat } from '../../../documents/document-format.ts';
import { draw } from '../../../documents/draw.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid } from '../../../platform/http/problem.ts';
import type { Letterhead } from '../../company/index.ts';
import { billingByItem } from './billing-by-item.ts';
import { defaultBilling } from './default-billing.ts';
import { outboundReport } from './outbound-report.ts';
import { quantitiesByDay } from './quantities-by-day.ts';
import type { ReportRequest } from './report-request.ts';

type Read = (
  tx: Tx,
  request: ReportRequest,
) => Promise<Pick<ReportContent, 'columns' | 'sections'> & { rowCount: number }>;

const reports: Record<BillingReportName, Read> = {
  'default-billing': defaultBilling,
  'default-billing-with-tax': defaultBilling,
  'billing-by-item': billingByItem,
  'outbound-report': outboundReport,
  'outbound-report-no-summary': outboundReport,
  'receiving-qty-by-period-excel': quantitiesByDay,
  'shipping-qty-by-period-excel': quantitiesByDay,
};

export interface ReportToRead extends ReportDays {
  name: BillingReportName;
  clients: readonly ReportClient[];
  format: ReportFormat;
  language: Language;
}

/** Amounts are exact up to here: only totals are rounded. */
const withRoundedTotals = (section: ReportSection, decimals: number): ReportSection => ({
  ...section,
  totals: section.totals.map((total) =>
    total.kind === 'money' ? { ...total, value: total.value.rounded(decimals) } : total,
  ),
});

/** Reads a report for a format; one with more rows than the format takes is refused. */
export async function readReport(
  tx: Tx,
  wanted: ReportToRead,
  { timezone: zone, currency }: Letterhead,
): Promise<ReportContent> {
  const { name, from, to, clients, format, language } = wanted;
  const t = textFor(language);
  const { day } = makeDocumentFormat(language, zone);
  const rowsMax = REPORT_ROWS_MAX[format];
  const { rowCount, ...content } = await reports[name](tx, {
    name,
    from,
    to,
    clients,
    zone,
    currency,
    t,
    day,
    rowsMax,
  });
  if (rowCount > rowsMax) throw invalid('format', `ReportTooLong:${rowsMax}`);
  const sections = content.sections.map((section) => withRoundedTotals(section, currencyDecimals(currency)));
  return { name, title: t(`reports.names.${name}`), from, to, ...content, sections };
}

/** The warehouse's letterhead in the reader's language. */
export function stationeryOf(
  letterhead: Letterhead,
  language: Language,
  at: Date,
  logos: ReadonlyMap<string, Uint8Array>,
): ReportStationery {
  const { name, address, city, state, postal, country, timezone, paper, currency, logo } = letterhead;
  const place = [[city, state].filter(Boolean).join(', '), postal].filter(Boolean).join(' ');
  return {
    language,
    timezone,
    paper,
    currency,
    at,
    logo: logos.get(logo),
    sender: { name, address: [address, place, country].filter(Boolean) },
  };
}

export const drawReport = (
  format: Exclude<ReportFormat, 'grid'>,
  content: ReportContent,
  stationery: ReportStationery,
): Promise<Uint8Array> =>
  format === 'pdf'
    ? draw('billingPdf', { content, stationery })
    : draw('billingWorkbook', { content, stationery, isVisual: format === 'excel-visual' });

/** `default-billing-2026-10-01-2026-10-31.xlsx` */
export const reportFileName = ({ name, from, to }: ReportContent, format: ReportFormat): string =>
  `${name}-${from}-${to}.${format === 'pdf' ? 'pdf' : 'xlsx'}`;
