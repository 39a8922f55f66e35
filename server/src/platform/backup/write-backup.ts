import { existsSync, mkdirSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Embedded } from '../postgres/embedded.ts';
import { ArchiveWriter, BackupError, TOP_FILES } from './archive.ts';
import { copyDatabase } from './database-copy.ts';

export interface BackupSource {
  dataDir: string;
  version: string;
  createdAt: Date;
  /** The embedded database, running; undefined when the operator runs the database. */
  database: Embedded | undefined;
}

/** Half-written uploads, which no row refers to. */
const isHalfWritten = (name: string) => name.endsWith('.part');

/** The uploaded files below `folder` that are not among `known`, as paths with slashes. */
async function uploadsIn(folder: string, known: ReadonlySet<string>): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !isHalfWritten(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => !known.has(path));
}

/**
 * Writes database, uploaded files and key into one archive while the server runs. Uploaded files never change, and
 * are written before the row that refers to them. So they are copied twice: first those that exist before the
 * database is copied, in case they are deleted meanwhile, then those that were added since.
 */
export async function writeBackup(file: string, source: BackupSource, log: (line: string) => void): Promise<void> {
  const { dataDir, database, version, createdAt } = source;
  if (existsSync(file)) throw new BackupError(`${file} exists already; a backup never overwrites anything.`);
  mkdirSync(dirname(file), { recursive: true });
  const archive = await ArchiveWriter.begin(file, {
    format: 1,
    version,
    createdAt: createdAt.toISOString(),
    postgres: database?.major ?? null,
  });
  try {
    const uploads = join(dataDir, 'files');
    const taken = new Set<string>();
    const takeUploads = async () => {
      for (const path of await uploadsIn(uploads, taken))
        if (await archive.addFile(`files/${path}`, join(uploads, path))) taken.add(path);
    };
    for (const name of TOP_FILES) await archive.addFile(name, join(dataDir, name));
    await takeUploads();
    if (database) {
      await archive.addFile('postgres/connection.json', database.home.settings);
      await copyDatabase(archive, database.adminUrl, database.home.data, () =>
        log('The data is copied; adding its log'),
      );
      await takeUploads();
    }
    await archive.finish();
  } catch (error) {
    await archive.discard();
    throw error;
  }
}
