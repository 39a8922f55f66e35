import { billing, messages as billingMessages } from '../billing.ts';
import { reports, messages as reportsMessages } from '../reports.ts';

/** Texts of billing and of reports. */
export const billingTexts = {
  billing,
  reports,
  messages: { ...billingMessages, ...reportsMessages },
};
