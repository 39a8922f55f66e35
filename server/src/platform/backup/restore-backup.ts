import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { installedBinaries } from '../postgres/binaries.ts';
import { openHome } from '../postgres/home.ts';
import { changeOwner, type Identity } from '../postgres/identity.ts';
import { type About, BackupError, type Entry, readArchive, TOP_FILES } from './archive.ts';

/** The target folder of each part of an archive, by the prefix of its name. */
interface Place {
  prefix: string;
  folder: string;
  owner: Identity;
}

/**
 * Unpacks a backup into an empty data folder. The database gets its final name only when everything is unpacked: an
 * interrupted restore leaves nothing that would start. A copy that is only inspected need not be synced to disk
 * (`isDurable`). Returns the description inside the archive.
 */
export async function restoreBackup(
  file: string,
  dataDir: string,
  checkoutPath: string,
  { isDurable = true } = {},
): Promise<About> {
  if (existsSync(dataDir) && readdirSync(dataDir).length)
    throw new BackupError(`${dataDir} is not empty; a backup is restored into an empty folder (DATA_DIR).`);
  mkdirSync(dataDir, { recursive: true });
  const places: Place[] = [];
  const renames: [string, string][] = [];
  let found: About | undefined;
  /** Outside of the data folder when PostgreSQL's user cannot access that. */
  let homeFolder: string | undefined;
  try {
    await readArchive(
      file,
      async (about) => {
        found = about;
        assertVersion(about);
        places.push({ prefix: 'files/', folder: join(dataDir, 'files'), owner: undefined });
        if (about.postgres === null) return;
        const home = openHome(dataDir, checkoutPath);
        homeFolder = home.folder;
        const unpacked = join(home.folder, `restoring-${randomBytes(4).toString('hex')}`);
        makeFolder(unpacked, home.identity);
        renames.push([join(unpacked, 'connection.json'), home.settings], [join(unpacked, 'data'), home.data]);
        places.push({ prefix: 'postgres/', folder: unpacked, owner: home.identity });
      },
      (entry) => unpack(entry, places, dataDir, isDurable),
    );
    for (const [from, to] of renames) renameSync(from, to);
    for (const [from] of renames) rmSync(dirname(from), { recursive: true, force: true });
  } catch (error) {
    if (homeFolder) rmSync(homeFolder, { recursive: true, force: true });
    for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
    throw error;
  }
  return found as unknown as About;
}

function assertVersion({ postgres, version }: About): void {
  if (postgres === null) return;
  const { major } = installedBinaries();
  if (postgres !== major)
    throw new BackupError(
      `The backup holds data of PostgreSQL ${postgres}, and this version of Longshore brings ${major}: restore it with Longshore ${version}, then see "Upgrading the embedded database".`,
    );
}

function makeFolder(folder: string, owner: Identity): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  changeOwner(folder, owner);
}

async function unpack({ name, isFolder, content }: Entry, places: Place[], dataDir: string, isDurable: boolean) {
  const place = places.find(({ prefix }) => name.startsWith(prefix));
  if (!place && !TOP_FILES.includes(name)) throw new BackupError(`The backup holds an unknown part: ${name}`);
  const target = place ? join(place.folder, name.slice(place.prefix.length)) : join(dataDir, name);
  if (isFolder) return makeFolder(target, place?.owner);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  changeOwner(dirname(target), place?.owner);
  await pipeline(content, createWriteStream(target, { flags: 'wx', mode: 0o600, flush: isDurable }));
  changeOwner(target, place?.owner);
}
