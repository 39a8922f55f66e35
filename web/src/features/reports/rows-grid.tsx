import type { OperationColumn } from '@longshore/contract';
import { Button, Checkbox, Popover } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { localeOf, useText } from '../../lib/text/text.ts';
import { nextOrder, type RowOrder, sortRows } from './row-order.ts';
import css from './rows-grid.module.css';

const ROW_HEIGHT = 36;
/** Rows beyond the visible ones, so that scrolling shows no gaps. */
const OVERSCAN = 12;

export type GridCell = string | number | null;
/** The cells by the places of the columns; what is behind them is not shown. */
export type GridRow = readonly GridCell[];

/** A column of a report, of whichever kind. */
export interface GridColumn {
  key: string;
  heading: string;
  kind: OperationColumn['kind'];
  /** Whether `totals` has its sum. */
  total: boolean | 0 | 1;
}

export const isNumber = ({ kind }: Pick<GridColumn, 'kind'>) => kind === 'number' || kind === 'money';

interface RowsGridProps {
  title: string;
  columns: readonly GridColumn[];
  rows: readonly GridRow[];
  totals: Readonly<Record<string, number>>;
  /** Beside the choice of columns. */
  head: ReactNode;
  /** What a cell leads to, around what it shows. */
  link?: (row: GridRow, at: number, shown: ReactNode) => ReactNode;
}

/** The rows of a report: head and totals stay in sight, only the rows in sight are in the page. */
export function RowsGrid({
  title,
  columns,
  rows: given,
  totals,
  head,
  link = (_row, _at, shown) => shown,
}: RowsGridProps) {
  const t = useText();
  const format = useFormat();
  const [order, setOrder] = useState<RowOrder<number>>();
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const locale = localeOf(format.place.language);
  const rows = useMemo(() => sortRows(given, order, locale, (row, at) => row[at]), [given, order, locale]);
  const shown = columns.map((column, at) => ({ column, at })).filter(({ column }) => !hidden.has(column.key));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const visible = virtual.getVirtualItems();
  const above = visible[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (visible.at(-1)?.end ?? 0);
  const hasTotals = columns.some(({ total }) => total);
  return (
    <>
      <header className={css.head}>
        {head}
        <ColumnChoice columns={columns} hidden={hidden} onChange={setHidden} />
      </header>
      <div ref={scroller} className={css.scroll}>
        <table className={css.grid} aria-label={title} aria-rowcount={rows.length + 1}>
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
                  <td
                    key={column.key}
                    data-right={isNumber(column) || undefined}
                    data-kind={column.kind}
                    title={fullText(column, rows[index]?.[at])}
                  >
                    {link(rows[index] ?? [], at, <Value column={column} value={rows[index]?.[at] ?? null} />)}
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
                      <Value column={column} value={totals[column.key] ?? 0} />
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
    </>
  );
}

/** A text may be cut at the width of its column. */
const fullText = ({ kind }: GridColumn, value: GridCell | undefined) =>
  kind === 'text' && typeof value === 'string' && value !== '' ? value : undefined;

interface HeadingProps {
  column: GridColumn;
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

/** A value as its column says. */
export function Value({ column: { kind }, value }: { column: Pick<GridColumn, 'kind'>; value: GridCell | undefined }) {
  const t = useText();
  const format = useFormat();
  if (value === null || value === undefined || value === '') return <span className={css.none}>–</span>;
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
  columns: readonly GridColumn[];
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
