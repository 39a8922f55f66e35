import type { TraceLabels } from '../records/index.ts';

export const itemLabels = {
  name: 'billing.items.name',
  description: 'billing.items.description',
  uom: 'billing.items.uom',
  rate: 'billing.items.rate',
  is_active: 'billing.items.status',
  tax_code: 'billing.items.taxCode',
  internal: 'billing.items.internal',
  accounting_class: 'billing.items.accountingClass',
  report_breakdown: 'billing.items.breakdown',
} as const satisfies TraceLabels<'BillingItem'>;

export const activityTraceLabels = {
  name: 'billing.activities.name',
  charge: 'billing.activities.charge',
  is_active: 'billing.items.status',
  valid_from: 'billing.activities.firstDay',
  valid_to: 'billing.activities.lastDay',
  changes_on: 'billing.activities.changesOn',
  billing_item: 'billing.activities.item',
  'billing_item.rate': 'billing.activities.rate',
  'billing_item.quantity': 'billing.activities.quantity',
  'billing_item.minimum_charge': 'billing.activities.minimumCharge',
  'billing_item.minimum_quantity': 'billing.activities.minimumQuantity',
  'billing_item.valid_from': 'billing.activities.validFrom',
} as const satisfies TraceLabels<'BillingActivity'>;

export const entryTraceLabels = {
  bill_date: 'billing.entries.billDate',
  reference: 'billing.entries.reference',
  quantity: 'billing.entries.quantity',
  price: 'billing.entries.price',
  note: 'billing.entries.note',
} as const satisfies TraceLabels<'BillingEntry'>;

export const ITEMS = '/billing/items';
export const ACTIVITIES = '/billing/activities';
export const ENTRIES = '/billing/entries';
export const UNBILLED = '/billing/unbilled';

/** The page that shows how an entry was computed. */
export const entryPath = (id: number) => `${ENTRIES}/${id}/action/view`;

export const activityPath = (id: number | 'new', action: 'view' | 'edit') => `${ACTIVITIES}/${id}/action/${action}`;
