import { shipmentCode } from '@longshore/contract';
import { code128 } from '../code128.ts';
import { drawBars } from '../draw-codes.ts';
import { breakLines, fitText } from '../fit-text.ts';
import { drawPieces, type Piece, paginate } from '../flow.ts';
import { type Face, GREY, INK, type Paper } from '../paper.ts';
import { drawPdf417, PDF417_QUIET_MODULES, pdf417, ROW_MODULES } from '../pdf417.ts';
import { CARTON_LABEL } from '../shipments/labels.ts';
import type { PaperContext } from '../shipments/paper-context.ts';
import type { PaperCarton } from '../shipments/paper-shipment.ts';
import { boxContentText, contentOf } from './box-content.ts';
import { codeText, unitsBySku } from './fba-forms.ts';
import type { FbaPaperShipment } from './fba-paper-shipment.ts';

/** Papers on the four by six inches of a label printer. */
const [WIDTH, HEIGHT] = CARTON_LABEL;
const MARGIN = 12;
const INNER = WIDTH - 2 * MARGIN;
const FOOT = 14;

const plain: Face = { weight: 'regular', size: 8.5 };
const bold: Face = { weight: 'bold', size: 8.5 };
const small: Face = { weight: 'regular', size: 7, colour: GREY };

const linesIn = (paper: Paper, text: string, width: number, face: Face) =>
  breakLines(text, width, (part) => paper.widthOf(part, face));

/** A code with its units on the right, and below it the name. */
function rowPiece(
  paper: Paper,
  { code, units, below }: { code: string; units: string; below: readonly string[] },
): Piece {
  const codes = linesIn(paper, code, INNER - 48, bold);
  const names = below.filter(Boolean).flatMap((text) => linesIn(paper, text, INNER - 48, plain).slice(0, 2));
  return {
    height: (codes.length + names.length) * 10.5 + 5,
    draw: (top) => {
      paper.writeRight(units, WIDTH - MARGIN, top + 9, bold);
      for (const [index, line] of codes.entries()) paper.write(line, MARGIN, top + 9 + index * 10.5, bold);
      for (const [index, line] of names.entries())
        paper.write(line, MARGIN, top + 9 + (codes.length + index) * 10.5, plain);
      paper.rule(MARGIN, WIDTH - MARGIN, top + (codes.length + names.length) * 10.5 + 3);
    },
  };
}

const titlePiece = (paper: Paper, text: string): Piece => ({
  height: 16,
  keepsNext: true,
  draw: (top) => paper.write(text, MARGIN, top + 12, bold),
});

/** Writes a text in one line as large as it fits; returns where it ends. */
function writeFitted(paper: Paper, text: string, top: number, weight: Face['weight'], largest: number): number {
  const fitted = fitText(text, { width: INNER, lines: 1, largest, smallest: 5 }, (part, size) =>
    paper.widthOf(part, { weight, size }),
  );
  const [line = ''] = fitted.lines;
  paper.write(line, MARGIN, top + fitted.size, { weight, size: fitted.size });
  return top + fitted.size * 1.25;
}

async function drawHead(paper: Paper, of: FbaPaperShipment, context: PaperContext, title: string): Promise<number> {
  const { shipment, fbaId, warehouse } = of;
  let y = writeFitted(paper, [title, warehouse].filter(Boolean).join(' · '), MARGIN, 'regular', 9);
  y = writeFitted(paper, fbaId || shipment.pt_number, y, 'bold', 20);
  y = writeFitted(paper, [shipment.client.company, shipment.reference].filter(Boolean).join(' · '), y, 'regular', 9);
  const bars = await code128(shipmentCode(shipment.id));
  if (bars && drawBars(paper, bars, { left: 0, width: WIDTH, top: y + 4, height: 26, align: 'centre' })) y += 34;
  paper.rule(MARGIN, WIDTH - MARGIN, y + 2, INK);
  paper.write(context.format.moment(context.stationery.at), MARGIN, HEIGHT - 6, small);
  return y + 4;
}

async function drawList(
  paper: Paper,
  of: FbaPaperShipment,
  context: PaperContext,
  title: string,
  pieces: readonly Piece[],
): Promise<void> {
  const { t, format } = context;
  await paper.page();
  const firstTop = await drawHead(paper, of, context, title);
  const pages = paginate(pieces, firstTop, MARGIN, HEIGHT - MARGIN - FOOT);
  for (const [index, page] of pages.entries()) {
    if (index > 0) await paper.page();
    drawPieces(page, index === 0 ? firstTop : MARGIN);
    const values = { page: format.number(index + 1), pages: format.number(pages.length) };
    paper.writeRight(t('paperWords.page', values), WIDTH - MARGIN, HEIGHT - 6, small);
  }
}

/** The units of each SKU. */
export function drawSmallBySku(paper: Paper, of: FbaPaperShipment, context: PaperContext): Promise<void> {
  const pieces = unitsBySku(of).map(({ line, quantity }) =>
    rowPiece(paper, {
      code: line.sku,
      units: context.format.number(quantity),
      below: [codeText(of, line.sku), line.name],
    }),
  );
  return drawList(paper, of, context, context.t('fbaPapers.shipmentBySku'), pieces);
}

const boxTitle = (carton: PaperCarton, n: number, of: number, { t, format }: PaperContext): string =>
  [t('paperWords.cartonOf', { n: format.number(n), of: format.number(of) }), carton.number, carton.own_number]
    .filter(Boolean)
    .join(' · ');

/** The boxes and what is in each. */
export function drawSmallShipment(paper: Paper, of: FbaPaperShipment, context: PaperContext): Promise<void> {
  const { cartons } = of.shipment;
  if (cartons.length === 0) return drawSmallBySku(paper, of, context);
  const { t, format } = context;
  const pieces = cartons.flatMap((carton, index) => [
    titlePiece(paper, boxTitle(carton, index + 1, cartons.length, context)),
    ...contentOf(of, carton).map(({ sku, quantity, expire }) =>
      rowPiece(paper, {
        code: sku,
        units: format.number(quantity),
        below: [codeText(of, sku), expire ? t('paperWords.expires', { date: format.day(expire) }) : ''],
      }),
    ),
  ]);
  return drawList(paper, of, context, t('fbaPapers.shipment'), pieces);
}

/** Amazon's smallest: modules of 0.020 inch and error correction of level 6. */
const MODULE = 0.02 * 72;
const LEVEL = 6;
/** As many columns as fit across the label. */
const COLUMNS = 6;
const STACK_TOP = 110;
const STACK_MAX = HEIGHT - STACK_TOP - MARGIN - FOOT;

/** Why a box has no barcode, for the person who wanted it. */
function whyNot(content: ReturnType<typeof boxContentText>, { t }: PaperContext): string {
  if ('missing' in content && content.missing.length > 0)
    return t('fbaPapers.itemsWithoutNumber', { skus: content.missing.join(', ') });
  return t('text' in content ? 'fbaPapers.tooMuchForBarcode' : 'fbaPapers.noBarcodeYet');
}

/** A label for each box: its content as a 2D barcode. */
export async function drawTwoD(paper: Paper, of: FbaPaperShipment, context: PaperContext): Promise<void> {
  const { cartons } = of.shipment;
  const { t, format } = context;
  for (const [index, carton] of cartons.entries()) {
    await paper.page();
    let y = writeFitted(paper, [t('fbaPapers.twoD'), of.warehouse].filter(Boolean).join(' · '), MARGIN, 'regular', 9);
    y = writeFitted(paper, of.fbaId, y, 'bold', 20);
    y = writeFitted(paper, boxTitle(carton, index + 1, cartons.length, context), y, 'bold', 12);
    const units = contentOf(of, carton).reduce((sum, { quantity }) => sum + quantity, 0);
    writeFitted(paper, t('fbaPapers.units', { count: units, units: format.number(units) }), y, 'regular', 10);
    const content = boxContentText(of, carton);
    const stack = 'text' in content ? await pdf417(content.text, { columns: COLUMNS, level: LEVEL }) : undefined;
    if (stack && stack.rows.length * ROW_MODULES * MODULE <= STACK_MAX) {
      const left = Math.max(PDF417_QUIET_MODULES * MODULE, (WIDTH - stack.modules * MODULE) / 2);
      drawPdf417(paper, stack, left, STACK_TOP, MODULE);
    } else
      for (const [row, line] of linesIn(paper, whyNot(content, context), INNER, plain).slice(0, 12).entries())
        paper.write(line, MARGIN, STACK_TOP + row * 11, plain);
    paper.write(format.moment(context.stationery.at), MARGIN, HEIGHT - 6, small);
  }
}
