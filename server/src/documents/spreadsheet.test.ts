import { monitorEventLoopDelay } from 'node:perf_hooks';
import { LANGUAGES, textFor } from '@longshore/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import {
  repeated,
  SHEET,
  STRINGS,
  sheetXml,
  stringsXml,
  workbookOf,
  workbookParts,
  zipOf,
} from '../../test/workbooks.ts';
import { drawSpreadsheet, readSpreadsheet, SpreadsheetBusy } from './spreadsheet.ts';

const draw = async (rows: (string | number | boolean | null)[][]) =>
  Buffer.from(await drawSpreadsheet({ name: 'Sheet', columns: [{ heading: 'One' }, { heading: 'Two' }], rows }));

describe('a spreadsheet', () => {
  test('is read back as it was written', async () => {
    const rows = [
      ['text', 'Ünïcode 你好 😀'],
      [1, 0.13],
      [true, null],
      ['', 'empty before'],
      ['  spaces  ', 'two\nlines'],
      ['<&>"', "it's"],
    ];
    expect(await readSpreadsheet(await draw(rows), 100)).toEqual({
      sheetCount: 1,
      headings: ['One', 'Two'],
      rows: [
        ['text', 'Ünïcode 你好 😀'],
        ['1', '0.13'],
        ['true', ''],
        ['', 'empty before'],
        ['spaces', 'two\nlines'],
        ['<&>"', "it's"],
      ],
    });
  });

  test('never contains a formula typed into a name, and returns the text', async () => {
    const texts = ['=1+1', '+1 503', '-5', '@cmd', "'quoted", "'=quoted"];
    const bytes = await draw(texts.map((text) => [text, 'x']));
    const { rows } = await readSpreadsheet(bytes, 100);
    expect(rows.map((row) => row[0])).toEqual(texts);
    // Texts are stored as texts: no cell of the sheet carries a formula for a spreadsheet program to compute.
    const workbook = await readXlsx(bytes, { readStyles: true });
    const cells = [...(workbook.sheets[0]?.cells?.values() ?? [])];
    expect(cells.filter((cell) => 'formula' in cell && cell.formula)).toEqual([]);
  });

  test.each([
    ['a day', new Date('2026-11-15T00:00:00Z'), 'yyyy-mm-dd', '2026-11-15'],
    ['a day and a time', new Date('2026-11-15T10:31:00Z'), 'yyyy-mm-dd hh:mm', '2026-11-15 10:31:00'],
    ['a time that is no round part of a day', 46_341 + 31_267 / 86_400, 'yyyy-mm-dd hh:mm:ss', '2026-11-15 08:41:07'],
    ['a time alone', 10.5 / 24, 'h:mm', '10:30:00'],
    ['a number', 46_341.5, '0.0', '46341.5'],
  ])('%s in a cell is read as it is shown', async (_what, value, numFmt, text) => {
    const cells = new Map([['1,0', { value, style: { numFmt } }]]);
    const bytes = await writeXlsx({ sheets: [{ name: 'A', rows: [['When'], [value]], cells }] });
    expect((await readSpreadsheet(Buffer.from(bytes), 10)).rows).toEqual([[text]]);
  });

  test('of many pieces is whole, for other programs too', async () => {
    const rows = Array.from({ length: 8_000 }, (_, n) => [`Item ${n} ${(n * 7919).toString(36).repeat(n % 9)}`, n]);
    const bytes = await draw(rows);
    expect((await readXlsx(bytes)).sheets[0]?.rows.slice(1)).toEqual(rows);
    expect((await readSpreadsheet(bytes, 10_000)).rows).toHaveLength(rows.length);
  });

  test('numbers stay numbers', async () => {
    expect((await readXlsx(await draw([[-5, 0.5]]))).sheets[0]?.rows[1]).toEqual([-5, 0.5]);
  });

  test('notes do not count as a sheet in any language, another one does', async () => {
    for (const language of LANGUAGES) {
      const notes = { name: textFor(language)('notes.sheet'), columns: [{ heading: 'N' }], rows: [['x']] };
      const withNotes = await drawSpreadsheet({ name: 'A', columns: [{ heading: 'One' }], rows: [['x']], notes });
      expect((await readSpreadsheet(Buffer.from(withNotes), 10)).sheetCount).toBe(1);
    }
    const two = await writeXlsx({
      sheets: [
        { name: 'A', rows: [['x']] },
        { name: 'B', rows: [['y']] },
      ],
    });
    expect((await readSpreadsheet(Buffer.from(two), 10)).sheetCount).toBe(2);
  });

  test('empty rows at the end are dropped, those between others are kept', async () => {
    const bytes = await draw([
      ['x', 'y'],
      ['', ''],
      ['z', ''],
      ['', ''],
    ]);
    expect((await readSpreadsheet(bytes, 10)).rows).toEqual([
      ['x', 'y'],
      ['', ''],
      ['z', ''],
    ]);
  });

  test('the largest that is allowed is read', async () => {
    const row = (number: number) => [`name ${number}`, number, number % 3 ? 'often the same' : '', number / 4];
    const rows = Array.from({ length: 20_000 }, (_, number) => [...row(number), ...row(-number)]);
    const bytes = await drawSpreadsheet({
      name: 'A',
      columns: rows[0]?.map((_, at) => ({ heading: `${at}` })) ?? [],
      rows,
    });
    const content = await readSpreadsheet(bytes, 20_000);
    expect([content.rows.length, content.headings.length]).toEqual([20_000, 8]);
    expect(content.rows[19_999]).toEqual([
      'name 19999',
      '19999',
      'often the same',
      '4999.75',
      'name -19999',
      '-19999',
      'often the same',
      '-4999.75',
    ]);
  });
});

/** Sheets as other programs write them. */
describe('cells', () => {
  const rowsOf = async (cells: string, given: Record<string, string> = {}) => {
    const bytes = workbookOf({
      [SHEET]: sheetXml(`<row r="1"><c t="str"><v>H</v></c></row><row r="2">${cells}</row>`),
      ...given,
    });
    return (await readSpreadsheet(bytes, 10)).rows[0];
  };
  test.each([
    ['inline text', '<c t="inlineStr"><is><t>a &amp; b</t></is></c>', ['a & b']],
    ['rich inline text', '<c t="inlineStr"><is><r><t>a</t></r><r><rPr><b/></rPr><t>b</t></r></is></c>', ['ab']],
    ['the result of a formula', '<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c><c><f>1+1</f><v>2</v></c>', ['ab', '2']],
    ['a truth value', '<c t="b"><v>1</v></c><c t="b"><v>0</v></c>', ['true', 'false']],
    ['an error', '<c t="e"><v>#REF!</v></c>', ['#REF!']],
    ['numbers in other notations', '<c><v>1E3</v></c><c><v>0.10</v></c><c><v>-5</v></c>', ['1000', '0.1', '-5']],
    ['characters by number', '<c t="str"><v>&#20320;&#x597D;&#x1F600;</v></c>', ['你好😀']],
    ['escaped control characters', '<c t="str"><v>a_x000A_b</v></c>', ['a\nb']],
    ['control characters that XML forbids', '<c t="str"><v>a\u0002b\0</v></c>', ['a b']],
    ['CDATA', '<c t="str"><v><![CDATA[<&>]]></v></c>', ['<&>']],
    ['comments between', '<!-- <c> --><c t="str"><v>a</v></c>', ['a']],
    ['a cell further right', '<c r="C2"><v>1</v></c><c><v>2</v></c>', ['', '', '1', '2']],
    ['prefixed names', '<x:c t="str"><x:v>a</x:v></x:c>', ['a']],
    ['attributes in single quotes with a >', "<c t='str' note='a>b'><v>x</v></c>", ['x']],
    ['a style without a cell value', '<c r="A2" s="3"/><c r="B2"><v>1</v></c>', ['', '1']],
    ['a text that the table does not have', '<c t="s"><v>99</v></c><c><v>1</v></c>', ['', '1']],
  ])('hold %s', async (_what, cells, row) => {
    expect(await rowsOf(cells)).toEqual(row);
  });

  test('refer to shared texts, without Japanese phonetic hints', async () => {
    const items =
      '<si><t>plain</t></si><si><r><t>two </t></r><r><t xml:space="preserve">parts</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>';
    const cells = [0, 1, 2].map((at) => `<c t="s"><v>${at}</v></c>`).join('');
    expect(await rowsOf(cells, { [STRINGS]: stringsXml(items) })).toEqual(['plain', 'two parts', '東京']);
  });

  test('are found through the workbook’s relationships, whatever its parts are called', async () => {
    const parts = workbookParts().map((part) => ({
      name: part.name.replace('worksheets/sheet1', 'data/first'),
      bytes: Buffer.from(part.bytes.toString().replace('worksheets/sheet1.xml', '/xl/data/first.xml')),
    }));
    expect((await readSpreadsheet(zipOf(parts), 10)).headings).toEqual(['Type']);
  });

  test('are read from parts whose sizes follow the data', async () => {
    const parts = workbookParts().map((part) => ({ ...part, hasDescriptor: true }));
    expect((await readSpreadsheet(zipOf(parts), 10)).headings).toEqual(['Type']);
  });
});

const MB = 1024 * 1024;
const refusalOf = (bytes: Uint8Array, rowsMax = 100) =>
  readSpreadsheet(bytes, rowsMax).then(
    () => 'read',
    (error: Error) => error.message,
  );
const cellsOf = (count: number) => '<c><v>1</v></c>'.repeat(count);
/** One part claims to be of another size than it is. */
const lying = (name: string, bytes: Buffer, declared: number) =>
  zipOf(workbookParts().map((part) => (part.name === name ? { name, bytes, declared } : part)));

describe('a file is refused', () => {
  test.each([
    ['that is text', Buffer.from('hello'), 'FileIsNotXlsx'],
    ['that is empty', Buffer.alloc(0), 'FileIsNotXlsx'],
    ['that is a zip without a workbook', zipOf([{ name: 'a.txt', bytes: Buffer.from('a') }]), 'FileIsNotXlsx'],
    ['that ends early', Buffer.from('PK\u0005\u0006\u0000', 'latin1'), 'FileIsNotXlsx'],
    ['that is an .xls, or locked', Buffer.from('d0cf11e0a1b11ae1'.padEnd(1024, '0'), 'hex'), 'FileIsOldOrLocked'],
    ['with a document type', workbookOf({ [SHEET]: `<!DOCTYPE a [<!ENTITY b "c">]>${sheetXml('')}` }), 'FileIsDamaged'],
    [
      'whose sheet breaks off',
      workbookOf({ [SHEET]: sheetXml('<row r="1"><c t="str"').slice(0, -40) }),
      'FileIsDamaged',
    ],
    ['with a tag that is not closed', workbookOf({ [SHEET]: sheetXml('<row><c><v>1</c></row>') }), 'FileIsDamaged'],
    ['with an attribute twice', workbookOf({ [SHEET]: sheetXml('<row r="1" r="2"/>') }), 'FileIsDamaged'],
    ['with text after its end', workbookOf({ [SHEET]: `${sheetXml('')}more` }), 'FileIsDamaged'],
    ['whose rows run backwards', workbookOf({ [SHEET]: sheetXml('<row r="2"/><row r="1"/>') }), 'FileIsDamaged'],
    ['that names a part twice', zipOf([...workbookParts(), ...workbookParts()]), 'FileIsDamaged'],
    [
      'with too many rows',
      workbookOf({ [SHEET]: sheetXml(`<row r="102">${cellsOf(1)}</row>`) }),
      'SheetTooManyRows:100',
    ],
    [
      'with too many columns',
      workbookOf({ [SHEET]: sheetXml(`<row>${cellsOf(201)}</row>`) }),
      'SheetTooManyColumns:200',
    ],
    [
      'with a column far right',
      workbookOf({ [SHEET]: sheetXml('<row><c r="XFD1"><v>1</v></c></row>') }),
      'SheetTooManyColumns:200',
    ],
    [
      'with a text too long',
      workbookOf({ [SHEET]: sheetXml(`<row><c t="str"><v>${'a'.repeat(32_768)}</v></c></row>`) }),
      'CellTextTooLong:32767',
    ],
    [
      'with a shared text too long',
      workbookOf({ [STRINGS]: stringsXml(`<si><t>${'a'.repeat(32_768)}</t></si>`) }),
      'CellTextTooLong:32767',
    ],
    ['with more in a part than declared', lying(STRINGS, Buffer.alloc(3 * MB, ' '), 100), 'FileSizeIsFalse'],
    ['with less in a part than declared', lying(STRINGS, Buffer.alloc(100, ' '), 3 * MB), 'FileSizeIsFalse'],
    ['that declares no size', lying(STRINGS, Buffer.alloc(199 * MB, ' '), 0), 'FileSizeIsFalse'],
    ['that declares gigabytes', lying(STRINGS, Buffer.alloc(100, ' '), 0x80000000), 'FileUnpacksTooLarge:40'],
    [
      'that unpacks to more than 40 MB',
      workbookOf({ [STRINGS]: Buffer.alloc(41 * MB, ' ') }),
      'FileUnpacksTooLarge:40',
    ],
    [
      'whose pictures unpack to more',
      workbookOf({ 'xl/media/a.png': Buffer.alloc(41 * MB) }),
      'FileUnpacksTooLarge:40',
    ],
  ])('%s', async (_what, bytes, reason) => {
    expect(await refusalOf(bytes)).toBe(reason);
  });

  test('with too many cells, too many texts, or too much text in all', async () => {
    const wide = workbookOf({ [SHEET]: sheetXml(`<row>${cellsOf(200)}</row>`.repeat(5001)) });
    expect(await refusalOf(wide, 20_000)).toBe('SheetTooManyCells:1000000');
    expect(await refusalOf(workbookOf({ [STRINGS]: stringsXml('<si/>'.repeat(1_000_001)) }))).toBe(
      'SheetTooManyCells:1000000',
    );
    const shared = stringsXml(`<si><t>${'a'.repeat(32_000)}</t></si>`);
    const rows = sheetXml('<row><c t="s"><v>0</v></c></row>'.repeat(400));
    expect(await refusalOf(workbookOf({ [STRINGS]: shared, [SHEET]: rows }), 20_000)).toBe('SheetTooMuchText:10000000');
  });

  test('whichever byte is damaged', async () => {
    const good = await draw([['x', 'y']]);
    for (let at = 0; at < good.length; at += Math.ceil(good.length / 10)) {
      const bytes = Buffer.from(good);
      bytes[at] = (bytes[at] ?? 0) ^ 0xff;
      expect(await refusalOf(bytes)).toMatch(/^(read|File\w+(:40)?)$/);
      expect(await refusalOf(good.subarray(0, at))).toMatch(/^File\w+$/);
    }
  });
});

test.each([
  ['memory', { heapMb: 4, timeMs: 60_000 }],
  ['time', { heapMb: 128, timeMs: 1 }],
])('a file that needs too much %s is refused, and the next one is read', async (_what, limits) => {
  const bytes = workbookOf({ [STRINGS]: stringsXml('<si><t>a text of some length</t></si>'.repeat(500_000)) });
  await expect(readSpreadsheet(bytes, 10, 0, limits)).rejects.toThrow('FileTakesTooMuch');
  expect((await readSpreadsheet(workbookOf(), 10)).headings).toEqual(['Type']);
});

test('one sender cannot fill the queue of waiting files', async () => {
  const bytes = await draw([['x', 'y']]);
  const read = (sender: number) => readSpreadsheet(bytes, 10, sender);
  const own = await Promise.allSettled([...Array.from({ length: 6 }, () => read(1)), read(2)]);
  expect(own.map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected', 'rejected', 'fulfilled']);
  expect(own[5]).toMatchObject({ reason: expect.any(SpreadsheetBusy) });
  expect((await read(1)).rows).toHaveLength(1);
});

describe('an attack by spreadsheets', () => {
  const size = 39 * MB;
  const attacks: Record<string, () => Buffer> = {
    'a table of 8 million texts': () => workbookOf({ [STRINGS]: repeated('<sst>', '<si/>', '</sst>', size) }),
    'elements 13 million deep': () => workbookOf({ [STRINGS]: repeated('<sst>', '<a>', '', size) }),
    'a row of 10 million cells': () => workbookOf({ [SHEET]: repeated('<sheetData><row>', '<c/>', '', size) }),
    'rows at the far right': () =>
      workbookOf({ [SHEET]: repeated('<sheetData>', '<row><c r="XFD1"/></row>', '', size) }),
    'one text of 39 MB': () => workbookOf({ [STRINGS]: repeated('<sst><si><t>', 'a', '</t></si></sst>', size) }),
    'a table of styles': () => workbookOf({ 'xl/styles.xml': repeated('<cellXfs>', '<xf/>', '', size) }),
    '199 MB of spaces': () => lying(STRINGS, Buffer.alloc(199 * MB, ' '), size),
  };
  test.each(Object.entries(attacks))(
    '%s neither blocks the server nor takes its memory',
    { timeout: 120_000, retry: 2 },
    async (_name, make) => {
      const bytes = make();
      expect(bytes.length).toBeLessThan(MB);
      const delay = monitorEventLoopDelay({ resolution: 10 });
      const heap = process.memoryUsage().heapUsed;
      delay.enable();
      const outcome = await refusalOf(bytes, 20_000);
      delay.disable();
      expect(outcome).toMatch(/^(read|File|Sheet|Cell)/);
      expect(delay.percentile(99) / 1e6).toBeLessThan(200);
      expect(process.memoryUsage().heapUsed - heap).toBeLessThan(50 * MB);
    },
  );
});
