import { type Measure, textFor } from '@longshore/contract';
import type { DocumentFormat } from './document-format.ts';
import { breakLines, cutLines } from './fit-text.ts';
import { type Face, GREY, INK, openPaper, type Paper } from './paper.ts';

export interface PrintedColumn {
  heading: string;
  /** In points; the one column without a width takes the rest. */
  width?: number;
  /** Numbers are right-aligned, in one line. */
  right?: true;
  /** Wrapped, never cut: a code that is cut is another code. */
  whole?: true;
}

/** A printed list: data in, bytes out. */
export interface PrintedList {
  title: string;
  /** The warehouse, and the client whose records these are. */
  company: string;
  client: string;
  /** The query as text, one line each. */
  queryLines: readonly string[];
  columns: readonly PrintedColumn[];
  rows: readonly (readonly string[])[];
  at: Date;
  format: DocumentFormat;
  measure: Measure;
}

/** Letter where inches are used, otherwise A4; landscape. */
const paperSizes: Record<Measure, readonly [number, number]> = { imperial: [792, 612], metric: [841.89, 595.28] };

const MARGIN = 30;
const GAP = 12;
const LINE = 11;
const PADDING = 3;
const HEAD = 18;
const FOOT = 22;
const LINES_MOST = 3;
/** Rows are broken into lines in chunks of this size, yielding to other requests in between. */
const BATCH = 50;

const plain: Face = { weight: 'regular', size: 8.5 };
const heading: Face = { weight: 'bold', size: 8.5, colour: GREY };
const small: Face = { weight: 'regular', size: 8.5, colour: GREY };
const smallest = 5;

interface Column extends PrintedColumn {
  left: number;
  room: number;
}

/** A row broken into lines, cell by cell. */
type Row = string[][];

function placeColumns(columns: readonly PrintedColumn[], width: number): Column[] {
  const free = width - columns.reduce((sum, column) => sum + (column.width ?? 0), 0);
  let left = MARGIN;
  return columns.map((column, index) => {
    const whole = column.width ?? free;
    const isLast = index === columns.length - 1;
    const placed = { ...column, left, room: isLast ? whole : whole - GAP };
    left += whole;
    return placed;
  });
}

const heightOf = (row: Row) => Math.max(1, ...row.map((lines) => lines.length)) * LINE + 2 * PADDING;

/** The first and last row of each page; the first page has the tall header. */
function paginate(rows: readonly Row[], firstTop: number, top: number, bottom: number): Row[][] {
  const pages: Row[][] = [[]];
  let y = firstTop;
  for (const row of rows) {
    if (y + heightOf(row) > bottom && pages.at(-1)?.length) {
      pages.push([]);
      y = top;
    }
    pages.at(-1)?.push(row);
    y += heightOf(row);
  }
  return pages;
}

/** A number that is too long for its column is drawn smaller: cut it would be another number. */
function writeCell(paper: Paper, lines: readonly string[], column: Column, y: number, face: Face): void {
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

function drawHead(paper: Paper, columns: readonly Column[], y: number, right: number): number {
  for (const column of columns) writeCell(paper, [column.heading], column, y, heading);
  paper.rule(MARGIN, right, y + HEAD - 1, INK);
  return y + HEAD;
}

/** Title and company, client and time, and the query. */
function drawTitle(paper: Paper, list: PrintedList, queryLines: readonly string[], right: number): void {
  paper.write(list.title, MARGIN, MARGIN + 14, { weight: 'bold', size: 17 });
  paper.writeRight(list.company, right, MARGIN + 14, { weight: 'bold', size: 10 });
  paper.write(list.client, MARGIN, MARGIN + 31, { weight: 'regular', size: 10 });
  paper.writeRight(list.format.moment(list.at), right, MARGIN + 31, small);
  for (const [index, line] of queryLines.entries()) paper.write(line, MARGIN, MARGIN + 46 + index * LINE, small);
}

/** The short header of later pages. */
function drawRunningTitle(paper: Paper, list: PrintedList, right: number): void {
  paper.write([list.title, list.client].filter(Boolean).join(' · '), MARGIN, MARGIN + 8, small);
  paper.writeRight(list.company, right, MARGIN + 8, small);
}

async function breakRows(paper: Paper, list: PrintedList, columns: readonly Column[]): Promise<Row[]> {
  const measure = (text: string) => paper.widthOf(text, plain);
  const rows: Row[] = [];
  for (const [index, row] of list.rows.entries()) {
    if (index % BATCH === 0) await paper.pause();
    rows.push(
      row.map((text, at) => {
        const column = columns[at];
        if (!column || column.right) return [text];
        return column.whole ? breakLines(text, column.room, measure) : cutLines(text, column.room, LINES_MOST, measure);
      }),
    );
  }
  return rows;
}

export async function drawPrintedList(list: PrintedList): Promise<Uint8Array> {
  const [width, height] = paperSizes[list.measure];
  const right = width - MARGIN;
  const paper = await openPaper({ size: [width, height], title: list.title, at: list.at });
  const columns = placeColumns(list.columns, width - 2 * MARGIN);
  const queryLines = list.queryLines.flatMap((line) =>
    cutLines(line, right - MARGIN, 3, (text) => paper.widthOf(text, small)),
  );
  const firstTop = MARGIN + 46 + queryLines.length * LINE;
  const top = MARGIN + 16;
  const bottom = height - MARGIN - FOOT;
  const pages = paginate(await breakRows(paper, list, columns), firstTop + HEAD, top + HEAD, bottom);
  for (const [index, rows] of pages.entries()) {
    await paper.page();
    if (index === 0) drawTitle(paper, list, queryLines, right);
    else drawRunningTitle(paper, list, right);
    let y = drawHead(paper, columns, index === 0 ? firstTop : top, right);
    for (const row of rows) {
      for (const [at, column] of columns.entries()) writeCell(paper, row[at] ?? [], column, y, plain);
      y += heightOf(row);
      paper.rule(MARGIN, right, y);
    }
    const { number, language } = list.format;
    const footer = textFor(language)('print.page', { page: number(index + 1), pages: number(pages.length) });
    paper.writeRight(footer, right, height - MARGIN, small);
  }
  return paper.finish();
}
