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
import { readByCursor } from '../../../platform/database/cursor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { RowSheet } from '../../../platform/exports/row-sheet.ts';
import type { Call } from '../../../platform/http/bind.ts';
import { forbidden, invalid } from '../../../platform/http/problem.ts';
import { exportName } from '../../../platform/lists/export-name.ts';
import { mayRun, operationReport } from './all-reports.ts';
import { nearestPeriod } from './nearest-period.ts';
import { readAsked } from './read-asked.ts';
import type { Asked, Column, ColumnName, OperationReport, ReadRows, ReportRow } from './report.ts';

const COLUMN_WIDTHS: Partial<Record<Column['kind'], number>> = { text: 32, code: 18, moment: 20 };
const COLUMN_WIDTH = 14;
/** Cells have at most four decimals; adding them in binary leaves more. */
const DECIMALS = 10_000;

async function readRows(tx: Tx, report: OperationReport, asked: Asked, actor: Actor): Promise<ReadRows> {
  const { columns, rows, read } = report;
  if (read) return read(tx, actor, asked);
  if (!rows) throw new Error(`The report ${report.name} reads nothing.`);
  return {
    columns: typeof columns === 'function' ? columns(asked) : columns,
    batches: readByCursor<ReportRow>(tx, rows(asked)),
  };
}

/** Amounts are for main users. */
const shownColumns = (columns: Record<string, Column>, { clientId }: Actor): [string, Column][] =>
  Object.entries(columns).filter(([, { kind }]) => clientId === null || kind !== 'money');

type CellOf = (column: Column, value: ReportRow[string] | undefined) => RowCell;

/** The cells as the reader's language writes them. */
function cellsIn(language: Actor['lang']): CellOf {
  const t = textFor(language);
  return ({ kind, words }, value) => {
    const cell = plainCell(kind, value);
    return words && typeof cell === 'string' && cell !== '' ? t(`${words}.${cell}` as never) : cell;
  };
}

const plainCell = (kind: Column['kind'], value: ReportRow[string] | undefined): RowCell => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  return kind === 'number' || kind === 'money' ? Number(value) : (value as RowCell);
};

/** The columns as they are sent; the ids of links are behind the cells. */
function sentColumns(columns: readonly [string, Column][], language: Actor['lang']) {
  const t = textFor(language);
  const ids = [...new Set(columns.flatMap(([, { link }]) => (link ? [link.id] : [])))];
  const sent = columns.map(
    ([key, { kind, total, link, heading }]): OperationColumn => ({
      key,
      heading: heading ?? t(`operationReports.columns.${key as ColumnName}`),
      kind,
      total: total ? 1 : 0,
      link: link ? { to: link.to, at: columns.length + ids.indexOf(link.id) } : null,
    }),
  );
  return { sent, ids };
}

async function gridOf(
  batches: AsyncGenerator<ReportRow[]>,
  columns: readonly [string, Column][],
  ids: readonly string[],
  cellOf: CellOf,
): Promise<Pick<OperationGrid, 'rows' | 'totals'>> {
  const rows: OperationGrid['rows'] = [];
  const totals: Record<string, number> = Object.fromEntries(
    columns.flatMap(([key, { total }]) => (total ? [[key, 0]] : [])),
  );
  for await (const batch of batches) {
    if (rows.length + batch.length > GRID_ROWS_MAX) throw invalid('_', `ReportTooLongForGrid:${GRID_ROWS_MAX}`);
    for (const row of batch) {
      const cells = columns.map(([key, column]) => cellOf(column, row[key]));
      for (const [at, [key, { total }]] of columns.entries())
        if (total) totals[key] = (totals[key] ?? 0) + Number(cells[at] ?? 0);
      rows.push([...cells, ...ids.map((id) => plainCell('code', row[id]))] as OperationGrid['rows'][number]);
    }
  }
  for (const [key, sum] of Object.entries(totals)) totals[key] = Math.round(sum * DECIMALS) / DECIMALS;
  return { rows, totals };
}

/** Sheets write yes and no; nothing is cut silently. */
async function* sheetRows(
  batches: AsyncGenerator<ReportRow[]>,
  columns: readonly [string, Column][],
  words: { yes: string; no: string },
  cellOf: CellOf,
): AsyncGenerator<RowCell[][]> {
  let count = 0;
  for await (const batch of batches) {
    count += batch.length;
    if (count > SHEET_ROWS_MAX) throw invalid('_', `ReportTooLongForSheet:${SHEET_ROWS_MAX}`);
    yield batch.map((row) =>
      columns.map(([key, column]) => {
        const cell = cellOf(column, row[key]);
        return column.kind === 'flag' ? (cell ? words.yes : words.no) : cell;
      }),
    );
  }
  if (count === 0) throw invalid('_', 'NoRecordFound');
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
  const asked = await readAsked(tx, actor, report, body, { timezone, now: clock.now() });
  const { columns: all, batches } = await readRows(tx, report, asked, actor);
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
        columns: sent.map(({ heading, kind }) => ({
          heading,
          width: COLUMN_WIDTHS[kind] ?? COLUMN_WIDTH,
          ...(kind === 'day' || kind === 'moment' ? { kind } : {}),
        })),
      },
    );
  const { dates } = report.asks;
  const { chart } = report;
  const read = await gridOf(batches, columns, ids, cellOf);
  return {
    name: report.name,
    title,
    from_date: dates ? asked.from : null,
    to_date: dates ? asked.to : null,
    columns: sent,
    ...read,
    nearest: read.rows.length ? null : await nearestPeriod(tx, report, asked),
    details: report.details ?? null,
    chart: chart ? { kind: chart.kind, by: chart.by ?? null, values: [...chart.values] } : null,
  };
}
