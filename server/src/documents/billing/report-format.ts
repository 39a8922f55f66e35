import { localeOf, MONEY_DECIMALS, type Money, type ReportColumn } from '@longshore/contract';
import { makeDocumentFormat, makeMoneyFormat } from '../document-format.ts';
import type { DocumentContent, ReportLine, ReportRow, ReportStationery, ReportValue } from './report-content.ts';

/** An exact decimal as a number, for spreadsheets and JSON. */
export const numberOf = ({ units }: Money): number => Number(units) / 10 ** MONEY_DECIMALS;

/** The rows of a table without its groups and sums. */
export const rowsOf = (lines: readonly ReportLine[]): ReportRow[] =>
  lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []));

/** How a report writes its values. */
export function makeReportFormat({ language, timezone, currency }: ReportStationery) {
  const format = makeDocumentFormat(language, timezone);
  const money = makeMoneyFormat(language, currency);
  const quantities = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: MONEY_DECIMALS });
  const text = (kind: ReportColumn['kind'], value: ReportValue | undefined): string => {
    if (value === null || value === undefined) return '';
    if (typeof value === 'string') return kind === 'day' ? format.day(value) : value;
    return kind === 'money' ? money(value) : quantities.format(numberOf(value)).replace('-', '−');
  };
  return { ...format, money, text };
}
export type ReportFormatting = ReturnType<typeof makeReportFormat>;

/** The number of the document: what the client's invoices begin with, and the days it is about. */
export const documentNumber = (prefix: string, { from, to }: Pick<DocumentContent, 'from' | 'to'>): string =>
  `${prefix}${from.replaceAll('-', '')}-${to.replaceAll('-', '')}`;
