import type { Language } from '@longshore/contract';
import { type Cell, drawSpreadsheet } from '../../../documents/spreadsheet.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Sheet } from '../../../platform/http/bind.ts';
import { columnNotes } from '../../../platform/imports/import-files.ts';
import { sheetColumn } from '../../../platform/imports/import-sheet.ts';
import { readSheetLines, type SheetLine } from './counts.view.ts';

const column = (width: number, ...[heading, en, ch, example]: Parameters<typeof sheetColumn>) => ({
  ...sheetColumn(heading, en, ch, example),
  width,
});

/** The sheet's columns, for both download and upload. */
export const countColumns = {
  count: column(
    8,
    'Count',
    'The number of the count. Leave it as it is; a row you add needs it too.',
    '盘点的编号，请保持不变；新增的行也须填写。',
    12,
  ),
  iid: column(8, 'IID', 'The id of the item. IID or SKU must be given.', '商品的编号。IID 与 SKU 至少填写一项。', 7),
  sku: column(18, 'SKU', 'The SKU of the item.', '商品的 SKU。', 'KC-SUM-250'),
  name: column(34, 'Name', 'To find the goods; it is not read.', '便于找到货物；系统不读取。', 'Sumatra, 250 g'),
  location: column(
    14,
    'Location',
    'Where the plate stood when the sheet was made; it is not read.',
    '制表时托盘所在的库位；系统不读取。',
    'A-01-1',
  ),
  license: column(
    16,
    'License',
    'The plate the goods stand on, or empty.',
    '货物所在的托盘标签，没有则留空。',
    'LP-0001',
  ),
  lot: column(16, 'Lot', 'The lot; needed for items that go by lots.', '批号；按批号管理的商品必填。', 'L2611A'),
  expire: column(12, 'Expire', "The lot's expiry; it is not read.", '批号的到期日；系统不读取。', '2027-05-31'),
  quarantine: column(
    12,
    'Quarantine',
    'Y when the goods are set apart in quarantine, else N.',
    '货物处于隔离时填 Y，否则填 N。',
    'N',
  ),
  quantity: column(
    10,
    'Quantity',
    'What stood there when the sheet was made; it is not read.',
    '制表时的数量；系统不读取。',
    96,
  ),
  counted: column(
    10,
    'Counted',
    'How many there are, 0 when there are none. Empty means not counted yet, and the row is left out.',
    '实际数量，没有则填 0。留空表示尚未盘点，该行会被略过。',
    95,
  ),
  counted_at: column(
    20,
    'Counted at',
    'When you counted: 10:30 for today, or 2026-11-15 10:30. With a time, goods may come and go while you count; without one, a row that moved must be counted again.',
    '盘点的时间：当天写 10:30，或写 2026-11-15 10:30。填了时间，盘点期间货物可照常进出；未填时间而期间有变动的行须复盘。',
  ),
};

type Field = keyof typeof countColumns;

const cellsOf = (countId: number, line: SheetLine): Record<Field, Cell> => ({
  count: countId,
  iid: line.inventory_id,
  sku: line.sku,
  name: line.name,
  location: line.location,
  license: line.license,
  lot: line.lot_number,
  expire: line.expire_date ?? '',
  quarantine: line.quarantine ? 'Y' : 'N',
  quantity: line.expected ?? '',
  counted: line.counted ?? '',
  counted_at: line.counted_at ?? '',
});

const howTo: Record<Language, [string, string][]> = {
  en: [
    ['How to count', 'Walk from row to row, write into Counted what you find, and into Counted at when you found it.'],
    [
      'Goods that are not listed',
      'Add a row below with Count, SKU, License, Lot and Quarantine, and what you counted.',
    ],
    ['Upload', 'Upload the file as often as you like while the count is open: later figures replace earlier ones.'],
    ['', ''],
  ],
  ch: [
    ['如何盘点', '逐行查看货物，在 Counted 填写实际数量，在 Counted at 填写盘点的时间。'],
    ['表中没有的货物', '在下方新增一行，填写 Count、SKU、License、Lot、Quarantine 和实际数量。'],
    ['上传', '盘点未过账前可多次上传此文件：后填的数量会替换先前的。'],
    ['', ''],
  ],
};

/** The printable sheet, with the quantities counted so far. */
export async function drawCountSheet(tx: Tx, id: number, leftOnly: boolean, language: Language): Promise<Sheet> {
  const lines = await readSheetLines(tx, id, leftOnly);
  const columns = Object.entries(countColumns);
  return new Sheet(`Count-${id}.xlsx`, () =>
    drawSpreadsheet({
      name: `Count ${id}`,
      columns: columns.map(([, shown]) => shown),
      rows: lines.map((line) => {
        const cells = cellsOf(id, line);
        return columns.map(([field]) => cells[field as Field]);
      }),
      notes: columnNotes(language, Object.values(countColumns), howTo[language]),
    }),
  );
}
