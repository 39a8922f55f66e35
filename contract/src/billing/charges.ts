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

/** Before every day that is charged: what is valid from this day on is valid from the beginning. */
export const BEGINNING = '1900-01-01';

/**
 * Tax codes of billing items that are not taxed, in any letter case; with every other code, and without one, they are.
 */
export const UNTAXED_CODES = ['non', 'exempt', 'notax'] as const;

/** Only storage by location has minimums. */
export const hasMinimums = (charge: Charge): boolean => charge === 'Daily-Location';

/** The courier's cost is not charged at a rate of an activity: the client's percentage is added to it instead. */
export const hasNoRate = (charge: Charge): boolean => charge === 'Shipping-Charge';

/** Names of units that quantities are counted by, besides the units of measure of the items. */
export const BILLING_UOMS = ['Order', 'Sku', 'Unit'] as const;
