import type { ReportGrid } from '@longshore/contract';

type Cells = ReportGrid['rows'][number];

/** A row with its place in the report, which identifies it in every order. */
export interface GridRow {
  place: number;
  cells: Cells;
}

export const gridRows = ({ rows }: ReportGrid): GridRow[] => rows.map((cells, place) => ({ place, cells }));

export interface GridOrder {
  key: string;
  direction: 'asc' | 'desc';
}

/** The order after a click on a heading: ascending, descending, as the report has it. */
export function nextOrder(order: GridOrder | undefined, key: string): GridOrder | undefined {
  if (order?.key !== key) return { key, direction: 'asc' };
  return order.direction === 'asc' ? { key, direction: 'desc' } : undefined;
}

/** Rows by one column; empty cells are last in both directions, equal ones stay in the order of the report. */
export function sortRows(rows: readonly GridRow[], order: GridOrder | undefined, locale: string): readonly GridRow[] {
  if (!order) return rows;
  const { key, direction } = order;
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const sign = direction === 'asc' ? 1 : -1;
  const isEmpty = (value: Cells[string] | undefined) => value === null || value === undefined || value === '';
  return [...rows].sort((one, other) => {
    const [a, b] = [one.cells[key], other.cells[key]];
    if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)));
  });
}
