import {
  prepareZXingModule,
  purgeZXingModule,
  type ReaderOptions,
  type ReadResult,
  readBarcodes,
} from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { SeenCode } from './seen-code.ts';

export const READ_OPTIONS: ReaderOptions = {
  formats: ['Code128', 'EAN13', 'EAN8', 'UPCA', 'UPCE', 'QRCode', 'DataMatrix', 'ITF', 'Code39'],
  // The separators of GS1 data stay as they are; by default it comes with parentheses.
  textMode: 'Plain',
  maxNumberOfSymbols: 8,
};

/** These kinds have no check digit that the reader checks. */
const UNSURE = new Set(['ITF', 'Code39']);

/** As a scanner sends it: by the identifier in front of it, GS1 data is known. */
export function codeOf({ text, contentType, symbologyIdentifier, symbology, position }: ReadResult): SeenCode {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight];
  const middle = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / corners.length;
  return {
    text: contentType === 'GS1' ? symbologyIdentifier + text : text,
    isSure: !UNSURE.has(symbology),
    x: middle(corners.map(({ x }) => x)),
    y: middle(corners.map(({ y }) => y)),
  };
}

/** Loads zxing from our own server; by itself it would fetch its WebAssembly from another one. */
export async function loadReader(): Promise<(pixels: ImageData) => Promise<SeenCode[]>> {
  try {
    await prepareZXingModule({ overrides: { locateFile: () => wasm }, fireImmediately: true });
  } catch (error) {
    // It remembers its failure.
    purgeZXingModule();
    throw error;
  }
  return async (pixels) => (await readBarcodes(pixels, READ_OPTIONS)).map(codeOf);
}
