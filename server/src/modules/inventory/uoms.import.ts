import { FlagIn, text, UomInput } from '@longshore/contract';
import { z } from 'zod';
import { refused } from '../../platform/http/problem.ts';
import { idCell, importSheet, RowProblem, sheetColumn } from '../../platform/imports/import-sheet.ts';
import { activeUomNamed, type LinkedUom } from './inventories.store.ts';
import { assertAgrees, identifyItems, namedItem } from './named-item.ts';
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
    sku: sheetColumn(
      'SKU',
      'SKU or IID must be given. All units of the item are made anew from its rows.',
      'SKU 与 IID 至少填写一项。该商品的全部计量单位会按其各行重新建立。',
      'KC-SUM-250',
    ),
    iid: sheetColumn(
      'IID',
      'Number of the item, as exports show it, or empty. With a SKU beside it, both must name the same item.',
      '商品的编号，与导出表中的 IID 相同，可留空。若同时填写 SKU，两者须为同一商品。',
    ),
    uom: sheetColumn('UOM', 'Required. Name of a unit of measure.', '必填。计量单位的名称。', 'Bag'),
    is_base: sheetColumn(
      'BaseUOM',
      '1 for the unit that stock is counted in, else 0. One per SKU.',
      '库存所用的基本单位填 1，其他填 0。每个商品只有一个。',
      1,
    ),
    qty_per_base: sheetColumn(
      'QtyPerBase',
      'How many base units it holds; 1 for the base unit itself.',
      '含多少个基本单位；基本单位本身为 1。',
      1,
    ),
    weight: sheetColumn('Weight', 'Above 0; empty means 1, not measured.', '大于 0；留空为 1，即未测量。', 0.27),
    length: sheetColumn('Length', 'Above 0; empty means 1, not measured.', '大于 0；留空为 1，即未测量。', 18),
    width: sheetColumn('Width', 'Above 0; empty means 1, not measured.', '大于 0；留空为 1，即未测量。', 9),
    height: sheetColumn('Height', 'Above 0; empty means 1, not measured.', '大于 0；留空为 1，即未测量。', 6),
  },
  save: async (tx, actor, { clientId }, first, rows) => {
    const item = await namedItem(tx, clientId, first);
    if (!item) throw refused(30002);
    const units: LinkedUom[] = [];
    for (const [place, { iid, sku, uom: name, ...fields }] of rows.entries()) {
      await assertAgrees(tx, clientId, { iid, sku }, place);
      const uom = await activeUomNamed(tx, name);
      if (!uom) throw new RowProblem('uom', `NoSuchUom:${name}`, place);
      if (units.some(({ uom_id }) => uom_id === uom.id)) throw new RowProblem('uom', `StandsTwice:${name}`, place);
      if (fields.is_base && units.some(({ is_base }) => is_base))
        throw new RowProblem('is_base', 'OnlyOneBaseUom', place);
      units.push({ ...fields, uom_id: uom.id, name: uom.name });
    }
    await replaceUoms(tx, actor, item.id, units);
  },
});
