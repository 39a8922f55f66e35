import type { OperationColumn, OperationGrid } from '@longshore/contract';
import { Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { localeOf, useText } from '../../../lib/text/text.ts';
import { RouteLink } from '../../../ui/route-link.tsx';
import { nextOrder, type RowOrder, sortRows } from '../row-order.ts';
import css from './operations.module.css';
import { detailsAddress, linkOf } from './report-address.ts';

const ROW_HEIGHT = 36;
/** Rows beyond the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 12;

type Row = OperationGrid['rows'][number];

const isNumber = ({ kind }: OperationColumn) => kind === 'number' || kind === 'money';

/** The rows of a report: head and totals stay in sight, only the rows in sight are in the page. */
export function ReportGrid({ grid, client }: { grid: OperationGrid; client: string }) {
  const t = useText();
  const format = useFormat();
  const [order, setOrder] = useState<RowOrder<number>>();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const locale = localeOf(format.place.language);
  const rows = useMemo(() => sortRows(grid.rows, order, locale, (row, at) => row[at]), [grid, order, locale]);
  const shown = grid.columns.map((column, at) => ({ column, at })).filter(({ column }) => !hidden.has(column.key));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const visible = virtual.getVirtualItems();
  const above = visible[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0);
  const hasTotals = grid.columns.some(({ total }) => total);
  return (
    <section className={css.result} aria-label={grid.title}>
      <header className={css.resultHead}>
        <span>{t('reports.rows', { count: format.number(rows.length) })}</span>
        <ColumnChoice columns={grid.columns} hidden={hidden} onChange={setHidden} />
      </header>
      <div ref={scroller} className={css.scroll}>
        <table className={css.grid} aria-label={grid.title} aria-rowcount={rows.length + 1}>
          <thead>
            <tr>
              {shown.map(({ column, at }) => (
                <Heading key={column.key} column={column} at={at} order={order} onOrder={setOrder} />
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr style={{ height: above }} />}
            {visible.map(({ index }) => (
              <tr key={index} aria-rowindex={index + 2}>
                {shown.map(({ column, at }) => (
                  <td key={column.key} data-right={isNumber(column) || undefined} data-kind={column.kind}>
                    <Cell grid={grid} client={client} row={rows[index] ?? []} at={at} />
                  </td>
                ))}
              </tr>
            ))}
            {below > 0 && <tr style={{ height: below }} />}
          </tbody>
          {hasTotals && (
            <tfoot>
              <tr>
                {shown.map(({ column }, place) => (
                  <td key={column.key} data-right={isNumber(column) || undefined}>
                    {column.total ? (
                      <Value column={column} value={grid.totals[column.key] ?? 0} />
                    ) : place === 0 ? (
                      t('reports.total')
                    ) : null}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
    </section>
  );
}

interface HeadingProps {
  column: OperationColumn;
  at: number;
  order: RowOrder<number> | undefined;
  onOrder: (order: RowOrder<number> | undefined) => void;
}

function Heading({ column, at, order, onOrder }: HeadingProps) {
  const direction = order?.key === at ? order.direction : undefined;
  const Icon = direction === 'desc' ? IconArrowDown : IconArrowUp;
  return (
    <th
      scope="col"
      data-right={isNumber(column) || undefined}
      data-sorted={direction ? '' : undefined}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" onClick={() => onOrder(nextOrder(order, at))}>
        {column.heading}
        {direction && <Icon size={14} stroke={1.7} aria-hidden="true" />}
      </button>
    </th>
  );
}

interface CellProps {
  grid: OperationGrid;
  client: string;
  row: Row;
  at: number;
}

/** A code leads to its record, a figure to what is behind it. */
function Cell({ grid, client, row, at }: CellProps) {
  const { user } = useSession();
  const column = grid.columns[at] as OperationColumn;
  const value = row[at] ?? null;
  const href =
    value === null
      ? undefined
      : (recordOf(column, row, Boolean(user.is_main_user)) ?? detailsOf(grid, client, row, at));
  const shown = <Value column={column} value={value} />;
  return href ? <RouteLink href={href}>{shown}</RouteLink> : shown;
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

/** A value as its column says. */
function Value({ column: { kind }, value }: { column: OperationColumn; value: string | number | null }) {
  const t = useText();
  const format = useFormat();
  if (value === null || value === '') return <span className={css.none}>–</span>;
  switch (kind) {
    case 'number':
      return <>{format.number(Number(value), { maximumFractionDigits: 4 })}</>;
    case 'money':
      return <>{format.money(Number(value))}</>;
    case 'day':
      return <>{format.date(String(value))}</>;
    case 'moment':
      return <>{format.dateTime(String(value))}</>;
    case 'flag':
      return <>{value ? t('reports.operations.yes') : t('reports.operations.no')}</>;
    default:
      return <>{value}</>;
  }
}

interface ColumnChoiceProps {
  columns: readonly OperationColumn[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const t = useText();
  const toggle = (key: string) => {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  };
  return (
    <Popover position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="xs" leftSection={<IconColumns3 size={16} stroke={1.7} />}>
          {t('reports.operations.columns', { shown: columns.length - hidden.size, all: columns.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={css.columnChoice}>
        {columns.map(({ key, heading }) => (
          <Checkbox
            key={key}
            label={heading}
            checked={!hidden.has(key)}
            // One column stays, or there would be nothing to see.
            disabled={!hidden.has(key) && hidden.size === columns.length - 1}
            onChange={() => toggle(key)}
          />
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
