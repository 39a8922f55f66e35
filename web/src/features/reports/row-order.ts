type Cell = string | number | null | undefined;

/** Rows by the column that this key names. */
export interface RowOrder<Key> {
  key: Key;
  direction: 'asc' | 'desc';
}

/** The order after a click on a heading: ascending, descending, as the report has it. */
export function nextOrder<Key>(order: RowOrder<Key> | undefined, key: Key): RowOrder<Key> | undefined {
  if (order?.key !== key) return { key, direction: 'asc' };
  return order.direction === 'asc' ? { key, direction: 'desc' } : undefined;
}

const isEmpty = (value: Cell) => value === null || value === undefined || value === '';

/** Empty cells are last in both directions, equal ones stay in the order of the report. */
export function sortRows<Row, Key>(
  rows: readonly Row[],
  order: RowOrder<Key> | undefined,
  locale: string,
  cellOf: (row: Row, key: Key) => Cell,
): readonly Row[] {
  if (!order) return rows;
  const { key, direction } = order;
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const sign = direction === 'asc' ? 1 : -1;
  return [...rows].sort((one, other) => {
    const [a, b] = [cellOf(one, key), cellOf(other, key)];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)));
  });
}
