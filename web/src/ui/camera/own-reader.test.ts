import { expect, test } from 'vitest';
import { type BarcodeDetectorClass, findOwnReader } from './own-reader.ts';

const ALL = ['code_128', 'ean_13', 'ean_8', 'upc_e', 'qr_code', 'data_matrix', 'itf', 'code_39'];
const FOUND = [
  { rawValue: 'LSB-A1-7', format: 'code_128', boundingBox: { x: 10, y: 20, width: 40, height: 10 } },
  { rawValue: '12345678', format: 'itf', boundingBox: { x: 0, y: 0, width: 2, height: 2 } },
];

/** A browser's detector that reads these formats and finds the same in every picture. */
function detectorOf(known: () => Promise<readonly string[]>) {
  const asked: (readonly string[])[] = [];
  const Detector = class {
    constructor({ formats }: { formats: readonly string[] }) {
      asked.push(formats);
    }
    static getSupportedFormats = known;
    detect = async () => FOUND;
  } satisfies BarcodeDetectorClass;
  return { Detector, asked };
}

const PICTURE = {} as HTMLCanvasElement;

test.each([
  ['all of our formats', async () => [...ALL, 'aztec'], ALL],
  ['all of them and UPC-A', async () => [...ALL, 'upc_a'], [...ALL, 'upc_a']],
])('the detector of the browser is used when it reads %s', async (_, known, formats) => {
  const { Detector, asked } = detectorOf(known);
  const read = await findOwnReader(Detector);
  expect(asked).toEqual([formats]);
  expect(await read?.(PICTURE)).toEqual([
    { text: 'LSB-A1-7', isSure: true, x: 30, y: 25 },
    { text: '12345678', isSure: false, x: 1, y: 1 },
  ]);
});

test.each([
  ['reads none', async () => []],
  ['does not read all of our formats', async () => ALL.slice(1)],
  ['does not work', async () => Promise.reject(new Error('no service'))],
])('a detector that %s is not used', async (_, known) => {
  expect(await findOwnReader(detectorOf(known).Detector)).toBeUndefined();
});

test('most browsers have none', async () => {
  expect(await findOwnReader(undefined)).toBeUndefined();
});
