import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a hand-made archive. Its declared size may be false. */
export interface Part {
  name: string;
  bytes: Buffer;
  /** The size that the directory and the header declare; the true one by default. */
  declared?: number;
  /** Sizes are omitted from the header and follow the data, as streaming programs write them. */
  hasDescriptor?: boolean;
}

function header(part: Part, packed: Buffer, signature: number, size: number, from: number): Buffer {
  const bytes = Buffer.alloc(size);
  bytes.writeUInt32LE(signature, 0);
  bytes.writeUInt16LE(part.hasDescriptor ? 8 : 0, from + 6);
  bytes.writeUInt16LE(8, from + 8);
  bytes.writeUInt32LE(crc32(part.bytes), from + 14);
  bytes.writeUInt32LE(packed.length, from + 18);
  bytes.writeUInt32LE(part.declared ?? part.bytes.length, from + 22);
  bytes.writeUInt16LE(Buffer.byteLength(part.name), from + 26);
  return bytes;
}

function withoutSizes(local: Buffer): Buffer {
  return Buffer.from(local).fill(0, 14, 26);
}

/** An archive written by hand, deflated. */
export function zipOf(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const packed = deflateRawSync(part.bytes);
    const name = Buffer.from(part.name);
    const local = header(part, packed, 0x04034b50, 30, 0);
    const central = header(part, packed, 0x02014b50, 46, 2);
    central.writeUInt32LE(offset, 42);
    const descriptor = Buffer.concat([Buffer.from('PK\u0007\b', 'latin1'), local.subarray(14, 26)]);
    const file = part.hasDescriptor ? [withoutSizes(local), name, packed, descriptor] : [local, name, packed];
    files.push(...file);
    directory.push(central, name);
    offset += file.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  for (const place of [8, 10]) end.writeUInt16LE(parts.length, place);
  const length = directory.reduce((sum, each) => sum + each.length, 0);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const officeTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const relationships = (...targets: [type: string, target: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${officeTypes}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

export const SHEET = 'xl/worksheets/sheet1.xml';
export const STRINGS = 'xl/sharedStrings.xml';
export const sheetXml = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`;
export const stringsXml = (items: string) => `<sst ${main}>${items}</sst>`;

/** The parts of a workbook with one sheet, some of them replaced. */
export function workbookParts(given: Record<string, string | Buffer> = {}): Part[] {
  const usual = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships(['officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${officeTypes}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ),
    [STRINGS]: stringsXml('<si><t>Type</t></si>'),
    [SHEET]: sheetXml('<row r="1"><c r="A1" t="s"><v>0</v></c></row>'),
  };
  return Object.entries({ ...usual, ...given }).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
}

export const workbookOf = (given: Record<string, string | Buffer> = {}) => zipOf(workbookParts(given));

/** A text of about this many bytes that repeats a unit between a start and an end. */
export const repeated = (begin: string, unit: string, end: string, bytes: number) =>
  Buffer.concat([Buffer.from(begin), Buffer.alloc(bytes - (bytes % unit.length), unit), Buffer.from(end)]);
