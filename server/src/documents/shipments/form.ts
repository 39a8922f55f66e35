import type { PaperSize } from '@longshore/contract';
import { code128 } from '../code128.ts';
import { drawBars } from '../draw-codes.ts';
import { breakLines, cutLines, fitText } from '../fit-text.ts';
import { drawPieces, type Piece, paginate } from '../flow.ts';
import { type Face, GREY, INK, type Paper } from '../paper.ts';
import { LINE, tablePieces } from '../table.ts';
import type { Form } from './form-content.ts';
import type { PaperContext } from './paper-context.ts';

/** Portrait, in points. */
export const formSizes: Record<PaperSize, readonly [number, number]> = {
  letter: [612, 792],
  a4: [595.28, 841.89],
};

const MARGIN = 36;
const FOOT = 20;
const RUNNING_HEAD = 16;
const CODE_WIDTH = 230;
const CODE_HEIGHT = 30;
const LOGO = [190, 46] as const;
const FACT_COLUMNS = 4;
const GAP = 12;

const plain: Face = { weight: 'regular', size: 9 };
const bold: Face = { weight: 'bold', size: 9 };
const label: Face = { weight: 'regular', size: 7.5, colour: GREY };
const small: Face = { weight: 'regular', size: 8, colour: GREY };

/** What every part of a form is drawn with. */
interface Canvas {
  paper: Paper;
  form: Form;
  context: PaperContext;
  right: number;
  width: number;
}

const linesIn = ({ paper }: Canvas, text: string, width: number, most: number, face: Face): string[] =>
  cutLines(text, width, most, (part) => paper.widthOf(part, face));

function fitLine({ paper }: Canvas, text: string, width: number, face: Face, smallest: number): [string, Face] {
  const fitted = fitText(text, { width, lines: 1, largest: face.size, smallest }, (part, size) =>
    paper.widthOf(part, { ...face, size }),
  );
  return [fitted.lines[0] ?? '', { ...face, size: fitted.size }];
}

/** Logo or name of the client and the warehouse on the left; returns where it ends. */
function drawSender(canvas: Canvas, width: number): number {
  const { paper, form, context } = canvas;
  let y = MARGIN;
  if (form.logo && paper.picture(form.logo, MARGIN, MARGIN, LOGO)) y += LOGO[1] + 4;
  else
    for (const line of linesIn(canvas, form.name, width, 2, { weight: 'bold', size: 15 })) {
      paper.write(line, MARGIN, y + 13, { weight: 'bold', size: 15 });
      y += 18;
    }
  const { name, address } = context.stationery.sender;
  for (const line of [context.t('paperWords.shippedBy', { company: name }), ...address])
    for (const part of linesIn(canvas, line, width, 2, small)) {
      paper.write(part, MARGIN, y + 9, small);
      y += 10.5;
    }
  return y;
}

/** Title, number and barcode on the right; returns where they end. */
async function drawTitle(canvas: Canvas): Promise<number> {
  const { paper, form, right } = canvas;
  const [title, face] = fitLine(canvas, form.title, CODE_WIDTH, { weight: 'bold', size: 17 }, 9);
  paper.writeRight(title, right, MARGIN + 14, face);
  const [number, numberFace] = fitLine(canvas, form.number, CODE_WIDTH, { weight: 'bold', size: 11 }, 5);
  paper.writeRight(number, right, MARGIN + 30, numberFace);
  const code = await code128(form.code);
  const top = MARGIN + 38;
  const box = { left: right - CODE_WIDTH, width: CODE_WIDTH, top, height: CODE_HEIGHT, align: 'right' } as const;
  if (!code || !drawBars(paper, code, box)) return top;
  paper.writeRight(form.code, right, top + CODE_HEIGHT + 10, small);
  return top + CODE_HEIGHT + 14;
}

/** Texts in columns of equal width, each below its label; the first of each column is bold. */
function columnsPiece(
  canvas: Canvas,
  columns: readonly { label: string; lines: readonly string[]; face: Face }[],
): Piece {
  const { paper, width } = canvas;
  const column = width / columns.length;
  const broken = columns.map(({ lines, face }) =>
    lines.flatMap((line, index) => {
      const shown: Face = index === 0 ? { ...face, weight: 'bold' } : face;
      return linesIn(canvas, line, column - GAP, 3, shown).map((text) => ({ text, face: shown }));
    }),
  );
  return {
    height: 12 + Math.max(1, ...broken.map((lines) => lines.length)) * LINE + 6,
    draw: (y) => {
      for (const [at, each] of columns.entries()) {
        const x = MARGIN + at * column;
        paper.write(each.label, x, y + 8, label);
        for (const [index, line] of (broken[at] ?? []).entries())
          paper.write(line.text, x, y + 19 + index * LINE, line.face);
      }
    },
  };
}

function factPieces(canvas: Canvas): Piece[] {
  const facts = canvas.form.facts.filter(([, value]) => value !== '');
  const pieces: Piece[] = [];
  for (let from = 0; from < facts.length; from += FACT_COLUMNS) {
    const row = facts
      .slice(from, from + FACT_COLUMNS)
      .map(([name, value]) => ({ label: name, lines: [value], face: bold }));
    while (row.length < FACT_COLUMNS) row.push({ label: '', lines: [], face: bold });
    pieces.push(columnsPiece(canvas, row));
  }
  return pieces;
}

const gap = (height: number): Piece => ({ height, draw: () => {} });

function totalPieces({ paper, form, right }: Canvas): Piece[] {
  return form.totals.map(([name, value], index) => {
    const face = index === form.totals.length - 1 ? bold : plain;
    return {
      height: 14,
      keepsNext: index < form.totals.length - 1,
      draw: (y) => {
        paper.writeRight(value, right, y + 11, face);
        paper.writeRight(name, right - 150, y + 11, face);
      },
    };
  });
}

/** A piece per line: a long note goes on on the next page. */
function notePieces(canvas: Canvas): Piece[] {
  const { paper, form, width } = canvas;
  return form.notes
    .filter(([, text]) => text.trim() !== '')
    .flatMap(([name, text]) => {
      const lines = text
        .split(/\r?\n/)
        .flatMap((part) => breakLines(part, width, (piece) => paper.widthOf(piece, plain)));
      const head: Piece = { height: 22, keepsNext: true, draw: (y) => paper.write(name, MARGIN, y + 18, label) };
      return [
        head,
        ...lines.map((line): Piece => ({ height: LINE, draw: (y) => paper.write(line, MARGIN, y + 9, plain) })),
      ];
    });
}

function signaturePieces({ paper, form, width }: Canvas): Piece[] {
  if (form.signatures.length === 0) return [];
  const column = width / form.signatures.length;
  const draw = (y: number) => {
    for (const [at, text] of form.signatures.entries()) {
      const x = MARGIN + at * column;
      paper.rule(x, x + column - 18, y + 40, INK);
      paper.write(text, x, y + 50, label);
    }
  };
  return [{ height: 56, draw }];
}

async function bodyPieces(canvas: Canvas, onTable: () => Promise<void>): Promise<Piece[]> {
  const { paper, form, right } = canvas;
  const pieces: Piece[] = [];
  const parties = form.parties.filter(({ lines }) => lines.length > 0);
  if (parties.length)
    pieces.push(
      columnsPiece(
        canvas,
        parties.map((party) => ({ ...party, face: plain })),
      ),
    );
  pieces.push(...factPieces(canvas), gap(4));
  for (const table of form.tables) {
    const { title } = table;
    if (title)
      for (const line of linesIn(canvas, title, canvas.width, 2, bold))
        pieces.push({ height: 18, keepsNext: true, draw: (y) => paper.write(line, MARGIN, y + 14, bold) });
    pieces.push(...(await tablePieces(paper, table, MARGIN, right)), gap(8));
    await onTable();
  }
  return [...pieces, ...totalPieces(canvas), ...notePieces(canvas), ...signaturePieces(canvas)];
}

/** The short header of later pages. */
function drawRunningHead(canvas: Canvas): void {
  const { paper, form, right, width } = canvas;
  const [title, face] = fitLine(canvas, `${form.title} · ${form.number}`, width * 0.6, small, 5);
  paper.write(title, MARGIN, MARGIN + 8, face);
  const [name] = linesIn(canvas, form.name, width * 0.35, 1, small);
  paper.writeRight(name ?? '', right, MARGIN + 8, small);
}

/** Adds a form to the paper; its pages are counted on their own. `onTable` is called after each of its tables. */
export async function drawForm(
  paper: Paper,
  form: Form,
  context: PaperContext,
  onTable: () => Promise<void>,
): Promise<void> {
  const { format, t, stationery } = context;
  const [pageWidth, height] = formSizes[stationery.paper];
  const right = pageWidth - MARGIN;
  const width = right - MARGIN;
  const canvas: Canvas = { paper, form, context, right, width };
  const pieces = await bodyPieces(canvas, onTable);
  await paper.page();
  const firstTop = Math.max(drawSender(canvas, width - CODE_WIDTH - GAP), await drawTitle(canvas)) + 8;
  const pages = paginate(pieces, firstTop, MARGIN + RUNNING_HEAD, height - MARGIN - FOOT);
  for (const [index, page] of pages.entries()) {
    if (index > 0) {
      await paper.page();
      drawRunningHead(canvas);
    }
    drawPieces(page, index === 0 ? firstTop : MARGIN + RUNNING_HEAD);
    paper.write(format.moment(stationery.at), MARGIN, height - MARGIN, small);
    const values = { page: format.number(index + 1), pages: format.number(pages.length) };
    paper.writeRight(t('paperWords.page', values), right, height - MARGIN, small);
  }
}
