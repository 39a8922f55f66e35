import type { ConstraintProblems } from '../../platform/http/failure.ts';
import { invalid, refused } from '../../platform/http/problem.ts';

export { countSheet } from './counts/counts.import.ts';
export { countSubscribers, postCountJob } from './counts/counts.jobs.ts';
export { countsRoutes } from './counts/counts.routes.ts';
export { continuePosting } from './counts/post-count.ts';
export {
  type Fulfilment,
  type OutboundFulfilment,
  receiveStock,
  reverseReceipt,
  reverseShipping,
  shipStock,
} from './fulfil.ts';
export { lockItems } from './ledger.store.ts';
export { putAwaySheet } from './plates/plates.import.ts';
export { platesRoutes } from './plates/plates.routes.ts';
export { plateUses } from './plates/plates.uses.ts';
export { findPlates } from './plates/plates.view.ts';
export type { ReservationLine } from './reservations/reservation-rules.ts';
export type { Held, Holder } from './reservations/reservations.store.ts';
export { release, releaseAll, reserve } from './reservations/reserve.ts';
export { serialsRoutes } from './serials/serials.routes.ts';
export { findBuckets } from './serials/serials.view.ts';
export { stockRoutes } from './stock.routes.ts';
export { stockChecks } from './stock-checks.ts';

/** Whoever deletes a plate or gives it away waits for what is being posted to it: only the posting can find it gone. */
const plateIsGone = () => invalid('_', 'PlateIsGone');

/** Two at once: what each looked for was not there yet, or no longer. */
export const stockConstraints: ConstraintProblems = {
  lots_number_key: () => invalid('lot', 'LotIsTaken'),
  serials_serial_key: () => invalid('serials', 'SerialsTakenMeanwhile'),
  licenses_license_key: () => refused(60002),
  stock_rows_client_id_license_id_fkey: plateIsGone,
  movements_client_id_license_id_fkey: plateIsGone,
  count_lines_client_id_license_id_fkey: plateIsGone,
};
