import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { loadFonts, type Weight } from './fonts.ts';

export interface Face {
  weight: Weight;
  /** Points. */
  size: number;
  colour?: string;
}

export const INK = '#000000';
export const GREY = '#57534b';
export const HAIRLINE = '#b9b4ab';

export interface PaperOptions {
  /** Width and height in points. */
  size: readonly [number, number];
  title: string;
  /** The time of drawing, passed as an argument. */
  at: Date;
}

/** Control characters would end a line or draw a box. */
const drawable = (text: string) => text.replace(/\p{Cc}/gu, ' ');

/** A PDF being drawn. Text is placed by its baseline and is not wrapped automatically: we do the layout. */
export class Paper {
  private readonly parts: Buffer[] = [];
  private readonly pictures = new Map<Uint8Array, unknown>();

  constructor(readonly doc: PDFKit.PDFDocument) {
    doc.on('data', (part: Buffer) => this.parts.push(part));
  }

  /** Yields to other requests: drawing a hundred pages must not delay a scan. */
  async pause(): Promise<void> {
    await nextTurn();
  }

  async page(): Promise<void> {
    await this.pause();
    this.doc.addPage();
  }

  widthOf(text: string, { weight, size }: Face): number {
    return this.doc.font(weight).fontSize(size).widthOfString(drawable(text));
  }

  write(text: string, x: number, baseline: number, { weight, size, colour = INK }: Face): void {
    this.doc
      .font(weight)
      .fontSize(size)
      .fillColor(colour)
      .text(drawable(text), x, baseline, { lineBreak: false, baseline: 'alphabetic' });
  }

  writeRight(text: string, right: number, baseline: number, face: Face): void {
    this.write(text, right - this.widthOf(text, face), baseline, face);
  }

  writeCentred(text: string, centre: number, baseline: number, face: Face): void {
    this.write(text, centre - this.widthOf(text, face) / 2, baseline, face);
  }

  rule(left: number, right: number, y: number, colour = HAIRLINE): void {
    this.doc.lineWidth(0.5).strokeColor(colour).moveTo(left, y).lineTo(right, y).stroke();
  }

  /**
   * Draws a PNG or JPEG into the upper left of a box, scaled down to fit; embedded once however often it is drawn.
   * False when the library cannot read it.
   */
  picture(bytes: Uint8Array, left: number, top: number, fit: readonly [number, number]): boolean {
    try {
      // The types of the library lack the method.
      const { doc } = this as unknown as { doc: { openImage(bytes: Buffer): unknown } };
      const known = this.pictures.get(bytes) ?? doc.openImage(Buffer.from(bytes));
      this.pictures.set(bytes, known);
      this.doc.image(known as never, left, top, { fit: [...fit] });
      return true;
    } catch {
      return false;
    }
  }

  async finish(): Promise<Buffer> {
    await this.pause();
    const ended = once(this.doc, 'end');
    this.doc.end();
    await ended;
    return Buffer.concat(this.parts);
  }
}

/** Library and fonts are loaded by the first document, so that an idle server stays small. */
export async function openPaper({ size, title, at }: PaperOptions): Promise<Paper> {
  const [{ default: PDFDocument }, fonts] = await Promise.all([import('pdfkit'), loadFonts()]);
  const doc = new PDFDocument({
    size: [...size],
    margin: 0,
    autoFirstPage: false,
    // Avoids reading the library's own font, which we do not use.
    font: '',
    info: { Title: title, Creator: 'Longshore', Producer: 'Longshore', CreationDate: at },
  });
  doc.registerFont('regular', fonts.regular).registerFont('bold', fonts.bold);
  return new Paper(doc);
}
