import { breakLines, cutLines } from './fit-text.ts';
import type { Piece } from './flow.ts';
import { type Face, GREY, HAIRLINE, INK, type Paper } from './paper.ts';

export interface TableColumn {
  heading: string;
  /** In points; the one column without a width takes the rest. */
  width?: number;
  /** Numbers are right-aligned, in one line. */
  right?: true;
  /** Wrapped, never cut: a code that is cut is another code. */
  whole?: true;
  /** An empty box to tick. */
  box?: true;
}

/** A text, or several that begin on lines of their own. */
export type Cell = string | readonly string[];

const GAP = 12;
export const LINE = 11;
const PADDING = 3;
const HEAD = 18;
const LINES_MOST = 5;
const BOX = 9;
/** Rows are broken into lines in chunks of this size, yielding to other requests in between. */
const BATCH = 50;

const plain: Face = { weight: 'regular', size: 8.5 };
const heading: Face = { weight: 'bold', size: 8.5, colour: GREY };
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

function breakCell(paper: Paper, cell: Cell, column: PlacedColumn): string[] {
  if (column.right) return [cell].flat();
  const measure = (text: string) => paper.widthOf(text, plain);
  return [cell]
    .flat()
    .flatMap((text) =>
      column.whole ? breakLines(text, column.room, measure) : cutLines(text, column.room, LINES_MOST, measure),
    );
}

export interface Table {
  columns: readonly TableColumn[];
  rows: readonly (readonly Cell[])[];
}

/** The headings, then a piece for each row; the headings are repeated on every page that a row begins. */
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
    const cells = columns.map((column, at) => breakCell(paper, row[at] ?? '', column));
    const height = Math.max(1, ...cells.map((lines) => lines.length)) * LINE + 2 * PADDING;
    const draw = (y: number) => {
      for (const [at, column] of columns.entries())
        if (column.box) drawBox(paper, column, y);
        else writeCell(paper, cells[at] ?? [], column, y, plain);
      paper.rule(left, right, y + height, HAIRLINE);
    };
    pieces.push({ height, draw, head });
  }
  return pieces;
}
