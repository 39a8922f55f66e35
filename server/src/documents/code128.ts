/** Bars of a barcode in modules, the width of its narrowest bar. */
export interface Bars {
  /** Each bar's left edge and width. */
  bars: readonly { at: number; width: number }[];
  /** From the first bar to the last. */
  modules: number;
}

/** White that belongs to the code on both sides, in modules: without it a scanner does not find the beginning. */
export const QUIET_MODULES = 10;

/** What a scanner types as it was printed; the code's control characters would press keys instead. */
const isPrintable = (text: string) => /^[\x20-\x7e]+$/.test(text);

/** The bars of a text, or nothing when Code 128 cannot hold it. */
export async function code128(text: string): Promise<Bars | undefined> {
  if (!isPrintable(text)) return undefined;
  const { default: bwip } = await import('bwip-js/node');
  const [symbol] = bwip.raw('code128', text);
  if (!symbol || !('sbs' in symbol)) throw new Error('Code 128 came back as another kind of code.');
  const bars: { at: number; width: number }[] = [];
  let at = 0;
  // Bars and spaces take turns, and a bar is the first.
  for (const [index, width] of symbol.sbs.entries()) {
    if (index % 2 === 0) bars.push({ at, width });
    at += width;
  }
  return { bars, modules: at };
}

/** A dot of the usual label printer, 203 to the inch, in points. Bars of whole dots come out as sharp as they were drawn. */
const DOT = 72 / 203;
/** From 0.75 mm, which is read across an aisle, to 0.25 mm. */
const SHARP = [6, 5, 4, 3, 2].map((dots) => dots * DOT);
/** 7.5 thousandths of an inch, 0.19 mm: what a plain hand scanner is made to read. Narrower bars are never drawn. */
const NARROWEST = 0.0075 * 72;
/** Where printers do not reach. */
const EDGE = 9;

export interface Placing {
  /** Points a module takes. */
  module: number;
  /** Along the long side of the label. */
  turned: boolean;
}

const fits = (modules: number, module: number, width: number) =>
  modules * module + 2 * Math.max(QUIET_MODULES * module, EDGE) <= width;

/**
 * The widest bars that fit, upright while they are at least two dots wide, else along the long side. Sixty-four
 * letters, the longest number there is, take the narrowest bars and just fit so.
 */
export function placeBars(modules: number, short: number, long: number): Placing | undefined {
  for (const turned of [false, true])
    for (const module of turned ? [...SHARP, NARROWEST] : SHARP)
      if (fits(modules, module, turned ? long : short)) return { module, turned };
  return undefined;
}
