import type { Cell, SheetColumn } from './sheet-cells.ts';
import { XlsxWriter } from './xlsx-writer.ts';

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
  writer.sheet(name, columns);
  for (const row of rows) writer.add(row);
  if (notes) {
    writer.sheet(notes.name, notes.columns);
    for (const row of notes.rows) writer.add(row);
  }
  writer.finish();
  return Buffer.concat(parts);
}

export { type Cell, DAY_FORMAT, dayCell, type SheetColumn } from './sheet-cells.ts';
export { readSpreadsheet, type SheetContent, SpreadsheetBusy } from './spreadsheet-reader.ts';
export { SpreadsheetRefused } from './spreadsheet-refused.ts';
