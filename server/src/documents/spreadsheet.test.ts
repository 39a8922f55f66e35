import { deflateRawSync } from 'node:zlib';
import { LANGUAGES } from '@longshore/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { drawSpreadsheet, NotASpreadsheet, readSpreadsheet } from './spreadsheet.ts';

const draw = async (rows: (string | number | boolean | null)[][]) =>
  Buffer.from(await drawSpreadsheet({ name: 'Sheet', columns: [{ heading: 'One' }, { heading: 'Two' }], rows }));

/** The archive with the packed bytes of one entry replaced, while it goes on claiming the size it had. */
function withEntry(archive: Buffer, name: string, packed: Buffer): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = archive.readUInt32LE(archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1')) + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [size, nameLength, extra] = [
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
    ];
    const head = Buffer.from(archive.subarray(at, at + 46 + nameLength));
    const offset = head.readUInt32LE(42);
    const begin = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
    const isIt = head.subarray(46).toString() === name;
    const bytes = isIt ? packed : archive.subarray(begin, begin + size);
    const local = Buffer.from(archive.subarray(offset, offset + 30 + nameLength));
    local.writeUInt16LE(0, 28);
    if (isIt)
      for (const [part, place] of [
        [local, 8],
        [head, 10],
      ] as const)
        part.writeUInt16LE(8, place);
    for (const [part, place] of [
      [local, 18],
      [head, 20],
    ] as const)
      part.writeUInt32LE(bytes.length, place);
    head.writeUInt32LE(
      locals.reduce((sum, each) => sum + each.length, 0),
      42,
    );
    head.writeUInt16LE(0, 30);
    locals.push(local, bytes);
    central.push(head);
    at += 46 + nameLength + extra + archive.readUInt16LE(at + 32);
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  const directory = Buffer.concat(central);
  for (const place of [8, 10]) end.writeUInt16LE(central.length, place);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(
    locals.reduce((sum, each) => sum + each.length, 0),
    16,
  );
  return Buffer.concat([...locals, directory, end]);
}

describe('a spreadsheet', () => {
  test('comes back as it was drawn', async () => {
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

  test('never holds a formula somebody typed into a name, and gives the text back', async () => {
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

  test('numbers stay numbers', async () => {
    expect((await readXlsx(await draw([[-5, 0.5]]))).sheets[0]?.rows[1]).toEqual([-5, 0.5]);
  });

  test('notes do not count as a sheet in any language, another one does', async () => {
    for (const language of LANGUAGES) {
      const notes = { language, columns: [{ heading: 'N' }], rows: [['x']] };
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

  test('rows beyond the most we read are noticed, empty ones at the end are not', async () => {
    expect(
      (await readSpreadsheet(await draw(Array.from({ length: 30 }, () => ['x', 'y'])), 10)).rows.length,
    ).toBeGreaterThan(10);
    expect(
      (
        await readSpreadsheet(
          await draw([
            ['x', 'y'],
            ['', ''],
            ['', ''],
          ]),
          10,
        )
      ).rows,
    ).toHaveLength(1);
  });

  test.each([
    ['text', Buffer.from('hello')],
    ['nothing', Buffer.alloc(0)],
    ['a zip without a workbook', Buffer.from(`PK\u0005\u0006${'\u0000'.repeat(18)}`, 'latin1')],
    ['a zip that ends early', Buffer.from('PK\u0005\u0006\u0000', 'latin1')],
  ])('%s is none', async (_what, bytes) => {
    await expect(readSpreadsheet(bytes, 10)).rejects.toThrow(NotASpreadsheet);
  });

  test('an archive that unpacks to gigabytes is not unpacked', async () => {
    const bytes = await draw([['x', 'y']]);
    bytes.writeUInt32LE(0x80000000, bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24);
    await expect(readSpreadsheet(bytes, 10)).rejects.toThrow('too large when unpacked');
  });

  test('an archive that lies about its size is stopped all the same', async () => {
    const bomb = deflateRawSync(Buffer.alloc(300 * 1024 * 1024, ' '));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const lying = withEntry(await draw([['x', 'y']]), 'xl/worksheets/sheet1.xml', bomb);
    const before = process.memoryUsage().rss;
    await expect(readSpreadsheet(lying, 10)).rejects.toThrow(NotASpreadsheet);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});
