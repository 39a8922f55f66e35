import { XlsxWriter } from './xlsx-writer.ts';

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

export interface SheetDrawing {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly Cell[])[];
  /** A second sheet that explains the first. */
  notes?: { name: string; columns: readonly SheetColumn[]; rows: readonly (readonly Cell[])[] };
}

/** A small spreadsheet as a whole. Draw it in a worker thread: `draw('spreadsheet', …)`. */
export async function drawSpreadsheet({ name, columns, rows, notes }: SheetDrawing): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const writer = new XlsxWriter((bytes) => parts.push(bytes));
  await writer.sheet(name, columns);
  for (const row of rows) await writer.add(row);
  if (notes) {
    await writer.sheet(notes.name, notes.columns);
    for (const row of notes.rows) await writer.add(row);
  }
  await writer.finish();
  return Buffer.concat(parts);
}

export { readSpreadsheet, type SheetContent, SpreadsheetBusy } from './spreadsheet-reader.ts';
export { SpreadsheetRefused } from './spreadsheet-refused.ts';
