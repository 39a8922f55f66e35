import { serialToDate } from 'hucre';
import { SpreadsheetRefused } from './spreadsheet-refused.ts';
import { CELL_TEXT_MAX, scanXml, type XmlHandler } from './spreadsheet-xml.ts';

export const COLUMNS_MAX = 200;
export const CELLS_MAX = 1_000_000;
/** All texts together: many cells may share one long text, so that a small file can have a large content. */
export const TEXT_MAX = 10_000_000;

export interface SheetReading {
  strings: readonly string[];
  isDateStyle: (style: number) => boolean;
  countsFrom1904: boolean;
  /** Rows below the headings. */
  rowsMax: number;
  take: (row: string[]) => void;
}

const SECOND = 1000;
const MIDNIGHT = '00:00:00';

/**
 * A date as the sheet shows it, without a time zone: a day, a day with a time, or only a time, which the format
 * stores as a fraction of a day in the distant past. Times are fractions of a day, so they are rounded to seconds.
 */
function momentText(moment: Date): string {
  const rounded = new Date(Math.round(moment.getTime() / SECOND) * SECOND);
  // A number outside of the calendar.
  if (!(rounded.getTime() < Date.UTC(10_000, 0))) return '';
  const text = rounded.toISOString();
  const [day, time] = [text.slice(0, 10), text.slice(11, 19)];
  if (day < '1900-01-01') return time;
  return time === MIDNIGHT ? day : `${day} ${time}`;
}

/** Characters that XML cannot contain are written as _x000D_. */
export const decodeEscapes = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

const A = 'A'.charCodeAt(0);

/** The column index of a cell reference (`AB12` is 27); undefined when it has none. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Za-z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (!letters) return undefined;
  return [...letters.toUpperCase()].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - A + 1, 0) - 1;
}

class SheetReader implements XmlHandler {
  wantsText = false;
  private row: string[] = [];
  private rowIndex = -1;
  private taken = 0;
  private cells = 0;
  private characters = 0;
  private column = -1;
  private type = '';
  private style = -1;
  private value = '';
  private isInline = false;
  private isPhonetic = false;

  constructor(private readonly reading: SheetReading) {}

  open(name: string, attributes: Record<string, string>): void {
    if (name === 'row') this.openRow(attributes.r);
    else if (name === 'c') this.openCell(attributes);
    else if (name === 'is') this.isInline = true;
    else if (name === 'rPh') this.isPhonetic = true;
    else if (name === 'v' || (name === 't' && this.isInline && !this.isPhonetic)) this.wantsText = true;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.wantsText = false;
    else if (name === 'is') this.isInline = false;
    else if (name === 'rPh') this.isPhonetic = false;
    else if (name === 'c') this.closeCell();
    else if (name === 'row') this.closeRow();
  }

  text(text: string): void {
    this.value += text;
    if (this.value.length > CELL_TEXT_MAX) throw new SpreadsheetRefused(`CellTextTooLong:${CELL_TEXT_MAX}`);
  }

  private openRow(number: string | undefined): void {
    const index = number === undefined ? this.rowIndex + 1 : Number(number) - 1;
    if (!Number.isInteger(index) || index <= this.rowIndex) throw new SpreadsheetRefused('FileIsDamaged');
    this.rowIndex = index;
    this.row = [];
    this.column = -1;
  }

  private openCell({ r, t = 'n', s }: Record<string, string>): void {
    this.column = columnOf(r) ?? this.column + 1;
    this.type = t;
    this.style = s === undefined ? -1 : Number(s);
    this.value = '';
  }

  private cellText(): string {
    const { value } = this;
    if (value === '') return '';
    const { strings, isDateStyle, countsFrom1904 } = this.reading;
    switch (this.type) {
      case 's':
        return strings[Number(value)] ?? '';
      case 'str':
      case 'inlineStr':
        return decodeEscapes(value);
      case 'b':
        return String(value === '1' || value.toLowerCase() === 'true');
      case 'n': {
        const number = Number(value);
        if (Number.isNaN(number)) return value;
        return isDateStyle(this.style) ? momentText(serialToDate(number, countsFrom1904)) : String(number);
      }
      default:
        return value;
    }
  }

  private closeCell(): void {
    const text = this.cellText().trim();
    if (text === '') return;
    if (this.column >= COLUMNS_MAX) throw new SpreadsheetRefused(`SheetTooManyColumns:${COLUMNS_MAX}`);
    while (this.row.length < this.column) this.row.push('');
    this.row[this.column] = text;
    this.characters += text.length;
    if (this.characters > TEXT_MAX) throw new SpreadsheetRefused(`SheetTooMuchText:${TEXT_MAX}`);
  }

  private closeRow(): void {
    const { rowsMax, take } = this.reading;
    if (!this.row.length) return;
    // The first row holds the headings.
    if (this.rowIndex > rowsMax) throw new SpreadsheetRefused(`SheetTooManyRows:${rowsMax}`);
    this.cells += this.row.length;
    if (this.cells > CELLS_MAX) throw new SpreadsheetRefused(`SheetTooManyCells:${CELLS_MAX}`);
    for (; this.taken < this.rowIndex; this.taken++) take([]);
    take(this.row);
    this.taken = this.rowIndex + 1;
  }
}

/** Reads a sheet's rows as texts, within the limits; empty rows at the end are dropped. */
export const readSheet = (bytes: Buffer, reading: SheetReading): void => scanXml(bytes, new SheetReader(reading));
