import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { code128 } from './code128.ts';

export interface CarrierLabel {
  number: string;
  service: string;
  /** Name, street and city. */
  to: readonly string[];
}

/** A label as carriers draw them, 4 × 6 inches: the demo has some that were bought. */
export async function drawCarrierLabel({ number, service, to }: CarrierLabel): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([288, 432]);
  const [plain, bold] = [
    await document.embedFont(StandardFonts.Helvetica),
    await document.embedFont(StandardFonts.HelveticaBold),
  ];
  page.drawText(service, { x: 18, y: 390, size: 20, font: bold });
  const lines = ['SHIP TO', ...to].map((line) => line.replace(/[^\x20-\x7e]/g, '?').slice(0, 38));
  for (const [at, line] of lines.entries())
    page.drawText(line, { x: 18, y: 340 - 18 * at, size: at ? 13 : 9, font: at === 1 ? bold : plain });
  const symbol = await code128(number);
  const module = 252 / (symbol?.modules ?? 1);
  for (const { at, width } of symbol?.bars ?? [])
    page.drawRectangle({ x: 18 + at * module, y: 90, width: width * module, height: 90 });
  page.drawText(number, { x: 18, y: 70, size: 14, font: bold });
  return document.save();
}
