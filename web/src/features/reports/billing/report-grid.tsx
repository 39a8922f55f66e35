import type { ReportGrid as Report } from '@longshore/contract';
import { useMemo } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { SectionHead } from '../../../ui/section-head.tsx';
import grid from '../rows-grid.module.css';
import { isNumber, RowsGrid, Value } from '../rows-grid.tsx';
import css from './reports.module.css';

type Cells = Report['rows'];

/** The cells of each row by the places of the columns. */
const cellsOf = ({ columns }: Pick<Report, 'columns'>, rows: Cells) =>
  rows.map((row) => columns.map(({ key }) => row[key] ?? null));

/** The rows of a billing report, with summaries and what each client owes below them. */
export function ReportGrid({ report }: { report: Report }) {
  const t = useText();
  const format = useFormat();
  const rows = useMemo(() => cellsOf(report, report.rows), [report]);
  const title = t(`reports.names.${report.name}`);
  if (rows.length === 0)
    return (
      <div role="alert">
        <EmptyState title={t('messages.NoRecordFound')} hint={t('reports.noRecordHint')} />
      </div>
    );
  const days = t('reports.days', { from: format.date(report.from_date), to: format.date(report.to_date) });
  return (
    <section aria-label={title} className={css.result}>
      <RowsGrid
        title={title}
        columns={report.columns}
        rows={rows}
        totals={report.totals}
        head={
          <SectionHead title={title} hint={`${days} · ${t('reports.rows', { count: format.number(rows.length) })}`} />
        }
      />
      {report.tables.map((table) => (
        <Summary key={`${table.client} ${table.title}`} table={table} />
      ))}
      <ClientTotals report={report} />
    </section>
  );
}

/** A summary of a client's rows, in the order of the report. */
function Summary({ table }: { table: Report['tables'][number] }) {
  const title = `${table.client} · ${table.title}`;
  return (
    <div className={css.summary}>
      <h3>{title}</h3>
      <div className={grid.scroll}>
        <table className={grid.grid} aria-label={title}>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column.key} scope="col" data-right={isNumber(column) || undefined}>
                  {column.heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={JSON.stringify([row.item, row.uom])}>
                {table.columns.map((column) => (
                  <td key={column.key} data-right={isNumber(column) || undefined} data-kind={column.kind}>
                    <Value column={column} value={row[column.key]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** What each client owes, when that is more than one number. */
function ClientTotals({ report }: { report: Report }) {
  const format = useFormat();
  const clients = report.clients.filter(({ lines }) => lines.length > 0);
  if (clients.length === 0 || (clients.length === 1 && clients[0]?.lines.length === 1)) return null;
  return (
    <ul className={css.clientTotals}>
      {clients.map(({ id, company, lines }) => (
        <li key={id}>
          <b>{company}</b>
          {lines.map(({ label, amount }) => (
            <span key={label}>
              {label} <strong>{format.money(amount)}</strong>
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
