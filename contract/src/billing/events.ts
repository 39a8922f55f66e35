import { clients } from '../clients/clients.ts';
import { event } from '../kit/event.ts';
import { history } from '../records/events.ts';
import { billingActivities } from './activities.ts';
import { billingEntries } from './entries.ts';
import { billingItems } from './items.ts';
import { billingStatements } from './statements.ts';

export const billingEvents = {
  'billing_item.saved': event({
    subject: 'billing_items',
    changes: [
      ...[billingItems.list, billingItems.get, billingItems.selector, history],
      ...[billingActivities.list, billingActivities.load, { endpoint: billingActivities.get, by: null }],
    ],
  }),
  'billing_activity.saved': event({
    subject: 'billing_activities',
    changes: [billingActivities.list, billingActivities.get, billingActivities.load, history],
  }),
  'billing_entry.saved': event({
    subject: 'billing_entries',
    changes: [
      ...[billingEntries.list, billingEntries.get, { endpoint: clients.statistics, by: null }, history],
      ...[billingStatements.list, { endpoint: billingStatements.get, by: null }],
    ],
  }),
  'billing_period.changed': event({
    subject: 'clients',
    changes: [
      ...[billingStatements.list, billingStatements.get, history],
      ...[billingEntries.list, { endpoint: billingEntries.get, by: null }],
    ],
  }),
};
