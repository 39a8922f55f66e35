import { isUploadedPicture, LOGO_MAX_BYTES, LOGO_MAX_PIXELS, PICTURES_AT } from '@longshore/contract';
import type { Clock } from '../../../platform/clock.ts';
import { minutes } from '../../../platform/clock.ts';
import { readPicture } from '../../../platform/files/pictures.ts';
import { PUBLIC_FOLDER } from '../../../platform/files/public-pictures.ts';
import type { FileStorage } from '../../../platform/files/storage.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';

export interface LogoTools {
  outgoing: Outgoing;
  storage: FileStorage;
  clock: Clock;
}

/** The pictures of these addresses that could be loaded. */
export type LoadLogos = (addresses: readonly string[]) => Promise<Map<string, Uint8Array>>;

/** A paper does not wait longer than this for a picture. */
const WAIT_MS = 3_000;
const KEPT_MS = minutes(60);
/** A picture that could not be loaded is tried again soon. */
const RETRIED_MS = minutes(5);
const KEPT_MOST = 50;

/** A PNG or JPEG of a reasonable size, which is all that the drawing can embed. */
function isDrawable(bytes: Uint8Array): boolean {
  const picture = readPicture(bytes);
  if (picture?.extension !== 'png' && picture?.extension !== 'jpg') return false;
  return Math.max(picture.width, picture.height) <= LOGO_MAX_PIXELS;
}

async function readStored(storage: FileStorage, path: string): Promise<Uint8Array | undefined> {
  const stream = await storage.read(path);
  if (!stream) return undefined;
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/**
 * Loads clients' logos and keeps them for a while. An address that users entered is only called through `outgoing`,
 * which refuses private addresses. A logo that cannot be loaded is left out: the paper then shows the client's name.
 */
export function logoLoader({ outgoing, storage, clock }: LogoTools): LoadLogos {
  const kept = new Map<string, { picture: Uint8Array | undefined; until: number }>();
  const fetchPicture = async (address: string): Promise<Uint8Array | undefined> => {
    const { pathname } = new URL(address);
    const stored = isUploadedPicture(pathname)
      ? await readStored(storage, pathname.replace(PICTURES_AT, PUBLIC_FOLDER))
      : undefined;
    const bytes = stored ?? (await outgoing.download(address, { bytes: LOGO_MAX_BYTES, totalMs: WAIT_MS }));
    return isDrawable(bytes) ? bytes : undefined;
  };
  const load = async (address: string): Promise<Uint8Array | undefined> => {
    const now = clock.now().getTime();
    const known = kept.get(address);
    if (known && known.until > now) return known.picture;
    const picture = await fetchPicture(address).catch(() => undefined);
    kept.delete(address);
    if (kept.size >= KEPT_MOST) kept.delete(kept.keys().next().value ?? '');
    kept.set(address, { picture, until: now + (picture ? KEPT_MS : RETRIED_MS) });
    return picture;
  };
  return async (addresses) => {
    const wanted = [...new Set(addresses.filter(Boolean))];
    const pictures = await Promise.all(wanted.map(async (address) => [address, await load(address)] as const));
    return new Map(pictures.filter((entry): entry is [string, Uint8Array] => entry[1] !== undefined));
  };
}
