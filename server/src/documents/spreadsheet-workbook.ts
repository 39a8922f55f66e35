import { isDateFormat } from 'hucre';
import type { ReadPart } from './spreadsheet-archive.ts';
import { SpreadsheetRefused } from './spreadsheet-refused.ts';
import { CELLS_MAX, decodeEscapes, TEXT_MAX } from './spreadsheet-sheet.ts';
import { CELL_TEXT_MAX, scanXml } from './spreadsheet-xml.ts';

interface Relation {
  id: string;
  /** The last segment of its type's URI. */
  type: string;
  part: string;
}

/** A target is relative to the folder of the referring part, unless it begins with a slash. */
function resolvePart(folder: string, target: string): string {
  const path: string[] = target.startsWith('/') ? [] : folder.split('/').filter(Boolean);
  for (const step of target.split('/').filter((each) => each && each !== '.'))
    if (step === '..') path.pop();
    else path.push(step);
  return path.join('/');
}

function readRelations(readPart: ReadPart, part: string): Relation[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const bytes = readPart(`${folder}_rels/${part.slice(folder.length)}.rels`);
  const relations: Relation[] = [];
  if (!bytes) return relations;
  scanXml(bytes, {
    wantsText: false,
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const { Id = '', Type = '', Target = '' } = attributes;
      relations.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: resolvePart(folder, Target) });
    },
    close() {},
    text() {},
  });
  return relations;
}

export interface Workbook {
  sheets: { name: string; part: string }[];
  stringsPart: string;
  stylesPart: string;
  /** Days are counted from 1904 instead of 1900. */
  countsFrom1904: boolean;
}

export function readWorkbook(readPart: ReadPart): Workbook {
  const part = readRelations(readPart, '').find(({ type }) => type === 'officeDocument')?.part ?? '';
  const bytes = readPart(part);
  if (!bytes) throw new SpreadsheetRefused('FileIsNotXlsx');
  const relations = readRelations(readPart, part);
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.part ?? '';
  const workbook: Workbook = {
    sheets: [],
    stringsPart: partOf('sharedStrings'),
    stylesPart: partOf('styles'),
    countsFrom1904: false,
  };
  scanXml(bytes, {
    wantsText: false,
    open(name, attributes) {
      if (name === 'workbookPr') workbook.countsFrom1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name !== 'sheet') return;
      const given = attributes;
      const id = Object.entries(given).find(([key]) => key.endsWith(':id'))?.[1];
      const relation = relations.find((each) => each.id === id && each.type === 'worksheet');
      // Chart sheets have no rows.
      if (relation) workbook.sheets.push({ name: given.name ?? '', part: relation.part });
    },
    close() {},
    text() {},
  });
  return workbook;
}

/** The shared strings that cells refer to by number. */
export function readSharedStrings(bytes: Buffer | undefined): string[] {
  const strings: string[] = [];
  if (!bytes) return strings;
  let text = '';
  let characters = 0;
  let isPhonetic = false;
  const handler = {
    wantsText: false,
    open(name: string) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') handler.wantsText = !isPhonetic;
    },
    close(name: string) {
      if (name === 't') handler.wantsText = false;
      else if (name === 'rPh') isPhonetic = false;
      if (name !== 'si') return;
      if (strings.length >= CELLS_MAX) throw new SpreadsheetRefused(`SheetTooManyCells:${CELLS_MAX}`);
      strings.push(decodeEscapes(text));
    },
    text(more: string) {
      text += more;
      characters += more.length;
      if (text.length > CELL_TEXT_MAX) throw new SpreadsheetRefused(`CellTextTooLong:${CELL_TEXT_MAX}`);
      if (characters > TEXT_MAX) throw new SpreadsheetRefused(`SheetTooMuchText:${TEXT_MAX}`);
    },
  };
  scanXml(bytes, handler);
  return strings;
}

/** Built-in number formats that show days or times; 27 to 36 and 50 to 58 do in East Asian versions. */
const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 22) ||
  (format >= 27 && format <= 36) ||
  (format >= 45 && format <= 47) ||
  (format >= 50 && format <= 58);

/** Far more than a spreadsheet program allows (65,490). */
const STYLES_MAX = 100_000;

/** Which cell styles show a number as a date or a time. */
export function readDateStyles(bytes: Buffer | undefined): (style: number) => boolean {
  const customFormats = new Map<number, boolean>();
  const styles: number[] = [];
  let isCellStyle = false;
  if (bytes)
    scanXml(bytes, {
      wantsText: false,
      open(name, attributes) {
        if (styles.length + customFormats.size > STYLES_MAX) throw new SpreadsheetRefused('FileIsDamaged');
        if (name === 'cellXfs') isCellStyle = true;
        else if (name === 'xf' && isCellStyle) styles.push(Number(attributes.numFmtId ?? 0));
        else if (name === 'numFmt') {
          const { numFmtId, formatCode = '' } = attributes;
          customFormats.set(Number(numFmtId), isDateFormat(formatCode));
        }
      },
      close(name) {
        if (name === 'cellXfs') isCellStyle = false;
      },
      text() {},
    });
  return (style) => {
    const format = styles[style];
    return format !== undefined && (customFormats.get(format) ?? isBuiltInDate(format));
  };
}
