import type { OperationReportRequest } from '@longshore/contract';
import { operationReport } from '../operations/all-reports.ts';
import type { DuePeriod } from '../schedules/due-periods.ts';
import type { StoredReportRequest } from './subscriptions.store.ts';

/** What a subscription asks its report for: the period before, or the day on which it is mailed. */
export const requestOf = (
  { report, of_client, criteria, item_ids }: StoredReportRequest,
  { from, to, on }: Omit<DuePeriod, 'at'>,
): OperationReportRequest => ({
  name: report,
  clientId: of_client ?? 'all',
  from_date: from,
  to_date: operationReport(report)?.asks.dates === 'day' ? on : to,
  text_criteria_1: criteria,
  params: item_ids,
  format: 'grid',
});
