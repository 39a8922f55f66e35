import { dayInZone, type OperationReportRequest, PERIOD_DAYS_MAX } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import { inScope } from '../../../platform/database/in-scope.ts';
import { sql } from '../../../platform/database/sql.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { invalid, invalidFields } from '../../../platform/http/problem.ts';
import type { Criteria, OperationReport, ReportParams } from './report.ts';
import { type ReportFilter, readReportFilters } from './report-filters.view.ts';

const DAY_MS = 86_400_000;
const DAYS_AHEAD_MAX = 3650;

async function clientOf(
  tx: Tx,
  { allClients }: OperationReport,
  { clientId: own }: Actor,
  requested: number | 'all' | null,
): Promise<number | null> {
  if (own !== null) return own;
  if (requested === 'all' && allClients) return null;
  if (requested === null || requested === 'all') throw invalid('clientId', 'ReportNeedsClient');
  const { rows } = await sql<{
    id: number;
  }>`select id from clients where id = ${requested} and ${inScope(tx, 'id')}`.execute(tx);
  if (!rows[0]) throw invalid('clientId', 'ClientIsUnknown');
  return requested;
}

function daysOf({ asks }: OperationReport, { from_date, to_date }: OperationReportRequest, today: string) {
  if (asks.dates === 'day') {
    if (!to_date) throw invalid('to_date', 'ReportNeedsDate');
    return { from: to_date, to: to_date };
  }
  if (asks.dates !== 'period') return { from: today, to: today };
  if (!from_date || !to_date)
    throw invalidFields({
      ...(from_date ? {} : { from_date: ['ReportNeedsDates'] }),
      ...(to_date ? {} : { to_date: ['ReportNeedsDates'] }),
    });
  if (from_date > to_date) throw invalid('to_date', 'PeriodEndsBeforeItBegins');
  if ((Date.parse(to_date) - Date.parse(from_date)) / DAY_MS >= PERIOD_DAYS_MAX)
    throw invalid('to_date', `PeriodIsTooLong:${PERIOD_DAYS_MAX}`);
  return { from: from_date, to: to_date };
}

function criteriaOf(criteria: Criteria | undefined, given: string): string {
  switch (criteria?.kind) {
    case 'serial':
      if (!given) throw invalid('text_criteria_1', 'ReportNeedsSerial');
      return given;
    case 'days':
      if (given && !(/^\d{1,4}$/.test(given) && Number(given) <= DAYS_AHEAD_MAX))
        throw invalid('text_criteria_1', `DaysAheadAreInvalid:${DAYS_AHEAD_MAX}`);
      return given || String(criteria.default);
    case 'filter':
      if (!/^[1-9]\d{0,9}$/.test(given)) throw invalid('text_criteria_1', 'ReportNeedsFilter');
      return given;
    case 'choice':
      if (given && !(given in criteria.of))
        throw invalid('text_criteria_1', `NotAChoice:${Object.keys(criteria.of).join(', ')}`);
      return given;
    default:
      return given;
  }
}

async function filterOf(tx: Tx, actor: Actor, id: number): Promise<ReportFilter> {
  const filter = (await readReportFilters(tx, actor)).find((each) => each.id === id);
  if (!filter) throw invalid('text_criteria_1', 'ReportFilterIsGone');
  return filter;
}

/** Checks what was asked for and completes it. */
export async function readReportParams(
  tx: Tx,
  actor: Actor,
  report: OperationReport,
  request: OperationReportRequest,
  { timezone, now }: { timezone: string; now: Date },
): Promise<ReportParams> {
  const clientId = await clientOf(tx, report, actor, request.clientId);
  const criteria = criteriaOf(report.asks.criteria, request.text_criteria_1);
  return {
    clientIds: clientId === null ? null : [clientId],
    ...daysOf(report, request, dayInZone(timezone, now)),
    timezone,
    items: report.asks.items ? request.params : [],
    criteria,
    ...(report.asks.criteria?.kind === 'filter' ? { filter: await filterOf(tx, actor, Number(criteria)) } : {}),
  };
}
