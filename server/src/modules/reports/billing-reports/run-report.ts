import {
  type BillingReportName,
  type BillingReportRequest,
  dayInZone,
  isExcelReport,
  type ReportDays,
  type ReportFormat,
  type ReportGrid,
  reportDays,
} from '@longshore/contract';
import type { ReportContent, ReportStationery } from '../../../documents/billing/report-content.ts';
import { draw } from '../../../documents/draw.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { RowSheet } from '../../../platform/exports/row-sheet.ts';
import { Pdf, Sheet } from '../../../platform/http/bind.ts';
import { invalid } from '../../../platform/http/problem.ts';
import type { LoadLogos } from '../../company/index.ts';
import { readLetterhead } from '../../company/index.ts';
import { readGrid } from './billing-grid.ts';
import { readReportClients } from './clients.view.ts';
import { plainWorkbook } from './plain-workbook.ts';
import { openReport, readContent } from './read-billing-report.ts';
import { stationeryOf } from './stationery.ts';

export interface ReportTools {
  clock: Clock;
  loadLogos: LoadLogos;
}

/** Formats that are drawn as a whole: documents with groups, sums and a layout. */
export type DocumentFormat = Exclude<ReportFormat, 'grid' | 'excel'>;

export const drawDocument = (
  format: DocumentFormat,
  content: ReportContent,
  stationery: ReportStationery,
): Promise<Uint8Array> => draw(format === 'pdf' ? 'billingPdf' : 'billingWorkbook', { content, stationery });

/** `default-billing-2026-10-01-2026-10-31.xlsx` */
export const reportFileName = (name: BillingReportName, { from, to }: ReportDays, format: ReportFormat): string =>
  `${name}-${from}-${to}.${format === 'pdf' ? 'pdf' : 'xlsx'}`;

/** The days asked for: the calendar period, with the ends that were given. */
function daysOf({ period, from_date, to_date }: BillingReportRequest, today: string): ReportDays {
  const { from, to } = reportDays(period, today);
  const days = { from: from_date ?? from, to: to_date ?? to };
  if (days.from > days.to) throw invalid(to_date ? 'to_date' : 'from_date', 'PeriodEndsBeforeItBegins');
  return days;
}

/** Runs a report: a grid, rows that are drawn as they are read, or a document that is drawn after the transaction. */
export async function runReport(
  tx: Tx,
  actor: Actor,
  request: BillingReportRequest,
  { clock, loadLogos }: ReportTools,
): Promise<ReportGrid | RowSheet | Sheet | Pdf> {
  const now = clock.now();
  const { name } = request;
  const format = request.format === 'pdf' && isExcelReport(name) ? 'grid' : request.format;
  const [letterhead, clients] = await Promise.all([readLetterhead(tx), readReportClients(tx, request.clients)]);
  if (clients.length < request.clients.length) throw invalid('clients', 'ClientIsUnknown');
  const days = daysOf(request, dayInZone(letterhead.timezone, now));
  const open = openReport(tx, { name, ...days, clients, format, language: actor.lang }, letterhead);
  const fileName = reportFileName(name, days, format);
  if (format === 'grid') return readGrid(open);
  if (format === 'excel') return (await plainWorkbook(open, fileName, 'refuse')).sheet;
  const content = await readContent(open);
  if (content.sections.length === 0) throw invalid('_', 'NoRecordFound');
  const drawn = async () => {
    const logos = format === 'pdf' ? await loadLogos([letterhead.logo]) : new Map();
    return drawDocument(format, content, stationeryOf(letterhead, actor.lang, now, logos));
  };
  return format === 'pdf' ? new Pdf(drawn) : new Sheet(fileName, drawn);
}
