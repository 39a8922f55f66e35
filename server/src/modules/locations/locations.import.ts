import { LOCATION_TYPES, LocationInput, text } from '@longshore/contract';
import { z } from 'zod';
import { importSheet, sheetColumn } from '../../platform/imports/import-sheet.ts';
import { locationResource } from './locations.ts';

/** The letter, or its word; empty means storage. */
const words: Record<string, string> = { '': 'S', p: 'P', picking: 'P', s: 'S', storage: 'S' };
const sheetType = text(20)
  .transform((cell) => words[cell.toLowerCase()] ?? cell)
  .pipe(z.enum(LOCATION_TYPES));

export const locationSheet = importSheet({
  type: 'Location',
  ofCompany: true,
  access: 'create_location_model',
  row: LocationInput.extend({ type: sheetType }),
  columns: {
    location: sheetColumn(
      'Location',
      'Required. Name of the bin, unique in the warehouse.',
      '必填。库位名称，在仓库内不可重复。',
      'E-01-1',
    ),
    type: sheetColumn('Type', 'P for picking, S for storage; empty means S.', 'P 为拣货，S 为存储；留空为 S。', 'S'),
    billing_category: sheetColumn(
      'BillingCategory',
      'What storage here is billed as, or empty.',
      '此处仓储的计费类别，可留空。',
      'Pallet rack',
    ),
  },
  save: async (tx, actor, _context, row) => {
    await locationResource.create(tx, actor, row);
  },
});
