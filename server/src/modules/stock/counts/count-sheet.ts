import { type Cell, drawSpreadsheet } from '../../../documents/spreadsheet.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Sheet } from '../../../platform/http/bind.ts';
import { readSheetLines, type SheetLine } from './counts.view.ts';

const column = (heading: string, note: string, example: string | number, width?: number) => ({
  heading,
  note,
  example,
  ...(width ? { width } : {}),
});

/** The sheet's columns, for the download and the upload alike. */
export const countColumns = {
  count: column('Count', 'The number of the count. Leave it as it is; a row you add needs it too.', 12, 8),
  iid: column('IID', 'The id of the item. IID or SKU must be given.', 7, 8),
  sku: column('SKU', 'The SKU of the item.', 'KC-SUM-250', 18),
  name: column('Name', 'To find the goods; it is not read.', 'Sumatra, 250 g', 34),
  location: column('Location', 'Where the plate stood when the sheet was made; it is not read.', 'A-01-1', 14),
  license: column('License', 'The plate the goods stand on, or empty.', 'LP-0001', 16),
  lot: column('Lot', 'The lot; needed for items that go by lots.', 'L2611A', 16),
  expire: column('Expire', "The lot's expiry; it is not read.", '2027-05-31', 12),
  quarantine: column('Quarantine', 'Y when the goods are set apart in quarantine, else N.', 'N', 12),
  quantity: column('Quantity', 'What stood there when the sheet was made; it is not read.', 96, 10),
  counted: column(
    'Counted',
    'How many there are, 0 when there are none. Empty means not counted yet, and the row is left out.',
    95,
    10,
  ),
  counted_at: column(
    'Counted at',
    'When you counted: 10:30 for today, or 2026-11-15 10:30. With a time, goods may come and go while you count; without one, a row that moved must be counted again.',
    '',
    20,
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

const howTo = [
  ['How to count', 'Walk from row to row, write into Counted what you find, and into Counted at when you found it.'],
  ['Goods that are not listed', 'Add a row below with Count, SKU, License, Lot and Quarantine, and what you counted.'],
  ['Upload', 'Upload the file as often as you like while the count is open: later figures replace earlier ones.'],
  ['', ''],
];

/** The sheet to take along; what was found so far stands in it. */
export async function drawCountSheet(tx: Tx, id: number, leftOnly: boolean): Promise<Sheet> {
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
      notes: {
        columns: [
          { heading: 'Column', width: 28 },
          { heading: 'What it takes', width: 110 },
        ],
        rows: [...howTo, ...columns.map(([, { heading, note }]) => [heading, note])],
      },
    }),
  );
}
