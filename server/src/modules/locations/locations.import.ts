import { AISLE_SIDES, formatListQuery, LOCATION_TYPES, LocationInput, text } from '@longshore/contract';
import { z } from 'zod';
import { importSheet, sheetColumn } from '../../platform/imports/import-sheet.ts';
import { locationResource } from './locations.ts';

/** The letter, or its word; empty means storage. */
const words: Record<string, string> = { '': 'S', p: 'P', picking: 'P', s: 'S', storage: 'S' };
const sheetType = text(20)
  .transform((cell) => words[cell.toLowerCase()] ?? cell)
  .pipe(z.enum(LOCATION_TYPES));

const sheetSide = text(5)
  .transform((cell) => cell.toUpperCase())
  .pipe(z.enum(['', ...AISLE_SIDES]));

export const locationSheet = importSheet({
  type: 'Location',
  ofCompany: true,
  access: 'create_location_model',
  row: LocationInput.extend({ type: sheetType, side: sheetSide }),
  columns: {
    location: sheetColumn('Location', 'sheets.Location.location', 'E-01-1'),
    type: sheetColumn('Type', 'sheets.Location.type', 'S'),
    billing_category: sheetColumn('BillingCategory', 'sheets.Location.billing_category', 'Pallet rack'),
    capacity_plates: sheetColumn('CapacityPlates', 'sheets.Location.capacity_plates', '2'),
    capacity_volume: sheetColumn('CapacityVolume', 'sheets.Location.capacity_volume', ''),
    aisle: sheetColumn('Aisle', 'sheets.Location.aisle', ''),
    position: sheetColumn('Position', 'sheets.Location.position', ''),
    side: sheetColumn('Side', 'sheets.Location.side', ''),
    level: sheetColumn('Level', 'sheets.Location.level', ''),
  },
  save: async (tx, actor, _context, row) => {
    const { location } = await locationResource.create(tx, actor, row);
    return {
      title: location,
      path: `/locations/${encodeURIComponent(formatListQuery({ search: location }))}`,
      isNew: true,
    };
  },
});
