import { clients } from '../clients/clients.ts';
import { event } from '../kit/event.ts';
import { history } from '../records/events.ts';
import { billingRuns, billingSnapshots } from './accrual.ts';
import { billingActivities } from './activities.ts';
import { billingEntries } from './entries.ts';
import { billingExplanation } from './explanation.ts';
import { billingItems } from './items.ts';
import { billingStatements } from './statements.ts';
import { unbilled } from './unbilled.ts';

export const billingEvents = {
  'billing_item.saved': event({
    subject: 'billing_items',
    changes: [
      billingItems.list,
      billingItems.get,
      billingItems.selector,
      history,
      billingActivities.list,
      billingActivities.load,
      { endpoint: billingActivities.get, by: null },
    ],
  }),
  'billing_activity.saved': event({
    subject: 'billing_activities',
    changes: [billingActivities.list, billingActivities.get, billingActivities.load, history],
  }),
  'billing_entry.saved': event({
    subject: 'billing_entries',
    changes: [
      billingEntries.list,
      billingEntries.get,
      billingExplanation.get,
      history,
      billingStatements.list,
      { endpoint: billingStatements.get, by: null },
      { endpoint: clients.statistics, by: null },
    ],
  }),
  /** What is not billed changed: gaps were found, closed or waived. */
  'billing_gaps.changed': event({ changes: [unbilled.list] }),
  /** Days are to be charged, or the rest of them. */
  'billing_run.started': event({ subject: 'billing_runs', changes: [billingRuns.state, billingRuns.get] }),
  /** A day of it is charged, or it failed. */
  'billing_run.saved': event({
    subject: 'billing_runs',
    changes: [
      billingRuns.state,
      billingRuns.get,
      { endpoint: billingSnapshots.get, by: null },
      unbilled.list,
      { endpoint: billingExplanation.get, by: null },
      billingEntries.list,
      { endpoint: billingEntries.get, by: null },
      { endpoint: clients.statistics, by: null },
      billingStatements.list,
      { endpoint: billingStatements.get, by: null },
    ],
  }),
  'billing_period.changed': event({
    subject: 'clients',
    changes: [
      billingStatements.list,
      billingStatements.get,
      history,
      billingEntries.list,
      { endpoint: billingEntries.get, by: null },
    ],
  }),
};
