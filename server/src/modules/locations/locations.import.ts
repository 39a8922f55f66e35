import { LOCATION_TYPES, LocationInput, text } from '@longshore/contract';
import { z } from 'zod';
import { importSheet } from '../records/index.ts';
import { locations } from './locations.ts';

/** The letter, or the word it stands for; empty means storage. */
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
    location: {
      heading: 'Location',
      note: 'Required. Name of the bin, unique in the warehouse.',
      example: 'E-01-1',
    },
    type: { heading: 'Type', note: 'P for picking, S for storage; empty means S.', example: 'S' },
    billing_category: {
      heading: 'BillingCategory',
      note: 'What storage here is billed as, or empty.',
      example: 'Pallet rack',
    },
  },
  save: async (tx, _actor, _context, row) => {
    await locations.create(tx, row);
  },
});
