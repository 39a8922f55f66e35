import type { BillingReportName } from '@longshore/contract';
import type { BillingReport } from './billing-report.ts';
import { billingByItem } from './reports/billing-by-item.report.ts';
import { defaultBilling, defaultBillingWithTax } from './reports/default-billing.report.ts';
import { outboundReport, outboundReportNoSummary } from './reports/outbound.report.ts';
import { receivedByDay, shippedByDay } from './reports/quantities-by-day.report.ts';

export const billingReports: Record<BillingReportName, BillingReport> = {
  'default-billing': defaultBilling,
  'default-billing-with-tax': defaultBillingWithTax,
  'billing-by-item': billingByItem,
  'outbound-report': outboundReport,
  'outbound-report-no-summary': outboundReportNoSummary,
  'receiving-qty-by-period-excel': receivedByDay,
  'shipping-qty-by-period-excel': shippedByDay,
};
