import { MONEY_DECIMALS } from '@longshore/contract';
import type { ReactNode } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text/text.ts';
import { StatusPill } from '../status-pill.tsx';
import css from './list.module.css';
import type { Column } from './list-types.ts';

export const isRight = (column: { kind?: string }) => column.kind === 'number';

/** The content of a cell: the column's own `render`, or the value formatted by its kind. */
export function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }): ReactNode {
  const t = useText();
  const format = useFormat();
  if (column.render) return column.render(row);
  const value: unknown = row[column.field];
  if (value === null || value === undefined || value === '') return <span className={css.dash}>–</span>;
  switch (column.kind) {
    case 'number':
      return value === 0 ? (
        <span className={css.dash}>0</span>
      ) : (
        format.number(Number(value), { maximumFractionDigits: MONEY_DECIMALS })
      );
    case 'date':
      return format.date(String(value));
    case 'moment':
      return format.dateTime(String(value));
    case 'active':
      return (
        <StatusPill status={value ? 'active' : 'disabled'}>{t(value ? 'lists.active' : 'lists.disabled')}</StatusPill>
      );
    default:
      return column.mono ? <span className={css.mono}>{String(value)}</span> : String(value);
  }
}
