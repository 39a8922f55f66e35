import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useText } from '../../lib/text/text.ts';
import { RouteLink } from '../route-link.tsx';
import { Cell, isRight } from './cell.tsx';
import css from './list.module.css';
import type { Direction } from './list-rules.ts';
import { type Column, titleColumn } from './list-types.ts';
import { rowOpening } from './row-opening.ts';
import { TruncatedTextTip, useTruncatedText } from './truncated-text.tsx';
import { moveRowFocus } from './use-row-entry.ts';

/** Minimum width of a column without a width, in pixels. */
const COLUMN_WIDTH_MIN = 140;
const ACTIONS_WIDTH = 120;
const SKELETON_ROWS = 12;

export interface TableProps<Row extends { id: number }> {
  columns: Column<Row>[];
  /** Undefined draws the skeleton. */
  rows: Row[] | undefined;
  stale: boolean;
  rowHref?: ((row: Row) => string) | undefined;
  /** For records without a page of their own: opens a dialog over the list. */
  onOpen?: ((row: Row) => void) | undefined;
  /** Further actions of a row, at its right. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** In pixels; by default for a few of them. */
  actionsWidth?: number | undefined;
  onRowHover?: ((row: Row) => void) | undefined;
  canSort: (field: string) => boolean;
  direction: (field: string) => Direction | undefined;
  onSort: (field: string) => void;
  selection?: Selection<Row> | undefined;
  label: string;
}

export interface Selection<Row> {
  selected: ReadonlySet<number>;
  selectable: (row: Row) => boolean;
  toggle: (rows: Row[], on: boolean) => void;
}

function SortHeader({ name, direction, onSort }: { name: string; direction?: Direction; onSort: () => void }) {
  const Icon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <button type="button" className={`${css.sorter} ${direction ? css.sorted : ''}`} onClick={onSort}>
      {name}
      <Icon size={14} stroke={1.7} aria-hidden />
    </button>
  );
}

function SelectBox({ checked, some, label, onChange, disabled, isLarge }: SelectBoxProps) {
  return (
    <Checkbox
      size={isLarge ? 'md' : 'xs'}
      radius="xs"
      checked={checked}
      indeterminate={some}
      aria-label={label}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}

interface SelectRowProps<Row> {
  row: Row;
  selection: Selection<Row>;
  /** For fingers. */
  isLarge?: boolean;
}

/** Selects one row. */
export function SelectRow<Row extends { id: number }>({ row, selection, isLarge }: SelectRowProps<Row>) {
  const t = useText();
  return (
    <SelectBox
      checked={selection.selected.has(row.id)}
      disabled={!selection.selectable(row)}
      label={t('lists.selectRow')}
      onChange={(on) => selection.toggle([row], on)}
      isLarge={isLarge}
    />
  );
}

interface SelectBoxProps {
  checked: boolean;
  some?: boolean;
  label: string;
  disabled?: boolean;
  isLarge?: boolean | undefined;
  onChange: (on: boolean) => void;
}

export function ListTable<Row extends { id: number }>(props: TableProps<Row>) {
  const { rows, selection, direction, columns } = props;
  const t = useText();
  const table = useRef<HTMLTableElement>(null);
  const truncated = useTruncatedText(table);
  const selectable = rows?.filter((row) => selection?.selectable(row)) ?? [];
  const chosen = selectable.filter((row) => selection?.selected.has(row.id)).length;
  const actionsWidth = props.actionsWidth ?? ACTIONS_WIDTH;
  const minWidth = columns.reduce(
    (sum, column) => sum + (column.width ?? COLUMN_WIDTH_MIN),
    (selection ? 36 : 0) + (props.actions ? actionsWidth : 0),
  );
  return (
    <>
      <table ref={table} className={css.table} style={{ minWidth }} aria-label={props.label} {...truncated.handlers}>
        <thead>
          <tr>
            {selection && (
              <th className={css.checkCell}>
                <SelectBox
                  checked={chosen > 0 && chosen === selectable.length}
                  some={chosen > 0 && chosen < selectable.length}
                  label={t('lists.selectAll')}
                  onChange={(on) => selection.toggle(selectable, on)}
                />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.field}
                scope="col"
                style={{ width: column.width }}
                className={isRight(column) ? css.right : undefined}
                aria-sort={ariaSort(direction(column.field))}
              >
                {props.canSort(column.field) ? (
                  <SortHeader
                    name={t(column.header)}
                    direction={direction(column.field)}
                    onSort={() => props.onSort(column.field)}
                  />
                ) : (
                  t(column.header)
                )}
              </th>
            ))}
            {props.actions && <td className={css.actionsCell} style={{ width: actionsWidth }} />}
          </tr>
        </thead>
        {rows ? (
          <tbody onKeyDown={moveRowFocus} className={props.stale ? css.stale : undefined} aria-busy={props.stale}>
            {rows.map((row) => (
              <TableRow key={row.id} row={row} {...props} />
            ))}
          </tbody>
        ) : (
          <SkeletonRows
            count={columns.length + (selection ? 1 : 0) + (props.actions ? 1 : 0)}
            label={t('lists.loading')}
          />
        )}
      </table>
      <TruncatedTextTip truncated={truncated} />
    </>
  );
}

const ariaSort = (direction: Direction | undefined) =>
  direction ? (direction === 'asc' ? 'ascending' : 'descending') : undefined;

function TableRow<Row extends { id: number }>({ row, ...props }: TableProps<Row> & { row: Row }) {
  const { selection } = props;
  const selected = selection?.selected.has(row.id);
  const hover = () => props.onRowHover?.(row);
  return (
    <tr
      className={css.row}
      data-selected={selected || undefined}
      data-opens={props.rowHref || props.onOpen ? true : undefined}
      onMouseEnter={hover}
      {...rowOpening}
    >
      {selection && (
        <td className={css.checkCell}>
          <SelectRow row={row} selection={selection} />
        </td>
      )}
      {props.columns.map((column) => (
        <td
          key={column.field}
          data-tip={column.tip?.(row)}
          data-copied={column.copied?.(row)}
          className={[isRight(column) && css.right, props.direction(column.field) && css.sortedCell]
            .filter(Boolean)
            .join(' ')}
        >
          {column === titleColumn(props.columns) ? (
            <RowTitle {...props} row={row} onHover={hover}>
              <Cell column={column} row={row} />
            </RowTitle>
          ) : (
            <Cell column={column} row={row} />
          )}
        </td>
      ))}
      {props.actions && <td className={css.actionsCell}>{props.actions(row)}</td>}
    </tr>
  );
}

interface RowTitleProps<Row extends { id: number }> extends Pick<TableProps<Row>, 'rowHref' | 'onOpen'> {
  row: Row;
  card?: true;
  onHover?: () => void;
  children: ReactNode;
}

/** The row's link to its page, or the button that opens it in a dialog; a click anywhere in the row does the same. */
export function RowTitle<Row extends { id: number }>(props: RowTitleProps<Row>) {
  const { row, rowHref, onOpen, onHover, children } = props;
  const className = `${css.rowLink} ${props.card ? css.cardTitle : ''}`;
  if (rowHref)
    return (
      <RouteLink href={rowHref(row)} className={className} data-row onFocus={onHover}>
        {children}
      </RouteLink>
    );
  if (!onOpen) return children;
  return (
    <button type="button" className={className} data-row onFocus={onHover} onClick={() => onOpen(row)}>
      {children}
    </button>
  );
}

function SkeletonRows({ count, label }: { count: number; label: string }) {
  return (
    <tbody aria-busy="true" aria-label={label}>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => `row ${row}`).map((row) => (
        <tr key={row}>
          {Array.from({ length: count }, (_, cell) => `${row} cell ${cell}`).map((cell) => (
            <td key={cell}>
              <span className={css.bone} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
