import type { ListQuery, ListSpec, Page } from '@longshore/contract';
import type { z } from 'zod';
import { type Cell, drawSpreadsheet } from '../../documents/spreadsheet.ts';
import type { Tx } from '../database/tx.ts';
import { type Call, Sheet } from '../http/bind.ts';
import { dateFormatOf, exportCell } from './export-cells.ts';
import { exportName } from './export-name.ts';
import type { ListSql } from './list-sql.ts';
import { runList, runUnpagedList } from './run-list.ts';

type ListCall = Pick<Call, 'actor' | 'wantsSheet' | 'readTimezone'> & { query: ListQuery };

/** Serves a list as a page or, when the caller accepts a spreadsheet, as one with all its rows. */
export async function serveList<Spec extends ListSpec>(
  tx: Tx,
  list: ListSql<Spec>,
  call: ListCall,
): Promise<Page<z.output<Spec['row']>> | Sheet> {
  const readTimezone = () => call.readTimezone(tx);
  if (!call.wantsSheet) return runList(tx, list, call.actor, call.query, readTimezone);
  const rows = (await runUnpagedList(tx, list, call.actor, call.query, readTimezone)) as Record<string, Cell>[];
  const columns = Object.entries(list.spec.exported as Record<string, string>);
  const timezone = await readTimezone();
  const { resource, row: shape } = list.spec;
  const words = (list.exportWords ?? {}) as Record<string, ((code: string) => string) | undefined>;
  const cellOf = (field: string, value: Cell) =>
    words[field] && typeof value === 'string' ? words[field](value) : exportCell(shape.shape[field], value, timezone);
  return new Sheet(await exportName(tx, resource, timezone), () =>
    drawSpreadsheet({
      name: resource,
      columns: columns.map(([field, heading]) => ({ heading, width: 22, ...dateFormatOf(shape.shape[field]) })),
      rows: rows.map((row) => columns.map(([field]) => cellOf(field, row[field] ?? ''))),
    }),
  );
}
