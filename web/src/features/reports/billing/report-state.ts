import {
  BILLING_REPORTS,
  type BillingReportName,
  BillingReportRequest,
  type FieldMessages,
  fieldMessages,
  isExcelReport,
  type ReportFormat,
  type ReportPeriod,
  reportDays,
} from '@longshore/contract';

/** What the form of a report holds. */
export interface ReportValues {
  clients: number[];
  name: BillingReportName;
  period: ReportPeriod;
  from_date: string;
  to_date: string;
  format: ReportFormat;
}

/** This month as a data grid. */
export function startValues(clientId: number | undefined, today: string): ReportValues {
  const { from, to } = reportDays('month', today);
  return {
    clients: clientId ? [clientId] : [],
    name: BILLING_REPORTS[0],
    period: 'month',
    format: 'grid',
    from_date: from,
    to_date: to,
  };
}

/** A period fills the days; a report of quantities cannot be a PDF and is then shown as the data grid. */
export function changed(values: ReportValues, change: Partial<ReportValues>, today: string): ReportValues {
  const next = { ...values, ...change };
  if (change.period) {
    const { from, to } = reportDays(change.period, today);
    Object.assign(next, { from_date: from, to_date: to });
  }
  return next.format === 'pdf' && isExcelReport(next.name) ? { ...next, format: 'grid' } : next;
}

/** Whether the days are those of the period, and not entered by hand. */
export function isOfPeriod({ period, from_date, to_date }: ReportValues, today: string): boolean {
  const { from, to } = reportDays(period, today);
  return from_date === from && to_date === to;
}

export const bodyOf = ({ clients, ...values }: ReportValues) => ({ ...values, clients: clients.join(',') });

/** What is wrong with a request, by field; empty when it can be sent. */
export function problemsOf(values: ReportValues): FieldMessages {
  const parsed = BillingReportRequest.safeParse(bodyOf(values));
  return parsed.success ? {} : fieldMessages(parsed.error);
}
