import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { codesOfScan, GROUP_SEPARATOR, parseGs1 } from '@longshore/contract';
import { beforeAll, expect, test } from 'vitest';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { prepareZXingModule as prepareWriter, writeBarcode } from 'zxing-wasm/writer';
import { cleanScan } from '../scan/scan-text.ts';
import { shownCode } from './shown-code.ts';
import { codeOf, READ_OPTIONS } from './zxing-reader.ts';

/** Codes are drawn by another library than the one that reads them; both are in the package. */
const binary = (name: 'reader' | 'writer') => {
  const path = createRequire(import.meta.url).resolve(`zxing-wasm/${name}/zxing_${name}.wasm`);
  return { overrides: { wasmBinary: readFileSync(path).buffer as ArrayBuffer } };
};
beforeAll(() => {
  prepareZXingModule(binary('reader'));
  prepareWriter(binary('writer'));
});

type Format = NonNullable<Parameters<typeof writeBarcode>[1]>['format'];

/** Pixels per module, and white around the code, in modules. */
const SCALE = 3;
const QUIET = 12;

/** A picture of a code. */
async function draw(format: Format, text: string, options = ''): Promise<ImageData> {
  const { symbol, error } = await writeBarcode(text, { format, ...(options && { options }) });
  expect(error).toBe('');
  const [width, height] = [(symbol.width + 2 * QUIET) * SCALE, (symbol.height + 2 * QUIET) * SCALE];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < symbol.height * SCALE; y++)
    for (let x = 0; x < symbol.width * SCALE; x++) {
      const shade = symbol.data[Math.floor(y / SCALE) * symbol.width + Math.floor(x / SCALE)] ?? 255;
      const at = ((y + QUIET * SCALE) * width + x + QUIET * SCALE) * 4;
      data.fill(shade, at, at + 3);
    }
  return { data, width, height, colorSpace: 'srgb' } as ImageData;
}

const read = async (...drawn: Parameters<typeof draw>) =>
  (await readBarcodes(await draw(...drawn), READ_OPTIONS)).map(codeOf);

const GS = GROUP_SEPARATOR;
const GTIN = '09521234543213';
const IN_PARENTHESES = `(01)${GTIN}(10)AB(21)S-9`;
const AS_SENT = `01${GTIN}10AB${GS}21S-9`;

const cases: [Format, string, string, string, boolean][] = [
  ['Code128', 'LSB-A-01-1-K', '', 'LSB-A-01-1-K', true],
  ['Code128', IN_PARENTHESES, 'gs1', `]C1${AS_SENT}`, true],
  ['DataMatrix', IN_PARENTHESES, 'gs1', `]d2${AS_SENT}`, true],
  ['QRCode', IN_PARENTHESES, 'gs1', `]Q3${AS_SENT}`, true],
  ['QRCode', 'LP-0001', '', 'LP-0001', true],
  ['EAN13', '4006381333931', '', '4006381333931', true],
  ['EAN8', '96385074', '', '96385074', true],
  ['UPCA', '036000291452', '', '0036000291452', true],
  ['UPCE', '01234565', '', '0012345000065', true],
  ['ITF', '12345678901231', '', '12345678901231', false],
  ['Code39', 'ABC-12', '', 'ABC-12', false],
];

test.each(cases)('%s %s %s', async (format, text, options, expected, isSure) => {
  const [found, ...more] = await read(format, text, options);
  expect(more).toEqual([]);
  expect(found).toMatchObject({ text: expected, isSure });
});

test('GS1 data of the camera is read as that of a scanner', async () => {
  for (const format of ['Code128', 'DataMatrix', 'QRCode'] as const) {
    const [found] = await read(format, IN_PARENTHESES, 'gs1');
    const scan = cleanScan(found?.text ?? '');
    expect(parseGs1(scan, 2026)).toEqual({ gtin: GTIN, lot: 'AB', serial: 'S-9' });
    expect(shownCode(scan)).toBe(`01${GTIN}10AB 21S-9`);
  }
});

test('a UPC names the item in whatever way it is printed', async () => {
  const [short] = await read('UPCE', '01234565');
  expect(codesOfScan(short?.text ?? '').items).toContain('012345000065');
});
