export interface Picture {
  extension: 'png' | 'jpg' | 'gif' | 'webp';
  width: number;
  height: number;
}

type Size = Pick<Picture, 'width' | 'height'>;

const textAt = (bytes: Buffer, at: number, length: number) => bytes.toString('latin1', at, at + length);

/** The header chunk comes first, the end chunk last: a truncated picture is not accepted. */
function pngSize(bytes: Buffer): Size | undefined {
  if (textAt(bytes, 0, 8) !== '\u0089PNG\r\n\u001a\n' || textAt(bytes, 12, 4) !== 'IHDR') return undefined;
  if (bytes.lastIndexOf('IEND', undefined, 'latin1') < 0) return undefined;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifSize(bytes: Buffer): Size | undefined {
  if (!/^GIF8[79]a$/.test(textAt(bytes, 0, 6))) return undefined;
  return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** Frame headers are C0 to CF, except three that hold tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Skips from segment to segment until the frame header, which holds the size. */
function jpegSize(bytes: Buffer): Size | undefined {
  if (bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 9 <= bytes.length) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // Fill bytes and markers without a length are one and two bytes long.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** WebP stores its size in one of three forms: lossy, lossless and extended. */
function webpSize(bytes: Buffer): Size | undefined {
  if (textAt(bytes, 0, 4) !== 'RIFF' || textAt(bytes, 8, 4) !== 'WEBP') return undefined;
  switch (textAt(bytes, 12, 4)) {
    case 'VP8 ':
      if (textAt(bytes, 23, 3) !== '\u009d\u0001\u002a') return undefined;
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined;
      const packed = bytes.readUInt32LE(21);
      return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

const readers = { png: pngSize, jpg: jpegSize, gif: gifSize, webp: webpSize } as const;
/** The minimum length that all parsers can read without reading past the end. */
const HEADER_BYTES = 32;

/**
 * The type and size of a picture, by its content; undefined for anything else. SVG is refused: it can contain
 * scripts.
 */
export function readPicture(file: Uint8Array): Picture | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length < HEADER_BYTES) return undefined;
  for (const [extension, sizeOf] of Object.entries(readers)) {
    const size = sizeOf(bytes);
    if (size)
      return size.width > 0 && size.height > 0 ? { extension: extension as Picture['extension'], ...size } : undefined;
  }
  return undefined;
}

const medias: Record<Picture['extension'], string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};
export const pictureMedia = (name: string): string | undefined =>
  medias[name.split('.').at(-1) as Picture['extension']];
