import type { Address, ShippoAccount, Transaction } from './account.ts';
import { CARRIERS } from './carriers.ts';

/** 4 × 6 inches, in points. */
const WIDTH = 288;
const HEIGHT = 432;
/** A dot of the common 203 dpi printer. */
const DOT = 72 / 203;
const QUIET_MODULES = 10;

/** Bars and spaces of a Code 128, in modules. */
async function barsOf(text: string): Promise<readonly number[]> {
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw('code128', text);
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 came back as another kind of code.');
  return symbol.sbs;
}

interface LabelText {
  carrier: string;
  service: string;
  from: string[];
  to: string[];
  number: string;
  reference: string;
  note: string;
}

const linesOf = ({ name, company, street1, street2, street3, zip, city, state, country }: Address): string[] =>
  [name, company, street1, street2, street3, [city, state, zip].filter(Boolean).join(' '), country].filter(Boolean);

function textOf(account: ShippoAccount, { rate, shipment, parcel, trackingNumber }: Transaction): LabelText {
  const carrier = CARRIERS.find(({ token }) => token === rate.carrier);
  const reference = shipment.extra.reference_1;
  return {
    carrier: carrier?.name ?? rate.carrier,
    service: carrier?.services.find(({ token }) => token === rate.token)?.name ?? rate.token,
    from: linesOf(shipment.from),
    to: linesOf(shipment.to),
    number: trackingNumber,
    reference: `${typeof reference === 'string' ? reference : ''}  ${parcel.weight} ${parcel.mass_unit}`.trim(),
    note: account.isTest ? 'SAMPLE, NOT FOR SHIPPING' : 'DEMO, NOT FOR SHIPPING',
  };
}

/** The font of the label has Latin letters only. */
const latin = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\u0020-\u007e]/g, '?');

const escaped = (text: string): string => latin(text).replaceAll(/[\\()]/g, (char) => `\\${char}`);
const number = (value: number): string => String(Math.round(value * 1000) / 1000);

const write = (text: string, size: number, x: number, y: number): string =>
  `BT /F1 ${size} Tf ${number(x)} ${number(HEIGHT - y)} Td (${escaped(text)}) Tj ET`;
const box = (x: number, y: number, width: number, height: number): string =>
  `${number(x)} ${number(HEIGHT - y - height)} ${number(width)} ${number(height)} re f`;

const column = (lines: readonly string[], size: number, x: number, y: number): string[] =>
  lines.map((line, at) => write(line, size, x, y + at * size * 1.25));

/** Bars as wide as fit in whole dots: they are printed sharply. */
function drawBars(bars: readonly number[], y: number, height: number): string[] {
  const modules = bars.reduce((sum, width) => sum + width, 0);
  const dots = Math.floor(WIDTH / ((modules + 2 * QUIET_MODULES) * DOT));
  const module = Math.max(2, dots) * DOT;
  let x = (WIDTH - modules * module) / 2;
  return bars.flatMap((width, at) => {
    const drawn = at % 2 === 0 ? [box(x, y, width * module, height)] : [];
    x += width * module;
    return drawn;
  });
}

function drawContent(label: LabelText, bars: readonly number[]): string {
  return [
    write(label.carrier, 24, 14, 36),
    write(label.service, 12, 14, 54),
    box(0, 64, WIDTH, 2),
    write('FROM', 7, 14, 78),
    ...column(label.from, 8, 14, 90),
    box(0, 152, WIDTH, 1),
    write('SHIP TO', 7, 14, 166),
    ...column(label.to, 12, 14, 182),
    box(0, 284, WIDTH, 2),
    ...drawBars(bars, 296, 78),
    write(label.number, 12, 60, 392),
    write(label.reference, 8, 14, 410),
    write(label.note, 8, 14, 422),
  ].join('\n');
}

/** A page of plain drawing: lines of text and rectangles. */
function pdfOf(content: string): string {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  return `${body}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
}

export const drawPdf = async (account: ShippoAccount, transaction: Transaction): Promise<string> =>
  pdfOf(drawContent(textOf(account, transaction), await barsOf(transaction.trackingNumber)));

/** A caret and a tilde begin commands. */
const field = (text: string): string => latin(text).replaceAll(/[\^~]/g, ' ');

/** The same for a label printer: 812 × 1218 dots. */
export function drawZpl(account: ShippoAccount, transaction: Transaction): string {
  const label = textOf(account, transaction);
  const line = (text: string, size: number, x: number, y: number) =>
    `^FO${x},${y}^A0N,${size},${size}^FD${field(text)}^FS`;
  const lines = (texts: readonly string[], size: number, y: number) =>
    texts.map((text, at) => line(text, size, 40, y + at * (size + 6)));
  return [
    '^XA',
    '^PW812',
    '^LL1218',
    '^LH0,0',
    line(label.carrier, 68, 40, 40),
    line(label.service, 34, 40, 120),
    '^FO0,180^GB812,4,4^FS',
    ...lines(label.from, 24, 210),
    '^FO0,430^GB812,2,2^FS',
    ...lines(label.to, 34, 460),
    '^FO0,800^GB812,4,4^FS',
    `^FO80,840^BY3^BCN,220,Y,N,N^FD${field(label.number)}^FS`,
    line(label.reference, 24, 40, 1130),
    line(label.note, 24, 40, 1165),
    '^XZ',
    '',
  ].join('\n');
}
