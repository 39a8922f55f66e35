/** Bars of a barcode in modules, a module being the width of the narrowest bar. */
export interface Bars {
  /** Each bar's left edge and width. */
  bars: readonly { at: number; width: number }[];
  /** From the first bar to the last. */
  modules: number;
}

/** Quiet zone on both sides, in modules: without it a scanner does not find the beginning. */
export const QUIET_MODULES = 10;

/** Printable characters only; the code's control characters would press keys on a scanner. */
const isPrintable = (text: string) => /^[\x20-\x7e]+$/.test(text);

/** The bars of a text, or undefined when Code 128 cannot encode it. */
export async function code128(text: string): Promise<Bars | undefined> {
  if (!isPrintable(text)) return undefined;
  return barsOf('code128', text);
}

/** The bars of an SSCC as GS1-128: with FNC1 and its application identifier. */
export const ssccBars = (sscc: string): Promise<Bars> => barsOf('gs1-128', `(00)${sscc}`);

async function barsOf(symbology: 'code128' | 'gs1-128', text: string): Promise<Bars> {
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw(symbology, text);
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 came back as another kind of code.');
  const bars: { at: number; width: number }[] = [];
  let at = 0;
  // Bars and spaces alternate, starting with a bar.
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) bars.push({ at, width });
    at += width;
  }
  return { bars, modules: at };
}

/** A dot of the common 203 dpi label printer, in points. Bars of whole dots are printed sharply. */
const DOT = 72 / 203;
/** From 0.75 mm, readable across an aisle, to 0.25 mm. */
const SHARP = [6, 5, 4, 3, 2].map((dots) => dots * DOT);
/**
 * 7.5 thousandths of an inch, 0.19 mm: the minimum that common hand scanners are specified for. Narrower bars are
 * never drawn.
 */
const NARROWEST = 0.0075 * 72;
/** Margin that printers cannot print on. */
const EDGE = 9;

export interface Placing {
  /** Width of a module in points. */
  module: number;
  /** Along the long side of the label. */
  isRotated: boolean;
}

const fits = (modules: number, module: number, width: number) =>
  modules * module + 2 * Math.max(QUIET_MODULES * module, EDGE) <= width;

/**
 * The widest bars that fit: across the label while they are at least two dots wide, otherwise along the long side.
 * Sixty-four letters, the longest number, need the narrowest bars and just fit.
 */
export function placeBars(modules: number, short: number, long: number): Placing | undefined {
  for (const isRotated of [false, true])
    for (const module of isRotated ? [...SHARP, NARROWEST] : SHARP)
      if (fits(modules, module, isRotated ? long : short)) return { module, isRotated };
  return undefined;
}
