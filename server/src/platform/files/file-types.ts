/** The signature that a file's first bytes must have for its extension. */
type Proof = (bytes: Uint8Array) => boolean;

interface FileType {
  media: string;
  proof: Proof;
  isPicture?: true;
}

const startsWith =
  (text: string, at = 0): Proof =>
  (bytes) =>
    Buffer.from(bytes.subarray(at, at + text.length)).equals(Buffer.from(text, 'latin1'));

const either =
  (...proofs: Proof[]): Proof =>
  (bytes) =>
    proofs.some((proof) => proof(bytes));
const both =
  (...proofs: Proof[]): Proof =>
  (bytes) =>
    proofs.every((proof) => proof(bytes));

const isZip = either(startsWith('PK\u0003\u0004'), startsWith('PK\u0005\u0006'));
/**
 * Office files are zip archives whose parts are in a folder named after the program; the name is readable in the
 * bytes.
 */
const isOffice = (folder: string) => both(startsWith('PK\u0003\u0004'), (bytes) => Buffer.from(bytes).includes(folder));
const isOldOffice = startsWith('\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1');

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Content that a browser or a shell would run, whatever the extension. */
const runs = /^\s*(#!|<!doctype|<html|<head|<body|<script|<svg|<\?xml|<\?php|<%)/i;

/** Text is UTF-8, or at least has no zero byte, and is not HTML or a script under another name. */
const isText: Proof = (bytes) => {
  if (bytes.includes(0)) return false;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    text = Buffer.from(bytes).toString('latin1');
  }
  return !runs.test(text.replace(/^\uFEFF/, '')) && !text.startsWith('MZ');
};
const isJson: Proof = (bytes) => {
  try {
    JSON.parse(utf8.decode(bytes));
    return true;
  } catch {
    return false;
  }
};

const jpeg: FileType = { media: 'image/jpeg', proof: startsWith('\u00ff\u00d8\u00ff'), isPicture: true };
const tiff: FileType = {
  media: 'image/tiff',
  proof: either(startsWith('II*\u0000'), startsWith('MM\u0000*')),
};

/** All allowed attachments by extension. Everything else (HTML, SVG, programs) is refused. */
const types: Record<string, FileType> = {
  pdf: { media: 'application/pdf', proof: startsWith('%PDF-') },
  png: { media: 'image/png', proof: startsWith('\u0089PNG\r\n\u001a\n'), isPicture: true },
  jpg: jpeg,
  jpeg,
  gif: { media: 'image/gif', proof: either(startsWith('GIF87a'), startsWith('GIF89a')), isPicture: true },
  webp: { media: 'image/webp', proof: both(startsWith('RIFF'), startsWith('WEBP', 8)), isPicture: true },
  heic: {
    media: 'image/heic',
    proof: either(...['heic', 'heix', 'mif1', 'msf1'].map((brand) => startsWith(`ftyp${brand}`, 4))),
  },
  tif: tiff,
  tiff,
  txt: { media: 'text/plain', proof: isText },
  csv: { media: 'text/csv', proof: isText },
  eml: {
    media: 'message/rfc822',
    proof: both(isText, (bytes) => /^[\w-]+:/.test(Buffer.from(bytes).toString('latin1'))),
  },
  json: { media: 'application/json', proof: isJson },
  zip: { media: 'application/zip', proof: isZip },
  xlsx: { media: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', proof: isOffice('xl/') },
  docx: { media: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', proof: isOffice('word/') },
  pptx: { media: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', proof: isOffice('ppt/') },
  xls: { media: 'application/vnd.ms-excel', proof: isOldOffice },
  doc: { media: 'application/msword', proof: isOldOffice },
  msg: { media: 'application/vnd.ms-outlook', proof: isOldOffice },
};

const served = new Set(Object.values(types).map((type) => type.media));
/** The media type a file is served with: a known one, or one that no program opens automatically. */
export const servedMedia = (media: string) => (served.has(media) ? media : 'application/octet-stream');

export interface CheckedFile {
  name: string;
  extension: string;
  media: string;
  isPicture: boolean;
}

export const NAME_MAX = 180;
/** Separators, control characters, and marks that change the text direction and can hide an extension. */
const unsafeCharacters = /[/\\\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** The reason why a file is refused, as a message; or its type. */
export function checkFile(name: string, bytes: Uint8Array): CheckedFile | string {
  if (!name || name.length > NAME_MAX || unsafeCharacters.test(name) || name.startsWith('.'))
    return 'its name cannot be kept';
  if (!bytes.length) return 'it is empty';
  const extension = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const type = Object.hasOwn(types, extension) ? types[extension] : undefined;
  if (!type) return extension ? `files of type ${extension} are not accepted` : 'its name has no ending';
  if (!type.proof(bytes)) return `it is not a ${extension} file`;
  return { name, extension, media: type.media, isPicture: type.isPicture ?? false };
}
