import { type OperationGrid, PERIOD_DAYS_MAX } from '@longshore/contract';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import type { OperationReport, ReportParams } from './report.ts';

const DAY_MS = 86_400_000;
/** Each period is twice as long as the one after it: for a month these are five years. */
const PERIODS_MAX = 6;
/** Nothing is older. */
const EARLIEST = '1990-01-01';

const dayBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** For a report that found nothing: the latest period before the one asked for that has rows. */
export async function nearestPeriod(
  tx: Tx,
  { asks, rows }: OperationReport,
  params: ReportParams,
): Promise<OperationGrid['nearest']> {
  if (asks.dates !== 'period' || !rows) return null;
  let days = (Date.parse(params.to) - Date.parse(params.from)) / DAY_MS + 1;
  let to = dayBefore(params.from, 1);
  for (let period = 0; period < PERIODS_MAX && days <= PERIOD_DAYS_MAX && to >= EARLIEST; period++) {
    const from = dayBefore(to, days - 1);
    const {
      rows: [found],
    } = await sql<{
      has_rows: boolean;
    }>`select exists (select from (${rows({ ...params, from, to })}) found) as has_rows`.execute(tx);
    if (found?.has_rows) return { from_date: from, to_date: to };
    to = dayBefore(from, 1);
    days *= 2;
  }
  return null;
}
