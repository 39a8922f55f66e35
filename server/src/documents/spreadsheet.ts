import { writeXlsx } from 'hucre/xlsx';

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

const headStyle = { font: { bold: true } };

function sheetOf(name: string, columns: readonly SheetColumn[], rows: readonly (readonly Cell[])[]) {
  return {
    name,
    columns: columns.map(({ heading, width, format }) => ({
      width: width ?? Math.max(12, heading.length + 4),
      ...(format ? { numFmt: format } : {}),
    })),
    rows: [columns.map((column) => column.heading), ...rows.map((row) => [...row])],
    cells: new Map(columns.map((_, index) => [`0,${index}`, { style: headStyle }])),
    freezePane: { rows: 1 },
  };
}

export async function drawSpreadsheet(drawing: SheetDrawing): Promise<Uint8Array> {
  const sheets = [sheetOf(drawing.name, drawing.columns, drawing.rows)];
  const { notes } = drawing;
  if (notes) sheets.push(sheetOf(notes.name, notes.columns, notes.rows));
  return writeXlsx({ sheets } as Parameters<typeof writeXlsx>[0]);
}

export { readSpreadsheet, type SheetContent, SpreadsheetBusy } from './spreadsheet-reader.ts';
export { SpreadsheetRefused } from './spreadsheet-refused.ts';
