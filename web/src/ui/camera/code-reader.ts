import { type BarcodeDetectorClass, findOwnReader } from './own-reader.ts';
import type { ReadPicture } from './seen-code.ts';

const loadZxing = async (): Promise<ReadPicture> => (await import('./worker-reader.ts')).loadWorkerReader();

/**
 * What this browser reads codes with: its own detector, otherwise zxing in a worker, which is loaded now. Throws when
 * it cannot be.
 */
export async function findReader(): Promise<ReadPicture> {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: BarcodeDetectorClass };
  const own = await findOwnReader(BarcodeDetector);
  if (!own) return loadZxing();
  let read = own;
  return async (picture) => {
    try {
      return await read(picture);
    } catch (error) {
      if (read !== own) throw error;
      // It belongs to the system of the device, which may have removed it.
      read = await loadZxing();
      return read(picture);
    }
  };
}
