import type { OperationColumn, OperationGrid } from '@longshore/contract';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { type GridRow as Row, RowsGrid } from '../rows-grid.tsx';
import css from './operations.module.css';
import { detailsAddress, linkOf } from './report-address.ts';

/** The rows of a report. A code leads to its record, a figure to what is behind it. */
export function ReportGrid({ grid, client }: { grid: OperationGrid; client: string }) {
  const t = useText();
  const format = useFormat();
  const { user } = useSession();
  const hrefOf = (row: Row, at: number) => {
    const column = grid.columns[at];
    if (!column || (row[at] ?? null) === null) return undefined;
    return recordOf(column, row, Boolean(user.is_main_user)) ?? detailsOf(grid, client, row, at);
  };
  return (
    <section className={css.result} aria-label={grid.title}>
      <RowsGrid
        title={grid.title}
        columns={grid.columns}
        rows={grid.rows}
        totals={grid.totals}
        head={<span>{t('reports.rows', { count: format.number(grid.rows.length) })}</span>}
        link={(row, at, shown) => {
          const href = hrefOf(row, at);
          return href ? <RouteLink href={href}>{shown}</RouteLink> : shown;
        }}
      />
    </section>
  );
}

function recordOf({ link }: OperationColumn, row: Row, isMain: boolean): string | undefined {
  const id = link ? row[link.at] : null;
  return link && id !== null && id !== undefined ? linkOf(link.to, String(id), isMain) : undefined;
}

function detailsOf({ details, columns, from_date, to_date }: OperationGrid, client: string, row: Row, at: number) {
  const place = columns.findIndex(({ link }) => link?.to === 'inventory');
  const item = columns[place]?.link;
  if (!details || !item || !from_date || !to_date || columns[at]?.kind !== 'number' || !row[at]) return undefined;
  const days = { from: from_date, to: to_date };
  return detailsAddress(details, client, days, { id: Number(row[item.at]), sku: String(row[place]) });
}
