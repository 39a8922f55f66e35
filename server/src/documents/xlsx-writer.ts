import { type Cell, DAY_FORMAT, type SheetColumn } from './sheet-cells.ts';
import { type Sink, ZipWriter } from './zip-writer.ts';

/** Rows of a sheet that Excel opens, the headings included. */
export const SHEET_ROWS_MAX = 1_048_576;
/** Characters of a cell; Excel repairs a file with more by removing the cell. */
const CELL_TEXT_MAX = 32_767;
/** Text is passed on in pieces of this size. */
const CHUNK = 64 * 1024;
const DAY_MS = 86_400_000;
/** 1 January 1970, counted in days as Excel does. */
const EPOCH = 25_569;

const NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold them.
const special = /[&<>"\x00-\x08\x0b-\x1f\ufffe\uffff]|_x(?=[0-9a-f]{4}_)/gi;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const codeOf = (character: string) => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/** Characters that XML cannot hold are written by their number, and so is a text that looks like one. */
const escapeXml = (text: string) =>
  text.replace(special, (found) =>
    found.length > 1 ? `_x005F_${found.slice(1)}` : (entities[found] ?? `_x${codeOf(found)}_`),
  );

/** `A`, `B` … `AA`. */
function lettersOf(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : lettersOf(Math.floor(column / 26) - 1) + letter;
}

const HEAD_STYLE = 1;
/** Styles before those of number formats: plain, and bold for headings. */
const FIXED_STYLES = 2;
/** Numbers below are Excel's own formats. */
const FIRST_FORMAT = 164;

function stylesXml(formats: readonly string[]): string {
  const formatted = formats
    .map(
      (_, at) =>
        `<xf numFmtId="${FIRST_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    )
    .join('');
  const named = formats
    .map((format, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${escapeXml(format)}"/>`)
    .join('');
  const font = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
  return (
    `${DECLARATION}<styleSheet xmlns="${NAMESPACE}">` +
    (formats.length ? `<numFmts count="${formats.length}">${named}</numFmts>` : '') +
    `<fonts count="2"><font>${font}</font><font><b/>${font}</font></fonts>` +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${FIXED_STYLES + formats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>${formatted}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

const sheetHead = (columns: readonly SheetColumn[]) =>
  `${DECLARATION}<worksheet xmlns="${NAMESPACE}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" state="frozen" activePane="bottomLeft"/></sheetView></sheetViews>' +
  '<sheetFormatPr defaultRowHeight="15"/>' +
  `<cols>${columns
    .map(
      ({ heading, width }, at) =>
        `<col min="${at + 1}" max="${at + 1}" width="${width ?? Math.max(12, heading.length + 4)}" customWidth="1"/>`,
    )
    .join('')}</cols><sheetData>`;

/**
 * Writes a workbook of plain sheets row by row, each with bold headings that stay in sight. Nothing is kept of a row, so
 * that the memory does not grow with the number of rows. Texts are written as texts, whatever they begin with: no cell
 * is ever a formula.
 */
export class XlsxWriter {
  private readonly zip: ZipWriter;
  private readonly names: string[] = [];
  private readonly formats: string[] = [];
  private letters: string[] = [];
  private styles: number[] = [];
  private row = 0;
  private text = '';

  constructor(sink: Sink) {
    this.zip = new ZipWriter(sink);
  }

  /** Begins the next sheet. */
  sheet(name: string, columns: readonly SheetColumn[]): void {
    if (this.names.length) this.endSheet();
    this.names.push(name);
    this.letters = columns.map((_, at) => lettersOf(at));
    this.styles = columns.map(({ format }) => (format ? this.styleOf(format) : 0));
    this.row = 0;
    this.zip.begin(`xl/worksheets/sheet${this.names.length}.xml`);
    this.text = sheetHead(columns);
    this.write(
      columns.map(({ heading }) => heading),
      () => HEAD_STYLE,
    );
  }

  private styleOf(format: string): number {
    if (!this.formats.includes(format)) this.formats.push(format);
    return FIXED_STYLES + this.formats.indexOf(format);
  }

  add(row: readonly Cell[]): void {
    if (this.row >= SHEET_ROWS_MAX) throw new RangeError(`A sheet has at most ${SHEET_ROWS_MAX} rows.`);
    this.write(row, (column) => this.styles[column] ?? 0);
    if (this.text.length > CHUNK) this.flush();
  }

  private write(row: readonly Cell[], styleAt: (column: number) => number): void {
    this.row++;
    let text = `<row r="${this.row}">`;
    for (let column = 0; column < row.length; column++) {
      const value = row[column];
      if (value === null || value === undefined || value === '') continue;
      const letters = this.letters[column] ?? lettersOf(column);
      // A date without a format would be shown as a number.
      const style = styleAt(column) || (value instanceof Date ? this.styleOf(DAY_FORMAT) : 0);
      text += cellXml(value, `${letters}${this.row}`, style);
    }
    this.text += `${text}</row>`;
  }

  private flush(): void {
    const { text } = this;
    this.text = '';
    this.zip.write(text);
  }

  private endSheet(): void {
    this.text += '</sheetData></worksheet>';
    this.flush();
    this.zip.end();
  }

  finish(): void {
    this.endSheet();
    const { zip, names } = this;
    const stylesId = names.length + 1;
    zip.add('xl/styles.xml', stylesXml(this.formats));
    zip.add(
      'xl/workbook.xml',
      `${DECLARATION}<workbook xmlns="${NAMESPACE}" xmlns:r="${RELATIONS}"><sheets>${names
        .map((name, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
        .join('')}</sheets></workbook>`,
    );
    zip.add(
      'xl/_rels/workbook.xml.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${names
        .map(
          (_, at) =>
            `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
        )
        .join('')}<Relationship Id="rId${stylesId}" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    );
    zip.add(
      '_rels/.rels',
      `${DECLARATION}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    );
    zip.add(
      '[Content_Types].xml',
      `${DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${names
        .map(
          (_, at) => `<Override PartName="/xl/worksheets/sheet${at + 1}.xml" ContentType="${CONTENT}.worksheet+xml"/>`,
        )
        .join('')}</Types>`,
    );
    zip.finish();
  }
}

function cellXml(value: string | number | boolean | Date, reference: string, style: number): string {
  const at = style ? `r="${reference}" s="${style}"` : `r="${reference}"`;
  if (typeof value === 'string') {
    const space = /^\s|\s$|\n/.test(value) ? ' xml:space="preserve"' : '';
    return `<c ${at} t="inlineStr"><is><t${space}>${escapeXml(value.slice(0, CELL_TEXT_MAX))}</t></is></c>`;
  }
  if (typeof value === 'boolean') return `<c ${at} t="b"><v>${value ? 1 : 0}</v></c>`;
  const number = value instanceof Date ? value.getTime() / DAY_MS + EPOCH : value;
  return Number.isFinite(number) ? `<c ${at}><v>${number}</v></c>` : '';
}
