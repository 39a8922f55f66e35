import type { Language } from '@longshore/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';

export type Cell = string | number | boolean | null;

export interface SheetColumn {
  heading: string;
  width?: number;
}

export interface SheetDrawing {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly Cell[])[];
  /** A second sheet that explains the first, to a reader of this language. */
  notes?: { language: Language; columns: readonly SheetColumn[]; rows: readonly (readonly Cell[])[] };
}

const noteSheets: Record<Language, string> = { en: 'Notes', ch: '说明' };

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
  if (notes) sheets.push(sheetOf(noteSheets[notes.language], notes.columns, notes.rows));
  return writeXlsx({ sheets } as Parameters<typeof writeXlsx>[0]);
}

export class NotASpreadsheet extends Error {}

/** A small file that unpacks to gigabytes is an attack; the sizes stand in the archive's own directory. */
const UNPACKED_MAX = 200 * 1024 * 1024;

function unpackedBytes(bytes: Buffer): number {
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 20 > bytes.length) throw new NotASpreadsheet('not a zip archive');
  const entries = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  let total = 0;
  for (let entry = 0; entry < entries; entry++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50)
      throw new NotASpreadsheet('a broken zip archive');
    total += bytes.readUInt32LE(at + 24);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return total;
}

const SECOND = 1000;
const MIDNIGHT = '00:00:00';

/**
 * A moment as the sheet shows it, without a zone: a day, a day with its time, or a time alone, which the format keeps as
 * a part of a day long ago. Times are fractions of a day, so they are rounded to the second they mean.
 */
function momentText(cell: Date): string {
  const rounded = new Date(Math.round(cell.getTime() / SECOND) * SECOND).toISOString();
  const [day, time] = [rounded.slice(0, 10), rounded.slice(11, 19)];
  if (day < '1900-01-01') return time;
  return time === MIDNIGHT ? day : `${day} ${time}`;
}

const cellText = (cell: unknown): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return momentText(cell);
  return String(cell).trim();
};

export interface SheetContent {
  sheetCount: number;
  headings: string[];
  rows: string[][];
}

/** The first sheet as text. A sheet of notes, by its name, is our own template's and does not count. */
export async function readSpreadsheet(bytes: Buffer, rowsMax: number): Promise<SheetContent> {
  if (unpackedBytes(bytes) > UNPACKED_MAX) throw new NotASpreadsheet('too large when unpacked');
  const workbook = await readXlsx(bytes, { maxRows: rowsMax + 2 }).catch(() => {
    throw new NotASpreadsheet('not a workbook');
  });
  const sheets = workbook.sheets.filter(({ name }) => !Object.values(noteSheets).includes(name));
  const rows = (sheets[0]?.rows ?? []).map((row) => row.map(cellText));
  while (rows.length && rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  return { sheetCount: sheets.length, headings: rows[0] ?? [], rows: rows.slice(1) };
}
