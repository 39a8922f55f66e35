import { writeXlsx } from 'hucre/xlsx';

export type Cell = string | number | boolean | null;

export interface SheetColumn {
  heading: string;
  width?: number;
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
    columns: columns.map((column) => ({ width: column.width ?? Math.max(12, column.heading.length + 4) })),
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
