import { LANGUAGES, textFor } from '@longshore/contract';
import { openArchive } from './spreadsheet-archive.ts';
import { SpreadsheetRefused } from './spreadsheet-refused.ts';
import { readSheet } from './spreadsheet-sheet.ts';
import { readDateStyles, readSharedStrings, readWorkbook } from './spreadsheet-workbook.ts';

/** The sheet of notes in our own templates, which is not imported. */
const noteSheets = LANGUAGES.map((language) => textFor(language)('notes.sheet'));

/**
 * Reads the first sheet as text, row by row, headings first; empty rows between others are kept, so that row numbers
 * are right. Returns the number of sheets, not counting notes. Throws SpreadsheetRefused.
 */
export function parseSpreadsheet(bytes: Buffer, rowsMax: number, take: (row: string[]) => void): number {
  const readPart = openArchive(bytes);
  const workbook = readWorkbook(readPart);
  const sheets = workbook.sheets.filter(({ name }) => !noteSheets.includes(name));
  const [sheet] = sheets;
  const part = sheet && readPart(sheet.part);
  if (sheet && !part) throw new SpreadsheetRefused('FileIsDamaged');
  if (part)
    readSheet(part, {
      strings: readSharedStrings(readPart(workbook.stringsPart)),
      isDateStyle: readDateStyles(readPart(workbook.stylesPart)),
      countsFrom1904: workbook.countsFrom1904,
      rowsMax,
      take,
    });
  return sheets.length;
}
