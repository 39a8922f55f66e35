import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { SpreadsheetRefused } from './spreadsheet-refused.ts';

/** The maximum number of characters in a cell of a spreadsheet program. */
export const CELL_TEXT_MAX = 32_767;

/** Fed in pieces: the text of a whole part would be in memory twice. */
const PIECE_BYTES = 256 * 1024;

export interface XmlHandler {
  /** Whether the text that follows is needed. */
  wantsText: boolean;
  open(name: string, attributes: Record<string, string>): void;
  close(name: string): void;
  text(text: string): void;
}

const damaged = () => new SpreadsheetRefused('FileIsDamaged');

/** Characters that XML cannot contain; some programs write them into cells all the same. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1);

/**
 * Scans a part of a workbook, tag by tag, without building a DOM, which would take ten times the memory of the text.
 * Names come without their prefix. Throws SpreadsheetRefused when it is not XML, and whatever the handler throws.
 */
export function scanXml(bytes: Buffer, handler: XmlHandler): void {
  const parser = new SaxesParser();
  const take = (text: string) => {
    if (handler.wantsText) handler.text(text);
  };
  parser.on('error', () => {
    throw damaged();
  });
  // Document types are not allowed in a workbook.
  parser.on('doctype', () => {
    throw damaged();
  });
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => handler.open(withoutPrefix(name), attributes));
  parser.on('closetag', ({ name }) => handler.close(withoutPrefix(name)));
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    const piece = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: true });
    parser.write(piece.replace(CONTROLS, ' '));
  }
  parser.close();
}
