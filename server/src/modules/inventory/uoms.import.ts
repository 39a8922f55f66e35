import { errorCatalogue, FlagIn, text, UomInput } from '@longshore/contract';
import { z } from 'zod';
import { refused } from '../../platform/http/problem.ts';
import { importSheet, RowProblem } from '../records/index.ts';
import { activeUomNamed, inventoryBySku, type LinkedUom } from './inventories.store.ts';
import { replaceUoms } from './save-uom.ts';

const { shape } = UomInput;
const orOne = <S extends z.ZodType>(schema: S) => z.preprocess((cell) => (cell === '' ? 1 : cell), schema);
const wholeOrOne = z.preprocess((cell) => (cell === '' ? 1 : Number(cell)), shape.qty_per_base);

const UomSheetRow = z
  .object({
    sku: text(64),
    uom: text().refine((name) => name !== '', 'UomIsRequired'),
    is_base: z.preprocess((cell) => (cell === '' || cell === '0' ? 0 : cell === '1' ? 1 : cell), FlagIn),
    qty_per_base: wholeOrOne,
    weight: orOne(shape.weight),
    length: orOne(shape.length),
    width: orOne(shape.width),
    height: orOne(shape.height),
  })
  .refine((row) => !row.is_base || row.qty_per_base === 1, { path: ['qty_per_base'], message: 'BaseUomIsOne' });

const column = (heading: string, note: string, example: string | number = '') => ({ heading, note, example });

/** A row is a unit; all rows of a SKU together are its units from then on. */
export const uomSheet = importSheet({
  type: 'InventoryUom',
  access: 'user',
  row: UomSheetRow,
  together: 'sku',
  columns: {
    sku: column('SKU', 'Required. All units of the SKU are made anew from its rows.', 'KC-SUM-250'),
    uom: column('UOM', 'Required. Name of a unit of measure.', 'Bag'),
    is_base: column('BaseUOM', '1 for the unit that stock is counted in, else 0. One per SKU.', 1),
    qty_per_base: column('QtyPerBase', 'How many base units it holds; 1 for the base unit itself.', 1),
    weight: column('Weight', 'Above 0; empty means 1, not measured.', 0.27),
    length: column('Length', 'Above 0; empty means 1, not measured.', 18),
    width: column('Width', 'Above 0; empty means 1, not measured.', 9),
    height: column('Height', 'Above 0; empty means 1, not measured.', 6),
  },
  save: async (tx, actor, { clientId }, first, rows) => {
    if (!first.sku) throw new RowProblem('sku', errorCatalogue[11002]);
    const item = await inventoryBySku(tx, clientId, first.sku);
    if (!item) throw refused(30002);
    const units: LinkedUom[] = [];
    for (const [place, { sku: _, uom: name, ...fields }] of rows.entries()) {
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
