import { crc32, inflateRawSync } from 'node:zlib';
import { SpreadsheetRefused } from './spreadsheet-refused.ts';

/** Maximum unpacked size of a workbook, all parts together. */
export const UNPACKED_MAX = 40 * 1024 * 1024;
const MEGABYTE = 1024 * 1024;

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** The end record may be followed by a comment of up to this length. */
const COMMENT_MAX = 0xffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;
const IN_ZIP64_FIELD = 0xffffffff;
const ZIP64_FIELD = 1;

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packed: number;
  /** As the archive declares it; checked when the entry is unpacked. */
  unpacked: number;
  offset: number;
}

const damaged = () => new SpreadsheetRefused('FileIsDamaged');
const tooLarge = () => new SpreadsheetRefused(`FileUnpacksTooLarge:${UNPACKED_MAX / MEGABYTE}`);

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - COMMENT_MAX); at--)
    if (bytes.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new SpreadsheetRefused('FileIsNotXlsx');
}

/** Sizes that a streaming writer stored in the zip64 extra field, in the order in which they are missing. */
function withZip64Sizes(entry: Entry, extra: Buffer): Entry {
  const missing = (['unpacked', 'packed', 'offset'] as const).filter((field) => entry[field] === IN_ZIP64_FIELD);
  if (!missing.length) return entry;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP64_FIELD) continue;
    const values = missing.map((field, place) => [field, Number(extra.readBigUInt64LE(at + 4 + place * 8))]);
    return { ...entry, ...Object.fromEntries(values) };
  }
  throw damaged();
}

function readDirectory(bytes: Buffer): Entry[] {
  const end = findEnd(bytes);
  const count = bytes.readUInt16LE(end + 10);
  const entries: Entry[] = [];
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== CENTRAL_HEADER) throw damaged();
    const nameEnd = at + CENTRAL_BYTES + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    const entry = {
      name: bytes.subarray(at + CENTRAL_BYTES, nameEnd).toString('utf8'),
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      crc: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      unpacked: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    };
    entries.push(withZip64Sizes(entry, bytes.subarray(nameEnd, extraEnd)));
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  if (new Set(entries.map(({ name }) => name)).size !== entries.length) throw damaged();
  return entries;
}

function inflate(packed: Buffer, declared: number): Buffer {
  try {
    // One byte more than declared is enough to know that the declared size is wrong. One chunk, so that nothing is
    // copied.
    const limit = declared + 1;
    return inflateRawSync(packed, { maxOutputLength: limit, chunkSize: Math.max(64, limit) });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw new SpreadsheetRefused('FileSizeIsFalse');
    throw damaged();
  }
}

function unpackEntry(archive: Buffer, entry: Entry): Buffer {
  const { offset, packed, method } = entry;
  if (archive.readUInt32LE(offset) !== LOCAL_HEADER || entry.flags & ENCRYPTED) throw damaged();
  const begin = offset + LOCAL_BYTES + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  if (begin + packed > archive.length || (method !== STORED && method !== DEFLATED)) throw damaged();
  const data = archive.subarray(begin, begin + packed);
  const bytes = method === STORED ? data : inflate(data, entry.unpacked);
  if (bytes.length !== entry.unpacked) throw new SpreadsheetRefused('FileSizeIsFalse');
  if (crc32(bytes) !== entry.crc) throw damaged();
  return bytes;
}

const OLE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Unpacks a part by its name; undefined when there is none. Parts are not cached: only one at a time is in memory. */
export type ReadPart = (name: string) => Buffer | undefined;

/**
 * Opens a workbook's archive. Every part is unpacked once to check its declared size: nothing is unpacked beyond its
 * declared size, and nothing at all when the sizes add up to more than UNPACKED_MAX. Throws SpreadsheetRefused.
 */
export function openArchive(archive: Buffer): ReadPart {
  if (archive.subarray(0, OLE_SIGNATURE.length).equals(OLE_SIGNATURE))
    throw new SpreadsheetRefused('FileIsOldOrLocked');
  try {
    const entries = readDirectory(archive);
    if (entries.reduce((sum, { unpacked }) => sum + unpacked, 0) > UNPACKED_MAX) throw tooLarge();
    for (const entry of entries) unpackEntry(archive, entry);
    const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
    return (name) => {
      const entry = byName.get(name.toLowerCase());
      return entry && unpackEntry(archive, entry);
    };
  } catch (error) {
    // A position outside the file.
    throw error instanceof RangeError ? damaged() : error;
  }
}
