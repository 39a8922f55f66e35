import { cartonCode, printedSscc, shipmentCode } from '@longshore/contract';
import { code128, ssccBars } from '../code128.ts';
import { drawBars, drawQr } from '../draw-codes.ts';
import { fitText, type Room } from '../fit-text.ts';
import { GREY, INK, type Paper } from '../paper.ts';
import { qrCode, type Squares } from '../qr.ts';
import { addressLines, cartonCount, type PaperContext } from './paper-context.ts';
import type { PaperCarton, PaperShipment } from './paper-shipment.ts';

/** Three by two inches, and four by six, the usual shipping label. */
export const MOBILE_LABEL = [216, 144] as const;
export const CARTON_LABEL = [288, 432] as const;

const MARGIN = 12;
const ASCENT = 0.88;
const LEADING = 1.2;
const FACT_HEIGHT = 26;

type Weight = 'regular' | 'bold';

interface Place extends Room {
  x: number;
  top: number;
  weight: Weight;
  colour?: string;
}

/** Writes a text as large as it fits; returns where it ends. */
function writeFitted(paper: Paper, text: string, { x, top, weight, colour = INK, ...room }: Place): number {
  const { lines, size } = fitText(text, room, (part, at) => paper.widthOf(part, { weight, size: at }));
  for (const [index, line] of lines.entries())
    paper.write(line, x, top + size * (ASCENT + index * LEADING), { weight, size, colour });
  return top + lines.length * size * LEADING;
}

/** A label to open the shipment with on a mobile device: both codes say which one it is. */
export async function drawMobileLabel(paper: Paper, shipment: PaperShipment, context: PaperContext): Promise<void> {
  const { t, format } = context;
  const id = String(shipment.id);
  const code = shipmentCode(shipment.id);
  const [qr, bars] = [await qrCode(code), await code128(code)];
  await paper.page();
  const [width, height] = MOBILE_LABEL;
  const side = 84;
  drawQr(paper, qr, 2, 2, side);
  const x = side + 4;
  const room = { x, width: width - x - MARGIN, lines: 1, smallest: 6 };
  const direction = shipment.direction === 'outbound' ? t('paperWords.shipping') : t('paperWords.receiving');
  let y = writeFitted(paper, direction, { ...room, top: 8, weight: 'regular', largest: 8, colour: GREY });
  y = writeFitted(paper, id, { ...room, top: y, weight: 'bold', largest: 26 });
  y = writeFitted(paper, shipment.client.company, { ...room, top: y, weight: 'bold', largest: 10 });
  y = writeFitted(paper, shipment.reference, { ...room, top: y, weight: 'regular', largest: 9 });
  writeFitted(paper, `${shipment.pt_number} · ${format.day(shipment.ship_date)}`, {
    ...room,
    top: y,
    weight: 'regular',
    largest: 8,
  });
  const top = side + 6;
  if (bars) drawBars(paper, bars, { left: 0, width, top, height: height - top - 8, align: 'centre' });
}

/** A carton, or a number of one when the shipment is not packed. */
interface Labelled {
  carton: PaperCarton | undefined;
  n: number;
  of: number;
  code: string;
  /** Empty when it is not printed. */
  sscc: string;
  /** The shipment's code, the same on every label: computing it takes as long as the rest of a label. */
  qr: Squares;
}

function cartonsOf(shipment: PaperShipment, qr: Squares): Labelled[] {
  const of = Math.max(1, cartonCount(shipment));
  return Array.from({ length: of }, (_, index) => {
    const carton = shipment.cartons[index];
    const n = index + 1;
    const number = carton?.number ?? n;
    const sscc = shipment.ssccs[String(number).toLowerCase()] ?? '';
    return { carton, n, of, code: cartonCode(shipment.id, number), sscc, qr };
  });
}

/** Facts in two columns. */
function drawFacts(paper: Paper, facts: readonly (readonly [string, string])[], top: number, width: number): void {
  const shown = facts.filter(([, value]) => value !== '');
  const column = (width - 2 * MARGIN) / 2;
  for (const [index, [name, value]] of shown.entries()) {
    const x = MARGIN + (index % 2) * column;
    const y = top + Math.floor(index / 2) * FACT_HEIGHT;
    paper.write(name, x, y + 9, { weight: 'regular', size: 7, colour: GREY });
    const room = { width: column - 8, lines: 1, largest: 12, smallest: 6 };
    writeFitted(paper, value, { ...room, x, top: y + 11, weight: 'bold' });
  }
}

/** Heights from the end of the label: the carton's number among all of them, the QR code, and our own code. */
const WITHOUT_SSCC = { place: 122, largest: 30, qr: 132, side: 60, own: 72, ownHeight: 56, ownText: 3 };
const WITH_SSCC = { place: 154, largest: 18, qr: 156, side: 44, own: 112, ownHeight: 26, ownText: 76 };
/** The SSCC is at the end of the label. */
const SSCC = { top: 70, height: 56, text: 3 };

async function drawSscc(paper: Paper, sscc: string, [width, height]: typeof CARTON_LABEL): Promise<void> {
  const bottom = height - MARGIN;
  drawBars(paper, await ssccBars(sscc), {
    left: 0,
    width,
    top: bottom - SSCC.top,
    height: SSCC.height,
    align: 'centre',
  });
  paper.writeCentred(printedSscc(sscc), width / 2, bottom - SSCC.text, { weight: 'regular', size: 10 });
}

async function drawCarton(
  paper: Paper,
  shipment: PaperShipment,
  { carton, n, of, code, sscc, qr }: Labelled,
  context: PaperContext,
) {
  const { t, format, stationery } = context;
  const bars = await code128(code);
  await paper.page();
  const [width, height] = CARTON_LABEL;
  const inner = width - 2 * MARGIN;
  const line = { x: MARGIN, width: inner, lines: 1, weight: 'regular' as Weight, smallest: 6 };
  const from = [shipment.client.company, stationery.sender.name, ...stationery.sender.address];
  let y = writeFitted(paper, t('paperWords.shipFrom'), { ...line, top: MARGIN, largest: 7, colour: GREY });
  y = writeFitted(paper, from.filter(Boolean).join(' · '), { ...line, top: y, lines: 3, largest: 9 });
  paper.rule(MARGIN, width - MARGIN, y + 4, INK);
  y = writeFitted(paper, t('paperWords.shipTo'), { ...line, top: y + 8, largest: 7, colour: GREY });
  const [company = '', ...rest] = addressLines(shipment.shipping_addr, context);
  y = writeFitted(paper, company, { ...line, top: y, lines: 2, weight: 'bold', largest: 16 });
  // An SSCC needs the room of two lines.
  const largest = sscc ? 9 : rest.length > 5 ? 11 : 13;
  for (const text of rest) y = writeFitted(paper, text, { ...line, top: y, largest });
  paper.rule(MARGIN, width - MARGIN, y + 4, INK);
  const facts = [
    [t('paperWords.reference'), shipment.reference],
    [t('paperWords.po'), shipment.po],
    [t('paperWords.courier'), shipment.courier.name],
    [t('paperWords.waybill'), shipment.waybill],
    [t('paperWords.weight'), carton ? context.weight(carton.weight) : ''],
    [t('paperWords.ownNumber'), carton?.own_number ?? ''],
  ] as const;
  drawFacts(paper, facts, y + 6, width);
  const bottom = height - MARGIN;
  const at = sscc ? WITH_SSCC : WITHOUT_SSCC;
  drawQr(paper, qr, width - at.side - 4, bottom - at.qr, at.side);
  const place = t('paperWords.cartonOf', { n: format.number(n), of: format.number(of) });
  const { largest: size } = at;
  writeFitted(paper, place, { ...line, top: bottom - at.place, width: inner - at.side, weight: 'bold', largest: size });
  if (bars) drawBars(paper, bars, { left: 0, width, top: bottom - at.own, height: at.ownHeight, align: 'centre' });
  paper.writeCentred(code, width / 2, bottom - at.ownText, { weight: 'regular', size: 10 });
  if (sscc) await drawSscc(paper, sscc, CARTON_LABEL);
}

/** A label for each carton of the shipment; `onCarton` is called after each. */
export async function drawCartonLabels(
  paper: Paper,
  shipment: PaperShipment,
  context: PaperContext,
  onCarton: () => Promise<void>,
): Promise<void> {
  for (const each of cartonsOf(shipment, await qrCode(shipmentCode(shipment.id)))) {
    await drawCarton(paper, shipment, each, context);
    await onCarton();
  }
}
