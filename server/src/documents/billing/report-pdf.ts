import { type ServerText, textFor } from '@longshore/contract';
import { cutLines, fitText } from '../fit-text.ts';
import { drawPieces, type Piece, paginate } from '../flow.ts';
import { type Face, GREY, INK, openPaper, type Paper } from '../paper.ts';
import { formSizes } from '../shipments/form.ts';
import { LINE, type TableRow, tablePieces } from '../table.ts';
import type { DocumentContent, ReportSection, ReportStationery, ReportTable } from './report-content.ts';
import { documentNumber, makeReportFormat, type ReportFormatting } from './report-format.ts';

const MARGIN = 36;
const FOOT = 20;
const RUNNING_HEAD = 16;
const LOGO = [190, 46] as const;
const TITLE_WIDTH = 250;
const GAP = 12;
const TOTAL_LABELS = 150;

const plain: Face = { weight: 'regular', size: 9 };
const bold: Face = { weight: 'bold', size: 9 };
const large: Face = { weight: 'bold', size: 11 };
const label: Face = { weight: 'regular', size: 7.5, colour: GREY };
const small: Face = { weight: 'regular', size: 8, colour: GREY };

/** What every part of the document is drawn with. */
interface Canvas {
  paper: Paper;
  content: DocumentContent;
  stationery: ReportStationery;
  format: ReportFormatting;
  t: ServerText;
  right: number;
  width: number;
  height: number;
}

const linesIn = ({ paper }: Canvas, text: string, width: number, most: number, face: Face): string[] =>
  cutLines(text, width, most, (part) => paper.widthOf(part, face));

const periodOf = ({ content, format, t }: Canvas): string =>
  t('reportWords.fromTo', { from: format.day(content.from), to: format.day(content.to) });

/** Logo or name of the warehouse and its address on the left; returns where it ends. */
function drawSender(canvas: Canvas, width: number): number {
  const { paper, stationery } = canvas;
  const { name, address } = stationery.sender;
  const title: Face = { weight: 'bold', size: 15 };
  let y = MARGIN;
  const hasLogo = stationery.logo !== undefined && paper.picture(stationery.logo, MARGIN, MARGIN, LOGO);
  if (hasLogo) y += LOGO[1] + 4;
  else
    for (const line of linesIn(canvas, name, width, 2, title)) {
      paper.write(line, MARGIN, y + 13, title);
      y += 18;
    }
  for (const line of hasLogo ? [name, ...address] : address)
    for (const part of linesIn(canvas, line, width, 2, small)) {
      paper.write(part, MARGIN, y + 9, small);
      y += 10.5;
    }
  return y;
}

/** Title, number and period on the right; returns where they end. */
function drawTitle(canvas: Canvas, number: string, facts: ReportSection['facts'] = []): number {
  const { paper, content, right } = canvas;
  const parts: [string, Face, number][] = [
    [content.title, { weight: 'bold', size: 17 }, 2],
    [number, large, 1],
    [periodOf(canvas), plain, 1],
    ...facts.map(([label, value]): [string, Face, number] => [`${label}: ${value}`, plain, 1]),
  ];
  let y = MARGIN;
  for (const [text, face, most] of parts) {
    const room = { width: TITLE_WIDTH, lines: most, largest: face.size, smallest: 5 };
    const { size, lines } = fitText(text, room, (part, at) => paper.widthOf(part, { ...face, size: at }));
    for (const line of lines) {
      y += size * 1.25;
      paper.writeRight(line, right, y - size * 0.2, { ...face, size });
    }
    y += 3;
  }
  return y;
}

/** Whom the document is for. */
function clientPiece(canvas: Canvas, { client }: ReportSection): Piece {
  const { paper, t, width } = canvas;
  const lines = [
    ...linesIn(canvas, client.company, width * 0.7, 3, bold).map((text) => ({ text, face: bold })),
    ...client.address
      .flatMap((line) => linesIn(canvas, line, width * 0.7, 2, plain))
      .map((text) => ({ text, face: plain })),
  ];
  return {
    height: 12 + lines.length * LINE + 10,
    draw: (y) => {
      paper.write(t('reportWords.billTo'), MARGIN, y + 8, label);
      for (const [index, { text, face }] of lines.entries()) paper.write(text, MARGIN, y + 19 + index * LINE, face);
    },
  };
}

/** The label of a sum is in the widest column, which has no sum itself. */
function rowsOf({ format }: Canvas, { columns, lines }: ReportTable): TableRow[] {
  const labelAt = columns.findIndex(({ width }) => width === undefined);
  return lines.map((line): TableRow => {
    if (line.kind === 'group') return { band: line.text, level: line.level };
    if (line.kind === 'row') return columns.map(({ key, kind }) => format.text(kind, line.row[key]));
    return {
      sums: columns.map(({ key, kind }, at) => (at === labelAt ? line.label : format.text(kind, line.sums[key]))),
    };
  });
}

async function partPieces(canvas: Canvas, table: ReportTable): Promise<Piece[]> {
  const { paper, right } = canvas;
  const columns = table.columns.map(({ heading, kind, width }) => ({
    heading,
    ...(width ? { width } : {}),
    ...(kind === 'money' || kind === 'number' ? { right: true as const } : {}),
    ...(kind === 'code' ? { neverCut: true as const } : {}),
  }));
  const pieces = await tablePieces(paper, { columns, rows: rowsOf(canvas, table) }, MARGIN, right);
  if (!table.title) return pieces;
  const title: Piece = {
    height: 30,
    keepsNext: true,
    draw: (y) => paper.write(table.title, MARGIN, y + 22, large),
  };
  return [title, ...pieces];
}

function notePieces(canvas: Canvas, { notes = [] }: ReportSection): Piece[] {
  const { paper, width } = canvas;
  return notes.map((note) => {
    const lines = linesIn(canvas, note, width, 4, plain);
    return {
      height: lines.length * LINE + 6,
      draw: (y) => {
        for (const [index, line] of lines.entries()) paper.write(line, MARGIN, y + 12 + index * LINE, plain);
      },
    };
  });
}

function totalPieces({ paper, format, right }: Canvas, { totals }: ReportSection): Piece[] {
  return totals.map(({ label: name, value, kind }, index) => {
    const isLast = index === totals.length - 1;
    const face = isLast ? large : plain;
    return {
      height: isLast ? 20 : 15,
      keepsNext: !isLast,
      draw: (y) => {
        if (isLast) paper.rule(right - TOTAL_LABELS * 1.8, right, y + 2, INK);
        const baseline = y + (isLast ? 16 : 12);
        paper.writeRight(format.text(kind, value), right, baseline, face);
        paper.writeRight(name, right - TOTAL_LABELS * 0.8, baseline, face);
      },
    };
  });
}

async function bodyPieces(canvas: Canvas, section: ReportSection): Promise<Piece[]> {
  const pieces = [clientPiece(canvas, section)];
  for (const [index, table] of section.tables.entries()) {
    pieces.push(...(await partPieces(canvas, table)));
    // The totals are of the main table, not of the summary that follows it.
    if (index === 0)
      pieces.push({ height: 8, draw: () => {} }, ...totalPieces(canvas, section), ...notePieces(canvas, section));
  }
  return pieces;
}

/** The short header of later pages. */
function drawRunningHead(canvas: Canvas, { client }: ReportSection): void {
  const { paper, content, right, width } = canvas;
  const [title] = linesIn(canvas, `${content.title} · ${periodOf(canvas)}`, width * 0.6, 1, small);
  paper.write(title ?? '', MARGIN, MARGIN + 8, small);
  const [name] = linesIn(canvas, client.company, width * 0.35, 1, small);
  paper.writeRight(name ?? '', right, MARGIN + 8, small);
}

/** The pages of one client, counted on their own: they may be sent to it alone. */
async function drawSection(canvas: Canvas, section: ReportSection): Promise<void> {
  const { paper, content, stationery, format, t, right, width, height } = canvas;
  const pieces = await bodyPieces(canvas, section);
  await paper.page();
  const number = section.number ?? documentNumber(section.client.invoice_prefix, content);
  const firstTop =
    Math.max(drawSender(canvas, width - TITLE_WIDTH - GAP), drawTitle(canvas, number, section.facts)) + 14;
  const top = MARGIN + RUNNING_HEAD;
  const pages = paginate(pieces, firstTop, top, height - MARGIN - FOOT);
  for (const [index, page] of pages.entries()) {
    if (index > 0) {
      await paper.page();
      drawRunningHead(canvas, section);
    }
    drawPieces(page, index === 0 ? firstTop : top);
    paper.write(format.moment(stationery.at), MARGIN, height - MARGIN, small);
    const values = { page: format.number(index + 1), pages: format.number(pages.length) };
    paper.writeRight(t('print.page', values), right, height - MARGIN, small);
  }
}

/** Nothing to report of any client. */
async function drawNothing(canvas: Canvas): Promise<void> {
  const { paper, content, t, width } = canvas;
  await paper.page();
  const senderEnd = drawSender(canvas, width - TITLE_WIDTH - GAP);
  const titleEnd = drawTitle(canvas, documentNumber('', content));
  paper.write(t('messages.NoRecordFound'), MARGIN, Math.max(senderEnd, titleEnd) + 40, plain);
}

/** The report as a document that one may send: the pages of each client begin with a letterhead. */
export async function drawReportPdf(content: DocumentContent, stationery: ReportStationery): Promise<Uint8Array> {
  const [pageWidth, height] = formSizes[stationery.paper];
  const paper = await openPaper({ size: [pageWidth, height], title: content.title, at: stationery.at });
  const right = pageWidth - MARGIN;
  const canvas: Canvas = {
    paper,
    content,
    stationery,
    format: makeReportFormat(stationery),
    t: textFor(stationery.language),
    right,
    width: right - MARGIN,
    height,
  };
  for (const section of content.sections) await drawSection(canvas, section);
  if (content.sections.length === 0) await drawNothing(canvas);
  return paper.finish();
}
