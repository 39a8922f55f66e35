import { currencyDecimals, Money, type ReportGrid } from '@longshore/contract';
import { numberOf, rowsOf } from '../../../documents/billing/report-format.ts';
import { ColumnTotals, text } from '../engine/columns.ts';
import { drawnColumns } from './billing-report.ts';
import { type OpenReport, readSections, roundedTotals } from './read-billing-report.ts';

const plainValue = (value: unknown): ReportGrid['rows'][number][string] =>
  value instanceof Money ? numberOf(value) : ((value ?? null) as string | null);

/** The rows of all clients one below the other; with several clients a first column names them. */
export async function readGrid(open: OpenReport): Promise<ReportGrid> {
  const { report, from, to, words, clients } = open;
  const { language, currency } = words;
  const isOfSeveral = clients.length > 1;
  const own = Object.keys(report.columns);
  const columns = drawnColumns(language, { ...(isOfSeveral ? { client: text() } : {}), ...report.columns });
  const totals = new ColumnTotals(report.columns as never);
  const sections = await readSections(open);
  const rows = sections.flatMap(({ client, rows: read }) =>
    read.map((row) => {
      if (report.counts?.(row) ?? true) totals.add(row);
      return {
        ...(isOfSeveral ? { client: client.company } : {}),
        ...Object.fromEntries(own.map((key) => [key, plainValue(row[key])])),
      };
    }),
  );
  return {
    name: report.name,
    from_date: from,
    to_date: to,
    columns,
    rows,
    totals: totals.rounded(currencyDecimals(currency)),
    tables: sections.flatMap(({ client, tally }) => {
      const summary = tally.summary?.();
      if (!summary) return [];
      return [
        {
          client: client.company,
          title: summary.title,
          columns: summary.columns.map(({ width: _, ...column }) => column),
          rows: rowsOf(summary.lines).map((row) =>
            Object.fromEntries(summary.columns.map(({ key }) => [key, plainValue(row[key])])),
          ),
        },
      ];
    }),
    clients: sections.map(({ client: { id, company }, tally }) => ({
      id,
      company,
      lines: roundedTotals(tally, words)
        .filter(({ kind }) => kind === 'money')
        .map(({ label, value }) => ({ label, amount: numberOf(value) })),
    })),
  };
}
