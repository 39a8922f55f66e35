import type { ReactNode } from 'react';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { moveRowFocus } from '../list/use-row-entry.ts';
import { useNarrow } from '../narrow.ts';
import css from './line-table.module.css';

export interface LineColumn<Row> {
  header: PlainKey;
  right?: boolean;
  width?: number;
  /** Never wraps: dates, states. Chinese text would wrap between any two characters. */
  noWrap?: boolean;
  /** Free text, which may be one very long word. */
  long?: boolean;
  /** A literal heading, for columns named after a record. */
  headerText?: string | undefined;
  /** Shown in the footer row: a sum, or its label. */
  total?: ReactNode;
  render: (row: Row) => ReactNode;
}

interface LineTableProps<Row> {
  label: string;
  columns: LineColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** The actions of a row, at its right. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Rows of one line each. */
  dense?: boolean;
  /** The row that is being worked on. */
  isCurrent?: (row: Row) => boolean;
}

const hasTotal = <Row,>(columns: LineColumn<Row>[]) => columns.some(({ total }) => total !== undefined);

/** A total spans the following columns that have none: labels need more width than numbers. */
function totalsOf<Row>(columns: LineColumn<Row>[]) {
  const totals: (LineColumn<Row> & { span: number })[] = [];
  for (const column of columns) {
    const last = totals.at(-1);
    if (last && column.total === undefined) last.span += 1;
    else totals.push({ ...column, span: 1 });
  }
  return totals;
}

/** A table of a record's lines; cards on a phone. When too wide, the table scrolls, not the page. */
export function LineTable<Row>(props: LineTableProps<Row>) {
  const { label, columns, rows, rowKey, actions, dense, isCurrent = () => false } = props;
  const t = useText();
  if (useNarrow()) return <LineCards {...props} />;
  return (
    <div className={css.area}>
      <table className={css.table} aria-label={label} data-dense={dense || undefined}>
        <thead>
          <tr>
            {columns.map(({ header, headerText, right, width }) => (
              <th key={header} scope="col" className={right ? css.right : undefined} style={{ width }}>
                {headerText ?? t(header)}
              </th>
            ))}
            {actions && <td className={css.actions} />}
          </tr>
        </thead>
        <tbody onKeyDown={moveRowFocus}>
          {rows.map((row) => (
            <tr key={rowKey(row)} aria-current={isCurrent(row) || undefined}>
              {columns.map(({ header, right, noWrap, long, render }) => (
                <td
                  key={header}
                  className={right ? css.right : undefined}
                  data-whole={noWrap || undefined}
                  data-long={long || undefined}
                >
                  {render(row)}
                </td>
              ))}
              {actions && <td className={css.actions}>{actions(row)}</td>}
            </tr>
          ))}
        </tbody>
        {hasTotal(columns) && (
          <tfoot>
            <tr>
              {totalsOf(columns).map(({ header, right, total, span }) => (
                <td key={header} colSpan={span} className={right ? css.right : undefined}>
                  {total}
                </td>
              ))}
              {actions && <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

function LineCards<Row>({ label, columns, rows, rowKey, actions }: LineTableProps<Row>) {
  const t = useText();
  const [title, ...others] = columns;
  return (
    <ul className={css.cards} aria-label={label} onKeyDown={moveRowFocus}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <span className={css.cardTitle}>{title?.render(row)}</span>
          <span>{actions?.(row)}</span>
          {others.map(({ header, headerText, render }) => (
            <span key={header} className={css.line}>
              <b>{headerText ?? t(header)}</b> {render(row)}
            </span>
          ))}
        </li>
      ))}
      {hasTotal(columns) && (
        <li>
          <span className={css.cardTitle}>{title?.total}</span>
          {others.map(
            ({ header, headerText, total }) =>
              Boolean(total) && (
                <span key={header} className={css.line}>
                  <b>{headerText ?? t(header)}</b> {total}
                </span>
              ),
          )}
        </li>
      )}
    </ul>
  );
}

/** Two lines in a cell; the second one is smaller. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      {first}
      {second && <span className={css.second}>{second}</span>}
    </>
  );
}
