import type { Readable } from 'node:stream';

/** Where uploaded bytes are kept. Paths are ours, never a person's: see `isSafePath`. */
export interface FileStorage {
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** Undefined when there is nothing under this path. */
  read(path: string): Promise<Readable | undefined>;
  has(path: string): Promise<boolean>;
  /** Removing what is not there is no failure: a job may run twice. */
  remove(path: string): Promise<void>;
}

/** The place where files are kept did not answer, or refused. */
export class StorageFailure extends Error {}

/** Two steps down at most, of lower-case letters, digits, dashes and one dot before the ending: nothing climbs out. */
export const isSafePath = (path: string) =>
  path.length <= 200 && /^[a-z0-9-]+(\/[a-z0-9-]+){0,2}(\.[a-z0-9]{1,8})?$/.test(path);

export function assertSafePath(path: string): void {
  if (!isSafePath(path)) throw new StorageFailure('This is no path of a stored file.');
}
