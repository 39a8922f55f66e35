import { type Bars, QUIET_MODULES } from './code128.ts';
import { INK, type Paper } from './paper.ts';
import { QR_QUIET_MODULES, type Squares } from './qr.ts';

/** A dot of the common 203 dpi label printer, in points. Bars of whole dots are printed sharply. */
const DOT = 72 / 203;

/** The widest module of whole dots, at least two, with which so many modules fit; undefined when they do not. */
function widestModule(modules: number, width: number, most: number): number | undefined {
  const dots = Math.min(most, Math.floor(width / modules / DOT));
  return dots >= 2 ? dots * DOT : undefined;
}

export interface BarsBox {
  left: number;
  /** With the quiet zones. */
  width: number;
  top: number;
  height: number;
  align: 'right' | 'centre';
}

/** Draws the bars in the box, as wide as they fit; false when they do not fit. Nothing else may be in the box. */
export function drawBars(paper: Paper, { bars, modules }: Bars, box: BarsBox): boolean {
  const module = widestModule(modules + 2 * QUIET_MODULES, box.width, 5);
  if (!module) return false;
  const used = modules * module;
  const quiet = QUIET_MODULES * module;
  // At the margin of a page the paper itself is the quiet zone.
  const left = box.align === 'right' ? box.left + box.width - used : box.left + Math.max(quiet, (box.width - used) / 2);
  for (const { at, width } of bars) paper.doc.rect(left + at * module, box.top, width * module, box.height);
  paper.doc.fill(INK);
  return true;
}

/** Draws a QR code with its quiet zone into a square, as large as it fits. */
export function drawQr(paper: Paper, { dark, modules }: Squares, left: number, top: number, side: number): void {
  const module = widestModule(modules + 2 * QR_QUIET_MODULES, side, 10) ?? side / (modules + 2 * QR_QUIET_MODULES);
  const margin = (side - modules * module) / 2;
  for (const { x, y } of dark) paper.doc.rect(left + margin + x * module, top + margin + y * module, module, module);
  paper.doc.fill(INK);
}
