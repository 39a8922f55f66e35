import { type PaperSize, textFor } from '@longshore/contract';
import type { DocumentFormat } from './document-format.ts';
import { cutLines } from './fit-text.ts';
import { drawPieces, paginate } from './flow.ts';
import { type Face, GREY, openPaper, type Paper } from './paper.ts';
import { LINE, type TableColumn, tablePieces } from './table.ts';

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
  rows: readonly (readonly string[])[];
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
  const firstTop = MARGIN + 46 + queryLines.length * LINE;
  const top = MARGIN + 16;
  const bottom = height - MARGIN - FOOT;
  const pages = paginate(await tablePieces(paper, list, MARGIN, right), firstTop, top, bottom);
  for (const [index, pieces] of pages.entries()) {
    await paper.page();
    if (index === 0) drawTitle(paper, list, queryLines, right);
    else drawRunningTitle(paper, list, right);
    drawPieces(pieces, index === 0 ? firstTop : top);
    const { number, language } = list.format;
    const footer = textFor(language)('print.page', { page: number(index + 1), pages: number(pages.length) });
    paper.writeRight(footer, right, height - MARGIN, small);
  }
  return paper.finish();
}
