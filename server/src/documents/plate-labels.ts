import {
  hasSides,
  isMeasured,
  type Language,
  type Measure,
  ownCode,
  printedSscc,
  type ServerText,
  textFor,
} from '@longshore/contract';
import { type Bars, code128, placeBars, ssccBars } from './code128.ts';
import { type DocumentFormat, lengthUnit, makeDocumentFormat, weightUnit } from './document-format.ts';
import { type Fitted, fitText, type Room } from './fit-text.ts';
import type { Weight } from './fonts.ts';
import { GREY, INK, openPaper, type Paper } from './paper.ts';

export interface PlateLabel {
  license: string;
  company: string;
  uom: string;
  length: number;
  width: number;
  height: number;
  weight: number;
  /** Empty when it is in no bin. */
  location: string;
  created_at: string;
  /** Empty when it is not printed. */
  sscc: string;
}

export interface LabelSheet {
  labels: readonly PlateLabel[];
  language: Language;
  timezone: string;
  measure: Measure;
  at: Date;
}

/** Four by six inches, the usual shipping label. */
const SHORT = 288;
const LONG = 432;
const MARGIN = 14;

/** The drawing area of a label: upright, or rotated so that a long code runs along the long side. */
interface Box {
  width: number;
  height: number;
  columns: number;
}
const upright: Box = { width: SHORT, height: LONG, columns: 2 };
const isRotated: Box = { width: LONG, height: SHORT, columns: 3 };

const FACT_HEIGHT = 36;
const BARS_HIGHEST = 170;
/** How far Noto's letters extend above and below the baseline, relative to the font size. */
const ASCENT = 0.88;
const LINE = 1.2;

const fit = (paper: Paper, text: string, weight: Weight, room: Room): Fitted =>
  fitText(text, room, (part, size) => paper.widthOf(part, { weight, size }));

/** Draws lines from a top edge and returns where they end. */
function writeLines(paper: Paper, { lines, size }: Fitted, x: number, top: number, weight: Weight): number {
  for (const [index, line] of lines.entries())
    paper.write(line, x, top + size * (ASCENT + index * LINE), { weight, size });
  return top + lines.length * size * LINE;
}

/** Large in one line while that is readable across an aisle; a long one takes two lines. It is never cut. */
function fitNumber(paper: Paper, license: string, width: number): Fitted {
  const line = fit(paper, license, 'bold', { width, lines: 1, largest: 46, smallest: 20 });
  return line.lines.join('') === license.trim()
    ? line
    : fit(paper, license, 'bold', { width, lines: 2, largest: 22, smallest: 6 });
}

function facts({ location, uom, ...plate }: PlateLabel, format: DocumentFormat, measure: Measure, t: ServerText) {
  const sides = [plate.length, plate.width, plate.height];
  const sizes = `${sides.map(format.number).join(' × ')} ${lengthUnit(measure)}`;
  return [
    [t('label.location'), location || t('label.noLocation')],
    [t('label.uom'), uom],
    [t('label.dimensions'), hasSides(plate) ? sizes : t('label.notMeasured')],
    [
      t('label.weight'),
      isMeasured(plate) ? `${format.number(plate.weight)} ${weightUnit(measure)}` : t('label.notMeasured'),
    ],
    [t('label.created'), format.date(plate.created_at)],
  ] as const;
}

/** At the bottom of the label; returns where they begin. */
function drawFacts(paper: Paper, box: Box, lines: ReturnType<typeof facts>): number {
  const top = box.height - MARGIN - Math.ceil(lines.length / box.columns) * FACT_HEIGHT;
  const width = (box.width - 2 * MARGIN) / box.columns;
  paper.rule(MARGIN, box.width - MARGIN, top, INK);
  for (const [index, [name, value]] of lines.entries()) {
    const x = MARGIN + (index % box.columns) * width;
    const y = top + Math.floor(index / box.columns) * FACT_HEIGHT;
    paper.write(name, x, y + 13, { weight: 'regular', size: 8, colour: GREY });
    const room = { width: width - 8, lines: 1, largest: 14, smallest: 8 };
    const oneLine = fit(paper, value, 'bold', room);
    const whole =
      oneLine.size > 8 ? oneLine : fit(paper, value, 'bold', { ...room, lines: 2, largest: 8, smallest: 6 });
    writeLines(paper, whole, x, y + 16, 'bold');
  }
  return top;
}

/** The bars, as vectors, with what they say below. Nothing else may be in the quiet zone. */
function drawBars(paper: Paper, box: Box, { bars, modules }: Bars, module: number, top: number, bottom: number): void {
  const left = (box.width - modules * module) / 2;
  for (const { at, width } of bars) paper.doc.rect(left + at * module, top, width * module, bottom - top);
  paper.doc.fill(INK);
}

/** Room of an SSCC at the end of the label, with what it says below its bars. */
const SSCC_HEIGHT = 84;
const SSCC_TURNED = 44;
const SSCC_TEXT = 14;

/** The SSCC that ends above this line; returns where it begins. */
function drawSscc(paper: Paper, box: Box, { text, ...bars }: Code, end: number): number {
  const height = box === isRotated ? SSCC_TURNED : SSCC_HEIGHT;
  const module = placeBars(bars.modules, box.width, box.width)?.module;
  if (!module) throw new Error('An SSCC is as wide as the label.');
  drawBars(paper, box, bars, module, end - height, end - SSCC_TEXT);
  paper.writeCentred(text, box.width / 2, end - 4, { weight: 'regular', size: 10 });
  return end - height;
}

type Code = Bars & { text: string };

/** What a label says in bars: our own code, unless Code 128 cannot hold it, and the SSCC when it has one. */
interface Codes {
  own: Code | undefined;
  sscc: Code | undefined;
}

function drawLabel(
  paper: Paper,
  label: PlateLabel,
  sheet: LabelSheet,
  format: DocumentFormat,
  { own: code, sscc }: Codes,
): void {
  const t = textFor(sheet.language);
  const placing = code && placeBars(code.modules, SHORT, LONG);
  const box = placing?.isRotated ? isRotated : upright;
  if (placing?.isRotated) paper.doc.translate(SHORT, 0).rotate(90);
  const width = box.width - 2 * MARGIN;
  const client = fit(paper, label.company, 'regular', { width, lines: 2, largest: 16, smallest: 9 });
  const below = writeLines(paper, client, MARGIN, MARGIN, 'regular');
  const top = 10 + writeLines(paper, fitNumber(paper, label.license, width), MARGIN, below + 2, 'bold');
  const factsTop = drawFacts(paper, box, facts(label, format, sheet.measure, t));
  const end = sscc ? drawSscc(paper, box, sscc, factsTop - 2) : factsTop;
  if (!code || !placing) {
    const reason = fit(paper, t('label.noBarcode'), 'regular', { width, lines: 4, largest: 12, smallest: 8 });
    writeLines(paper, reason, MARGIN, top + 8, 'regular');
    return;
  }
  const beneath = fit(paper, code.text, 'regular', { width, lines: 1, largest: 13, smallest: 4 });
  const bottom = Math.min(end - 12 - beneath.size * LINE, top + BARS_HIGHEST);
  drawBars(paper, box, code, placing.module, top, bottom);
  const face = { weight: 'regular', size: beneath.size } as const;
  paper.writeCentred(code.text, box.width / 2, bottom + 4 + beneath.size * ASCENT, face);
}

/** One page per plate, in the given order. */
export async function drawPlateLabels(sheet: LabelSheet): Promise<Uint8Array> {
  const format = makeDocumentFormat(sheet.language, sheet.timezone);
  const paper = await openPaper({ size: [SHORT, LONG], title: textFor(sheet.language)('label.title'), at: sheet.at });
  for (const label of sheet.labels) {
    const text = ownCode('license', label.license) ?? label.license;
    const [bars, sscc] = [await code128(text), label.sscc ? await ssccBars(label.sscc) : undefined];
    await paper.page();
    drawLabel(paper, label, sheet, format, {
      own: bars && { ...bars, text },
      sscc: sscc && { ...sscc, text: printedSscc(label.sscc) },
    });
  }
  return paper.finish();
}
