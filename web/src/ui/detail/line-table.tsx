import type { ReactNode } from 'react';
import { type PlainKey, useText } from '../../lib/text/text.ts';
import { useNarrow } from '../narrow.ts';
import css from './line-table.module.css';

export interface LineColumn<Row> {
  header: PlainKey;
  right?: boolean;
  width?: number;
  /** Never broken: a day, a state. Chinese would break between any two signs. */
  whole?: boolean;
  /** Free text, which may be one very long word. */
  long?: boolean;
  /** A heading that is a record's own name and not one of our texts. */
  named?: string | undefined;
  /** What stands below the rows: their sum, or the words for it. */
  total?: ReactNode;
  render: (row: Row) => ReactNode;
}

interface LineTableProps<Row> {
  label: string;
  columns: LineColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** What one can do with a row, at its right. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Rows of one line each. */
  dense?: boolean;
}

const hasTotal = <Row,>(columns: LineColumn<Row>[]) => columns.some(({ total }) => total !== undefined);

/** A total takes the room of the columns behind it that have none: words need more of it than numbers. */
function totalsOf<Row>(columns: LineColumn<Row>[]) {
  const totals: (LineColumn<Row> & { span: number })[] = [];
  for (const column of columns) {
    const last = totals.at(-1);
    if (last && column.total === undefined) last.span += 1;
    else totals.push({ ...column, span: 1 });
  }
  return totals;
}

/** The lines of a record on its page; cards on a phone. Wider than its place it scrolls by itself, never the page. */
export function LineTable<Row>(props: LineTableProps<Row>) {
  const { label, columns, rows, rowKey, actions, dense } = props;
  const t = useText();
  if (useNarrow()) return <LineCards {...props} />;
  return (
    <div className={css.area}>
      <table className={css.table} aria-label={label} data-dense={dense || undefined}>
        <thead>
          <tr>
            {columns.map(({ header, named, right, width }) => (
              <th key={header} scope="col" className={right ? css.right : undefined} style={{ width }}>
                {named ?? t(header)}
              </th>
            ))}
            {actions && <td className={css.actions} />}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ header, right, whole, long, render }) => (
                <td
                  key={header}
                  className={right ? css.right : undefined}
                  data-whole={whole || undefined}
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
    <ul className={css.cards} aria-label={label}>
      {rows.map((row) => (
        <li key={rowKey(row)}>
          <span className={css.cardTitle}>{title?.render(row)}</span>
          <span>{actions?.(row)}</span>
          {others.map(({ header, named, render }) => (
            <span key={header} className={css.line}>
              <b>{named ?? t(header)}</b> {render(row)}
            </span>
          ))}
        </li>
      ))}
      {hasTotal(columns) && (
        <li>{columns.map(({ header, total }) => total !== undefined && <span key={header}>{total}</span>)}</li>
      )}
    </ul>
  );
}

/** Two lines in a cell: what it is, and below it in small what else is known. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      {first}
      {second && <span className={css.second}>{second}</span>}
    </>
  );
}
