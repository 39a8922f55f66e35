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
  /** On a phone beside the title, at the right: what is read first. */
  narrow?: 'end';
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

/** A number or a short word: several of them have room on a row of a phone. */
const isShort = <Row,>({ right, noWrap, long }: LineColumn<Row>) => Boolean((right || noWrap) && !long);

function LineCards<Row>({ label, columns, rows, rowKey, actions, isCurrent = () => false }: LineTableProps<Row>) {
  const [title, ...others] = columns;
  const ends = others.filter(({ narrow }) => narrow === 'end');
  const facts = others.filter(({ narrow }) => narrow !== 'end');
  return (
    <ul className={css.cards} aria-label={label} onKeyDown={moveRowFocus}>
      {rows.map((row) => (
        <li key={rowKey(row)} aria-current={isCurrent(row) || undefined}>
          <span className={css.cardTitle}>{title?.render(row)}</span>
          <span className={css.cardEnd}>
            {ends.map((column) => (
              <CardFact key={column.header} column={column}>
                {column.render(row)}
              </CardFact>
            ))}
            {actions?.(row)}
          </span>
          <span className={css.facts}>
            {facts.map((column) => (
              <CardFact key={column.header} column={column}>
                {column.render(row)}
              </CardFact>
            ))}
          </span>
        </li>
      ))}
      {hasTotal(columns) && (
        <li>
          <span className={css.cardTitle}>{title?.total}</span>
          <span className={css.facts}>
            {others
              .filter(({ total }) => Boolean(total))
              .map((column) => (
                <CardFact key={column.header} column={column}>
                  {column.total}
                </CardFact>
              ))}
          </span>
        </li>
      )}
    </ul>
  );
}

function CardFact<Row>({ column, children }: { column: LineColumn<Row>; children: ReactNode }) {
  const t = useText();
  return (
    <span className={css.fact} data-short={isShort(column) || undefined}>
      <b>{column.headerText ?? t(column.header)}</b> {children}
    </span>
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
