import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';

/** The user PostgreSQL runs as; undefined when it is the user Node runs as. */
export type Identity = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root, so as root we run it as another user that every host already has. Existing data
 * keeps its owner, whoever starts it.
 */
export function chooseIdentity(existingData: string): Identity {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(existingData)) {
    const { uid, gid } = statSync(existingData);
    if (uid !== 0) return { uid, gid };
  }
  const found = lookUp('postgres') ?? lookUp('nobody');
  if (!found) throw new EmbeddedError('PostgreSQL cannot run as root and this host has no user postgres or nobody.');
  return found;
}

function lookUp(user: string): Identity {
  const id = (flag: string) =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Whether that user may enter every folder on this path: one home of mode 700 above it is enough to refuse. */
export function canAccess(folder: string, identity: Identity): boolean {
  if (!identity) return true;
  for (let at = realpathSync(folder); ; at = dirname(at)) {
    if (!may(at, identity, 1)) return false;
    if (at === dirname(at)) return true;
  }
}

export function canRun(file: string, identity: Identity): boolean {
  return !identity || (may(file, identity, 5) && canAccess(dirname(file), identity));
}

function may(path: string, identity: NonNullable<Identity>, bits: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const shift = uid === identity.uid ? 6 : gid === identity.gid ? 3 : 0;
  return ((mode >> shift) & bits) === bits;
}

export function changeOwner(path: string, identity: Identity): void {
  if (identity) chownSync(path, identity.uid, identity.gid);
}
