import { RouteLink } from '../route-link.tsx';
import { Cell } from './cell.tsx';
import css from './list.module.css';
import { type TableProps, walkRows } from './list-table.tsx';

/** The rows of a list on a phone: two lines each, nothing cut off, the whole card a link. */
export function ListCards<Row extends { id: number }>(props: TableProps<Row>) {
  const [title, ...others] = props.columns;
  const end = others.filter((column) => column.narrow === 'end');
  const line = others.filter((column) => column.narrow === undefined);
  if (!title || !props.rows) return null;
  return (
    <ul
      className={`${css.cards} ${props.stale ? css.stale : ''}`}
      aria-label={props.label}
      aria-busy={props.stale}
      onKeyDown={walkRows}
    >
      {props.rows.map((row) => (
        <li key={row.id} className={css.card}>
          <RouteLink href={props.rowHref(row)} className={`${css.rowLink} ${css.cardTitle}`} data-row>
            <Cell column={title} row={row} />
          </RouteLink>
          <span>
            {end.map((column) => (
              <Cell key={column.field} column={column} row={row} />
            ))}
          </span>
          <span className={css.cardLine}>
            {line
              .filter((column) => column.render || row[column.field])
              .map((column) => (
                <span key={column.field}>
                  <Cell column={column} row={row} />
                </span>
              ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
