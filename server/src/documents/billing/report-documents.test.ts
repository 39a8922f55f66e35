import { LANGUAGES, Money, textFor } from '@longshore/contract';
import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { readPdf } from '../../../test/pdf.ts';
import { openArchive } from '../spreadsheet-archive.ts';
import type {
  ReportContent,
  ReportLine,
  ReportSection,
  ReportStationery,
  ReportTableColumn,
} from './report-content.ts';
import { drawReportPdf } from './report-pdf.ts';
import { drawReportWorkbook } from './report-workbook.ts';

const LONG = '杭州西湖龙井茶叶有限公司（华东区仓储与配送中心） with a very long English name and Sons, '.repeat(3);
const CODE = 'REFERENCE-WITH-MANY-PARTS-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ROWS = 200;
/** The first cell of each row. */
const isRow = (text: string) => /^(Jan 31, 2026|2026年01月31日)$/.test(text);

const columns: ReportTableColumn[] = [
  { key: 'date', heading: 'Bill date', kind: 'day', total: false, width: 80 },
  { key: 'reference', heading: 'Reference', kind: 'code', total: false },
  { key: 'note', heading: 'Note', kind: 'text', total: false, width: 108 },
  { key: 'quantity', heading: 'Quantity', kind: 'number', total: false, width: 62 },
  { key: 'amount', heading: 'Amount', kind: 'money', total: true, width: 78 },
];
const amount = Money.of('99999999999.99');
const rows = Array.from({ length: ROWS }, (_, at) => ({
  date: '2026-01-31',
  reference: `${at} ${CODE}`,
  note: LONG,
  quantity: Money.of('12345678.1234'),
  amount,
}));
const total = Money.sum(rows.map((row) => row.amount));
const lines = rows.flatMap((row, at): ReportLine[] =>
  at % 10
    ? [{ kind: 'row', row }]
    : [
        { kind: 'group', level: 1, text: LONG },
        { kind: 'group', level: 2, text: `${LONG} ${at}` },
        { kind: 'row', row },
      ],
);
const section = (company: string): ReportSection => ({
  client: { id: 1, company, invoice_prefix: 'INV-', address: [LONG, '上海市浦东新区', 'China'] },
  tables: [{ title: '', columns, lines: [...lines, { kind: 'sum', label: LONG, sums: { amount: total } }] }],
  totals: [{ label: 'Total', value: total, kind: 'money' }],
});
const content: ReportContent = {
  name: 'default-billing',
  title: LONG,
  from: '2026-01-01',
  to: '2026-01-31',
  sections: [section(LONG), section("=cmd & Co's / [x]"), section("=cmd & Co's / [x]")],
};
const stationery: ReportStationery = {
  language: 'en',
  timezone: 'America/New_York',
  paper: 'a4',
  currency: 'USD',
  logo: undefined,
  at: new Date('2026-02-01T15:00:00Z'),
  sender: { name: LONG, address: ['100 Dock Road', 'Oakland, CA 94607'] },
};

describe.each(LANGUAGES)('with long names, 200 lines and large amounts (%s)', (language) => {
  test('every page of the document stays within its margins, has headings and its number', async () => {
    const bytes = await drawReportPdf(
      { ...content, sections: content.sections.slice(0, 1) },
      { ...stationery, language },
    );
    const { pages } = readPdf(Buffer.from(bytes));
    for (const { places, width, height, text } of pages) {
      for (const { x, y } of places)
        expect([x >= 35, x <= width - 36, y >= 20, y <= height - 35]).toEqual(Array(4).fill(true));
      expect(text.includes('Reference')).toBe(text.some(isRow));
    }
    const last = textFor(language)('print.page', { page: pages.length, pages: pages.length });
    expect(pages.at(-1)?.text.at(-1)).toBe(last);
    const all = pages.flatMap(({ text }) => text);
    expect(all.filter(isRow)).toHaveLength(ROWS);
    // 200 × 99,999,999,999.99 is more than a stored amount may be, and still exact.
    expect(all.filter((text) => text.includes('19,999,999,999,998.00')).length).toBeGreaterThan(1);
  });
});

test('workbooks to print have sheets with allowed names, and no formula', async () => {
  const bytes = Buffer.from(await drawReportWorkbook(content, stationery));
  const { sheets } = await readXlsx(bytes);
  expect(sheets.map(({ name }) => name)).toEqual([
    LONG.slice(0, 31).trim(),
    "=cmd & Co's    x",
    "=cmd & Co's    x (2)",
  ]);
  // The headings are repeated on every page; the name of a sheet is quoted, with its own quotes doubled.
  const workbook = String(openArchive(bytes)('xl/workbook.xml'));
  expect(workbook).toMatch(/'=cmd &amp; Co(''|&apos;&apos;)s {4}x'!\$7:\$7</);
  const cells = sheets.flatMap((sheet) => [...(sheet.cells?.values() ?? [])]);
  expect(cells.filter((cell) => 'formula' in cell && cell.formula)).toEqual([]);
});

test('a report without records says so', async () => {
  const empty = { ...content, sections: [] };
  const { pages } = readPdf(Buffer.from(await drawReportPdf(empty, stationery)));
  expect(pages[0]?.text).toContain('No record found');
  const { sheets } = await readXlsx(await drawReportWorkbook(empty, stationery));
  expect(sheets[0]?.rows.at(-1)).toEqual(['No record found']);
});
