import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Headers, pack } from 'tar-stream';

/** A failure that can be explained to the operator in one line. */
export class BackupError extends Error {}

const CHUNK_BYTES = 256 * 1024;
/** The first entry identifies the archive, the last one marks it as complete. */
const ABOUT = 'longshore-backup.json';
const COMPLETE = 'complete';

/** Small files at the top of the data folder that belong to a backup. */
export const TOP_FILES = ['secret.key', 'demo-password'];

export interface About {
  /** Version of the archive format. */
  format: 1;
  version: string;
  createdAt: string;
  /** The major version of PostgreSQL whose data is inside; null when the archive holds no database. */
  postgres: number | null;
}

/**
 * Writes a compressed tar. It is renamed to its final name only when it is complete and on disk: an interrupted
 * backup leaves nothing that looks like one.
 */
export class ArchiveWriter {
  private readonly tar = pack();
  private readonly unfinished: string;
  private readonly written: Promise<void>;
  /** Rejects when the archive can no longer be written; never resolves. */
  private readonly failure: Promise<never>;

  private constructor(private readonly file: string) {
    this.unfinished = `${file}.${randomBytes(4).toString('hex')}.part`;
    const sink = createWriteStream(this.unfinished, { flags: 'wx', mode: 0o600, flush: true });
    this.written = pipeline(this.tar, createGzip({ level: 1 }), sink);
    this.failure = new Promise((_, reject) => this.written.catch(reject));
    this.failure.catch(() => {});
  }

  static async begin(file: string, about: About): Promise<ArchiveWriter> {
    const writer = new ArchiveWriter(file);
    await writer.addText(ABOUT, `${JSON.stringify(about)}\n`);
    return writer;
  }

  async addText(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    await this.add({ name, size: bytes.length }, [bytes]);
  }

  async addFolder(name: string): Promise<void> {
    await this.add({ name: `${name}/`, type: 'directory' }, []);
  }

  /**
   * Adds a file that may be written, truncated or removed at the same time. It is stored with the size it had when it
   * was opened; a part that was truncated meanwhile is filled with zeros, as pg_basebackup does. Returns false when
   * there is no such file.
   */
  async addFile(name: string, path: string): Promise<boolean> {
    const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new BackupError(`${path} cannot be read: ${error.message}`);
    });
    if (!handle) return false;
    try {
      const { size } = await handle.stat();
      await this.add({ name, size }, contentOf(handle, size));
      return true;
    } finally {
      await handle.close();
    }
  }

  private async add(headers: Headers, chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
    const added = new Promise<void>((resolve, reject) => {
      const entry = this.tar.entry({ mode: 0o600, ...headers }, (error) => (error ? reject(error) : resolve()));
      if (headers.type === 'directory') return;
      void (async () => {
        for await (const chunk of chunks)
          if (!entry.write(chunk)) await Promise.race([new Promise((go) => entry.once('drain', go)), this.failure]);
        entry.end();
      })().catch(reject);
    });
    await Promise.race([added, this.failure]);
  }

  async finish(): Promise<void> {
    await this.addText(COMPLETE, '');
    this.tar.finalize();
    await this.written;
    await rename(this.unfinished, this.file);
    if (process.platform === 'win32') return;
    // A rename is durable only after its folder has been synced.
    const folder = await open(dirname(this.file), 'r');
    await folder.sync().finally(() => folder.close());
  }

  async discard(): Promise<void> {
    this.tar.destroy();
    await this.written.catch(() => {});
    await rm(this.unfinished, { force: true });
  }
}

async function* contentOf(handle: Awaited<ReturnType<typeof open>>, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; ) {
    const length = Math.min(CHUNK_BYTES, size - at);
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(length), 0, length, at);
    const chunk = bytesRead ? buffer.subarray(0, bytesRead) : Buffer.alloc(length);
    at += chunk.length;
    yield chunk;
  }
}

export interface Entry {
  name: string;
  isFolder: boolean;
  content: Readable;
}

/** Refuses paths that lead out of the target folder. */
const isSafeName = (name: string) =>
  !name.startsWith('/') && !name.includes('\\') && name.split('/').every((part) => part !== '..');

const isPart = (name: string, type: string | null | undefined) =>
  isSafeName(name) && (type === 'file' || type === 'directory');

/**
 * Passes the entries of an archive to the handler, one after the other. Throws after the last one when the archive is
 * incomplete.
 */
export async function readArchive(
  file: string,
  onAbout: (about: About) => Promise<void>,
  onEntry: (entry: Entry) => Promise<void>,
): Promise<void> {
  const tar = extract();
  const reading = pipeline(createReadStream(file), createGunzip(), tar);
  let isComplete = false;
  const walking = (async () => {
    let isFirst = true;
    for await (const entry of tar) {
      const { name, type } = entry.header;
      if (isFirst !== (name === ABOUT)) throw new BackupError(`${file} is not a backup of Longshore.`);
      if (!isPart(name, type)) throw new BackupError(`${file} holds something that is not part of a backup: ${name}`);
      if (isFirst) await onAbout(await aboutIn(entry as unknown as Readable, file));
      else if (name === COMPLETE) isComplete = true;
      else await onEntry({ name, isFolder: type === 'directory', content: entry as unknown as Readable });
      isFirst = false;
      entry.resume();
    }
  })();
  await Promise.all([reading, walking]).catch((error: Error) => {
    tar.destroy();
    if (error instanceof BackupError || !isDamage(error)) throw error;
    throw new BackupError(`${file} cannot be read: ${error.message}`);
  });
  if (!isComplete) throw new BackupError(`${file} is incomplete.`);
}

const isDamage = (error: Error & { code?: string }) =>
  /^Z_|^ENOENT|^EISDIR|^EACCES|^ERR_STREAM/.test(error.code ?? '') || /tar|header|end of/i.test(error.message);

async function aboutIn(content: Readable, file: string): Promise<About> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  const about = JSON.parse(Buffer.concat(chunks).toString('utf8')) as About;
  if (about.format !== 1) throw new BackupError(`${file} was made by a newer version of Longshore (${about.version}).`);
  return about;
}
