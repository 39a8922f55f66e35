import {
  isUploadedPicture,
  LOGO_MAX_BYTES,
  LOGO_MAX_PIXELS,
  type Message,
  messageWith,
  PICTURES_PATH,
} from '@longshore/contract';
import { type Actor, actorScope } from '../../platform/auth/actor.ts';
import type { Open, Scope, Tx } from '../../platform/database/tx.ts';
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
export const storagePathOf = (address: string) => address.replace(PICTURES_PATH, PUBLIC_FOLDER);
/** The public address of a stored picture. */
export const addressOf = (path: string) => path.replace(PUBLIC_FOLDER, PICTURES_PATH);

/** The picture in a file, or why it cannot be a logo: decided by its bytes, for uploads and for pictures elsewhere. */
export function readLogo(bytes: Uint8Array): Picture | Message {
  if (bytes.length > LOGO_MAX_BYTES) return messageWith('PictureIsTooHeavy', LOGO_MAX_BYTES / MEGABYTE);
  const picture = readPicture(bytes);
  if (!picture) return 'PictureIsUnreadable';
  return Math.max(picture.width, picture.height) > LOGO_MAX_PIXELS
    ? messageWith('PictureIsTooLarge', LOGO_MAX_PIXELS)
    : picture;
}

/**
 * Stores a picture and returns its URL. The event is written first: its job removes the bytes after an hour when nothing
 * refers to them.
 */
export async function putLogo(
  open: Open,
  { storage, ids }: LogoTools,
  scope: Scope,
  bytes: Uint8Array,
  { extension }: Picture,
): Promise<string> {
  const path = `${PUBLIC_FOLDER}/${ids.uuid()}.${extension}`;
  await open(scope, (tx) => recordEvent(tx, { kind: 'file.stored', payload: { path } }));
  await storage.put(path, bytes).catch((error) => {
    throw storageProblem(error);
  });
  return addressOf(path);
}

/** Stores an uploaded logo and returns its URL, which a save of the company then contains. */
export async function storeLogo(
  open: Open,
  tools: LogoTools,
  actor: Actor,
  file: Upload | undefined,
): Promise<{ logo: string }> {
  if (!file?.bytes.length) throw invalid('file', 'Required');
  const picture = readLogo(file.bytes);
  if (typeof picture === 'string') throw refused(10006, picture);
  return { logo: await putLogo(open, tools, actorScope(actor), file.bytes, picture) };
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

/** Whether a stored file is still the company's logo, or the copy of it, so that no job removes it. */
export const keepsLogo = (tx: Tx, path: string): Promise<boolean> => isLogo(tx, addressOf(path));
