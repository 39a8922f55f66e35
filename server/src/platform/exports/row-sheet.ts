import { openDrawing } from '../../documents/draw.ts';
import { isSheet, packPart, type RowFile, type RowPart } from '../../documents/row-file.ts';
import { openScratchFile, type ScratchFile } from './scratch-file.ts';

/**
 * A spreadsheet of any number of rows as an answer. The rows come from a cursor of the call's transaction: they are
 * read and drawn while it is open, a few at a time.
 */
export class RowSheet {
  constructor(
    /** Of the file. */
    readonly name: string,
    /** Rows to be expected, for the progress. */
    readonly total: number,
    /** Of a workbook also the sheets that follow the first. */
    readonly rows: AsyncIterable<RowPart>,
    readonly file: RowFile,
  ) {}
}

/** A drawn spreadsheet, to be sent or stored. */
export interface DrawnSheet {
  name: string;
  format: RowFile['format'];
  file: ScratchFile;
}

/**
 * Draws the rows in a worker thread, which writes them to a file: neither the rows nor the file are ever in memory as
 * a whole, and the transaction does not wait for a slow caller. While the thread draws some rows the next are read.
 */
export async function drawRowSheet(
  sheet: RowSheet,
  folder: string,
  onRows: (count: number) => void = () => {},
): Promise<DrawnSheet> {
  const file = await openScratchFile(folder);
  try {
    await drawInto(file, sheet, onRows);
  } catch (error) {
    await file.close();
    throw error;
  }
  return { name: sheet.name, format: sheet.file.format, file };
}

async function drawInto(file: ScratchFile, sheet: RowSheet, onRows: (count: number) => void): Promise<void> {
  const drawing = await openDrawing('rows', { file: sheet.file, descriptor: file.descriptor });
  try {
    let drawn = Promise.resolve();
    for await (const part of sheet.rows) {
      await drawn;
      drawn = drawing.add(packPart(part)).then(() => onRows(isSheet(part) ? 0 : part.length));
      // Reported when it is awaited.
      drawn.catch(() => {});
    }
    await drawn;
    file.size = await drawing.finish();
  } finally {
    // The thread must be done with the file before it is closed: its number may be given to another file.
    await drawing.close();
  }
}
