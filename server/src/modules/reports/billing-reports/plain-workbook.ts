import { Money, type ReportColumn } from '@longshore/contract';
import type { ReportClient, ReportTable, ReportTotal } from '../../../documents/billing/report-content.ts';
import { numberOf, rowsOf } from '../../../documents/billing/report-format.ts';
import type { RowCell, RowPart, RowsSheet } from '../../../documents/row-file.ts';
import { SheetNames } from '../../../documents/sheet-names.ts';
import { RowSheet } from '../../../platform/exports/row-sheet.ts';
import { invalid } from '../../../platform/http/problem.ts';
import { amount, type Columns, fileColumn, text } from '../engine/columns.ts';
import { type BillingRow, drawnColumns, type Tally } from './billing-report.ts';
import { type OpenReport, roundedTotals } from './read-billing-report.ts';

type Row = Readonly<Record<string, unknown>>;

/** What the workbook says of a client, known when all rows are read. */
export interface PlainSection {
  client: ReportClient;
  totals: readonly ReportTotal[];
}

interface PlainWorkbook {
  sheet: RowSheet;
  /** Of the clients that have rows; complete when the sheet is drawn. */
  sections: PlainSection[];
}

const cellOf = (value: unknown): RowCell => (value instanceof Money ? numberOf(value) : ((value ?? null) as RowCell));

/** How the sheets of a report write their rows: an amount is worth nothing without its currency. */
class PlainSheets {
  private readonly names: SheetNames;

  constructor(private readonly open: OpenReport) {
    this.names = new SheetNames(open.words.t('reportWords.sheet'));
  }

  private static hasMoney = (columns: readonly ReportColumn[]) => columns.some(({ kind }) => kind === 'money');

  sheet(name: string, columns: readonly ReportColumn[]): RowsSheet {
    const { t } = this.open.words;
    const currency = PlainSheets.hasMoney(columns) ? [fileColumn(t('reportColumns.currency'), 'text')] : [];
    return {
      name: this.names.next(name),
      columns: [...columns.map(({ heading, kind }) => fileColumn(heading, kind)), ...currency],
    };
  }

  rows(columns: readonly ReportColumn[], rows: readonly Row[]): RowCell[][] {
    const currency = PlainSheets.hasMoney(columns) ? [this.open.words.currency] : [];
    return rows.map((row) => [...columns.map(({ key }) => cellOf(row[key])), ...currency]);
  }
}

interface ReadClient {
  client: ReportClient;
  tally: Tally<BillingRow>;
}

/** Summaries of all clients on one sheet. */
function* summarySheet(sheets: PlainSheets, { words }: OpenReport, read: readonly ReadClient[]): Generator<RowPart> {
  const summaries = read.flatMap(({ client, tally }) => {
    const summary = tally.summary?.();
    return summary ? [{ client: client.company, summary }] : [];
  });
  const first: ReportTable | undefined = summaries[0]?.summary;
  if (!first) return;
  const columns = [...drawnColumns(words.language, { client: text() }), ...first.columns];
  yield sheets.sheet(first.title, columns);
  for (const { client, summary } of summaries)
    yield sheets.rows(
      columns,
      rowsOf(summary.lines).map((row) => ({ client, ...row })),
    );
}

export const totalsColumns: Columns = { client: text(), line: text(), amount: amount() };

/** What each client owes, on one sheet: where there is more to say than the total. */
function* totalsSheet(
  sheets: PlainSheets,
  { words }: OpenReport,
  sections: readonly PlainSection[],
): Generator<RowPart> {
  const detailed = sections.filter(({ totals }) => totals.length > 1);
  if (!detailed.length) return;
  const columns = drawnColumns(words.language, totalsColumns);
  yield sheets.sheet(words.t('reportWords.totals'), columns);
  for (const { client, totals } of detailed)
    yield sheets.rows(
      columns,
      totals.map(({ label, value }) => ({ client: client.company, line: label, amount: value })),
    );
}

/**
 * A report as rows to be computed with: a sheet for each client, then summaries and tax of all clients. The rows are
 * drawn as they are read. Without any it is refused, or says so when it is mailed.
 */
export async function plainWorkbook(
  open: OpenReport,
  fileName: string,
  whenEmpty: 'refuse' | 'say',
): Promise<PlainWorkbook> {
  const { report, words, parts, timezone, title } = open;
  const columns = drawnColumns(words.language, report.columns);
  const sheets = new PlainSheets(open);
  const sections: PlainSection[] = [];
  const read: ReadClient[] = [];
  const first = await parts.next();
  const file = { format: 'xlsx' as const, timezone };
  if (first.done) {
    if (whenEmpty === 'refuse') throw invalid('_', 'NoRecordFound');
    const nothing = async function* () {
      yield [[words.t('messages.NoRecordFound')]];
    };
    const sheet = { name: words.t('reportWords.sheet'), columns: [fileColumn(title, 'text')] };
    return { sheet: new RowSheet(fileName, 0, nothing(), { ...file, ...sheet }), sections };
  }

  async function* all(): AsyncGenerator<RowPart> {
    for (let part = first; !part.done; part = await parts.next()) {
      const { client, rows } = part.value;
      if (read.at(-1)?.client !== client) {
        if (read.length) yield sheets.sheet(client.company, columns);
        read.push({ client, tally: report.tally(words) });
      }
      const tally = read.at(-1)?.tally;
      for (const row of rows) tally?.add(row);
      yield sheets.rows(columns, rows);
    }
    sections.push(...read.map(({ client, tally }) => ({ client, totals: roundedTotals(tally, words) })));
    yield* summarySheet(sheets, open, read);
    yield* totalsSheet(sheets, open, sections);
  }
  const firstSheet = sheets.sheet(first.value.client.company, columns);
  return { sheet: new RowSheet(fileName, 0, all(), { ...file, ...firstSheet }), sections };
}
