import { randomBytes } from 'node:crypto';
import { mkdir, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';

/** A file without a name: when the process ends, however it ends, nothing is left of it. */
export interface ScratchFile {
  descriptor: number;
  /** Set by whoever wrote it. */
  size: number;
  /** Its content from the start; the file is closed at the end of the stream, or when that is destroyed. */
  read(): Readable;
  close(): Promise<void>;
}

export async function openScratchFile(folder: string): Promise<ScratchFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, `longshore-${randomBytes(12).toString('hex')}.tmp`);
  const handle = await open(path, 'wx+', 0o600);
  await unlink(path);
  return {
    descriptor: handle.fd,
    size: 0,
    read: () => handle.createReadStream({ start: 0 }),
    close: () => handle.close(),
  };
}
