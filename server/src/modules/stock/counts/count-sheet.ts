import { type Language, textFor } from '@longshore/contract';
import { draw } from '../../../documents/draw.ts';
import { type Cell, DAY_FORMAT, dayCell } from '../../../documents/spreadsheet.ts';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { Sheet } from '../../../platform/http/bind.ts';
import { columnNotes } from '../../../platform/imports/import-files.ts';
import { sheetColumn } from '../../../platform/imports/import-sheet.ts';
import { exportName } from '../../../platform/lists/export-name.ts';
import { readSheetLines, type SheetLine } from './counts.view.ts';

const column = (width: number, ...given: Parameters<typeof sheetColumn>) => ({
  ...sheetColumn(...given),
  width,
});

/** The sheet's columns, for both download and upload. */
export const countColumns = {
  count: column(8, 'Count', 'sheets.CountSheet.count', 12),
  iid: column(8, 'IID', 'sheets.CountSheet.iid', 7),
  sku: column(18, 'SKU', 'sheets.CountSheet.sku', 'KC-SUM-250'),
  name: column(34, 'Name', 'sheets.CountSheet.name', 'Sumatra, 250 g'),
  location: column(14, 'Location', 'sheets.CountSheet.location', 'A-01-1'),
  license: column(16, 'License', 'sheets.CountSheet.license', 'LP-0001'),
  lot: column(16, 'Lot', 'sheets.CountSheet.lot', 'L2611A'),
  expire: { ...column(12, 'Expire', 'sheets.CountSheet.expire', '2027-05-31'), format: DAY_FORMAT },
  quarantine: column(12, 'Quarantine', 'sheets.CountSheet.quarantine', 'N'),
  quantity: column(10, 'Quantity', 'sheets.CountSheet.quantity', 96),
  counted: column(10, 'Counted', 'sheets.CountSheet.counted', 95),
  counted_at: column(20, 'Counted at', 'sheets.CountSheet.counted_at'),
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
  expire: dayCell(line.expire_date),
  quarantine: line.quarantine ? 'Y' : 'N',
  quantity: line.expected ?? '',
  counted: line.counted ?? '',
  counted_at: line.counted_at ?? '',
});

function instructions(language: Language): [string, string][] {
  const t = textFor(language);
  return [
    [t('howTo.count'), t('howTo.countText')],
    [t('howTo.add'), t('howTo.addText')],
    [t('howTo.upload'), t('howTo.uploadText')],
    ['', ''],
  ];
}

interface SheetToDraw {
  id: number;
  leftOnly: boolean;
  timezone: string;
}

/** The printable sheet, with the quantities counted so far. */
export async function drawCountSheet(tx: Tx, actor: Actor, { id, leftOnly, timezone }: SheetToDraw): Promise<Sheet> {
  const lines = await readSheetLines(tx, actor, id, leftOnly);
  const columns = Object.entries(countColumns);
  return new Sheet(await exportName(tx, `Count-${id}`, timezone), () =>
    draw('spreadsheet', {
      name: `Count ${id}`,
      columns: columns.map(([, shown]) => shown),
      rows: lines.map((line) => {
        const cells = cellsOf(id, line);
        return columns.map(([field]) => cells[field as Field]);
      }),
      notes: columnNotes(actor.lang, Object.values(countColumns), instructions(actor.lang)),
    }),
  );
}
