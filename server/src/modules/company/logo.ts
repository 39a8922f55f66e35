import { isUploadedPicture, LOGO_MAX_BYTES, LOGO_MAX_PIXELS, messageWith, PICTURES_AT } from '@longshore/contract';
import { type Actor, actorScope } from '../../platform/auth/actor.ts';
import type { Open, Tx } from '../../platform/database/tx.ts';
import { recordEvent } from '../../platform/events/events.ts';
import { type Picture, readPicture } from '../../platform/files/pictures.ts';
import { PUBLIC_FOLDER } from '../../platform/files/public-pictures.ts';
import { type FileStorage, storageProblem } from '../../platform/files/storage.ts';
import type { Upload } from '../../platform/http/bind.ts';
import { invalid, refused } from '../../platform/http/problem.ts';
import type { Ids } from '../../platform/ids.ts';
import { isLogo } from './company.store.ts';

export interface LogoTools {
  storage: FileStorage;
  ids: Ids;
}

const MEGABYTE = 1024 * 1024;

/** The storage path of an uploaded logo. */
const storagePathOf = (address: string) => address.replace(PICTURES_AT, PUBLIC_FOLDER);
const addressOf = (path: string) => path.replace(PUBLIC_FOLDER, PICTURES_AT);

function checkLogo(file: Upload | undefined): Picture {
  if (!file?.bytes.length) throw invalid('file', 'Required');
  if (file.bytes.length > LOGO_MAX_BYTES)
    throw refused(10006, messageWith('PictureIsTooHeavy', LOGO_MAX_BYTES / MEGABYTE));
  const picture = readPicture(file.bytes);
  if (!picture) throw refused(10006, 'PictureIsUnreadable');
  if (Math.max(picture.width, picture.height) > LOGO_MAX_PIXELS)
    throw refused(10006, messageWith('PictureIsTooLarge', LOGO_MAX_PIXELS));
  return picture;
}

/**
 * Stores a logo and returns its URL, which a save of the company then contains. The event is written first: its job
 * removes the bytes after an hour when no save refers to them.
 */
export async function storeLogo(
  open: Open,
  { storage, ids }: LogoTools,
  actor: Actor,
  file: Upload | undefined,
): Promise<{ logo: string }> {
  const { extension } = checkLogo(file);
  const path = `${PUBLIC_FOLDER}/${ids.uuid()}.${extension}`;
  await open(actorScope(actor), (tx) => recordEvent(tx, { kind: 'file.stored', payload: { path } }));
  await storage.put(path, file?.bytes ?? Buffer.alloc(0)).catch((error) => {
    throw storageProblem(error);
  });
  return { logo: addressOf(path) };
}

/** Before a save: an uploaded logo that was not saved within an hour is gone, and must be uploaded again. */
export async function assertLogoIsStored(storage: FileStorage, logo: string | undefined): Promise<void> {
  if (!logo || !isUploadedPicture(logo)) return;
  const isStored = await storage.has(storagePathOf(logo)).catch((error) => {
    throw storageProblem(error);
  });
  if (!isStored) throw invalid('logo', 'LogoIsGone');
}

/** The bytes of a replaced logo are removed by a job after the commit. */
export async function releaseLogo(tx: Tx, logo: string): Promise<void> {
  if (isUploadedPicture(logo)) await recordEvent(tx, { kind: 'file.deleted', payload: { path: storagePathOf(logo) } });
}

/** Whether a stored file is still the company's logo, so that no job removes it. */
export const keepsLogo = (tx: Tx, path: string): Promise<boolean> => isLogo(tx, addressOf(path));
