import { isUploadedPicture, LOGO_MAX_PIXELS, PICTURES_PATH } from '@longshore/contract';
import { readPicture } from '../../platform/files/pictures.ts';
import { PUBLIC_FOLDER } from '../../platform/files/public-pictures.ts';
import { type FileStorage, readStored } from '../../platform/files/storage.ts';

export interface LogoTools {
  storage: FileStorage;
}

/** The pictures of these public addresses that could be read. */
export type LoadLogos = (addresses: readonly string[]) => Promise<Map<string, Uint8Array>>;

const KEPT_MAX = 50;

/** A PNG or JPEG of a reasonable size, which is all that the drawing can embed. */
function isDrawable(bytes: Uint8Array): boolean {
  const picture = readPicture(bytes);
  if (picture?.extension !== 'png' && picture?.extension !== 'jpg') return false;
  return Math.max(picture.width, picture.height) <= LOGO_MAX_PIXELS;
}

/**
 * Reads stored logos and keeps some of them: a picture's address is never used for another one. A logo that cannot be
 * read or drawn is left out: the paper then shows the name.
 */
export function logoLoader({ storage }: LogoTools): LoadLogos {
  const kept = new Map<string, Uint8Array>();
  const load = async (address: string): Promise<Uint8Array | undefined> => {
    const known = kept.get(address);
    if (known) return known;
    if (!isUploadedPicture(address)) return undefined;
    const picture = await readStored(storage, address.replace(PICTURES_PATH, PUBLIC_FOLDER)).catch(() => undefined);
    if (!picture || !isDrawable(picture)) return undefined;
    if (kept.size >= KEPT_MAX) kept.delete(kept.keys().next().value ?? '');
    kept.set(address, picture);
    return picture;
  };
  return async (addresses) => {
    const wanted = [...new Set(addresses.filter(Boolean))];
    const pictures = await Promise.all(wanted.map(async (address) => [address, await load(address)] as const));
    return new Map(pictures.filter((entry): entry is [string, Uint8Array] => entry[1] !== undefined));
  };
}
