/** A date is written with its UTC parts. */
export type Cell = string | number | boolean | Date | null;

/** Excel's format of a day; the reader's own settings decide how it is shown. */
export const DAY_FORMAT = 'yyyy-mm-dd';

/** A day as a date cell, for a column of `DAY_FORMAT`. */
export const dayCell = (day: string | null): Cell => (day ? new Date(`${day}T00:00:00Z`) : '');

export interface SheetColumn {
  heading: string;
  width?: number;
  /** The number format of its cells, for dates. */
  format?: string;
}
