import { invalid, refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { countSheet } from './counts/counts.import.ts';
import { countSubscribers, postCountJob } from './counts/counts.jobs.ts';
import { countsRoutes } from './counts/counts.routes.ts';
import { findScannedCounts } from './counts/scanned-counts.view.ts';
import { findLots } from './find-lots.view.ts';
import { putAwaySheet } from './plates/plates.import.ts';
import { platesRoutes } from './plates/plates.routes.ts';
import { plateUses } from './plates/plates.uses.ts';
import { findPlates, findScannedPlates } from './plates/plates.view.ts';
import { reservationOwnerOf } from './reservations/reservation-owner.ts';
import { findScannedLots } from './scanned-lots.view.ts';
import { serialsRoutes } from './serials/serials.routes.ts';
import { findBuckets, findScannedSerials } from './serials/serials.view.ts';
import { stockExpired, stockExpiring } from './stock.exceptions.ts';
import { stockRoutes } from './stock.routes.ts';
import { stockChecks } from './stock-checks.ts';

export { continuePosting } from './counts/post-count.ts';
export { createLot } from './create-lot.ts';
export {
  type Fulfilment,
  type HeldGoods,
  type OutboundFulfilment,
  receiveLocked,
  returnShipped,
  reverseReceipt,
  reverseShipping,
  shipLocked,
} from './fulfil.ts';
export { lockItems } from './lock-items.ts';
export { moveStock } from './move-stock.ts';
export { numbersFrom } from './plates/plate-numbers.ts';
export { putAwaySheet } from './plates/plates.import.ts';
export type { Place, PostingLine, StockPlace, Totals } from './posting.ts';
export { readHeld } from './reservations/held.view.ts';
export type { LockedReservations, ReservationOwner } from './reservations/reservation-owner.ts';
export type { Held, Holder, ReservableItem, ReservationLine } from './reservations/reservation-rules.ts';
export { release, releaseAll, releaseLocked, reserve, reserveLocked } from './reservations/reserve.ts';
export { assertBucketFits, type LockedBucket } from './serials/bucket-rules.ts';
export { lockBucket } from './serials/lock-bucket.ts';
export { splitBucket } from './serials/split-bucket.ts';
export { giveSsccs } from './ssccs/give-ssccs.ts';
export type { SsccBearer } from './ssccs/sscc-bearer.ts';
export { plateNumber, plateNumbers, platesNamed, shipmentOfSscc, ssccsOfPlates } from './ssccs/ssccs.view.ts';
export { stockChecks } from './stock-checks.ts';
export { rowAt } from './stock-rows.view.ts';
export { isNoPlate } from './stock-rules.ts';

/** A plate is deleted or given to another client only after postings to it: the posting that waited finds it gone. */
const plateIsGone = () => invalid('_', 'PlateIsGone');

export const stock = module({
  name: 'stock',
  routes: (tools) => [
    ...stockRoutes(reservationOwnerOf(tools.registry)),
    ...platesRoutes(tools),
    ...serialsRoutes(),
    ...countsRoutes(reservationOwnerOf(tools.registry)),
  ],
  jobs: ({ findActor, registry }) => ({
    imports: { 'post-count': postCountJob(findActor, reservationOwnerOf(registry)) },
  }),
  subscribers: countSubscribers,
  // Two commands at the same time: what each looked for was not there yet, or no longer.
  constraints: {
    lots_number_key: () => invalid('lot', 'LotIsTaken'),
    serials_serial_key: () => invalid('serials', 'SerialsTakenMeanwhile'),
    licenses_license_key: () => refused(60002),
    stock_rows_client_id_license_id_fkey: plateIsGone,
    movements_client_id_license_id_fkey: plateIsGone,
    count_lines_client_id_license_id_fkey: plateIsGone,
    ssccs_client_id_license_id_fkey: plateIsGone,
  },
  sheets: [putAwaySheet, countSheet],
  finders: { licenses: findPlates, lots: findLots, serials: findBuckets },
  scanFinders: {
    licenses: findScannedPlates,
    lots: findScannedLots,
    serials: findScannedSerials,
    counts: findScannedCounts,
  },
  uses: [plateUses],
  checks: stockChecks,
  exceptions: [stockExpired, stockExpiring],
});
