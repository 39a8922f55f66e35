import { type PaperSize, textFor } from '@longshore/contract';
import { code128 } from './code128.ts';
import type { DocumentFormat } from './document-format.ts';
import { drawBars } from './draw-codes.ts';
import { cutLines } from './fit-text.ts';
import { drawPieces, paginate } from './flow.ts';
import { type Face, GREY, openPaper, type Paper } from './paper.ts';
import { LINE, type TableColumn, type TableRow, tablePieces } from './table.ts';

export type PrintedColumn = TableColumn;

/** A printed list: data in, bytes out. */
export interface PrintedList {
  title: string;
  /** The warehouse, and the client whose records these are. */
  company: string;
  client: string;
  /** The query as text, one line each. */
  queryLines: readonly string[];
  columns: readonly PrintedColumn[];
  rows: readonly TableRow[];
  /** A barcode at the right of the title. */
  code?: string;
  at: Date;
  format: DocumentFormat;
  paper: PaperSize;
}

/** Landscape, in points. */
const paperSizes: Record<PaperSize, readonly [number, number]> = { letter: [792, 612], a4: [841.89, 595.28] };

const MARGIN = 30;
const FOOT = 22;

const small: Face = { weight: 'regular', size: 8.5, colour: GREY };

/** Title and company, client and time, and the query. */
function drawTitle(paper: Paper, list: PrintedList, queryLines: readonly string[], right: number): void {
  paper.write(list.title, MARGIN, MARGIN + 14, { weight: 'bold', size: 17 });
  paper.writeRight(list.company, right, MARGIN + 14, { weight: 'bold', size: 10 });
  paper.write(list.client, MARGIN, MARGIN + 31, { weight: 'regular', size: 10 });
  paper.writeRight(list.format.moment(list.at), right, MARGIN + 31, small);
  for (const [index, line] of queryLines.entries()) paper.write(line, MARGIN, MARGIN + 46 + index * LINE, small);
}

const BARS = { width: 180, top: MARGIN + 38, height: 26 };

/** The list's own code, at the right below its title. */
async function drawCode(paper: Paper, code: string, right: number): Promise<void> {
  const bars = await code128(code);
  if (bars && drawBars(paper, bars, { ...BARS, left: right - BARS.width, align: 'right' }))
    paper.writeRight(code, right, BARS.top + BARS.height + 9, small);
}

/** The short header of later pages. */
function drawRunningTitle(paper: Paper, list: PrintedList, right: number): void {
  paper.write([list.title, list.client].filter(Boolean).join(' · '), MARGIN, MARGIN + 8, small);
  paper.writeRight(list.company, right, MARGIN + 8, small);
}

export async function drawPrintedList(list: PrintedList): Promise<Uint8Array> {
  const [width, height] = paperSizes[list.paper];
  const right = width - MARGIN;
  const paper = await openPaper({ size: [width, height], title: list.title, at: list.at });
  const queryLines = list.queryLines.flatMap((line) =>
    cutLines(line, right - MARGIN, 3, (text) => paper.widthOf(text, small)),
  );
  const firstTop = MARGIN + 46 + Math.max(queryLines.length, list.code ? 4 : 0) * LINE;
  const top = MARGIN + 16;
  const bottom = height - MARGIN - FOOT;
  const pages = paginate(await tablePieces(paper, list, MARGIN, right), firstTop, top, bottom);
  for (const [index, pieces] of pages.entries()) {
    await paper.page();
    if (index === 0) drawTitle(paper, list, queryLines, right);
    if (index === 0 && list.code) await drawCode(paper, list.code, right);
    if (index > 0) drawRunningTitle(paper, list, right);
    drawPieces(pieces, index === 0 ? firstTop : top);
    const { number, language } = list.format;
    const footer = textFor(language)('print.page', { page: number(index + 1), pages: number(pages.length) });
    paper.writeRight(footer, right, height - MARGIN, small);
  }
  return paper.finish();
}
