import { type Language, Money, type ReportColumn, textFor } from '@longshore/contract';
import { writeXlsx } from 'hucre/xlsx';
import { SheetNames } from '../sheet-names.ts';
import type { Cell } from '../spreadsheet.ts';
import type {
  DocumentContent,
  ReportContent,
  ReportRow,
  ReportSection,
  ReportStationery,
  ReportTable,
} from './report-content.ts';
import { documentNumber, makeReportFormat, numberOf } from './report-format.ts';

type Workbook = Parameters<typeof writeXlsx>[0];
type Sheet = Workbook['sheets'][number];
type Styles = NonNullable<NonNullable<Sheet['cells']> extends Map<string, infer C> ? C : never>['style'];

/** Texts stay texts, whatever they begin with: the writer never makes a formula of one. */
function cellOf(kind: ReportColumn['kind'], value: ReportRow[string] | undefined): Cell {
  if (value === null || value === undefined) return null;
  if (value instanceof Money) return numberOf(value);
  return kind === 'day' && value !== '' ? new Date(`${value}T00:00:00Z`) : value;
}

const DAY = 'yyyy-mm-dd';
const widths: Record<ReportColumn['kind'], number> = { text: 26, code: 20, number: 13, money: 14, day: 12 };
const widthOf = ({ kind, heading }: ReportColumn) => Math.max(widths[kind], heading.length + 3);

/** A number shows the decimals that it has; amounts of money at least two. */
function numberFormat(kind: ReportColumn['kind'], value: Cell): string | undefined {
  if (kind === 'day') return DAY;
  if (typeof value !== 'number') return undefined;
  const decimals = String(Math.abs(value)).split('.')[1]?.length ?? 0;
  const shown = Math.min(4, kind === 'money' ? Math.max(2, decimals) : decimals);
  return shown ? `#,##0.${'0'.repeat(shown)}` : '#,##0';
}

/** Rows below their headings and nothing else, to be computed with. */
function plainSheet(name: string, columns: readonly ReportColumn[], rows: readonly ReportRow[]): Sheet {
  const head = new Map(columns.map((_, index) => [`0,${index}`, { style: { font: { bold: true } } }]));
  return {
    name,
    columns: columns.map((column) => ({
      width: widthOf(column),
      ...(column.kind === 'day' ? { numFmt: DAY } : {}),
      ...(column.kind === 'money' ? { numFmt: '#,##0.00##' } : {}),
    })),
    rows: [
      columns.map(({ heading }) => heading),
      ...rows.map((row) => columns.map(({ key, kind }) => cellOf(kind, row[key]))),
    ],
    cells: head as never,
    freezePane: { rows: 1 },
  } as Sheet;
}

const textColumn = (key: string, heading: string): ReportColumn => ({ key, heading, kind: 'text', total: false });

export interface PlainPart {
  title: string;
  columns: readonly ReportColumn[];
  rows: readonly ReportRow[];
}

/** An amount is worth nothing without its currency. */
const withCurrency = ({ title, columns, rows }: PlainPart, { language, currency }: ReportStationery): PlainPart => {
  if (!columns.some(({ kind }) => kind === 'money')) return { title, columns, rows };
  const heading = textFor(language)('reportColumns.currency');
  return {
    title,
    columns: [...columns, textColumn('currency', heading)],
    rows: rows.map((row) => ({ ...row, currency })),
  };
};

const thin = { style: 'thin', color: { rgb: 'FF57534B' } } as const;
const hair = { style: 'hair', color: { rgb: 'FFB9B4AB' } } as const;
const styles = {
  title: { font: { bold: true, size: 16 } },
  name: { font: { bold: true, size: 12 } },
  fact: { font: { color: { rgb: 'FF57534B' } } },
  head: {
    font: { bold: true },
    fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'FFEDEAE4' } },
    border: { bottom: thin },
    alignment: { vertical: 'center', wrapText: true },
  },
  group1: { font: { bold: true, size: 12 } },
  group2: { font: { bold: true } },
  row: { border: { bottom: hair }, alignment: { vertical: 'top', wrapText: true } },
  sum: { font: { bold: true }, border: { top: thin } },
  total: { font: { bold: true, size: 12 }, border: { top: thin } },
} as const;

/** A sheet that is filled row by row, each cell with its style. */
class Canvas {
  readonly rows: Cell[][] = [];
  readonly cells = new Map<string, { style: Styles }>();

  add(values: readonly Cell[], style: object, formatAt: (at: number) => string | undefined = () => undefined): void {
    const row = this.rows.length;
    for (const at of values.keys()) {
      const numFmt = formatAt(at);
      this.cells.set(`${row},${at}`, { style: { ...style, ...(numFmt ? { numFmt } : {}) } as Styles });
    }
    this.rows.push([...values]);
  }
}

function addTable(canvas: Canvas, { title, columns, lines }: ReportTable, currency: string): void {
  if (title) {
    canvas.add([], {});
    canvas.add([title], styles.name);
  }
  const isNumber = ({ kind }: ReportColumn) => kind === 'money' || kind === 'number';
  canvas.add(
    columns.map(({ heading, kind }) => (kind === 'money' ? `${heading} (${currency})` : heading)),
    styles.head,
  );
  const head = canvas.rows.length - 1;
  for (const [at, column] of columns.entries())
    if (isNumber(column))
      canvas.cells.set(`${head},${at}`, {
        style: { ...styles.head, alignment: { ...styles.head.alignment, horizontal: 'right' } } as Styles,
      });
  const addRow = (row: ReportRow, style: object, label?: string) => {
    const values = columns.map(({ key, kind }) => cellOf(kind, row[key]));
    if (label !== undefined) values[0] = label;
    canvas.add(values, style, (at) => numberFormat(columns[at]?.kind ?? 'text', values[at] ?? null));
  };
  for (const line of lines)
    if (line.kind === 'group') canvas.add([line.text], line.level === 1 ? styles.group1 : styles.group2);
    else if (line.kind === 'row') addRow(line.row, styles.row);
    else addRow(line.sums, styles.sum, line.label);
}

/** The row with the headings, below five lines that say what the sheet is. */
const HEAD_ROW = 7;

/** Repeats the headings on every printed page. The name of a sheet may have spaces and is quoted. */
const printTitles = (sheet: string) => ({
  name: '_xlnm.Print_Titles',
  scope: sheet,
  range: `'${sheet.replaceAll("'", "''")}'!$${HEAD_ROW}:$${HEAD_ROW}`,
});

/** In the header and footer of a sheet an ampersand begins a code. */
const plainText = (text: string) => text.replaceAll('&', '&&').slice(0, 100);

function visualSheet(
  content: DocumentContent,
  section: ReportSection,
  stationery: ReportStationery,
  name: string,
): Sheet {
  const { client, tables, totals, notes = [] } = section;
  const format = makeReportFormat(stationery);
  const t = textFor(stationery.language);
  const canvas = new Canvas();
  canvas.add([content.title], styles.title);
  canvas.add([client.company], styles.name);
  canvas.add([t('reportWords.fromTo', { from: format.day(content.from), to: format.day(content.to) })], styles.fact);
  canvas.add([section.number ?? documentNumber(client.invoice_prefix, content)], styles.fact);
  for (const [label, value] of section.facts ?? []) canvas.add([`${label}: ${value}`], styles.fact);
  canvas.add([[stationery.sender.name, ...stationery.sender.address].join(', ')], styles.fact);
  canvas.add([], {});
  const columns = tables[0]?.columns ?? [];
  for (const [index, table] of tables.entries()) {
    addTable(canvas, table, stationery.currency);
    if (index > 0) continue;
    for (const [at, { label, value, kind }] of totals.entries()) {
      const values: Cell[] = columns.map(() => null);
      values[0] = label;
      const last = Math.max(1, columns.length - 1);
      values[last] = numberOf(value);
      const style = at === totals.length - 1 ? styles.total : styles.sum;
      canvas.add(values, style, (cell) => (cell === last ? numberFormat(kind, values[last] ?? null) : undefined));
    }
    for (const note of notes) canvas.add([note], styles.fact);
  }
  return {
    name,
    columns: columns.map((column) => ({ width: widthOf(column) })),
    rows: canvas.rows,
    cells: canvas.cells as never,
    freezePane: { rows: HEAD_ROW },
    view: { showGridLines: false },
    pageSetup: {
      paperSize: stationery.paper,
      orientation: 'portrait',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
    },
    headerFooter: {
      oddFooter: `&L${plainText(client.company)}&R${t('print.page', { page: '&P', pages: '&N' })}`,
    },
  } as Sheet;
}

function emptySheet(content: ReportContent, language: Language): Sheet {
  return {
    name: textFor(language)('reportWords.sheet'),
    rows: [[content.title], [textFor(language)('messages.NoRecordFound')]],
  };
}

/** The report as a workbook to be printed, with a sheet for each client. */
export async function drawReportWorkbook(content: ReportContent, stationery: ReportStationery): Promise<Uint8Array> {
  const { language, at, sender } = stationery;
  const sheetNames = new SheetNames(textFor(language)('reportWords.sheet'));
  const sheets = content.sections.map((section) =>
    visualSheet(content, section, stationery, sheetNames.next(section.client.company)),
  );
  return writeXlsx({
    sheets: sheets.length ? sheets : [emptySheet(content, language)],
    namedRanges: sheets.map(({ name }) => printTitles(name)),
    properties: { title: content.title, creator: sender.name, created: at },
  });
}

/** The statement of a client to be read and printed, and its entries to be computed with. */
export async function drawStatementWorkbook(
  content: DocumentContent,
  stationery: ReportStationery,
  entries: PlainPart,
): Promise<Uint8Array> {
  const { language, at, sender } = stationery;
  const t = textFor(language);
  const names = new SheetNames(t('reportWords.sheet'));
  const first = names.next(content.title);
  const second = names.next(entries.title);
  const [section] = content.sections;
  if (!section) throw new Error('A statement is of a client.');
  const { columns, rows } = withCurrency(entries, stationery);
  return writeXlsx({
    sheets: [visualSheet(content, section, stationery, first), plainSheet(second, columns, rows)],
    namedRanges: [printTitles(first)],
    properties: { title: content.title, creator: sender.name, created: at },
  });
}
