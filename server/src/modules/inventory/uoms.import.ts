import { FlagIn, text, UomInput } from '@longshore/contract';
import { z } from 'zod';
import { refused } from '../../platform/http/problem.ts';
import { idCell, importSheet, RowProblem, sheetColumn } from '../../platform/imports/import-sheet.ts';
import { activeUomNamed, type LinkedUom } from './inventories.store.ts';
import { inventoryPath } from './inventories.view.ts';
import { assertAgrees, findNamedItem, identifyItems } from './named-item.ts';
import { replaceUoms } from './save-uom.ts';

const { shape } = UomInput;
const orOne = <S extends z.ZodType>(schema: S) => z.preprocess((cell) => (cell === '' ? 1 : cell), schema);
const wholeOrOne = z.preprocess((cell) => (cell === '' ? 1 : Number(cell)), shape.qty_per_base);

const UomSheetRow = z
  .object({
    sku: text(64),
    iid: idCell('IidIsANumber'),
    uom: text().refine((name) => name !== '', 'UomIsRequired'),
    is_base: z.preprocess((cell) => (cell === '' || cell === '0' ? 0 : cell === '1' ? 1 : cell), FlagIn),
    qty_per_base: wholeOrOne,
    weight: orOne(shape.weight),
    length: orOne(shape.length),
    width: orOne(shape.width),
    height: orOne(shape.height),
  })
  .refine((row) => !row.is_base || row.qty_per_base === 1, { path: ['qty_per_base'], message: 'BaseUomIsOne' });

/** A row is a unit; all rows of an item together are its units from then on. */
export const uomSheet = importSheet({
  type: 'InventoryUom',
  access: 'user',
  row: UomSheetRow,
  together: ['sku', 'iid'],
  identify: identifyItems,
  columns: {
    sku: sheetColumn('SKU', 'sheets.InventoryUom.sku', 'KC-SUM-250'),
    iid: sheetColumn('IID', 'sheets.InventoryUom.iid'),
    uom: sheetColumn('UOM', 'sheets.InventoryUom.uom', 'Bag'),
    is_base: sheetColumn('BaseUOM', 'sheets.InventoryUom.is_base', 1),
    qty_per_base: sheetColumn('QtyPerBase', 'sheets.InventoryUom.qty_per_base', 1),
    weight: sheetColumn('Weight', 'sheets.InventoryUom.weight', 0.27),
    length: sheetColumn('Length', 'sheets.InventoryUom.length', 18),
    width: sheetColumn('Width', 'sheets.InventoryUom.width', 9),
    height: sheetColumn('Height', 'sheets.InventoryUom.height', 6),
  },
  save: async (tx, actor, { clientId }, first, rows) => {
    const item = await findNamedItem(tx, clientId, first);
    if (!item) throw refused(30002);
    const units: LinkedUom[] = [];
    for (const [place, { iid, sku, uom: name, ...fields }] of rows.entries()) {
      await assertAgrees(tx, clientId, { iid, sku }, place);
      const uom = await activeUomNamed(tx, name);
      if (!uom) throw new RowProblem('uom', `NoSuchUom:${name}`, place);
      if (units.some(({ uom_id }) => uom_id === uom.id)) throw new RowProblem('uom', `AppearsTwice:${name}`, place);
      if (fields.is_base && units.some(({ is_base }) => is_base))
        throw new RowProblem('is_base', 'OnlyOneBaseUom', place);
      units.push({ ...fields, uom_id: uom.id, name: uom.name });
    }
    await replaceUoms(tx, actor, item.id, units);
    return { title: item.sku, path: inventoryPath(item.id), isNew: false };
  },
});
