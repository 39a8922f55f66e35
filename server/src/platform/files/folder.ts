import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertSafePath, type FileStorage, StorageFailure } from './storage.ts';

const HALF_WRITTEN = '.part';

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const failure = (error: unknown): StorageFailure =>
  error instanceof StorageFailure ? error : new StorageFailure((error as Error).message, { cause: error });

/** A rename is durable only after its folder has been synced. Windows cannot open folders, and does not need this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Written to a temporary file, synced, then renamed: a file is complete or does not exist. */
async function writeWhole(target: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const half = `${target}.${randomBytes(6).toString('hex')}${HALF_WRITTEN}`;
  try {
    const handle = await open(half, 'wx', 0o640);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(half, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
}

/** Files in a local folder: the default, which needs nothing else. */
export function folderStorage(root: string): FileStorage {
  const placeOf = (path: string) => {
    assertSafePath(path);
    return join(root, ...path.split('/'));
  };
  const isThere = (place: string) =>
    access(place).then(
      () => true,
      (error) => (isMissing(error) ? false : Promise.reject(failure(error))),
    );
  return {
    put: (path, bytes) => writeWhole(placeOf(path), bytes).catch((error) => Promise.reject(failure(error))),
    has: async (path) => isThere(placeOf(path)),
    async read(path) {
      const place = placeOf(path);
      return (await isThere(place)) ? createReadStream(place) : undefined;
    },
    remove: (path) => rm(placeOf(path), { force: true }).catch((error) => Promise.reject(failure(error))),
  };
}
