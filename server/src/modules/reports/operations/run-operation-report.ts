import {
  GRID_ROWS_MAX,
  type OperationColumn,
  type OperationGrid,
  type OperationReportRequest,
  SHEET_ROWS_MAX,
  textFor,
} from '@longshore/contract';
import type { RowCell } from '../../../documents/row-file.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { RowSheet } from '../../../platform/exports/row-sheet.ts';
import type { Call } from '../../../platform/http/bind.ts';
import { forbidden, invalid } from '../../../platform/http/problem.ts';
import { asJson } from '../../../platform/http/serialize.ts';
import { exportName } from '../../../platform/lists/export-name.ts';
import {
  type CellOf,
  type Column,
  ColumnTotals,
  cellsIn,
  fileColumn,
  headingOf,
  type ReportRow,
  rowCells,
} from '../engine/columns.ts';
import { type ReadRows, type RowsLimit, readDeclared, withinLimit } from '../engine/read-rows.ts';
import { mayRun, operationReport } from './all-reports.ts';
import { nearestPeriod } from './nearest-period.ts';
import { readReportParams } from './read-report-params.ts';
import type { OperationReport, ReportParams } from './report.ts';

/** Rows of a grid at a time: somebody waits for it. Those of a file are drawn in the background, and read as slowly. */
const GRID_ROWS_AT_ONCE = 800;

async function readRows(
  tx: Tx,
  report: OperationReport,
  params: ReportParams,
  { actor, wantsSheet }: Pick<Call, 'actor' | 'wantsSheet'>,
): Promise<ReadRows> {
  const { columns, rows, read } = report;
  if (read) return read(tx, actor, params);
  if (!rows) throw new Error(`The report ${report.name} reads nothing.`);
  return readDeclared(tx, { columns, rows }, params, wantsSheet ? undefined : GRID_ROWS_AT_ONCE);
}

/** Amounts are for main users. */
const shownColumns = (columns: ReadRows['columns'], { clientId }: Actor): [string, Column][] =>
  Object.entries(columns).filter(([, { kind }]) => clientId === null || kind !== 'money');

/** The columns as they are sent; the ids of links are behind the cells. */
function sentColumns(columns: readonly [string, Column][], language: Actor['lang']) {
  const ids = [...new Set(columns.flatMap(([, { link }]) => (link ? [link.id] : [])))];
  const sent = columns.map(
    ([key, column]): OperationColumn => ({
      key,
      heading: headingOf(language, key, column),
      kind: column.kind,
      total: column.total ? 1 : 0,
      link: column.link ? { to: column.link.to, at: columns.length + ids.indexOf(column.link.id) } : null,
    }),
  );
  return { sent, ids };
}

const gridLimit: RowsLimit<ReportRow> = {
  rows: GRID_ROWS_MAX,
  refusal: () => invalid('_', `ReportTooLongForGrid:${GRID_ROWS_MAX}`),
};
const sheetLimit: RowsLimit<ReportRow> = {
  rows: SHEET_ROWS_MAX,
  refusal: () => invalid('_', `ReportTooLongForSheet:${SHEET_ROWS_MAX}`),
};

/** The rows as JSON, made as they are read: of 100,000 rows nothing else is kept. */
async function gridOf(
  batches: AsyncGenerator<ReportRow[]>,
  columns: readonly [string, Column][],
  ids: readonly string[],
  cellOf: CellOf,
): Promise<Pick<OperationGrid, 'rows' | 'totals'> & { isEmpty: boolean }> {
  const parts: string[] = [];
  const totals = new ColumnTotals(Object.fromEntries(columns));
  const cellsOf = rowCells(columns, ids, cellOf);
  for await (const batch of withinLimit(batches, gridLimit)) {
    for (const row of batch) totals.add(row);
    parts.push(JSON.stringify(batch.map(cellsOf)).slice(1, -1));
  }
  return {
    rows: asJson<OperationGrid['rows']>(`[${parts.join(',')}]`),
    totals: totals.rounded(),
    isEmpty: parts.length === 0,
  };
}

/** Sheets write yes and no. */
async function* sheetRows(
  batches: AsyncGenerator<ReportRow[]>,
  columns: readonly [string, Column][],
  words: { yes: string; no: string },
  cellOf: CellOf,
): AsyncGenerator<RowCell[][]> {
  let isEmpty = true;
  for await (const batch of withinLimit(batches, sheetLimit)) {
    isEmpty = false;
    yield batch.map((row) =>
      columns.map(([key, column]) => {
        const cell = cellOf(column, row[key]);
        return column.kind === 'flag' ? (cell ? words.yes : words.no) : cell;
      }),
    );
  }
  if (isEmpty) throw invalid('_', 'NoRecordFound');
}

/** Runs a report: a grid, or a file whose rows are drawn as they are read. */
export async function runOperationReport(
  tx: Tx,
  {
    actor,
    body,
    wantsSheet,
    readTimezone,
  }: Pick<Call, 'actor' | 'wantsSheet' | 'readTimezone'> & {
    body: OperationReportRequest;
  },
  clock: Clock,
): Promise<OperationGrid | RowSheet> {
  const report = operationReport(body.name);
  if (!report) throw invalid('name', 'ReportIsUnknown');
  if (!mayRun(report, actor)) throw forbidden();
  const timezone = await readTimezone(tx);
  const params = await readReportParams(tx, actor, report, body, { timezone, now: clock.now() });
  const { columns: all, batches } = await readRows(tx, report, params, { actor, wantsSheet });
  const columns = shownColumns(all, actor);
  const { sent, ids } = sentColumns(columns, actor.lang);
  const cellOf = cellsIn(actor.lang);
  const t = textFor(actor.lang);
  const title = t(`operationReports.reports.${report.name}.title`);
  if (wantsSheet)
    return new RowSheet(
      await exportName(tx, report.name, timezone, wantsSheet),
      0,
      sheetRows(batches, columns, { yes: t('operationReports.yes'), no: t('operationReports.no') }, cellOf),
      {
        name: title,
        format: wantsSheet,
        timezone,
        columns: sent.map(({ heading, kind }) => fileColumn(heading, kind)),
      },
    );
  const { dates } = report.asks;
  const { chart } = report;
  const { isEmpty, ...read } = await gridOf(batches, columns, ids, cellOf);
  return {
    name: report.name,
    title,
    from_date: dates ? params.from : null,
    to_date: dates ? params.to : null,
    columns: sent,
    ...read,
    nearest: isEmpty ? await nearestPeriod(tx, report, params) : null,
    details: report.details ?? null,
    chart: chart ? { kind: chart.kind, by: chart.by ?? null, values: [...chart.values] } : null,
  };
}
