import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { drawSpreadsheet, NotASpreadsheet, readSpreadsheet } from './spreadsheet.ts';

const draw = async (rows: (string | number | boolean | null)[][]) =>
  Buffer.from(await drawSpreadsheet({ name: 'Sheet', columns: [{ heading: 'One' }, { heading: 'Two' }], rows }));

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
    const { openXlsx } = { openXlsx: await import('hucre/xlsx') };
    const workbook = await openXlsx.readXlsx(bytes);
    for (const [cell] of workbook.sheets[0]?.rows.slice(1) ?? []) expect(String(cell)).not.toMatch(/^[=+\-@]/);
  });

  test('numbers stay numbers', async () => {
    const { readXlsx } = await import('hucre/xlsx');
    expect((await readXlsx(await draw([[-5, 0.5]]))).sheets[0]?.rows[1]).toEqual([-5, 0.5]);
  });

  test('notes do not count as a sheet, another one does', async () => {
    const notes = { columns: [{ heading: 'N' }], rows: [['x']] };
    const withNotes = await drawSpreadsheet({ name: 'A', columns: [{ heading: 'One' }], rows: [['x']], notes });
    expect((await readSpreadsheet(Buffer.from(withNotes), 10)).sheetCount).toBe(1);
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
    const { deflateRawSync } = await import('node:zlib');
    const honest = await draw([['x', 'y']]);
    const start = honest.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
    expect(start).toBeGreaterThan(0);
    const packed = deflateRawSync(Buffer.alloc(300 * 1024 * 1024));
    expect(packed.length).toBeLessThan(1024 * 1024);
  });
});
