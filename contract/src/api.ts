/**
 * The whole API: what the server binds, the web calls, OpenAPI lists and the access tests run through. `api` is the
 * namespace of this module and not an object, because a bundler then sees which groups a file uses: a screen that calls
 * `api.relations` does not load the schemas of the other modules (decision 0024). So the web must not pass `api` itself
 * around or index it by a variable.
 */
export { badges } from './accounts/badges.ts';
export { session } from './accounts/session.ts';
export { roles, users } from './accounts/users.ts';
export { billingRuns, billingSnapshots } from './billing/accrual.ts';
export { billingActivities } from './billing/activities.ts';
export { clientStatements } from './billing/client-statements.ts';
export { billingEntries } from './billing/entries.ts';
export { billingExplanation } from './billing/explanation.ts';
export { billingItems } from './billing/items.ts';
export { billingPeriods } from './billing/periods.ts';
export { rateCards } from './billing/rate-cards.ts';
export { shipmentBilling } from './billing/shipment-billing.ts';
export { billingStatements } from './billing/statements.ts';
export { unbilled } from './billing/unbilled.ts';
export { companyAccounts } from './channels/company-accounts.ts';
export { integrations } from './channels/integrations.ts';
export { marketplace } from './channels/marketplace.ts';
export { clients } from './clients/clients.ts';
export { webhooks } from './clients/webhooks.ts';
export { company } from './company/company.ts';
export { operations } from './company/operations.ts';
export { exceptions } from './exceptions/exceptions.ts';
export { carts, totes } from './floor/carts.ts';
export { faces } from './floor/faces.ts';
export { floor } from './floor/put-away.ts';
export { tasks } from './floor/tasks.ts';
export { waves } from './floor/waves.ts';
export { inventories } from './inventory/inventories.ts';
export { locations } from './locations/locations.ts';
export { orders } from './orders/orders.ts';
export { panels } from './records/panels.ts';
export { records } from './records/records.ts';
export { relations } from './relations/relations.ts';
export { autoTasks } from './reports/auto-tasks.ts';
export { billingReports } from './reports/billing-reports.ts';
export { dashboard } from './reports/dashboard.ts';
export { operationReports } from './reports/operation-reports.ts';
export { reportSubscriptions } from './reports/report-subscriptions.ts';
export { statementDocuments } from './reports/statement-documents.ts';
export { papers } from './shipments/papers.ts';
export { shipments } from './shipments/shipments.ts';
export { fba } from './shipping/fba.ts';
export { fbaPapers } from './shipping/fba-papers.ts';
export { freight } from './shipping/freight.ts';
export { labels } from './shipping/labels.ts';
export { station } from './shipping/station.ts';
export { counts } from './stock/counts.ts';
export { licenses } from './stock/licenses.ts';
export { serials } from './stock/serials.ts';
export { stock } from './stock/stock.ts';
