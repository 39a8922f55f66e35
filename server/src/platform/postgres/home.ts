import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';
import { canAccess, changeOwner, chooseIdentity, type Identity } from './identity.ts';

const SYSTEM_FOLDER = '/var/lib/longshore';

/** The folder of one embedded server: `data` is PostgreSQL's own, the rest is what we need to find and restart it. */
export type Home = {
  identity: Identity;
  folder: string;
  data: string;
  settings: string;
  log: string;
  users: string;
  /** Where a copy of the binaries may be placed. */
  sharedFolder: string;
};

export type Connection = { port: number; passwords: { admin: string; owner: string; server: string } };

/**
 * Finds or creates the home folder. It is `<dataDir>/postgres`, unless we are root and PostgreSQL's user cannot
 * access that: then it is below /var/lib/longshore, and its path is stored in `<dataDir>/location`. The last part of
 * its name is random, so that two data folders of one checkout never share a database and a deleted data folder means
 * a new one.
 */
export function openHome(dataDir: string, checkoutPath: string): Home {
  const pointer = join(dataDir, 'location');
  const inside = join(dataDir, 'postgres');
  const sharedFolder = join(SYSTEM_FOLDER, createHash('sha256').update(checkoutPath).digest('hex').slice(0, 16));
  const named = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : undefined;
  const identity = chooseIdentity(join(named ?? inside, 'data'));
  if (named) return home(named, identity, sharedFolder);
  if (canAccess(dataDir, identity)) return home(inside, identity, process.getuid?.() === 0 ? sharedFolder : inside);
  if (existsSync(join(inside, 'data'))) {
    throw new EmbeddedError(
      `There is a database in ${inside}, but the user it runs as can no longer enter ${dataDir}.`,
    );
  }
  const outside = join(sharedFolder, `data-${randomBytes(4).toString('hex')}`);
  const result = home(outside, identity, sharedFolder);
  writeAtomically(pointer, `${outside}\n`, 0o644);
  return result;
}

function home(folder: string, identity: Identity, sharedFolder: string): Home {
  const users = join(folder, 'users');
  try {
    if (!existsSync(users)) {
      if (folder.startsWith(sharedFolder)) makeReachable(sharedFolder);
      mkdirSync(users, { recursive: true });
      chmodSync(folder, 0o700);
      for (const made of [folder, users]) changeOwner(made, identity);
    }
    return {
      identity,
      folder,
      users,
      sharedFolder,
      data: join(folder, 'data'),
      settings: join(folder, 'connection.json'),
      log: join(folder, 'postgres.log'),
    };
  } catch (error) {
    throw unusable(folder, error);
  }
}

/** The path to a sharedFolder must be accessible to PostgreSQL's user whatever root's umask is. */
export function makeReachable(sharedFolder: string): void {
  mkdirSync(sharedFolder, { recursive: true });
  if (sharedFolder.startsWith(SYSTEM_FOLDER))
    for (const folder of [SYSTEM_FOLDER, sharedFolder]) chmodSync(folder, 0o755);
}

function unusable(folder: string, error: unknown): EmbeddedError {
  return new EmbeddedError(`The database folder ${folder} cannot be used: ${(error as Error).message}`);
}

/** The passwords are written before the cluster that will use them, so that a kill in between loses neither. */
export function openConnection(home: Home): Connection {
  try {
    if (existsSync(home.settings)) return JSON.parse(readFileSync(home.settings, 'utf8')) as Connection;
  } catch (error) {
    throw unusable(home.folder, error);
  }
  if (existsSync(home.data))
    throw new EmbeddedError(`${home.settings} is missing; without it nobody can sign in to the data.`);
  const password = () => randomBytes(24).toString('base64url');
  const connection = { port: 0, passwords: { admin: password(), owner: password(), server: password() } };
  saveConnection(home, connection);
  return connection;
}

export function saveConnection(home: Home, connection: Connection): void {
  writeAtomically(home.settings, `${JSON.stringify(connection, undefined, 2)}\n`, 0o600);
  changeOwner(home.settings, home.identity);
}

/** A rename is atomic, a write is not. */
function writeAtomically(file: string, text: string, mode: number): void {
  const unfinished = join(dirname(file), `.${randomBytes(4).toString('hex')}`);
  writeFileSync(unfinished, text, { mode, flush: true });
  renameSync(unfinished, file);
}
