import { type Bars, code128 } from './code128.ts';
import { drawBars } from './draw-codes.ts';
import { breakLines, cutLines } from './fit-text.ts';
import type { Piece } from './flow.ts';
import { type Face, GREY, HAIRLINE, INK, type Paper } from './paper.ts';

export interface TableColumn {
  heading: string;
  /** In points; the one column without a width takes the rest. */
  width?: number;
  /** Numbers are right-aligned, in one line. */
  right?: true;
  /** Wrapped into any number of lines and never cut: a code that is cut would be another code. */
  neverCut?: true;
  /** An empty box to tick. */
  box?: true;
  /** The cell's text as a barcode, with the text below it. */
  bars?: true;
}

/** Wide enough for the codes of our own lines, with bars of two dots. */
export const BARS_WIDTH = 144;

/** A text, or several that begin on lines of their own. */
export type Cell = string | readonly string[];

/** A line across all columns that begins a group; one of level 2 is within one of level 1. */
export interface Band {
  band: string;
  level: 1 | 2;
}
/** A row in bold that ends a group: its sums. It is never separated from the row above it. */
export interface SumRow {
  sums: readonly Cell[];
}
export type TableRow = readonly Cell[] | Band | SumRow;

const GAP = 12;
export const LINE = 11;
const PADDING = 3;
const HEAD = 18;
const LINES_MAX = 5;
const BOX = 9;
const BARS_HEIGHT = 20;
/** Rows are broken into lines in chunks of this size, yielding to other requests in between. */
const BATCH = 50;

const plain: Face = { weight: 'regular', size: 8.5 };
const bold: Face = { weight: 'bold', size: 8.5 };
const heading: Face = { weight: 'bold', size: 8.5, colour: GREY };
const codeText: Face = { weight: 'regular', size: 6.5, colour: GREY };
const bands: Record<Band['level'], Face> = { 1: { weight: 'bold', size: 10 }, 2: bold };
const BAND_LINES_MAX = 3;
const smallest = 5;

interface PlacedColumn extends TableColumn {
  left: number;
  room: number;
}

function placeColumns(columns: readonly TableColumn[], start: number, width: number): PlacedColumn[] {
  const free = width - columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  let left = start;
  return columns.map((column, index) => {
    const whole = column.width ?? free;
    const isLast = index === columns.length - 1;
    const placed = { ...column, left, room: isLast ? whole : whole - GAP };
    left += whole;
    return placed;
  });
}

/** A number that is too long for its column is drawn smaller: cut it would be another number. */
function writeCell(paper: Paper, lines: readonly string[], column: PlacedColumn, y: number, face: Face): void {
  for (const [index, line] of lines.entries()) {
    const baseline = y + PADDING + 8 + index * LINE;
    if (!column.right) {
      paper.write(line, column.left, baseline, face);
      continue;
    }
    const size = Math.max(smallest, Math.min(face.size, (face.size * column.room) / paper.widthOf(line, face)));
    paper.writeRight(line, column.left + column.room, baseline, { ...face, size });
  }
}

function drawBox(paper: Paper, { left, room }: PlacedColumn, y: number): void {
  paper.doc
    .lineWidth(0.8)
    .strokeColor(INK)
    .rect(left + room - BOX, y + PADDING, BOX, BOX)
    .stroke();
}

/** The bars of the cells of a row, and their texts below; nothing for an empty cell. */
async function barsOf(columns: readonly PlacedColumn[], texts: readonly Cell[]): Promise<(Bars | undefined)[]> {
  return Promise.all(
    columns.map(({ bars }, at) => {
      const text = texts[at];
      return bars && typeof text === 'string' && text ? code128(text) : undefined;
    }),
  );
}

function drawCode(paper: Paper, bars: Bars, text: string, { left, room }: PlacedColumn, y: number): void {
  const top = y + PADDING;
  drawBars(paper, bars, { left, width: room + GAP, top, height: BARS_HEIGHT, align: 'centre' });
  paper.writeCentred(text, left + (room + GAP) / 2, top + BARS_HEIGHT + 7, codeText);
}

function breakCell(paper: Paper, cell: Cell, column: PlacedColumn, face: Face): string[] {
  if (column.bars) return [];
  if (column.right) return [cell].flat();
  const measure = (text: string) => paper.widthOf(text, face);
  return [cell]
    .flat()
    .flatMap((text) =>
      column.neverCut ? breakLines(text, column.room, measure) : cutLines(text, column.room, LINES_MAX, measure),
    );
}

export interface Table {
  columns: readonly TableColumn[];
  rows: readonly TableRow[];
}

function bandPiece(paper: Paper, { band, level }: Band, left: number, right: number, head: Piece): Piece {
  const face = bands[level];
  const lines = cutLines(band, right - left, BAND_LINES_MAX, (text) => paper.widthOf(text, face));
  const space = level === 1 ? 10 : 5;
  return {
    height: space + lines.length * (LINE + 1) + PADDING,
    head,
    keepsNext: true,
    draw: (y) => {
      for (const [index, line] of lines.entries()) paper.write(line, left, y + space + 9 + index * (LINE + 1), face);
    },
  };
}

const isBand = (row: TableRow): row is Band => 'band' in row;
const isSum = (row: TableRow | undefined): row is SumRow => row !== undefined && 'sums' in row;

/** The headings, then a piece for each row; the headings are repeated on every page that a row or a band begins. */
export async function tablePieces(paper: Paper, table: Table, left: number, right: number): Promise<Piece[]> {
  const columns = placeColumns(table.columns, left, right - left);
  const head: Piece = {
    height: HEAD,
    keepsNext: table.rows.length > 0,
    draw: (y) => {
      for (const column of columns) writeCell(paper, [column.heading], column, y, heading);
      paper.rule(left, right, y + HEAD - 1, INK);
    },
  };
  const pieces = [head];
  for (const [index, row] of table.rows.entries()) {
    if (index % BATCH === 0) await paper.pause();
    if (isBand(row)) {
      pieces.push(bandPiece(paper, row, left, right, head));
      continue;
    }
    const [texts, face] = isSum(row) ? [row.sums, bold] : [row, plain];
    const cells = columns.map((column, at) => breakCell(paper, texts[at] ?? '', column, face));
    const codes = await barsOf(columns, texts);
    const least = codes.some(Boolean) ? BARS_HEIGHT + LINE : LINE;
    const height = Math.max(least, ...cells.map((lines) => lines.length * LINE)) + 2 * PADDING;
    const draw = (y: number) => {
      for (const [at, column] of columns.entries()) {
        const bars = codes[at];
        if (column.box) drawBox(paper, column, y);
        else if (bars) drawCode(paper, bars, String(texts[at]), column, y);
        else writeCell(paper, cells[at] ?? [], column, y, face);
      }
      paper.rule(left, right, y + height, HAIRLINE);
    };
    pieces.push({ height, draw, head, keepsNext: isSum(table.rows[index + 1]) });
  }
  return pieces;
}
