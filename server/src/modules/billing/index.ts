import { invalid, refused } from '../../platform/http/problem.ts';
import { module } from '../../platform/module.ts';
import { billingRoutes } from './billing.routes.ts';
import { billAsProposed } from './charge-shipment.ts';
import { countEntries } from './entries.view.ts';
import { periodChecks } from './periods/period-checks.ts';
import { removeCharges } from './periods/remove-charges.ts';

export const billing = module({
  name: 'billing',
  routes: billingRoutes,
  constraints: {
    billing_items_name_key: () => refused(50001),
    billing_activities_name_key: () => refused(50001),
    billing_entries_in_open_period: () => invalid('bill_date', 'PeriodIsClosed'),
  },
  checks: periodChecks,
  statistics: { entries_count: countEntries },
  shipmentBilling: [billAsProposed],
  inTransaction: {
    'shipment.voided': [(tx, { clientId, subjectId }) => removeCharges(tx, clientId ?? 0, subjectId ?? 0)],
  },
});
