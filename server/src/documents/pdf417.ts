import { INK, type Paper } from './paper.ts';

/** A PDF417 symbol: the dark runs of each row, in modules. */
export interface Pdf417Symbol {
  rows: readonly (readonly { at: number; width: number }[])[];
  modules: number;
}

/** The minimum height of a row, in modules. */
export const ROW_MODULES = 3;
export const PDF417_QUIET_MODULES = 2;

/**
 * The PDF417 symbol of a text with this many columns of data; undefined when the text is too long for it, or has
 * characters that are not ASCII. `level` is that of error correction, 0 to 8.
 */
export async function pdf417(
  text: string,
  { columns, level }: { columns: number; level: number },
): Promise<Pdf417Symbol | undefined> {
  if (!/^[\x20-\x7e]+$/.test(text)) return undefined;
  const { default: bwip } = await import('bwip-js/node');
  const symbol = rawSymbol(() => bwip.raw('pdf417', text, { columns, eclevel: level, rowmult: ROW_MODULES } as never));
  if (!symbol) return undefined;
  const { pixs, pixx: modules } = symbol;
  const rows = Array.from({ length: pixs.length / modules }, (_, row) =>
    // Once for each row, whatever its height.
    runsOf(pixs.slice(row * modules, (row + 1) * modules)),
  );
  return { rows, modules };
}

/** The encoder throws for what does not fit. */
function rawSymbol(encode: () => object[]): { pixs: number[]; pixx: number } | undefined {
  try {
    const [symbol] = encode();
    if (symbol && 'pixs' in symbol) return symbol as { pixs: number[]; pixx: number };
  } catch (error) {
    if (!/too (long|large|much)|exceeded|Insufficient|capacity|rows/i.test(String(error))) throw error;
  }
  return undefined;
}

function runsOf(pixels: readonly number[]): { at: number; width: number }[] {
  const runs: { at: number; width: number }[] = [];
  let start = -1;
  for (const [at, pixel] of [...pixels, 0].entries()) {
    if (pixel === 1 && start < 0) start = at;
    if (pixel !== 1 && start >= 0) {
      runs.push({ at: start, width: at - start });
      start = -1;
    }
  }
  return runs;
}

/** Draws the symbol with its upper left corner there. */
export function drawPdf417(paper: Paper, { rows }: Pdf417Symbol, left: number, top: number, module: number): void {
  const height = ROW_MODULES * module;
  for (const [index, runs] of rows.entries())
    for (const { at, width } of runs) paper.doc.rect(left + at * module, top + index * height, width * module, height);
  paper.doc.fill(INK);
}
