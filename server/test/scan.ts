import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import type { Bar } from './pdf.ts';

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
// By default the reader would fetch its WebAssembly from the network.
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } });

const QUIET_MODULES = 10;
const ROWS = 40;

/** The narrowest bar. */
export const moduleOf = (bars: readonly Bar[]) => Math.min(...bars.map(({ width }) => width));

/** Renders the bars with their quiet zones at this resolution and decodes them. */
export async function scan(bars: readonly Bar[], dotsPerInch: number): Promise<string[]> {
  const dots = (points: number) => Math.round((points * dotsPerInch) / 72);
  const quiet = QUIET_MODULES * moduleOf(bars);
  const left = Math.min(...bars.map(({ x }) => x)) - quiet;
  const right = Math.max(...bars.map(({ x, width }) => x + width)) + quiet;
  const width = dots(right - left);
  const data = new Uint8ClampedArray(width * ROWS * 4).fill(255);
  for (const bar of bars)
    for (let column = dots(bar.x - left); column < dots(bar.x + bar.width - left); column++)
      for (let row = 0; row < ROWS; row++) data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  const image = { data, width, height: ROWS, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
  const found = await readBarcodes(image, { formats: ['Code128'], tryRotate: false });
  return found.map(({ text }) => text);
}

/** Renders all rectangles of a page at this resolution and decodes every code in it, as a hand scanner would. */
export async function readCodes(page: { bars: readonly Bar[] }, dotsPerInch: number): Promise<string[]> {
  const margin = 24;
  const dots = (points: number) => Math.round((points * dotsPerInch) / 72);
  const edge = (of: (bar: Bar) => number, pick: typeof Math.min) => pick(...page.bars.map(of));
  const [left, top] = [edge(({ x }) => x, Math.min) - margin, edge(({ y }) => y, Math.min) - margin];
  const width = dots(edge((bar) => bar.x + bar.width, Math.max) + margin - left);
  const height = dots(edge((bar) => bar.y + bar.height, Math.max) + margin - top);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (const bar of page.bars)
    for (let row = dots(bar.y - top); row < dots(bar.y + bar.height - top); row++)
      for (let column = dots(bar.x - left); column < dots(bar.x + bar.width - left); column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  const image = { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
  const found = await readBarcodes(image, {
    formats: ['Code128', 'QRCode', 'PDF417'],
    tryRotate: false,
    maxNumberOfSymbols: 8,
  });
  return found.map(({ format, text }) => `${format} ${text}`).sort();
}
