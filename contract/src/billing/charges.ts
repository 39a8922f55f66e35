/** What makes an activity charge: a shipment, a count, the calendar, or a person. */
export const CHARGES = [
  'Manual',
  'Inbound',
  'Outbound',
  'Count',
  'Month-Begin',
  'Month-End',
  'Week-Beg',
  'Week-End',
  'Daily-Cubic',
  'Daily-Location',
  'Shipping-Charge',
] as const;
export type Charge = (typeof CHARGES)[number];

/** Only storage by location has minimums. */
export const hasMinimums = (charge: Charge): boolean => charge === 'Daily-Location';

/** Names of units that quantities are counted by, besides the units of measure of the items. */
export const BILLING_UOMS = ['Order', 'Sku', 'Unit'] as const;
