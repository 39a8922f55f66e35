import { api, type FilterPage, type ListQuery, mayCall, queryOfSaved, textFor } from '@longshore/contract';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Tx } from '../../../platform/database/tx.ts';
import { listSavedFilters } from '../../records/index.ts';

/** The lists whose filters a report can run: who may not open the list may not run them. */
const PAGES = [
  { page: 'Order', access: api.orders.list.access, title: 'operationReports.filterPages.Order' },
  { page: 'Shipment', access: api.shipments.list.access, title: 'operationReports.filterPages.Shipment' },
] as const satisfies readonly { page: FilterPage; access: unknown; title: string }[];

/** A saved filter of orders or shipments. */
export interface ReportFilter {
  id: number;
  page: (typeof PAGES)[number]['page'];
  /** With the list that it belongs to, in the reader's language. */
  title: string;
  query: ListQuery;
}

/** The filters that a user has saved and may run, by list and name. */
export async function readReportFilters(tx: Tx, actor: Actor): Promise<ReportFilter[]> {
  const t = textFor(actor.lang);
  const pages = PAGES.filter(({ access }) => mayCall(actor, access));
  const found = await Promise.all(
    pages.map(async ({ page, title }) =>
      (await listSavedFilters(tx, actor, page)).map(({ id, name, param }) => ({
        id,
        page,
        title: `${t(title)}: ${name}`,
        query: queryOfSaved(param),
      })),
    ),
  );
  return found.flat();
}
