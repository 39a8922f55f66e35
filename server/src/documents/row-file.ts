import { writeSync } from 'node:fs';
import { csvLine } from './csv.ts';
import { type Cell, DAY_FORMAT, dayCell, type SheetColumn } from './sheet-cells.ts';
import { XlsxWriter } from './xlsx-writer.ts';
import { ZoneClock } from './zone-clock.ts';

/** What a column holds besides texts and numbers: days (`2026-11-16`) and moments (ISO), as texts, and amounts. */
export type RowColumnKind = 'day' | 'moment' | 'money';

export interface RowColumn extends Omit<SheetColumn, 'format'> {
  kind?: RowColumnKind;
}

export const ROW_FORMATS = ['xlsx', 'csv'] as const;
export type RowFormat = (typeof ROW_FORMATS)[number];

/** A sheet of rows below their headings. */
export interface RowsSheet {
  name: string;
  columns: readonly RowColumn[];
}

/** A file of any number of rows; a workbook can have further sheets, each begun by a part of its own. */
export interface RowFile extends RowsSheet {
  format: RowFormat;
  /** Of the moments. */
  timezone: string;
}

/** A value as the database answers it. */
export type RowCell = Exclude<Cell, Date>;

export type RowBatch = readonly (readonly RowCell[])[];
/** Rows of the current sheet, or the sheet that the rows after it belong to. */
export type RowPart = RowBatch | RowsSheet;
export const isSheet = (part: RowPart): part is RowsSheet => 'columns' in part;

/** An open file, by its number; the thread that opened it closes it. */
export interface RowTarget {
  file: RowFile;
  descriptor: number;
}

interface RowWriter {
  /** Begins the next sheet. */
  sheet(sheet: RowsSheet): void;
  add(row: readonly RowCell[]): void;
  finish(): void;
}

const FORMATS: Record<RowColumnKind, string> = {
  day: DAY_FORMAT,
  moment: 'yyyy-mm-dd hh:mm:ss',
  money: '#,##0.00##',
};
const CSV_CHUNK = 64 * 1024;
/** Tells Excel that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

type Convert = (value: RowCell) => Cell;

function converters({ columns }: RowsSheet, timezone: string): Convert[] {
  const clock = new ZoneClock(timezone);
  return columns.map(({ kind }) => {
    if (!kind || kind === 'money') return (value) => value;
    const convert = kind === 'day' ? dayCell : (moment: string) => clock.dateAt(moment);
    return (value) => (typeof value === 'string' && value !== '' ? convert(value) : value);
  });
}

function xlsxRows(file: RowFile, sink: (bytes: Uint8Array) => void): RowWriter {
  const writer = new XlsxWriter(sink);
  let convert: Convert[] = [];
  const sheet = (next: RowsSheet) => {
    convert = converters(next, file.timezone);
    writer.sheet(
      next.name,
      next.columns.map(({ kind, ...column }) => ({ ...column, ...(kind ? { format: FORMATS[kind] } : {}) })),
    );
  };
  sheet(file);
  return {
    sheet,
    add: (row) => writer.add(row.map((value, at) => convert[at]?.(value) ?? value)),
    finish: () => writer.finish(),
  };
}

const dateText = (date: Date, kind: RowColumnKind | undefined) =>
  kind === 'day' ? date.toISOString().slice(0, 10) : date.toISOString().slice(0, 19).replace('T', ' ');

function csvRows(file: RowFile, sink: (bytes: Uint8Array) => void): RowWriter {
  const convert = converters(file, file.timezone);
  let text = BYTE_ORDER_MARK + csvLine(file.columns.map(({ heading }) => heading));
  const flush = () => {
    sink(Buffer.from(text));
    text = '';
  };
  return {
    sheet() {
      throw new Error('A CSV file has one sheet.');
    },
    add(row) {
      text += csvLine(
        row.map((value, at) => {
          const cell = convert[at]?.(value) ?? value;
          return cell instanceof Date ? dateText(cell, file.columns[at]?.kind) : cell;
        }),
      );
      if (text.length > CSV_CHUNK) flush();
    },
    finish() {
      flush();
    },
  };
}

/** A part as it is passed to the thread that writes the file: copying one text costs a fraction of copying its cells. */
export const packPart = (part: RowPart): string => JSON.stringify(part);

/** A file being written. Some rows at a time are added; the end answers its size. */
export interface RowDrawing {
  add(packed: string): Promise<void>;
  finish(): Promise<number>;
}

/** Writes rows to an open file as they come. Waiting for the disk here holds up nobody: this runs in a thread. */
export async function openRowFile({ file, descriptor }: RowTarget): Promise<RowDrawing> {
  let size = 0;
  const sink = (bytes: Uint8Array) => {
    for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
    size += bytes.length;
  };
  const writer = file.format === 'csv' ? csvRows(file, sink) : xlsxRows(file, sink);
  return {
    async add(packed) {
      const part = JSON.parse(packed) as RowPart;
      if (isSheet(part)) writer.sheet(part);
      else for (const row of part) writer.add(row);
    },
    async finish() {
      writer.finish();
      return size;
    },
  };
}

/** What the thread for files of rows draws. */
export const rowDocuments = { rows: openRowFile };
export type RowDocuments = typeof rowDocuments;
