import { Cell } from './cell.tsx';
import css from './list.module.css';
import { RowTitle, SelectRow, type TableProps } from './list-table.tsx';
import { titleColumn } from './list-types.ts';
import { moveRowFocus } from './use-row-entry.ts';

/** The rows of a list on a phone: two lines each, nothing truncated, the entire card a link. */
export function ListCards<Row extends { id: number }>(props: TableProps<Row>) {
  const title = titleColumn(props.columns);
  const others = props.columns.filter((column) => column !== title);
  const end = others.filter((column) => column.narrow === 'end');
  const line = others.filter((column) => column.narrow === undefined);
  if (!title || !props.rows) return null;
  return (
    <ul
      className={`${css.cards} ${props.stale ? css.stale : ''}`}
      aria-label={props.label}
      aria-busy={props.stale}
      onKeyDown={moveRowFocus}
    >
      {props.rows.map((row) => (
        <li key={row.id} className={css.card} data-selects={props.selection ? true : undefined}>
          {props.selection && (
            <span className={css.cardCheck}>
              <SelectRow row={row} selection={props.selection} isLarge />
            </span>
          )}
          <RowTitle {...props} row={row} card>
            <Cell column={title} row={row} />
          </RowTitle>
          <span className={props.actions ? css.cardActions : undefined}>
            {end.map((column) => (
              <Cell key={column.field} column={column} row={row} />
            ))}
            {props.actions?.(row)}
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
