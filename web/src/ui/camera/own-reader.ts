import type { ReadPicture } from './seen-code.ts';

/** The part of the browser's `BarcodeDetector` that we use. */
interface Detector {
  detect(picture: HTMLCanvasElement): Promise<
    readonly {
      rawValue: string;
      format: string;
      boundingBox: { x: number; y: number; width: number; height: number };
    }[]
  >;
}

export interface BarcodeDetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMATS = ['code_128', 'ean_13', 'ean_8', 'upc_e', 'qr_code', 'data_matrix', 'itf', 'code_39'];
/** Some browsers do not list it and read it as an EAN-13 with a leading zero, which names the same item. */
const MAYBE = 'upc_a';
/** These kinds have no check digit that every reader checks. */
const UNSURE = new Set(['itf', 'code_39']);

/** The browser's own reader; undefined when there is none, or when it does not read all codes that we do. */
export async function findOwnReader(Detector: BarcodeDetectorClass | undefined): Promise<ReadPicture | undefined> {
  const known = await Promise.resolve(Detector?.getSupportedFormats()).catch(() => undefined);
  if (!Detector || !known || !FORMATS.every((format) => known.includes(format))) return undefined;
  const detector = new Detector({ formats: known.includes(MAYBE) ? [...FORMATS, MAYBE] : FORMATS });
  return async (picture) =>
    (await detector.detect(picture)).map(({ rawValue: text, format, boundingBox: { x, y, width, height } }) => ({
      // GS1 data keeps its separators there, also the first one, by which it is known.
      text,
      isSure: !UNSURE.has(format),
      x: x + width / 2,
      y: y + height / 2,
    }));
}
