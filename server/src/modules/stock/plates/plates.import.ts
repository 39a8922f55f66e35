import { PutAway } from '@longshore/contract';
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
    license: sheetColumn(
      'License',
      'Required. Number of a plate, of any client.',
      '必填。托盘标签的编号，任何货主均可。',
      'LP-0001',
    ),
    location: sheetColumn('Location', 'Required. Name of the bin it goes to.', '必填。要上架到的库位名称。', 'A-01-1'),
  },
  save: async (tx, actor, _context, row) => {
    await putAway(tx, actor, row);
  },
});
