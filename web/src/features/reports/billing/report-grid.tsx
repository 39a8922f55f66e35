import type { ReportGrid as Report, ReportColumn } from '@longshore/contract';
import { Button } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { localeOf, useText } from '../../../lib/text/text.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { nextOrder, type RowOrder, sortRows } from '../row-order.ts';
import { gridRows } from './grid-rows.ts';
import css from './reports.module.css';

/** Rows that are shown at first, and added by each click: thousands at once would slow the screen down. */
const ROWS = 200;

const isNumber = ({ kind }: ReportColumn) => kind === 'number' || kind === 'money';

/** The rows of a report: sortable, with the sums of all of them. */
export function ReportGrid({ report }: { report: Report }) {
  const t = useText();
  const format = useFormat();
  const [order, setOrder] = useState<RowOrder<string>>();
  const [shown, setShown] = useState(ROWS);
  const locale = localeOf(format.place.language);
  const rows = useMemo(
    () => sortRows(gridRows(report), order, locale, ({ cells }, key) => cells[key]),
    [report, order, locale],
  );
  const write = ({ kind }: ReportColumn, value: string | number | null | undefined) => {
    if (value === null || value === undefined || value === '') return <span className={css.none}>–</span>;
    if (typeof value === 'number')
      return kind === 'money' ? format.money(value) : format.number(value, { maximumFractionDigits: 4 });
    return kind === 'day' ? format.date(value) : value;
  };
  const title = t(`reports.names.${report.name}`);
  if (report.rows.length === 0)
    return (
      <div role="alert">
        <EmptyState title={t('messages.NoRecordFound')} hint={t('reports.noRecordHint')} />
      </div>
    );
  const days = t('reports.days', { from: format.date(report.from_date), to: format.date(report.to_date) });
  return (
    <section aria-label={title} className={css.result}>
      <header className={css.resultHead}>
        <h2>{title}</h2>
        <span>
          {days} · {t('reports.rows', { count: format.number(rows.length) })}
        </span>
      </header>
      <div className={css.scroll}>
        <table className={css.grid} aria-label={title}>
          <thead>
            <tr>
              {report.columns.map((column) => (
                <Heading key={column.key} column={column} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map(({ place, cells }) => (
              <tr key={place}>
                {report.columns.map((column) => (
                  <td key={column.key} data-right={isNumber(column) || undefined} data-kind={column.kind}>
                    {write(column, cells[column.key])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              {report.columns.map((column, at) => (
                <td key={column.key} data-right={isNumber(column) || undefined}>
                  {column.total ? write(column, report.totals[column.key]) : at === 0 ? t('reports.total') : null}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {rows.length > shown && (
        <Button variant="subtle" onClick={() => setShown(shown + ROWS)}>
          {t('reports.showMore', { shown: format.number(shown), total: format.number(rows.length) })}
        </Button>
      )}
      {report.tables.map((table) => (
        <Summary key={`${table.client} ${table.title}`} table={table} write={write} />
      ))}
      <ClientTotals report={report} />
    </section>
  );
}

interface SummaryProps {
  table: Report['tables'][number];
  write: (column: ReportColumn, value: string | number | null | undefined) => ReactNode;
}

/** A summary of a client's rows, in the order of the report. */
function Summary({ table, write }: SummaryProps) {
  const title = `${table.client} · ${table.title}`;
  return (
    <div className={css.summary}>
      <h3>{title}</h3>
      <div className={css.scroll}>
        <table className={css.grid} aria-label={title}>
          <thead>
            <tr>
              {table.columns.map((column) => (
                <th key={column.key} scope="col" data-right={isNumber(column) || undefined}>
                  <span>{column.heading}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={JSON.stringify([row.item, row.uom])}>
                {table.columns.map((column) => (
                  <td key={column.key} data-right={isNumber(column) || undefined} data-kind={column.kind}>
                    {write(column, row[column.key])}
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

interface HeadingProps {
  column: ReportColumn;
  order: RowOrder<string> | undefined;
  onOrder: (order: RowOrder<string> | undefined) => void;
}

const arrow = { size: 13, stroke: 1.7 };

function Heading({ column, order, onOrder }: HeadingProps) {
  const direction = order?.key === column.key ? order.direction : undefined;
  return (
    <th
      scope="col"
      data-right={isNumber(column) || undefined}
      aria-sort={direction ? (direction === 'asc' ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" onClick={() => onOrder(nextOrder(order, column.key))}>
        {column.heading}
        {direction === 'asc' && <IconArrowUp {...arrow} aria-hidden />}
        {direction === 'desc' && <IconArrowDown {...arrow} aria-hidden />}
        {!direction && <IconArrowsSort {...arrow} aria-hidden className={css.faint} />}
      </button>
    </th>
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
