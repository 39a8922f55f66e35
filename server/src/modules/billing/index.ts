import { invalid, refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { accrualSubscribers, accrueDueJob, accrueJob } from './accrual/accrual.jobs.ts';
import { accrualRoutes } from './accrual/accrual.routes.ts';
import { billingRoutes } from './billing.routes.ts';
import { billingChecks } from './billing-checks.ts';
import { billAsProposed } from './charge-shipment.ts';
import { countEntries } from './entries.view.ts';
import { findActivities, findStatements } from './find-billing.view.ts';
import { dropGaps } from './gaps.store.ts';
import { periodChecks } from './periods/period-checks.ts';
import { removeCharges } from './periods/remove-charges.ts';
import { listCostDifference } from './unbilled/cost-difference.ts';
import { workUnbilled } from './unbilled/unbilled.exceptions.ts';
import { unbilledRoutes } from './unbilled/unbilled.routes.ts';

export { startDueRuns } from './accrual/accrual.jobs.ts';
export { addDays, type StoredSnapshot } from './accrual/accrual-rules.ts';
export { listsNeeded, type PricedDay, priceDay } from './accrual/accrue-day.ts';
export { readChargedThrough, readFirstUncharged } from './accrual/charged-through.view.ts';
export { type PostedCount, readBillableNames, readDayLinks } from './accrual/day-charges.view.ts';
export { accrueNext, processRun } from './accrual/process-run.ts';
export { readRun } from './accrual/runs.view.ts';
export { startRun } from './accrual/start-run.ts';
export type { BeforeBilling } from './before-billing.ts';
export { billingChecks } from './billing-checks.ts';
export type { BilledLine, PricedLink } from './billing-rules.ts';
export { billAsProposed } from './charge-shipment.ts';
export {
  type Billable,
  type BilledShipment,
  proposeFor,
  readPricedLinks,
  readUoms,
} from './shipment-charges.view.ts';
export { listClosedStatements, readClosedStatement } from './statements/client-statements.view.ts';
export { entryAmount, isInternal, isTaxed, periodOfEntry, taxRate } from './statements/internal.ts';
export { readStatement } from './statements/statements.view.ts';
export { gapsOfShipment, gapWithoutRate } from './unbilled/gap-rules.ts';
export { countUnbilled } from './unbilled/unbilled.view.ts';

export const billing = module({
  name: 'billing',
  routes: (tools) => [...billingRoutes(tools), ...accrualRoutes(), ...unbilledRoutes()],
  jobs: ({ clock }) => ({ runs: { accrue: accrueJob(clock), 'accrue-due': accrueDueJob } }),
  schedules: [{ task: 'accrue-due', match: '20 * * * *' }],
  subscribers: accrualSubscribers,
  constraints: {
    billing_items_name_key: () => refused(50001),
    billing_activities_name_key: () => refused(50001),
    billing_entries_in_open_period: () => invalid('bill_date', 'PeriodIsClosed'),
  },
  checks: [...billingChecks, ...periodChecks],
  finders: { activities: findActivities, statements: findStatements },
  statistics: { entries_count: countEntries },
  shipmentBilling: [billAsProposed],
  exceptions: [workUnbilled],
  inTransaction: {
    // Its cost may have changed.
    'shipment.saved': [(tx, { subjectId }) => listCostDifference(tx, subjectId ?? 0)],
    // The gaps first: whoever computes the shipment again holds them, and its entries are then seen and removed.
    'shipment.voided': [
      (tx, { subjectId }) => dropGaps(tx, subjectId ?? 0),
      // What people charged for a shipment before it was finished stays: the work was done.
      async (tx, { clientId, subjectId, payload }) => {
        if (payload.finished) await removeCharges(tx, clientId ?? 0, subjectId ?? 0);
      },
    ],
  },
});
