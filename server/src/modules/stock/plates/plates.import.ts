import { PutAway } from '@longshore/contract';
import { importSheet } from '../../records/index.ts';
import { putAway } from './move-plates.ts';

/** Each row puts a plate into a bin, in the order of the sheet. */
export const putAwaySheet = importSheet({
  type: 'PutAway',
  fileName: 'Putaway',
  ofCompany: true,
  access: 'put_license_to_location',
  row: PutAway,
  columns: {
    license: { heading: 'License', note: 'Required. Number of a plate, of any client.', example: 'LP-0001' },
    location: { heading: 'Location', note: 'Required. Name of the bin it goes to.', example: 'A-01-1' },
  },
  save: async (tx, actor, _context, row) => {
    await putAway(tx, actor, row);
  },
});
