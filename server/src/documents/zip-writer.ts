import { constants, crc32, deflateRawSync } from 'node:zlib';

/** Takes the bytes of a file in order. */
export type Sink = (bytes: Uint8Array) => void;

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

const LOCAL_HEADER = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const DIRECTORY_HEADER = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const VERSION = 20;
/** Sizes follow the data, because they are not known before; names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
/** 1 January 1980, the first day that the format knows: the same content is the same file. */
const DATE = 0x21;
/** Without the extension for larger files, which not every program reads. */
const SIZE_MAX = 0xffff_ffff;
/** Takes a third of the time of the usual level, for files a seventh larger. */
const LEVEL = 3;
/** What a compressed piece can refer back to. */
const WINDOW = 32 * 1024;
/** Ends a series of pieces: a last block without content. */
const LAST_BLOCK = Buffer.from([3, 0]);

/** Little-endian fields of two or four bytes. */
function fieldsOf(...fields: readonly [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/**
 * Writes a ZIP archive part by part and forgets what it has written, whatever the size of a part. It compresses in the
 * thread that it runs in, piece by piece: the threads that Node compresses in would have the priority of the server.
 */
export class ZipWriter {
  private readonly entries: Entry[] = [];
  private written = 0;
  private entry: Entry | undefined;
  /** The end of the last piece. */
  private window: Buffer | undefined;

  constructor(private readonly sink: Sink) {}

  private emit(bytes: Uint8Array): void {
    this.written += bytes.length;
    this.sink(bytes);
  }

  private check(): void {
    if (this.written > SIZE_MAX || (this.entry?.size ?? 0) > SIZE_MAX) throw new Error('The archive exceeds 4 GB.');
  }

  begin(name: string): void {
    const entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset: this.written };
    this.entry = entry;
    this.emit(
      fieldsOf(
        [LOCAL_HEADER, 4],
        [VERSION, 2],
        [FLAGS, 2],
        [DEFLATE, 2],
        [0, 2],
        [DATE, 2],
        [0, 4],
        [0, 4],
        [0, 4],
        [entry.name.length, 2],
        [0, 2],
      ),
    );
    this.emit(entry.name);
    this.window = undefined;
  }

  private pack(bytes: Uint8Array, entry: Entry): void {
    entry.packed += bytes.length;
    this.emit(bytes);
  }

  write(text: string): void {
    const { entry, window } = this;
    if (!entry) throw new Error('No part was begun.');
    const bytes = Buffer.from(text);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    this.check();
    const options = { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH };
    this.pack(deflateRawSync(bytes, window ? { ...options, dictionary: window } : options), entry);
    if (bytes.length) this.window = bytes.subarray(-WINDOW);
    this.check();
  }

  end(): void {
    const { entry } = this;
    if (!entry) throw new Error('No part was begun.');
    this.pack(LAST_BLOCK, entry);
    this.emit(fieldsOf([DESCRIPTOR, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4]));
    this.entries.push(entry);
    this.entry = undefined;
  }

  /** A part that is small. */
  add(name: string, text: string): void {
    this.begin(name);
    this.write(text);
    this.end();
  }

  /** Writes the directory, without which there is no archive. */
  finish(): void {
    const start = this.written;
    for (const { name, crc, packed, size, offset } of this.entries) {
      this.emit(
        fieldsOf(
          [DIRECTORY_HEADER, 4],
          [VERSION, 2],
          [VERSION, 2],
          [FLAGS, 2],
          [DEFLATE, 2],
          [0, 2],
          [DATE, 2],
          [crc, 4],
          [packed, 4],
          [size, 4],
          [name.length, 2],
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 2],
          [0, 4],
          [offset, 4],
        ),
      );
      this.emit(name);
    }
    const count = this.entries.length;
    this.emit(
      fieldsOf(
        [DIRECTORY_END, 4],
        [0, 2],
        [0, 2],
        [count, 2],
        [count, 2],
        [this.written - start, 4],
        [start, 4],
        [0, 2],
      ),
    );
    this.check();
  }
}
