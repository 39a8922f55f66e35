import { useText } from '../../lib/text/text.ts';
import { Cell } from './cell.tsx';
import css from './list.module.css';
import { moveRowFocus, RowTitle, SelectAll, SelectBox, type TableProps } from './list-table.tsx';
import { titleColumn } from './list-types.ts';

/** The rows of a list on a phone: two lines each, nothing truncated, the entire card a link. */
export function ListCards<Row extends { id: number }>(props: TableProps<Row>) {
  const t = useText();
  const { selection } = props;
  const title = titleColumn(props.columns);
  const others = props.columns.filter((column) => column !== title);
  const end = others.filter((column) => column.narrow === 'end');
  const line = others.filter((column) => column.narrow === undefined);
  if (!title || !props.rows) return null;
  return (
    <>
      {selection && (
        <span className={css.cardsHead}>
          <SelectAll rows={props.rows} selection={selection} />
          <span aria-hidden>{t('lists.selectAll')}</span>
        </span>
      )}
      <ul
        className={`${css.cards} ${props.stale ? css.stale : ''}`}
        aria-label={props.label}
        aria-busy={props.stale}
        onKeyDown={moveRowFocus}
      >
        {props.rows.map((row) => (
          <li key={row.id} className={css.card} data-selected={selection?.selected.has(row.id) || undefined}>
            {selection && (
              <span className={css.cardCheck}>
                <SelectBox
                  checked={selection.selected.has(row.id)}
                  disabled={!selection.selectable(row)}
                  label={t('lists.selectRow')}
                  onChange={(on) => selection.toggle([row], on)}
                />
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
    </>
  );
}
