import { SpreadsheetRefused } from './spreadsheet-refused.ts';

const GREATER_THAN = 0x3e;
const SLASH = 0x2f;
const COLON = 0x3a;
const SPACE = 0x20;
const QUESTION_MARK = 0x3f;
const EXCLAMATION_MARK = 0x21;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/** The maximum number of characters in a cell of a spreadsheet program. */
export const CELL_TEXT_MAX = 32_767;
/** In bytes of XML: a character takes at most 10 as an entity. */
const TEXT_MAX = 10 * CELL_TEXT_MAX;
const TAG_MAX = 64 * 1024;

export interface XmlHandler {
  /** Whether the text that follows is needed; decoding unneeded text would take most of the time. */
  wantsText: boolean;
  open(name: string, attributes: () => Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

const damaged = () => new SpreadsheetRefused('FileIsDamaged');

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (match, hex, decimal, name) => {
    if (name) return entities[name] ?? match;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  });
}

const HIGH_BYTES = /[\x80-\xff]/;

/** The part is searched as single bytes, which is fast; only what is read is decoded as UTF-8. */
const decode = (bytes: string) => (HIGH_BYTES.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes);

const ATTRIBUTE = /([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = Object.create(null);
  ATTRIBUTE.lastIndex = 0;
  for (let found = ATTRIBUTE.exec(tag); found; found = ATTRIBUTE.exec(tag))
    attributes[found[1] ?? ''] = decodeEntities(decode(found[2] ?? found[3] ?? ''));
  return attributes;
}

/** The end of a tag; a quoted attribute may contain a `>`. */
function endOfTag(source: string, from: number): number {
  let quote = 0;
  const limit = Math.min(source.length, from + TAG_MAX);
  for (let at = from; at < limit; at++) {
    const code = source.charCodeAt(at);
    if (quote) quote = code === quote ? 0 : quote;
    else if (code === GREATER_THAN) return at;
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code;
  }
  throw damaged();
}

function endOf(source: string, mark: string, from: number): number {
  const at = source.indexOf(mark, from);
  if (at < 0) throw damaged();
  return at;
}

function readText(source: string, from: number, to: number): string {
  if (to - from > TEXT_MAX) throw new SpreadsheetRefused(`CellTextTooLong:${CELL_TEXT_MAX}`);
  return decode(source.slice(from, to));
}

/**
 * Skips a comment, a CDATA section or a processing instruction; returns where it ends. Document types are not allowed
 * in a workbook.
 */
function skipMarkup(source: string, at: number, handler: XmlHandler): number {
  if (source.startsWith('<?', at)) return endOf(source, '?>', at) + 2;
  if (source.startsWith('<!--', at)) return endOf(source, '-->', at + 4) + 3;
  if (!source.startsWith('<![CDATA[', at)) throw damaged();
  const end = endOf(source, ']]>', at + 9);
  if (handler.wantsText) handler.text(readText(source, at + 9, end));
  return end + 3;
}

/** The name between these positions, without its prefix. */
function nameOf(source: string, from: number, to: number): string {
  let begin = from;
  let at = from;
  for (; at < to; at++) {
    const code = source.charCodeAt(at);
    if (code <= SPACE) break;
    if (code === COLON) begin = at + 1;
  }
  return source.slice(begin, at);
}

function readTag(source: string, at: number, handler: XmlHandler): number {
  const end = endOfTag(source, at + 1);
  if (source.charCodeAt(at + 1) === SLASH) {
    handler.close(nameOf(source, at + 2, end));
    return end + 1;
  }
  const isEmpty = source.charCodeAt(end - 1) === SLASH;
  const name = nameOf(source, at + 1, isEmpty ? end - 1 : end);
  handler.open(name, () => attributesOf(source.slice(at + 1, end)));
  if (isEmpty) handler.close(name);
  return end + 1;
}

/**
 * Scans a part of a workbook, tag by tag, without building a DOM, which would take ten times the memory of the text.
 * Names come without their prefix. Throws SpreadsheetRefused when it is not XML, and whatever the handler throws.
 */
export function scanXml(bytes: Buffer, handler: XmlHandler): void {
  const source = bytes.toString('latin1');
  let at = 0;
  while (at < source.length) {
    const found = source.indexOf('<', at);
    const tag = found < 0 ? source.length : found;
    if (handler.wantsText && tag > at) handler.text(decodeEntities(readText(source, at, tag)));
    if (tag === source.length) return;
    const next = source.charCodeAt(tag + 1);
    const isMarkup = next === QUESTION_MARK || next === EXCLAMATION_MARK;
    at = isMarkup ? skipMarkup(source, tag, handler) : readTag(source, tag, handler);
  }
}
