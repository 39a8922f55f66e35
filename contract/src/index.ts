import { session } from './accounts/session.ts';
import { roles, users } from './accounts/users.ts';
import { clients } from './clients/clients.ts';
import { webhooks } from './clients/webhooks.ts';
import { company } from './company/company.ts';
import { operations } from './company/operations.ts';
import { inventories } from './inventory/inventories.ts';
import { locations } from './locations/locations.ts';
import { panels } from './records/panels.ts';
import { records } from './records/records.ts';
import { relations } from './relations/relations.ts';
import { dashboard } from './reports/dashboard.ts';
import { counts } from './stock/counts.ts';
import { licenses } from './stock/licenses.ts';
import { serials } from './stock/serials.ts';
import { stock } from './stock/stock.ts';

export * from './accounts/session.ts';
export * from './accounts/users.ts';
export * from './clients/clients.ts';
export * from './clients/webhooks.ts';
export * from './company/company.ts';
export * from './company/currencies.ts';
export * from './company/operations.ts';
export * from './company/preferences.ts';
export * from './events.ts';
export * from './inventory/inventories.ts';
export * from './inventory/inventory-fields.ts';
export * from './kit/documents.ts';
export * from './kit/endpoint.ts';
export * from './kit/endpoint-address.ts';
export * from './kit/event.ts';
export * from './kit/fields.ts';
export * from './kit/list.ts';
export * from './kit/list-query.ts';
export * from './kit/messages.ts';
export * from './kit/money.ts';
export * from './kit/scalars.ts';
export * from './locations/locations.ts';
export * from './permissions.ts';
export * from './records/panels.ts';
export * from './records/records.ts';
export * from './records/trace-fields.ts';
export * from './records/trace-names.ts';
export * from './relations/relations.ts';
export * from './reports/dashboard.ts';
export * from './stock/counts.ts';
export * from './stock/licenses.ts';
export * from './stock/serial-numbers.ts';
export * from './stock/serials.ts';
export * from './stock/stock.ts';
export { errors as errorCatalogue, outcomes as outcome } from './text/en/errors.ts';
export * from './text/languages.ts';
export * from './text/sentence.ts';
export * from './text/text-for.ts';
export type { PlainKey, TextKey, Translate } from './text/types.ts';

/** The whole API as one object: what the server binds, the web calls, OpenAPI prints and the access tests walk. */
export const api = {
  session,
  users,
  roles,
  company,
  clients,
  webhooks,
  records,
  panels,
  relations,
  inventories,
  locations,
  licenses,
  serials,
  stock,
  counts,
  dashboard,
  operations,
};

export const VERSION = '1.4.0';
