import type { Actor } from '../../../platform/auth/actor.ts';
import type { OperationReport } from './report.ts';
import { adjustments } from './reports/adjustments.report.ts';
import { aftership } from './reports/aftership.report.ts';
import { aging } from './reports/aging.report.ts';
import { backOrders } from './reports/back-orders.report.ts';
import { byLicense } from './reports/by-license.report.ts';
import { countSheet } from './reports/count-sheet.report.ts';
import { countVariance } from './reports/count-variance.report.ts';
import { customized } from './reports/customized.report.ts';
import { disposal } from './reports/disposal.report.ts';
import { expiringSoon } from './reports/expiring-soon.report.ts';
import { inventory } from './reports/inventory.report.ts';
import { inventoryAsOf } from './reports/inventory-as-of.report.ts';
import { inventoryByLocation } from './reports/inventory-by-location.report.ts';
import { inventoryByLot } from './reports/inventory-by-lot.report.ts';
import { kitAvailability } from './reports/kit-availability.report.ts';
import { locationOccupancy } from './reports/location-occupancy.report.ts';
import { movement } from './reports/movement.report.ts';
import { openOrders } from './reports/open-orders.report.ts';
import { quarantine } from './reports/quarantine.report.ts';
import { receiving } from './reports/receiving.report.ts';
import { receivingByPeriod } from './reports/receiving-by-period.report.ts';
import { returns } from './reports/returns.report.ts';
import { serialLookup } from './reports/serial-lookup.report.ts';
import { shipping } from './reports/shipping.report.ts';
import { shippingByPeriod } from './reports/shipping-by-period.report.ts';
import { storageSnapshot } from './reports/storage-snapshot.report.ts';
import { transactions } from './reports/transactions.report.ts';
import { unbilled } from './reports/unbilled.report.ts';
import { userProductivity } from './reports/user-productivity.report.ts';

/** In the order of the screen, inside their groups. */
export const allReports: readonly OperationReport[] = [
  inventory,
  inventoryAsOf,
  inventoryByLocation,
  inventoryByLot,
  expiringSoon,
  aging,
  quarantine,
  byLicense,
  kitAvailability,
  locationOccupancy,
  serialLookup,
  movement,
  transactions,
  adjustments,
  disposal,
  countSheet,
  countVariance,
  storageSnapshot,
  openOrders,
  backOrders,
  receiving,
  receivingByPeriod,
  shipping,
  shippingByPeriod,
  returns,
  customized,
  userProductivity,
  unbilled,
  aftership,
];

const byName = new Map<string, OperationReport>(allReports.map((each) => [each.name, each]));

export const operationReport = (name: string): OperationReport | undefined => byName.get(name);

/** Client users have the shorter list. */
export const mayRun = ({ access }: OperationReport, { clientId }: Pick<Actor, 'clientId'>): boolean =>
  access === 'user' || clientId === null;
