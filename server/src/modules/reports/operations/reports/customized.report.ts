import { Flag, type ListQuery, type ListSpec, MoneyOut } from '@longshore/contract';
import type { z } from 'zod';
import type { RowCell } from '../../../../documents/row-file.ts';
import type { Actor } from '../../../../platform/auth/actor.ts';
import type { Tx } from '../../../../platform/database/tx.ts';
import { invalid } from '../../../../platform/http/problem.ts';
import type { ListSql } from '../../../../platform/lists/list-sql.ts';
import { readListRows } from '../../../../platform/lists/run-list.ts';
import { exportedColumns } from '../../../../platform/lists/serve-list.ts';
import { orderListSql } from '../../../orders/index.ts';
import { shipmentListSql, shipmentsOfOrders } from '../../../shipments/index.ts';
import { type Column, code, number, type ReportRow, text } from '../../engine/columns.ts';
import type { ReadRows } from '../../engine/read-rows.ts';
import { type ReportParams, report } from '../report.ts';
import type { ReportFilter } from '../report-filters.view.ts';

type Cells = Record<string, RowCell>;

/** A list as a report: its own statement and the columns of its export, with a link to each record. */
interface FilteredList {
  list: ListSql;
  link: { to: 'order' | 'shipment'; idOf: (row: Cells) => string };
  /** The filter for the client asked for, null for all. */
  ofClient: (query: ListQuery, clientId: number | null) => ListQuery;
}

const lists: Record<ReportFilter['page'], FilteredList> = {
  Order: {
    list: orderListSql(shipmentsOfOrders) as unknown as ListSql,
    link: { to: 'order', idOf: ({ type, id }) => `${String(type).replace(' ', '-')}/${id}` },
    // The list has the orders of the working client.
    ofClient: (query, clientId) => {
      if (clientId === null) throw invalid('clientId', 'ReportNeedsClient');
      return query;
    },
  },
  Shipment: {
    list: shipmentListSql as unknown as ListSql,
    link: { to: 'shipment', idOf: ({ direction, id, order_id }) => `${direction}/${id}/${order_id}` },
    ofClient: (query, clientId) => {
      if (clientId === null) return query;
      const named = query.filter_by?.client_id ?? [];
      // A filter of other clients finds nothing of this one.
      const wanted = named.length === 0 || named.includes(String(clientId)) ? clientId : 0;
      return { ...query, filter_by: { ...query.filter_by, client_id: [String(wanted)] } };
    },
  },
};

const isNumber = (schema: unknown) => (schema as z.ZodType)._zod.def.type === 'number';

function kindOf({ row: { shape } }: ListSpec, field: string): Column['kind'] {
  if (shape[field] === Flag) return 'flag';
  if (shape[field] === MoneyOut) return 'money';
  return isNumber(shape[field]) ? number().kind : text().kind;
}

function columnsOf({ list, link }: FilteredList): ReadRows['columns'] {
  return Object.fromEntries(
    exportedColumns(list).map(({ field, heading, kind }): [string, Column] => [
      field,
      field === 'id'
        ? code({ heading, link: { to: link.to, id: 'link' } })
        : { kind: kind ?? kindOf(list.spec, field), total: false, heading },
    ]),
  );
}

async function* rowsOf(batches: AsyncGenerator<unknown[]>, { list, link }: FilteredList): AsyncGenerator<ReportRow[]> {
  const columns = exportedColumns(list);
  for await (const batch of batches as AsyncGenerator<Cells[]>)
    yield batch.map((row) => ({
      ...Object.fromEntries(columns.map(({ field, cellOf }) => [field, cellOf(row[field] ?? null)])),
      link: link.idOf(row),
    }));
}

async function readFiltered(tx: Tx, actor: Actor, { filter, clientIds, timezone }: ReportParams): Promise<ReadRows> {
  if (!filter) throw invalid('text_criteria_1', 'ReportNeedsFilter');
  const found = lists[filter.page];
  const clientId = clientIds?.[0] ?? null;
  const query = found.ofClient(filter.query, clientId);
  const as = { ...actor, workingClientId: clientId };
  const batches = await readListRows(tx, found.list, as, query, async () => timezone);
  return { columns: columnsOf(found), batches: rowsOf(batches, found) };
}

/** What a saved filter of orders or shipments finds, with the columns of its list. */
export const customized = report({
  name: 'customized',
  group: 'orders',
  access: 'main',
  allClients: true,
  asks: { criteria: { kind: 'filter' } },
  read: readFiltered,
});
