import { formatListQuery, PutAway } from '@longshore/contract';
import { importSheet, sheetColumn } from '../../../platform/imports/import-sheet.ts';
import { putAway } from './move-plates.ts';

/** Each row puts a plate into a bin, in the order of the sheet. */
export const putAwaySheet = importSheet({
  type: 'PutAway',
  fileName: 'Putaway',
  ofCompany: true,
  access: 'put_license_to_location',
  row: PutAway,
  columns: {
    license: sheetColumn('License', 'sheets.PutAway.license', 'LP-0001'),
    location: sheetColumn('Location', 'sheets.PutAway.location', 'A-01-1'),
  },
  save: async (tx, actor, _context, row) => {
    const { license } = await putAway(tx, actor, row);
    return {
      title: license,
      path: `/licenses/${encodeURIComponent(formatListQuery({ search: license }))}`,
      isNew: false,
    };
  },
});
